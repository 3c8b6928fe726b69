"""What a file of rows comes to, whatever it was written in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.memory import refuse_full
from gradewright.model.composed import composed

MAX_ROWS = 2_000_000
"""Rows of a table, with those that are empty or cannot be read. A sheet of Excel has half as many."""
MAX_CELLS = 20_000_000
"""Cells of a CSV file, or members of the objects of a JSON file."""

_SEVERAL = 1 << 14


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


class TableSize:
    """Counts rows and cells as they are read, so that a file is refused before it has filled the memory."""

    def __init__(self) -> None:
        self._rows = self._cells = 0

    def add(self, cells: int) -> None:
        """Count one more row.

        Raises:
            FileUnreadable: there are more rows or cells than are read, or little memory is left.
        """
        self._rows += 1
        self._cells += cells
        if self._rows > MAX_ROWS:
            raise _too_many("rows", MAX_ROWS)
        if self._cells > MAX_CELLS:
            raise _too_many("cells", MAX_CELLS)
        if self._rows % _SEVERAL == 0:
            refuse_full()


def _too_many(what: str, most: int) -> FileUnreadable:
    sentence = f"The table has more than {most:,} {what}, which is the most that is read."
    return FileUnreadable(sentence, hint="Split it into several files.")


def column_name(name: str) -> str:
    """Return a column's name as it is compared: composed, without blanks around it, prefixes in lower case.

    What follows ``field.`` and ``buckets.`` is a name of the benchmark and keeps its capitals.
    """
    name = composed(name).strip()
    head, dot, tail = name.partition(".")
    return f"{head.lower()}{dot}{tail}" if dot else name.lower()
