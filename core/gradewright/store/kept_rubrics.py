"""Rubrics that are kept alone, and the versions of rubrics: what a fingerprint stands for, word for word.

A version is found by its fingerprint and never changes, so it belongs to no rubric: whichever rubric has that
fingerprint in its history has these words.
"""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import Any

from sqlalchemy import bindparam, func, select, update

from gradewright.edits.rubric_values import entry_count, rubric_data
from gradewright.edits.values import from_json, to_json
from gradewright.errors import NotFound
from gradewright.model.rubric import Rubric
from gradewright.store.columns import rubric_out, text_in, text_out
from gradewright.store.connections import Readers
from gradewright.store.failures import of_row
from gradewright.store.names import unique_name
from gradewright.store.rows import KeptRubricRow
from gradewright.store.statements import Statement, insertion
from gradewright.store.tables import KEPT_RUBRIC, RUBRIC_VERSION

_USUAL_NAME = "Rubric"

_ADD = insertion(KEPT_RUBRIC)
_ADD_VERSION = insertion(RUBRIC_VERSION)
_LAST = Statement(select(func.max(KEPT_RUBRIC.c.id)))
_NAMES = Statement(select(KEPT_RUBRIC.c.name).where(KEPT_RUBRIC.c.removed == 0))
_ONE = Statement(select(KEPT_RUBRIC.c.removed, KEPT_RUBRIC.c.rubric).where(KEPT_RUBRIC.c.id == bindparam("id")))
_MARK = Statement(update(KEPT_RUBRIC).where(KEPT_RUBRIC.c.id == bindparam("row")).values(removed=bindparam("new")))
_SET = Statement(
    update(KEPT_RUBRIC)
    .where(KEPT_RUBRIC.c.id == bindparam("row"))
    .values(name=bindparam("new_name"), rubric=bindparam("new"))
)
_VERSION = Statement(
    select(RUBRIC_VERSION.c.fingerprint).where(RUBRIC_VERSION.c.fingerprint == bindparam("fingerprint"))
)


def add(db: sqlite3.Connection, rubric: Rubric, now: str) -> int:
    """Add a kept rubric under a free name; return its id."""
    taken = {text_out(row[0]) for row in _NAMES.run(db)}
    name = unique_name(rubric.terms.name.strip() or _USUAL_NAME, taken)
    named = replace(rubric, terms=replace(rubric.terms, name=name))
    rubric_id = int(_LAST.row(db)[0] or 0) + 1
    _ADD.run(db, id=rubric_id, removed=0, name=text_in(name), rubric=to_json(rubric_data(named)), at=now)
    return rubric_id


def mark(db: sqlite3.Connection, rubric_id: int, removed: bool) -> bool:
    """Remove or restore a kept rubric; return whether that changed anything. Raises NotFound."""
    if bool(_row(db, rubric_id)[0]) == removed:
        return False
    _MARK.run(db, row=rubric_id, new=int(removed))
    return True


def get(db: sqlite3.Connection, rubric_id: int) -> Rubric:
    """Return a kept rubric, a removed one too. Raises NotFound."""
    return rubric_out(_row(db, rubric_id)[1])


def put(db: sqlite3.Connection, rubric_id: int, rubric: Rubric) -> None:
    """Replace a kept rubric. Raises NotFound."""
    _row(db, rubric_id)
    _SET.run(db, row=rubric_id, new_name=text_in(rubric.terms.name), new=to_json(rubric_data(rubric)))


def keep_version(db: sqlite3.Connection, fingerprint: str, rubric: Rubric, now: str) -> None:
    """Keep the words that a fingerprint stands for; nothing happens where they are kept already."""
    if _VERSION.row(db, fingerprint=fingerprint) is None:
        _ADD_VERSION.run(db, fingerprint=fingerprint, rubric=to_json(rubric_data(rubric)), at=now)


def _row(db: sqlite3.Connection, rubric_id: int) -> tuple[int, str]:
    row = _ONE.row(db, id=rubric_id)
    if row is None:
        raise _missing(rubric_id)
    return int(row[0]), row[1]


def _missing(rubric_id: int) -> NotFound:
    return NotFound(f"There is no kept rubric {rubric_id} in the library.")


@of_row
def _kept(rubric_id: int, name: Any, rubric: Any) -> KeptRubricRow:
    return KeptRubricRow(rubric_id, text_out(name), entry_count(from_json(rubric)))


class KeptRubricReads:
    """Reads of kept rubrics and versions."""

    def __init__(self, readers: Readers):
        self._readers = readers

    def rows(self) -> list[KeptRubricRow]:
        """Return the kept rubrics in the order in which they came in."""
        live = select(KEPT_RUBRIC.c.id, KEPT_RUBRIC.c.name, KEPT_RUBRIC.c.rubric).where(KEPT_RUBRIC.c.removed == 0)
        with self._readers.connection() as connection:
            found = connection.execute(live.order_by(KEPT_RUBRIC.c.id)).all()
        return [_kept(row.id, row.name, row.rubric) for row in found]

    def get(self, rubric_id: int) -> Rubric:
        """Return one kept rubric, a removed one too. Raises NotFound."""
        wanted = select(KEPT_RUBRIC.c.rubric).where(KEPT_RUBRIC.c.id == rubric_id)
        with self._readers.connection() as connection:
            found = connection.execute(wanted).scalar_one_or_none()
        if found is None:
            raise _missing(rubric_id)
        return rubric_out(found)

    def version(self, fingerprint: str) -> Rubric | None:
        """Return the rubric that a fingerprint stands for, or None where its words are not in this library."""
        wanted = select(RUBRIC_VERSION.c.rubric).where(RUBRIC_VERSION.c.fingerprint == fingerprint)
        with self._readers.connection() as connection:
            found = connection.execute(wanted).scalar_one_or_none()
        return None if found is None else rubric_out(found)
