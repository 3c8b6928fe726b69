"""Sentences about columns."""

from __future__ import annotations

from gradewright.errors import FileUnreadable
from gradewright.formats.tables.rows import Table


def missing_column(wanted: str, table: Table) -> FileUnreadable:
    """Return the refusal of a table without a column that is needed, naming the one that looks most like it."""
    import difflib

    near = difflib.get_close_matches(wanted, table.columns, n=1, cutoff=0.6)
    found = ", ".join(f"“{name}”" for name in table.columns[:8])
    hint = f"Nearest: “{near[0]}”." if near else f"The file has {found}." if found else None
    return FileUnreadable(f"There is no column “{wanted}”.", place="line 1", hint=hint)
