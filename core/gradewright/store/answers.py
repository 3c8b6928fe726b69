"""Reading recorded answers."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from sqlalchemy import Select, func, literal, select

from gradewright.errors import NotFound
from gradewright.store.columns import answer_of, text_in, text_out
from gradewright.store.connections import Readers
from gradewright.store.failures import damaged
from gradewright.store.questions import START, chunks, ids_of
from gradewright.store.rows import AnswerBatch, AnswerRow, StoredAnswer
from gradewright.store.tables import ANSWER, ANSWER_BATCH, QUESTION

_CHUNK = 256

_A, _Q = ANSWER.c, QUESTION.c
_WHOLE = select(
    _A.id, _A.question_id, _A.batch_id, _Q.key, _A.model, _A.text, _A.replicate, _A.fields, _A.buckets
).join_from(ANSWER, QUESTION)
_LIGHT = select(_A.id, _A.question_id, _A.model, _A.replicate, func.substr(_A.text, 1, START), _A.fields.is_not(None))


class AnswerReads:
    """Reads of recorded answers. Those of removed questions are left out."""

    def __init__(self, readers: Readers):
        self._readers = readers

    def ids(self, benchmark_id: int, question_id: int | None, models: Collection[str] | None) -> array[int]:
        """Return ids in the order of questions, models and replicates."""
        with self._readers.connection() as connection:
            return ids_of(connection, _ordered(benchmark_id, question_id, models))

    def many(self, answer_ids: Sequence[int]) -> list[StoredAnswer]:
        """Return answers in the order of the ids given.

        Raises:
            NotFound: one of them does not exist.
        """
        found: dict[int, StoredAnswer] = {}
        with self._readers.connection() as connection:
            for chunk in chunks(answer_ids, _CHUNK):
                for row in connection.execute(_WHOLE.where(_A.id.in_(chunk))):
                    found[row[0]] = StoredAnswer(row[0], row[1], row[2], answer_of(*row[3:]))
        return [_present(found, answer_id) for answer_id in answer_ids]

    def rows(self, answer_ids: Sequence[int]) -> list[AnswerRow]:
        """Return light rows in the order of the ids given.

        Raises:
            NotFound: one of them does not exist.
        """
        found: dict[int, AnswerRow] = {}
        with self._readers.connection() as connection:
            for chunk in chunks(answer_ids, _CHUNK):
                for number, question, model, replicate, text, fields in connection.execute(
                    _LIGHT.where(_A.id.in_(chunk))
                ):
                    found[number] = AnswerRow(
                        number, question, text_out(model), replicate, text_out(text), bool(fields)
                    )
        return [_present(found, answer_id) for answer_id in answer_ids]

    def stream(self, benchmark_id: int, models: Collection[str] | None) -> Iterator[StoredAnswer]:
        """Yield answers in the order of questions, models and replicates, all from one state of the library.

        The ids are sorted first and the texts read after them, so that the sort does not carry the texts along.
        """
        with self._readers.connection() as connection:
            ids = ids_of(connection, _ordered(benchmark_id, None, models))
            for chunk in chunks(ids, _CHUNK):
                found = {row[0]: row for row in connection.execute(_WHOLE.where(_A.id.in_(chunk)))}
                for answer_id in chunk:
                    if answer_id not in found:
                        raise damaged(KeyError(answer_id))  # an index that knows rows which the table has not
                    row = found[answer_id]
                    yield StoredAnswer(row[0], row[1], row[2], answer_of(*row[3:]))

    def models(self, benchmark_id: int) -> list[str]:
        """Return the names of the models that gave answers, sorted."""
        wanted = select(_A.model).distinct().where(_A.benchmark_id == benchmark_id, _A.removed == 0)
        with self._readers.connection() as connection:
            return sorted(text_out(model) for model in connection.execute(wanted).scalars())

    def batches(self, benchmark_id: int) -> list[AnswerBatch]:
        """Return the imports of answers that are not removed, oldest first, with how many answers of each are left."""
        b = ANSWER_BATCH.c
        count = select(func.count()).select_from(ANSWER).where(_A.batch_id == b.id, _A.removed == 0).scalar_subquery()
        wanted = (
            select(b.id, b.benchmark_id, b.source, b.at, count)
            .where(b.benchmark_id == benchmark_id, b.removed == 0)
            .order_by(b.id)
        )
        with self._readers.connection() as connection:
            return [
                AnswerBatch(number, benchmark, text_out(source), at, answers)
                for number, benchmark, source, at, answers in connection.execute(wanted)
            ]


def _ordered(benchmark_id: int, question_id: int | None, models: Collection[str] | None) -> Select[Any]:
    wanted = (
        select(_A.id)
        .join_from(ANSWER, QUESTION)
        .where(_A.benchmark_id == benchmark_id, _A.removed == 0, _Q.removed == 0)
        .order_by(_Q.position, _A.model, _A.replicate, _A.id)
    )
    if question_id is not None:
        wanted = wanted.where(_A.question_id == question_id)
    if models is not None:
        wanted = wanted.where(_A.model.in_([literal(text_in(model)) for model in models]))
    return wanted


def _present(found: dict[int, Any], answer_id: int) -> Any:
    if answer_id not in found:
        raise NotFound(f"There is no answer {answer_id} in the library.")
    return found[answer_id]
