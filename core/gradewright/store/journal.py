"""The journal: every edit with its inverse, so that undo and redo cross the whole library and survive a restart.

An entry is ``done``, ``undone`` (redo can bring it back) or ``dropped`` (it was undone and then something else was
done; kept as history). Undo takes the last done entry, redo the first undone one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, select, update

from gradewright.edits import Edit, dump_edit, load_edit, merged, repeatable
from gradewright.store.changes import Touched
from gradewright.store.columns import text_in, text_out
from gradewright.store.statements import Statement, insertion
from gradewright.store.tables import JOURNAL
from gradewright.store.target import SqlTarget

MERGE_PAUSE = timedelta(seconds=3)
"""Typing into one field goes on as one step until there is a pause of this length."""

_J = JOURNAL.c
_ADD = insertion(JOURNAL)
_LAST = Statement(select(func.max(_J.seq)))
_LAST_DONE = Statement(
    select(_J.seq, _J.title).where(_J.state == "done", _J.seq < bindparam("below")).order_by(_J.seq.desc()).limit(1)
)
_FIRST_UNDONE = Statement(select(_J.seq, _J.title).where(_J.state == "undone").order_by(_J.seq).limit(1))
_DROP_UNDONE = Statement(update(JOURNAL).where(_J.state == "undone").values(state="dropped"))
_READ = Statement(select(_J.edit, _J.inverse).where(_J.seq == bindparam("at_seq")))
_WENT_ON = Statement(
    update(JOURNAL).where(_J.seq == bindparam("at_seq")).values(edit=bindparam("new"), at=bindparam("now"))
)
_UNDONE = Statement(update(JOURNAL).where(_J.seq == bindparam("at_seq")).values(state="undone", edit=bindparam("new")))
_REDONE = Statement(update(JOURNAL).where(_J.seq == bindparam("at_seq")).values(state="done", inverse=bindparam("new")))

_ABOVE_ALL = 2**62


@dataclass(frozen=True, slots=True)
class Step:
    """An entry of the journal as undo and redo need it.

    ``edit`` and ``inverse`` are there only right after the edit was made in this session: only then can typing that
    follows become part of it.
    """

    seq: int
    title: str
    at: datetime | None = None
    edit: Edit | None = None
    inverse: Edit | None = None


@dataclass(frozen=True, slots=True)
class JournalState:
    """Where the journal stands: what undo would take back, and what redo would do again."""

    done: Step | None = None
    undone: Step | None = None


class Journal:
    """Writes the journal of one session. Every method runs in the transaction of the edit that it is about."""

    def __init__(self, session: str, clock: Callable[[], datetime]):
        self._session = session
        self._clock = clock

    def state(self, db: sqlite3.Connection) -> JournalState:
        """Read where the journal stands."""
        return JournalState(_step(_LAST_DONE.row(db, below=_ABOVE_ALL)), _step(_FIRST_UNDONE.row(db)))

    def record(
        self, db: sqlite3.Connection, state: JournalState, edit: Edit, inverse: Edit, touched: Touched
    ) -> JournalState:
        """Note an edit that was just made; what could be redone until now is dropped."""
        now = self._clock()
        if (longer := self._typing_on(state, edit, now)) is not None:
            return self._go_on(db, longer, now)
        if state.undone is not None:
            _DROP_UNDONE.run(db)
        seq = int(_LAST.row(db)[0] or 0) + 1
        _ADD.run(
            db,
            seq=seq,
            at=now.isoformat(),
            session=self._session,
            state="done",
            title=text_in(edit.title),
            edit=dump_edit(repeatable(edit, inverse)),
            inverse=dump_edit(inverse),
            benchmark_id=_only(touched.benchmarks | touched.within),
            question_id=_only(touched.questions),
        )
        return JournalState(Step(seq, edit.title, now, edit, inverse))

    def undo(self, db: sqlite3.Connection, state: JournalState, target: SqlTarget) -> JournalState:
        """Take back ``state.done``."""
        assert state.done is not None
        step = state.done
        inverse = load_edit(_READ.row(db, at_seq=step.seq)[1])
        again = inverse.apply(target)
        _UNDONE.run(db, at_seq=step.seq, new=dump_edit(again))
        below = _LAST_DONE.row(db, below=step.seq)
        return JournalState(_step(below), Step(step.seq, step.title))

    def redo(self, db: sqlite3.Connection, state: JournalState, target: SqlTarget) -> JournalState:
        """Do ``state.undone`` again."""
        assert state.undone is not None
        step = state.undone
        edit = load_edit(_READ.row(db, at_seq=step.seq)[0])
        inverse = edit.apply(target)
        _REDONE.run(db, at_seq=step.seq, new=dump_edit(inverse))
        return JournalState(Step(step.seq, step.title), _step(_FIRST_UNDONE.row(db)))

    def _typing_on(self, state: JournalState, edit: Edit, now: datetime) -> Step | None:
        """Return the step that this edit goes on, its edit replaced by the merged one, or None."""
        step = state.done
        if state.undone is not None or step is None or step.at is None or step.edit is None or step.inverse is None:
            return None
        if not timedelta(0) <= now - step.at <= MERGE_PAUSE:
            return None
        longer = merged(step.edit, step.inverse, edit)
        return None if longer is None else replace(step, edit=longer, at=now)

    def _go_on(self, db: sqlite3.Connection, step: Step, now: datetime) -> JournalState:
        assert step.edit is not None
        _WENT_ON.run(db, at_seq=step.seq, new=dump_edit(step.edit), now=now.isoformat())
        return JournalState(step)


def _step(row: tuple[int, object] | None) -> Step | None:
    return None if row is None else Step(row[0], text_out(row[1]))


def _only(ids: set[int]) -> int | None:
    return next(iter(ids)) if len(ids) == 1 else None
