"""Reading questions: ids, light rows, whole questions, the stream for an export."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeVar

from sqlalchemy import ColumnElement, Connection, func, select

from gradewright.edits.values import QUESTION_ASPECTS
from gradewright.errors import NotFound
from gradewright.model.question import Question
from gradewright.store.columns import LIGHT_ASPECTS, question_of, text_out
from gradewright.store.connections import Readers
from gradewright.store.rows import QuestionRow, SearchHit
from gradewright.store.searching import matches
from gradewright.store.tables import BENCHMARK, QUESTION, QUESTION_BODY

T = TypeVar("T")

QuestionOrder = Literal["position", "text", "finished", "-position", "-text", "-finished"]

START = 240
_CHUNK = 256

_Q = QUESTION.c
_COLUMNS = [_Q[aspect] if aspect in LIGHT_ASPECTS else QUESTION_BODY.c[aspect] for aspect in QUESTION_ASPECTS]
_WHOLE = select(_Q.id, *_COLUMNS).join_from(QUESTION, QUESTION_BODY)
_LIGHT = select(_Q.id, _Q.key, func.substr(_Q.text, 1, START), _Q.finished, _Q.has_template, _Q.entry_count)


class QuestionReads:
    """Reads of questions."""

    def __init__(self, readers: Readers):
        self._readers = readers

    def ids(self, benchmark_id: int, search: str, order: QuestionOrder, finished: bool | None) -> array[int]:
        """Return the ids of a benchmark's questions; see :meth:`gradewright.store.library.Library.question_ids`."""
        wanted = select(_Q.id).where(_Q.benchmark_id == benchmark_id, _Q.removed == 0, *matches(search))
        if finished is not None:
            wanted = wanted.where(_Q.finished == int(finished))
        wanted = wanted.order_by(*_ordering(order))
        with self._readers.connection() as connection:
            return ids_of(connection, wanted)

    def get(self, question_id: int) -> Question:
        """Return one question, a removed one too.

        Raises:
            NotFound: there is no such question.
        """
        with self._readers.connection() as connection:
            row = connection.execute(_WHOLE.where(_Q.id == question_id)).one_or_none()
        if row is None:
            raise _missing(question_id)
        return question_of(row[1:])

    def many(self, question_ids: Sequence[int]) -> list[Question]:
        """Return questions in the order of their ids given.

        Raises:
            NotFound: one of them does not exist.
        """
        found: dict[int, Question] = {}
        with self._readers.connection() as connection:
            for chunk in chunks(question_ids, _CHUNK):
                for row in connection.execute(_WHOLE.where(_Q.id.in_(chunk))):
                    found[row[0]] = question_of(row[1:])
        return [_or_missing(found, question_id) for question_id in question_ids]

    def rows(self, question_ids: Sequence[int]) -> list[QuestionRow]:
        """Return light rows in the order of the ids given.

        Raises:
            NotFound: one of them does not exist.
        """
        found: dict[int, QuestionRow] = {}
        with self._readers.connection() as connection:
            for chunk in chunks(question_ids, _CHUNK):
                for number, key, text, finished, template, entries in connection.execute(
                    _LIGHT.where(_Q.id.in_(chunk))
                ):
                    found[number] = QuestionRow(
                        number, text_out(key), text_out(text), bool(finished), bool(template), entries
                    )
        return [_or_missing(found, question_id) for question_id in question_ids]

    def benchmark_of(self, question_id: int) -> int:
        """Return the id of the benchmark that a question is in.

        Raises:
            NotFound: there is no such question.
        """
        with self._readers.connection() as connection:
            found = connection.execute(select(_Q.benchmark_id).where(_Q.id == question_id)).scalar_one_or_none()
        if found is None:
            raise _missing(question_id)
        return int(found)

    def is_there(self, question_id: int) -> bool:
        """Return whether a question exists and neither it nor its benchmark was removed."""
        there = (
            select(_Q.id)
            .join_from(QUESTION, BENCHMARK)
            .where(_Q.id == question_id, _Q.removed == 0, BENCHMARK.c.removed == 0)
        )
        with self._readers.connection() as connection:
            return connection.execute(there).one_or_none() is not None

    def stream(self, benchmark_id: int) -> Iterator[tuple[int, Question]]:
        """Yield ids and questions in order, all from one state of the library, a few hundred in memory at a time."""
        wanted = (
            _WHOLE.where(_Q.benchmark_id == benchmark_id, _Q.removed == 0)
            .order_by(_Q.position)
            .execution_options(yield_per=_CHUNK)
        )
        with self._readers.connection() as connection:
            for row in connection.execute(wanted):
                yield row[0], question_of(row[1:])

    def search(self, text: str, limit: int) -> list[SearchHit]:
        """Return questions of all benchmarks that fit a search, in the order of the library."""
        conditions = matches(text)
        if not conditions:
            return []
        wanted = (
            select(_Q.benchmark_id, BENCHMARK.c.name, _Q.id, func.substr(_Q.text, 1, START))
            .join_from(QUESTION, BENCHMARK)
            .where(_Q.removed == 0, BENCHMARK.c.removed == 0, *conditions)
            .order_by(_Q.benchmark_id, _Q.position)
            .limit(limit)
        )
        with self._readers.connection() as connection:
            return [
                SearchHit(benchmark, text_out(name), question, text_out(start))
                for benchmark, name, question, start in connection.execute(wanted)
            ]


def ids_of(connection: Connection, wanted: Any) -> array[int]:
    """Return the first column of a query as a compact array."""
    with connection.execute(wanted) as result:
        # Straight from the driver: at 100,000 rows, wrapping each in a row object takes longer than the query.
        return array("q", [row[0] for row in result.cursor.fetchall()])


def chunks(ids: Sequence[int], size: int) -> Iterator[list[int]]:
    """Yield ``ids`` in lists of at most ``size``."""
    for start in range(0, len(ids), size):
        yield list(ids[start : start + size])


def _ordering(order: QuestionOrder) -> list[ColumnElement[Any]]:
    name = order.removeprefix("-")
    chosen = {"position": _Q.position, "text": _Q.text.collate("NOCASE"), "finished": _Q.finished}[name]
    first = chosen.desc() if order.startswith("-") else chosen.asc()
    return [first] if name == "position" else [first, _Q.position.asc()]


def _or_missing(found: dict[int, T], question_id: int) -> T:
    if question_id not in found:
        raise _missing(question_id)
    return found[question_id]


def _missing(question_id: int) -> NotFound:
    return NotFound(f"There is no question {question_id} in the library.")
