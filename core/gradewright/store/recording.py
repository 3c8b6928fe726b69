"""Recorded answers going in: batches of them, found to their questions by key."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from sqlalchemy import bindparam, func, select, update

from gradewright.edits.values import to_json
from gradewright.errors import NotFound
from gradewright.model.answer import Answer
from gradewright.store.columns import text_in, text_out
from gradewright.store.statements import Statement, insertion
from gradewright.store.tables import ANSWER, ANSWER_BATCH, QUESTION

_CHUNK = 500

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
    update(ANSWER).where(ANSWER.c.batch_id == bindparam("batch")).values(removed=bindparam("mark"))
)


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
        yield {
            "id": answer_id,
            "benchmark_id": benchmark_id,
            "question_id": question_id,
            "batch_id": batch_id,
            "removed": 0,
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
    _MARK_ANSWERS.run(db, batch=batch_id, mark=int(removed))
    return row[0], True
