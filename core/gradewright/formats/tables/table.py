"""What a file of rows comes to, whatever it was written in."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class RowProblem:
    """Something about a line of a file, from 1; line 0 is the file as a whole.

    ``left_out`` says that the row was not taken. Otherwise it is a remark, and the row is in.
    """

    line: int
    message: str
    left_out: bool = True

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the line it begins on, and its values by column name. Cells of a CSV file are texts."""

    line: int
    values: dict[str, Any]


@dataclass(slots=True)
class Table:
    """A file of rows. ``columns`` are the names in use; ``quoted`` says that values are texts (CSV)."""

    columns: tuple[str, ...]
    rows: list[Row]
    problems: list[RowProblem] = field(default_factory=list)
    quoted: bool = False


def column_name(name: str) -> str:
    """Return a column's name as it is compared: composed, without blanks around it, prefixes in lower case.

    What follows ``field.`` and ``buckets.`` is a name of the benchmark and keeps its capitals.
    """
    name = unicodedata.normalize("NFC", name).strip()
    head, dot, tail = name.partition(".")
    return f"{head.lower()}{dot}{tail}" if dot else name.lower()
