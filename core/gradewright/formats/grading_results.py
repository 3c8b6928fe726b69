"""Result rows of graded outputs as CSV for spreadsheets and JSON Lines for programs (grading rubric, section 2)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from gradewright.rubrics.result_rows import ResultRow

COLUMNS: Final = (
    "item",
    "grader",
    "scorer",
    "pass",
    "score",
    "raw_score",
    "note",
    "time",
    "version",
    "fingerprint",
    "stale",
)
"""The columns in their order; the members of a line of JSON have the same names."""

_BOM: Final = "\ufeff"


def rows_jsonl(rows: Iterable[ResultRow]) -> Iterator[bytes]:
    """Yield rows as JSON Lines. What could not be judged has null for ``pass``."""
    for row in rows:
        yield (json.dumps(row_object(row), ensure_ascii=False) + "\n").encode("utf-8", "replace")


def rows_csv(rows: Iterable[ResultRow], *, for_excel: bool = False) -> Iterator[bytes]:
    """Yield rows as CSV. What could not be judged has an empty ``pass``; ``for_excel`` marks the text as UTF-8."""
    yield ((_BOM if for_excel else "") + _line(COLUMNS)).encode("utf-8")
    for row in rows:
        yield _line([_cell(value) for value in row_object(row).values()]).encode("utf-8", "replace")


def row_object(row: ResultRow) -> dict[str, Any]:
    """Return a row as JSON data, under the names of :data:`COLUMNS`."""
    values = (
        row.item, row.grader, row.scorer, row.passed, row.score, row.raw_score, row.note, row.at, row.version,
        row.fingerprint, row.stale,
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _line(cells: Iterable[str]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\r\n").writerow(cells)
    return stream.getvalue()
