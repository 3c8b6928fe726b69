"""JSON Lines, and JSON lists, to rows with line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.json_size import refuse_large
from gradewright.formats.tables.json_values import (
    HALF_PAIR,
    BadValue,
    found_doubled,
    is_deep,
    mend,
    parse_value,
    parse_values,
    twice,
)
from gradewright.formats.tables.table import Row, RowProblem, Table, TableSize, column_name

# Not splitlines: a U+2028 inside a text ends no line of the file. A bare carriage return cannot stand in a JSON text.
_LINE_END = re.compile(r"\r\n?|\n")


def json_table(text: str) -> Table:
    """Read JSON Lines, or one JSON list of objects.

    Raises:
        FileUnreadable: a list that is no JSON, or more than is read.
    """
    refuse_large(text)
    if text.lstrip().startswith("["):
        return _json_array(text)
    columns: dict[str, None] = {}
    rows: list[Row] = []
    problems: list[RowProblem] = []
    size = TableSize()
    for line, content in enumerate(_lines(text), start=1):
        row = _json_row(line, content, problems) if content.strip() else None
        size.add(len(row.values) if row is not None else 1)
        if row is not None:
            rows.append(row)
            columns |= dict.fromkeys(row.values)
    return Table(tuple(columns), rows, problems)


def _lines(text: str) -> Iterator[str]:
    """Yield lines without their ends. A list of them all would hold the text twice."""
    start = 0
    for end in _LINE_END.finditer(text):
        yield text[start : end.start()]
        start = end.end()
    yield text[start:]


def _json_row(line: int, content: str, problems: list[RowProblem]) -> Row | None:
    try:
        parsed = parse_value(content)
    except BadValue as reason:
        problems.append(RowProblem(line, str(reason).replace("This is", "The line is")))
        return None
    problems += [RowProblem(line, remark, left_out=False) for remark in parsed.remarks]
    return _object_row(line, parsed.value, problems)


def _json_array(text: str) -> Table:
    try:
        parsed, doubled = parse_values(text)
    except BadValue as reason:
        raise FileUnreadable(str(reason).replace("This is", "The file is")) from reason
    problems = [RowProblem(0, remark, left_out=False) for remark in parsed.remarks]
    read: list[Row] = []
    size = TableSize()
    for number, member in enumerate(parsed.value, start=1):
        size.add(len(member) if isinstance(member, dict) else 1)
        first = next(found_doubled(member), None) if doubled else None
        if first is not None:
            problems.append(RowProblem(number, twice(first)))
        elif is_deep(member):
            problems.append(RowProblem(number, "The values are nested too deeply."))
        else:
            mended = mend(member)
            if mended is not member:
                problems.append(RowProblem(number, HALF_PAIR, left_out=False))
            row = _object_row(number, mended, problems)
            if row is not None:
                read.append(row)
    return Table(tuple(dict.fromkeys(name for row in read for name in row.values)), read, problems)


def _object_row(line: int, value: Any, problems: list[RowProblem]) -> Row | None:
    if not isinstance(value, dict):
        problems.append(RowProblem(line, "The line holds no JSON object."))
        return None
    values: dict[str, Any] = {}
    for name, member in value.items():
        column = column_name(name)
        if column in values and values[column] != member:
            problems.append(RowProblem(line, f"The column “{column}” stands there twice with different values."))
            return None
        values[column] = member
    return Row(line, values)
