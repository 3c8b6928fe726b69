"""Batches of rater sheets: which answer has which number in which batch, and under which rubric it was printed."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from sqlalchemy import RowMapping, select

from gradewright.edits.values import from_json, to_json
from gradewright.errors import NotFound
from gradewright.store.columns import text_in, text_out
from gradewright.store.connections import Readers
from gradewright.store.rows import SheetBatchRow, SheetOutputRow
from gradewright.store.statements import Insertion, insertion
from gradewright.store.tables import SHEET_BATCH, SHEET_OUTPUT

_ADD = insertion(SHEET_BATCH)
_ADD_OUTPUTS = Insertion(SHEET_OUTPUT)


def keep(db: sqlite3.Connection, batch: SheetBatchRow, answer_ids: Sequence[int | None]) -> None:
    """Keep a batch with its outputs in the order of their numbers from 1."""
    _ADD.run(
        db,
        name=batch.name,
        at=batch.at,
        title=text_in(batch.title),
        fingerprint=batch.fingerprint,
        version=batch.version,
        options=to_json(dict(batch.options)),
    )
    _ADD_OUTPUTS.run_many(db, ((batch.name, number, key) for number, key in enumerate(answer_ids, 1)))


class SheetReads:
    """Reads of batches."""

    def __init__(self, readers: Readers):
        self._readers = readers

    def batches(self) -> list[SheetBatchRow]:
        """Return all batches, the latest first."""
        with self._readers.connection() as connection:
            found = connection.execute(select(SHEET_BATCH).order_by(SHEET_BATCH.c.at.desc())).mappings().all()
        return [_batch(row) for row in found]

    def output(self, name: str, number: int) -> SheetOutputRow:
        """Return what a code names: its batch, and the answer that has this number in it (None for number 0).

        Raises:
            NotFound: no such batch was printed from this library, or it has no such number.
        """
        wanted = select(SHEET_BATCH).where(SHEET_BATCH.c.name == name)
        placed = select(SHEET_OUTPUT.c.answer_id).where(SHEET_OUTPUT.c.batch == name, SHEET_OUTPUT.c.number == number)
        with self._readers.connection() as connection:
            batch = connection.execute(wanted).mappings().one_or_none()
            answer = connection.execute(placed).one_or_none()
        if batch is None:
            raise NotFound(f"No batch “{name}” was printed from this library.")
        if answer is None and number:
            raise NotFound(f"The batch “{name}” has no output {number}.")
        return SheetOutputRow(_batch(batch), number, None if answer is None else answer[0])


def _batch(row: RowMapping) -> SheetBatchRow:
    return SheetBatchRow(
        row["name"],
        row["at"],
        text_out(row["title"]),
        row["fingerprint"],
        row["version"],
        from_json(row["options"]),
    )
