"""The order of questions: each has a position, a number between those of its neighbours.

Removed questions keep their positions, so that a restored one is back in its old place. Putting something between two
neighbours halves the gap between them; when a gap is used up, the benchmark's positions are dealt out anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from sqlalchemy import bindparam, func, select, update

from gradewright.errors import NotFound
from gradewright.store.statements import Statement
from gradewright.store.tables import QUESTION

_Q = QUESTION.c
_HERE = _Q.benchmark_id == bindparam("benchmark")

_PLACE = Statement(select(_Q.benchmark_id, _Q.position).where(_Q.id == bindparam("id")))
_LAST = Statement(select(func.max(_Q.position)).where(_HERE))
_BEFORE = Statement(select(func.max(_Q.position)).where(_HERE, _Q.position < bindparam("position")))
_AFTER = Statement(
    select(_Q.id).where(_HERE, _Q.position > bindparam("position")).order_by(_Q.position).limit(1),
)
_IN_ORDER = Statement(select(_Q.id).where(_HERE).order_by(_Q.position))
_SET = Statement(update(QUESTION).where(_Q.id == bindparam("id")).values(position=bindparam("place")))


def place_of(db: sqlite3.Connection, question_id: int) -> tuple[int, float]:
    """Return a question's benchmark and position.

    Raises:
        NotFound: there is no such question.
    """
    row = _PLACE.row(db, id=question_id)
    if row is None:
        raise NotFound(f"There is no question {question_id} in the library.")
    return row[0], row[1]


def question_after(db: sqlite3.Connection, question_id: int) -> int | None:
    """Return the next question in the order, removed ones counted, or None at the end.

    Raises:
        NotFound: there is no such question.
    """
    benchmark_id, position = place_of(db, question_id)
    row = _AFTER.row(db, benchmark=benchmark_id, position=position)
    return None if row is None else int(row[0])


def new_positions(db: sqlite3.Connection, benchmark_id: int, before_id: int | None, count: int) -> Iterator[float]:
    """Return ``count`` rising free positions directly in front of a question, or at the end.

    Raises:
        NotFound: ``before_id`` is not a question of this benchmark.
    """
    if before_id is None:
        last = _LAST.row(db, benchmark=benchmark_id)[0] or 0.0
        return (last + 1.0 + number for number in range(count))
    low, high = _gap(db, benchmark_id, before_id)
    step = (high - low) / (count + 1)
    # Half an ulp too little and two of them would fall together.
    if low + step == low or high - step == high or low + step == low + 2 * step:
        _deal_out(db, benchmark_id)
        low, high = _gap(db, benchmark_id, before_id)
        step = (high - low) / (count + 1)
    return (low + step * (number + 1) for number in range(count))


def move(db: sqlite3.Connection, question_id: int, before_id: int | None) -> int:
    """Put a question in front of another one, or at the end; return the benchmark's id.

    Raises:
        NotFound: one of them does not exist, or they are of different benchmarks.
    """
    benchmark_id, _ = place_of(db, question_id)
    (position,) = new_positions(db, benchmark_id, before_id, 1)
    _SET.run(db, id=question_id, place=position)
    return benchmark_id


def _gap(db: sqlite3.Connection, benchmark_id: int, before_id: int) -> tuple[float, float]:
    owner, high = place_of(db, before_id)
    if owner != benchmark_id:
        raise NotFound(f"Question {before_id} is in another benchmark.")
    low = _BEFORE.row(db, benchmark=benchmark_id, position=high)[0]
    return (high - 1.0 if low is None else low), high


def _deal_out(db: sqlite3.Connection, benchmark_id: int) -> None:
    ids = _IN_ORDER.run(db, benchmark=benchmark_id).fetchall()
    _SET.run_many(db, ({"id": row[0], "place": float(number)} for number, row in enumerate(ids, 1)))
