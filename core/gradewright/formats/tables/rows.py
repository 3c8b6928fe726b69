"""CSV and JSON Lines to rows with line numbers. A row that cannot be read is listed, and the rest goes on."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.tables.text import decode_table

_DELIMITERS = (",", ";", "\t")
_SURROGATE = re.compile("[\ud800-\udfff]")
_MAX_DEPTH = 100


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


def read_file(source: Path | str | bytes) -> bytes:
    """Return the bytes of a file.

    Raises:
        FileUnreadable: it cannot be read.
    """
    if isinstance(source, bytes):
        return source
    try:
        return Path(source).read_bytes()
    except FileNotFoundError as error:
        raise FileUnreadable("There is no such file.", file=str(source)) from error
    except IsADirectoryError as error:
        raise FileUnreadable("This is a folder, not a file.", file=str(source)) from error
    except OSError as error:
        raise FileUnreadable(f"The file cannot be read: {error.strerror or error}.", file=str(source)) from error


def read_table(raw: bytes, known: frozenset[str]) -> Table:
    """Read a CSV, JSON Lines or JSON-array file. ``known`` are the column names that tell the delimiter.

    Raises:
        FileUnreadable: there are no rows of values in it.
    """
    text, guessed = decode_table(raw)
    start = text.lstrip()[:1]
    table = _json_table(text) if start in ("{", "[") else _csv_table(text, known)
    if guessed:
        table.problems.insert(0, RowProblem(0, guessed, left_out=False))
    return table


def column_name(name: str) -> str:
    """Return a column's name as it is compared: composed, without blanks around it, prefixes in lower case.

    What follows ``field.`` and ``buckets.`` is a name of the benchmark and keeps its capitals.
    """
    name = unicodedata.normalize("NFC", name).strip()
    head, dot, tail = name.partition(".")
    return f"{head.lower()}{dot}{tail}" if dot else name.lower()


def _csv_table(text: str, known: frozenset[str]) -> Table:
    # The module's own limit of 128 KiB is less than a long answer.
    csv.field_size_limit((1 << 31) - 1)
    delimiter = _delimiter(text, known)
    records = _records(text, delimiter)
    problems: list[RowProblem] = []
    header: list[str] | None = None
    rows: list[Row] = []
    for line, cells in records:
        if isinstance(cells, RowProblem):
            problems.append(cells)
        elif not cells:
            continue
        elif header is None:
            header = _header(cells, line)
        else:
            _add_record(cells, header, line, rows, problems)
    if header is None:
        raise FileUnreadable("The file is empty.")
    return Table(tuple(name for name in header if name), rows, problems, quoted=True)


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str] | RowProblem]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            yield line, next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, RowProblem(line, _quoting(str(error), line, reader.line_num))


def _quoting(message: str, first: int, last: int) -> str:
    if "unexpected end of data" in message:
        lost = f" The lines to the end of the file, {last}, are lost in it." if last > first else ""
        return f"A quotation mark is opened and never closed.{lost}"
    if "expected after" in message:
        return "Something follows a closing quotation mark. Quotation marks inside a cell are doubled."
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
    names = [column_name(cell) for cell in cells]
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        raise FileUnreadable(f"The column “{twice[0]}” stands there twice.", place=f"line {line}")
    return names


def _add_record(cells: list[str], header: list[str], line: int, rows: list[Row], problems: list[RowProblem]) -> None:
    if not any(cell.strip() for cell in cells):
        problems.append(RowProblem(line, "The row is empty."))
    elif len(cells) < len(header):
        problems.append(RowProblem(line, f"The row has {len(cells)} of {len(header)} cells."))
    elif any(cell.strip() for cell in cells[len(header) :]):
        extra = len(cells) - len(header)
        problems.append(RowProblem(line, f"The row has {extra} more {'cell' if extra == 1 else 'cells'} than columns."))
    else:
        rows.append(Row(line, {name: cell for name, cell in zip(header, cells, strict=False) if name}))


def _json_table(text: str) -> Table:
    if text.lstrip().startswith("["):
        return _json_array(text)
    columns: dict[str, None] = {}
    rows: list[Row] = []
    problems: list[RowProblem] = []
    # Not splitlines: a U+2028 inside a text ends no line of the file.
    for line, content in enumerate(text.split("\n"), start=1):
        if content.strip():
            row = _json_row(line, content, problems)
            if row is not None:
                rows.append(row)
                columns |= dict.fromkeys(row.values)
    return Table(tuple(columns), rows, problems)


def _json_row(line: int, content: str, problems: list[RowProblem]) -> Row | None:
    try:
        value = json.loads(content)
    except json.JSONDecodeError as error:
        problems.append(RowProblem(line, f"The line is not JSON: {error.msg.lower()} (column {error.colno})."))
        return None
    except RecursionError:
        problems.append(RowProblem(line, "The values are nested too deeply."))
        return None
    except ValueError:
        problems.append(RowProblem(line, "A whole number is too long to be one."))
        return None
    return _object_row(line, value, problems)


def _object_row(line: int, value: Any, problems: list[RowProblem]) -> Row | None:
    if not isinstance(value, dict):
        problems.append(RowProblem(line, "The line holds no JSON object."))
        return None
    if _is_deep(value):
        problems.append(RowProblem(line, "The values are nested too deeply."))
        return None
    mended = _mended(value)
    if mended is not value:
        message = "Half of a surrogate pair, which is no character, was replaced by “\ufffd”."
        problems.append(RowProblem(line, message, left_out=False))
    return Row(line, {column_name(name): member for name, member in mended.items()})


def _json_array(text: str) -> Table:
    try:
        members = json.loads(text)
    except json.JSONDecodeError as error:
        raise FileUnreadable(f"The file is not JSON: {error.msg.lower()}.", place=f"line {error.lineno}") from error
    except (RecursionError, ValueError) as error:
        raise FileUnreadable("The file holds a value that is too deep or too long.") from error
    problems: list[RowProblem] = []
    rows = [_object_row(number, member, problems) for number, member in enumerate(members, start=1)]
    read = [row for row in rows if row is not None]
    columns = dict.fromkeys(name for row in read for name in row.values)
    return Table(tuple(columns), read, problems)


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_MAX_DEPTH):
        inner = [
            member
            for holder in level
            for member in (holder.values() if isinstance(holder, dict) else holder)
            if isinstance(member, dict | list)
        ]
        if not inner:
            return False
        level = inner
    return True


def _mended(value: Any) -> Any:
    """Return a JSON value with halves of surrogate pairs replaced; the very same one where there are none."""
    if "\\ud" not in json.dumps(value):
        return value

    def mend(member: Any) -> Any:
        if isinstance(member, str):
            return _SURROGATE.sub("\ufffd", member)
        if isinstance(member, dict):
            return {mend(name): mend(inner) for name, inner in member.items()}
        return [mend(inner) for inner in member] if isinstance(member, list) else member

    mended = mend(value)
    return value if mended == value else mended
