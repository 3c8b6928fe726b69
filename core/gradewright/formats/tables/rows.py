"""CSV and JSON Lines to rows with line numbers. A row that cannot be read is listed, and the rest goes on."""

from __future__ import annotations

from pathlib import Path

from gradewright.formats.tables.csv_rows import csv_table
from gradewright.formats.tables.json_rows import json_table
from gradewright.formats.tables.table import Row, RowProblem, Table, column_name
from gradewright.formats.tables.text import decode_table
from gradewright.formats.whole_files import read_whole

__all__ = ["Row", "RowProblem", "Table", "column_name", "read_file", "read_table"]


def read_file(source: Path | str | bytes) -> bytes:
    """Return the bytes of a file.

    Raises:
        FileUnreadable: it cannot be read.
    """
    return source if isinstance(source, bytes) else read_whole(Path(source))


def read_table(raw: bytes, known: frozenset[str]) -> Table:
    """Read a CSV, JSON Lines or JSON-array file. ``known`` are the column names that tell the delimiter.

    Raises:
        FileUnreadable: there are no rows of values in it.
    """
    text, guessed = decode_table(raw)
    start = text.lstrip()[:1]
    table = json_table(text) if start in ("{", "[") else csv_table(text, known)
    if guessed:
        table.problems.insert(0, RowProblem(0, guessed, left_out=False))
    return table
