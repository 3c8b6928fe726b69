"""Reading the journal as history."""

from __future__ import annotations

from sqlalchemy import select

from gradewright.store.columns import text_out
from gradewright.store.connections import Readers
from gradewright.store.rows import JournalRow
from gradewright.store.tables import JOURNAL

_J = JOURNAL.c


class HistoryReads:
    """Reads of the journal."""

    def __init__(self, readers: Readers):
        self._readers = readers

    def rows(self, benchmark_id: int | None, question_id: int | None, limit: int) -> list[JournalRow]:
        """Return steps, newest first."""
        wanted = select(_J.seq, _J.at, _J.title, _J.state, _J.benchmark_id, _J.question_id)
        if benchmark_id is not None:
            wanted = wanted.where(_J.benchmark_id == benchmark_id)
        if question_id is not None:
            wanted = wanted.where(_J.question_id == question_id)
        with self._readers.connection() as connection:
            return [
                JournalRow(seq, at, text_out(title), state, benchmark, question)
                for seq, at, title, state, benchmark, question in connection.execute(
                    wanted.order_by(_J.seq.desc()).limit(limit)
                )
            ]
