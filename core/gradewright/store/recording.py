"""Recorded answers going in, in batches, found to their questions by key; and their marks when they are taken out.

``answer.removed`` is 0 for an answer that is there. :data:`WITH_BATCH` and :data:`BY_ITSELF` are its bits, so that
taking out a batch and taking out one of its answers can be undone in any order.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from sqlalchemy import bindparam, func, select, update

from gradewright.edits.values import to_json
from gradewright.errors import NotFound
from gradewright.model.answer import Answer
from gradewright.store.columns import answer_of, text_in, text_out
from gradewright.store.statements import Statement, insertion
from gradewright.store.tables import ANSWER, ANSWER_BATCH, QUESTION

_CHUNK = 500
WITH_BATCH, BY_ITSELF = 1, 2

_ADD_BATCH = insertion(ANSWER_BATCH)
_ADD_ANSWER = insertion(ANSWER)
_LAST_BATCH = Statement(select(func.max(ANSWER_BATCH.c.id)))
_LAST_ANSWER = Statement(select(func.max(ANSWER.c.id)))
# The last one wins in the mapping below, and that has to be the first in the order of the benchmark.
_KEYS = Statement(
    select(QUESTION.c.key, QUESTION.c.id)
    .where(QUESTION.c.benchmark_id == bindparam("benchmark"), QUESTION.c.removed == 0)
    .order_by(QUESTION.c.position.desc())
)
_BATCH = Statement(
    select(ANSWER_BATCH.c.benchmark_id, ANSWER_BATCH.c.removed).where(ANSWER_BATCH.c.id == bindparam("id"))
)
_MARK_BATCH = Statement(
    update(ANSWER_BATCH).where(ANSWER_BATCH.c.id == bindparam("batch")).values(removed=bindparam("mark"))
)
_MARK_ANSWERS = Statement(
    update(ANSWER)
    .where(ANSWER.c.batch_id == bindparam("batch"))
    .values(removed=ANSWER.c.removed.op("&")(BY_ITSELF).op("|")(bindparam("mark")))
)
_ANSWER = Statement(
    select(ANSWER.c.benchmark_id, ANSWER.c.question_id, ANSWER.c.batch_id, ANSWER.c.removed).where(
        ANSWER.c.id == bindparam("id")
    )
)
_WHOLE_ANSWER = Statement(
    select(QUESTION.c.key, ANSWER.c.model, ANSWER.c.text, ANSWER.c.replicate, ANSWER.c.fields, ANSWER.c.buckets)
    .join_from(ANSWER, QUESTION)
    .where(ANSWER.c.id == bindparam("id"))
)
_MARK_ANSWER = Statement(update(ANSWER).where(ANSWER.c.id == bindparam("answer")).values(removed=bindparam("mark")))


def insert_answers(db: sqlite3.Connection, benchmark_id: int, answers: Iterable[Answer], source: str, at: str) -> int:
    """Insert answers as one batch and return the batch's id.

    Raises:
        NotFound: an answer's ``question_key`` is not that of a question in the benchmark.
    """
    batch_id = (_LAST_BATCH.row(db)[0] or 0) + 1
    _ADD_BATCH.run(db, id=batch_id, benchmark_id=benchmark_id, removed=0, source=text_in(source), at=at)
    questions = {text_out(key): question_id for key, question_id in _KEYS.run(db, benchmark=benchmark_id)}
    rows = _rows(answers, questions, benchmark_id, batch_id, (_LAST_ANSWER.row(db)[0] or 0) + 1)
    while chunk := list(islice(rows, _CHUNK)):
        _ADD_ANSWER.run_many(db, chunk)
    return batch_id


def _rows(
    answers: Iterable[Answer], questions: dict[str, int], benchmark_id: int, batch_id: int, first_id: int
) -> Iterator[dict[str, Any]]:
    for answer_id, answer in enumerate(answers, first_id):
        question_id = questions.get(answer.question_key)
        if question_id is None:
            raise NotFound(f"The benchmark has no question “{answer.question_key}”.")
        yield _row(answer, answer_id, benchmark_id, question_id, batch_id, 0)


def _row(
    answer: Answer, answer_id: int, benchmark_id: int, question_id: int, batch_id: int, removed: int
) -> dict[str, Any]:
    return {
        "id": answer_id,
        "benchmark_id": benchmark_id,
        "question_id": question_id,
        "batch_id": batch_id,
        "removed": removed,
        "model": text_in(answer.model),
        "replicate": answer.replicate,
        "text": text_in(answer.text),
        "fields": None if answer.fields is None else to_json(answer.fields),
        "buckets": None if answer.buckets is None else to_json(answer.buckets),
    }


def mark_batch(db: sqlite3.Connection, batch_id: int, removed: bool) -> tuple[int, bool]:
    """Mark a batch and its answers as removed or not; return the benchmark's id and whether that changed anything.

    Raises:
        NotFound: there is no such batch.
    """
    row = _BATCH.row(db, id=batch_id)
    if row is None:
        raise NotFound(f"There is no batch {batch_id} of answers in the library.")
    if bool(row[1]) == removed:
        return row[0], False
    _MARK_BATCH.run(db, batch=batch_id, mark=int(removed))
    _MARK_ANSWERS.run(db, batch=batch_id, mark=WITH_BATCH if removed else 0)
    return row[0], True


def mark_answer(db: sqlite3.Connection, answer_id: int, removed: bool) -> tuple[int, bool]:
    """Mark one answer as removed or not; return the benchmark's id and whether that changed anything.

    Raises:
        NotFound: there is no such answer.
    """
    benchmark_id, _question_id, _batch_id, mark = _found(db, answer_id)
    if bool(mark & BY_ITSELF) == removed:
        return benchmark_id, False
    _MARK_ANSWER.run(db, answer=answer_id, mark=mark & WITH_BATCH | (BY_ITSELF if removed else 0))
    return benchmark_id, True


def recorded_answer(db: sqlite3.Connection, answer_id: int) -> Answer:
    """Return one answer, a removed one too.

    Raises:
        NotFound: there is no such answer.
    """
    _found(db, answer_id)
    return answer_of(*_WHOLE_ANSWER.row(db, id=answer_id))


def insert_replacement(db: sqlite3.Connection, answer_id: int, answer: Answer) -> tuple[int, int]:
    """Insert an answer beside another one, into its question and batch; return its id and the benchmark's.

    Raises:
        NotFound: there is no such answer.
    """
    benchmark_id, question_id, batch_id, mark = _found(db, answer_id)
    added = int(_LAST_ANSWER.row(db)[0]) + 1
    _ADD_ANSWER.run(db, **_row(answer, added, benchmark_id, question_id, batch_id, mark & WITH_BATCH))
    return added, benchmark_id


def _found(db: sqlite3.Connection, answer_id: int) -> tuple[int, int, int, int]:
    row = _ANSWER.row(db, id=answer_id)
    if row is None:
        raise NotFound(f"There is no answer {answer_id} in the library.")
    return row[0], row[1], row[2], row[3]
