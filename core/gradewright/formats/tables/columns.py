"""Sentences about columns."""

from __future__ import annotations

from collections.abc import Sequence

from gradewright.errors import FileUnreadable
from gradewright.formats.tables.table import RowProblem, Table

_NAMED = 20


def missing_column(wanted: str, table: Table) -> FileUnreadable:
    """Return the refusal of a table without a column that is needed, naming the one that looks most like it."""
    import difflib

    near = difflib.get_close_matches(wanted, table.columns, n=1, cutoff=0.6)
    found = ", ".join(f"“{name}”" for name in table.columns[:8])
    hint = f"Nearest: “{near[0]}”." if near else f"The file has {found}." if found else None
    return FileUnreadable(f"There is no column “{wanted}”.", place="line 1", hint=hint)


def columns_remarks(names: Sequence[str], one: str, several: str) -> list[RowProblem]:
    """Return a remark for each of some columns, and one for all that are left where there are many."""
    remarks = [RowProblem(1, f"The column “{name}” {one}.", left_out=False) for name in names[:_NAMED]]
    more = len(names) - _NAMED
    if more > 0:
        words = f"1 more column {one}." if more == 1 else f"{more:,} more columns {several}."
        remarks.append(RowProblem(1, words, left_out=False))
    return remarks
