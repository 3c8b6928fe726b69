"""Runs going in: made, filled batch by batch, finished. They are records: nothing undoes them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from gradewright.edits.values import to_json
from gradewright.errors import NotFound
from gradewright.model.run import Cell, CheckKind, RunState
from gradewright.store.cells import cell_values
from gradewright.store.columns import text_in, text_out
from gradewright.store.marks import Mark, mark_of
from gradewright.store.statements import Statement, insertion
from gradewright.store.tables import ANSWER, CELL, RESULT, RUN, RUN_CHECK

CheckKey = tuple[CheckKind, str] | tuple[CheckKind, str, str]
"""The kind and the name of a check, and for a criterion the id of its entry, by which it is told apart."""

Judged = tuple[int, Sequence[Cell], bool | None]

_LAST_NUMBER = Statement(select(func.max(RUN.c.number)).where(RUN.c.benchmark_id == bindparam("benchmark")))
_ADD_RUN = Statement(insert(RUN), [column.name for column in RUN.columns if column.name not in ("id", "ended")])
_RUN_BENCHMARK = Statement(select(RUN.c.benchmark_id).where(RUN.c.id == bindparam("run")))
_END_RUN = Statement(
    update(RUN).where(RUN.c.id == bindparam("run")).values(state=bindparam("new"), ended=bindparam("now"))
)
_INTERRUPT = Statement(
    update(RUN).where(RUN.c.state.in_([RunState.GOING.value, RunState.PLANNED.value])).values(state="interrupted")
)
_CHECKS = Statement(
    select(RUN_CHECK.c.ordinal, RUN_CHECK.c.kind, RUN_CHECK.c.name, RUN_CHECK.c.has_values, RUN_CHECK.c.entry)
    .where(RUN_CHECK.c.run_id == bindparam("run"))
    .order_by(RUN_CHECK.c.ordinal)
)
_ADD_CHECK = insertion(RUN_CHECK)
_CHECK_HAS_VALUES = Statement(
    update(RUN_CHECK)
    .where(RUN_CHECK.c.run_id == bindparam("run"), RUN_CHECK.c.ordinal == bindparam("place"))
    .values(has_values=1)
)
_ANSWER = Statement(
    select(ANSWER.c.question_id, ANSWER.c.model, ANSWER.c.replicate, ANSWER.c.benchmark_id).where(
        ANSWER.c.id == bindparam("answer")
    )
)
_COUNTED = {"passed": Mark.PASS, "failed": Mark.FAIL, "valued": Mark.VALUE, "cannot_judge": Mark.CANNOT_JUDGE}


def _result_upsert() -> Statement:
    columns = [column.name for column in RESULT.columns if column.name != "id"]
    new = upsert(RESULT).values({name: bindparam(name) for name in columns})
    # A result that comes again, because a run was resumed, takes the place of the one before.
    replaced = {name: new.excluded[name] for name in columns if name not in ("run_id", "answer_id")}
    return Statement(
        new.on_conflict_do_update(index_elements=["run_id", "answer_id"], set_=replaced).returning(RESULT.c.id)
    )


_PUT_RESULT = _result_upsert()
_ADD_CELL = insertion(CELL)


_LAST_RESULT = Statement(select(func.max(RESULT.c.id)))
_DROP_CELLS = Statement(delete(CELL).where(CELL.c.result_id == bindparam("result")))


def create_run(
    db: sqlite3.Connection,
    benchmark_id: int,
    config: Mapping[str, Any],
    planned: tuple[int, int],
    checks: Iterable[CheckKey],
    now: str,
) -> int:
    """Add a run that is going, with the next number of its benchmark; ``planned`` counts answers and cells."""
    number = int(_LAST_NUMBER.row(db, benchmark=benchmark_id)[0] or 0) + 1
    cursor = _ADD_RUN.run(
        db,
        benchmark_id=benchmark_id,
        number=number,
        state=RunState.GOING.value,
        config=to_json(dict(config)),
        planned_answers=planned[0],
        planned_cells=planned[1],
        started=now,
    )
    run_id = int(cursor.lastrowid or 0)
    for ordinal, (kind, name, *rest) in enumerate(checks):
        entry = text_in(rest[0]) if rest and rest[0] else None
        _ADD_CHECK.run(
            db, run_id=run_id, ordinal=ordinal, kind=kind.value, name=text_in(name), has_values=0, entry=entry
        )
    return run_id


def end_run(db: sqlite3.Connection, run_id: int, state: RunState, now: str) -> int:
    """Set a run's state and return its benchmark's id; a run that goes on has no end.

    Raises:
        NotFound: there is no such run.
    """
    benchmark_id = run_benchmark(db, run_id)
    _END_RUN.run(db, run=run_id, new=state.value, now=None if state is RunState.GOING else now)
    return benchmark_id


def interrupt_all(db: sqlite3.Connection) -> int:
    """Mark runs that were going when the program ended; return how many there were."""
    return _INTERRUPT.run(db).rowcount


def run_benchmark(db: sqlite3.Connection, run_id: int) -> int:
    """Return the benchmark that a run is about.

    Raises:
        NotFound: there is no such run.
    """
    row = _RUN_BENCHMARK.row(db, run=run_id)
    if row is None:
        raise NotFound(f"There is no run {run_id} in the library.")
    return int(row[0])


class Columns:
    """The checks of a run and their ordinals; a check that was not seen before gets the next one."""

    def __init__(self, db: sqlite3.Connection, run_id: int):
        self._db = db
        self._run_id = run_id
        self._ordinals: dict[tuple[str, str, int], int] = {}
        self._with_values: set[int] = set()
        seen: dict[tuple[str, str], int] = {}
        for ordinal, kind, stored, has_values, entry in _CHECKS.run(db, run=run_id):
            name = _told_apart(text_out(stored), "" if entry is None else text_out(entry))
            occurrence = seen[kind, name] = seen.get((kind, name), -1) + 1
            self._ordinals[kind, name, occurrence] = ordinal
            if has_values:
                self._with_values.add(ordinal)

    def __len__(self) -> int:
        return len(self._ordinals)

    def ordinal(self, kind: CheckKind, name: str, occurrence: int, entry: str = "") -> int:
        """Return the ordinal of a check; ``occurrence`` tells checks of one answer with the same name apart."""
        key = (kind.value, _told_apart(name, entry), occurrence)
        if key not in self._ordinals:
            ordinal = self._ordinals[key] = len(self._ordinals)
            _ADD_CHECK.run(
                self._db,
                run_id=self._run_id,
                ordinal=ordinal,
                kind=kind.value,
                name=text_in(name),
                has_values=0,
                entry=text_in(entry) if entry else None,
            )
        return self._ordinals[key]

    def note_value(self, ordinal: int) -> None:
        """Remember that a check yields values without a verdict, which a sort then has to look up."""
        if ordinal not in self._with_values:
            self._with_values.add(ordinal)
            _CHECK_HAS_VALUES.run(self._db, run=self._run_id, place=ordinal)


def _told_apart(name: str, entry: str) -> str:
    """Return what a check is known by: a criterion by its id, whatever it is called, anything else by its name."""
    return f"\0{entry}" if entry else name


def record(db: sqlite3.Connection, run_id: int, columns: Columns, judged: Iterable[Judged]) -> list[int]:
    """Write the results of answers and return the results' ids in the same order.

    Raises:
        NotFound: there is no such answer.
    """
    ids: list[int] = []
    rows: list[dict[str, Any]] = []
    newest = _LAST_RESULT.row(db)[0] or 0
    for answer_id, cells, overall in judged:
        placed = _placed(columns, cells)
        result_id = _put_result(db, run_id, answer_id, overall, placed, len(columns))
        if result_id <= newest:
            _DROP_CELLS.run(db, result=result_id)
        rows.extend(
            cell_values(cell) | {"result_id": result_id, "ordinal": ordinal} for ordinal, cell in placed.items()
        )
        ids.append(result_id)
    _ADD_CELL.run_many(db, rows)
    return ids


def _placed(columns: Columns, cells: Sequence[Cell]) -> dict[int, Cell]:
    placed: dict[int, Cell] = {}
    seen: dict[tuple[CheckKind, str], int] = {}
    for cell in cells:
        key = (cell.kind, _told_apart(cell.check, cell.entry))
        occurrence = seen[key] = seen.get(key, -1) + 1
        ordinal = columns.ordinal(cell.kind, cell.check, occurrence, cell.entry)
        if mark_of(cell) is Mark.VALUE:
            columns.note_value(ordinal)
        placed[ordinal] = cell
    return placed


def _put_result(
    db: sqlite3.Connection, run_id: int, answer_id: int, overall: bool | None, placed: Mapping[int, Cell], width: int
) -> int:
    answer = _ANSWER.row(db, answer=answer_id)
    if answer is None:
        raise NotFound(f"There is no answer {answer_id} in the library.")
    marks = [Mark.NOT_PLANNED] * width
    for ordinal, cell in placed.items():
        marks[ordinal] = mark_of(cell)
    counts: dict[str, int] = {name: marks.count(mark) for name, mark in _COUNTED.items()}
    row = _PUT_RESULT.row(
        db,
        run_id=run_id,
        answer_id=answer_id,
        question_id=answer[0],
        model=answer[1],
        replicate=answer[2],
        overall=None if overall is None else int(overall),
        marks="".join(marks),
        not_judged=marks.count(Mark.NOT_JUDGED),
        **counts,
    )
    return int(row[0])
