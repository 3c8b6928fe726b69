"""CSV to rows with line numbers."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator

from gradewright.errors import FileUnreadable
from gradewright.formats.tables.table import Row, RowProblem, Table, TableSize, column_name

MAX_COLUMNS = 16_384
"""As many as a sheet of Excel has."""
MAX_CELL = 1 << 26
"""Characters in a cell. The reader holds a cell in several times its size."""
MAX_DELIMITERS = 1_000_000
"""In one row, with those inside of its cells: a row is only looked at when the whole of it is in memory."""

_DELIMITERS = (",", ";", "\t")
_LINE = re.compile(r"[^\r\n]*+(?:\r\n?|\n)|[^\r\n]++")
# Excel's own way to tell the delimiter; the line is no row.
_TOLD = re.compile(r"sep=([,;\t|])(?:\r\n?|\n)", re.IGNORECASE)


def csv_table(text: str, known: frozenset[str]) -> Table:
    """Read a CSV text. ``known`` are the column names that tell the delimiter.

    Raises:
        FileUnreadable: there is no row in it, a column stands there twice, or there are too many columns, rows
            or cells.
    """
    # The module's own limit of 128 KiB is less than a long answer.
    csv.field_size_limit(MAX_CELL)
    told = _TOLD.match(text)
    start = told.end() if told else 0
    delimiter = told[1] if told else _delimiter(text, known)
    problems: list[RowProblem] = []
    header: list[str] | None = None
    rows: list[Row] = []
    size = TableSize()
    for number, cells in _records(text, delimiter, start):
        line = number + bool(told)
        size.add(1 if isinstance(cells, str) else len(cells))
        if isinstance(cells, str):
            problems.append(RowProblem(line, cells))
        elif not cells:
            continue
        elif header is None:
            header = _header(cells, line)
        else:
            _add_record(cells, header, line, rows, problems)
    if header is None:
        raise FileUnreadable(problems[0].message if problems else "The file is empty.")
    return Table(tuple(name for name in header if name), rows, problems, quoted=True)


class _Lines:
    """The lines of a text with their ends, whichever these are. A StringIO would hold it four times as large."""

    def __init__(self, text: str, delimiter: str, start: int) -> None:
        self._found = _LINE.finditer(text, start)
        self._delimiter = delimiter
        self.delimiters = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = next(self._found)[0]
        self.delimiters += line.count(self._delimiter)
        if self.delimiters > MAX_DELIMITERS:
            raise FileUnreadable(f"A row has more than {MAX_DELIMITERS:,} delimiters.", hint="Is it a table at all?")
        return line


def _records(text: str, delimiter: str, start: int = 0) -> Iterator[tuple[int, list[str] | str]]:
    """Yield each record with the line it begins on: its cells, or a sentence about why it cannot be read."""
    lines = _Lines(text, delimiter, start)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        lines.delimiters = 0
        try:
            yield line, next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, _quoting(str(error), line, reader.line_num)


def _quoting(message: str, first: int, last: int) -> str:
    if "unexpected end of data" in message:
        lost = f" The lines to the end of the file, {last}, are lost in it." if last > first else ""
        return f"A quotation mark is opened and never closed.{lost}"
    if "expected after" in message:
        return "Something follows a closing quotation mark. Quotation marks inside a cell are doubled."
    if "field limit" in message:
        return f"A cell has more than {MAX_CELL:,} characters."
    return f"The row cannot be read: {message}."


def _delimiter(text: str, known: frozenset[str]) -> str:
    """Return the delimiter that finds the most known columns in the first record, else the most columns."""

    def found(delimiter: str) -> tuple[int, int]:
        for _, cells in _records(text[: 1 << 16], delimiter):
            if isinstance(cells, list) and cells:
                names = [column_name(cell) for cell in cells]
                return sum(name in known or "." in name for name in names), len(names)
        return 0, 0

    return max(_DELIMITERS, key=found)


def _header(cells: list[str], line: int) -> list[str]:
    if len(cells) > MAX_COLUMNS:
        raise FileUnreadable(
            f"The table has {len(cells):,} columns; more than {MAX_COLUMNS:,} are not read.", place=f"line {line}"
        )
    names = [column_name(cell) for cell in cells]
    twice = sorted(name for name, count in Counter(names).items() if name and count > 1)
    if twice:
        raise FileUnreadable(f"The column “{twice[0]}” stands there twice.", place=f"line {line}")
    return names


def _add_record(cells: list[str], header: list[str], line: int, rows: list[Row], problems: list[RowProblem]) -> None:
    if not any(cell.strip() for cell in cells):
        problems.append(RowProblem(line, "The row is empty."))
    elif len(cells) < len(header):
        problems.append(RowProblem(line, f"The row has {len(cells):,} of {len(header):,} cells."))
    elif any(cell.strip() for cell in cells[len(header) :]):
        extra = len(cells) - len(header)
        cell = "cell" if extra == 1 else "cells"
        problems.append(RowProblem(line, f"The row has {extra:,} more {cell} than columns."))
    else:
        rows.append(Row(line, {name: cell for name, cell in zip(header, cells, strict=False) if name}))
