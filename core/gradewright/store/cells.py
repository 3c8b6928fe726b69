"""Cells as rows and back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from pydantic import BaseModel

from gradewright.edits.values import from_json, to_json
from gradewright.model.run import Cell, CellState, CheckKind, FieldOutcome
from gradewright.store.columns import SqlValue, outcome_data, text_in, text_out
from gradewright.store.failures import of_row
from gradewright.store.rows import CellBrief

_DEEPEST = 64
_MOST_BITS = 10_000


def cell_values(cell: Cell) -> dict[str, SqlValue]:
    """Return the columns of a cell, without its keys."""
    return {
        "state": cell.state.value,
        "verdict": None if cell.verdict is None else int(cell.verdict),
        "number": _number(cell),
        "value": None if cell.value is None else _json(cell.value),
        "score": cell.score,
        "reason": text_in(cell.reason) if cell.reason else None,
        "message": text_in(cell.message) if cell.message else None,
        "fields": _json([outcome_data(outcome) for outcome in cell.fields]) if cell.fields else None,
        "detail": _json(cell.detail) if cell.detail else None,
    }


@of_row
def cell_of(kind: str, name: Any, row: Mapping[str, Any], entry: Any = None) -> Cell:
    """Return the cell in a row."""
    return Cell(
        check=text_out(name),
        kind=CheckKind(kind),
        state=CellState(row["state"]),
        verdict=None if row["verdict"] is None else bool(row["verdict"]),
        value=None if row["value"] is None else from_json(row["value"]),
        reason="" if row["reason"] is None else text_out(row["reason"]),
        message="" if row["message"] is None else text_out(row["message"]),
        score=row["score"],
        fields=() if row["fields"] is None else tuple(FieldOutcome(*data) for data in from_json(row["fields"])),
        detail={} if row["detail"] is None else from_json(row["detail"]),
        entry="" if entry is None else text_out(entry),
    )


@of_row
def brief_of(
    ordinal: int, state: str, verdict: int | None, value: str | None, score: float | None, reason: Any
) -> CellBrief:
    """Return the part of a cell that tables show."""
    return CellBrief(
        ordinal,
        CellState(state),
        None if verdict is None else bool(verdict),
        None if value is None else from_json(value),
        score,
        "" if reason is None else text_out(reason),
    )


def _number(cell: Cell) -> float | None:
    """Return what a column of values is sorted by."""
    for candidate in (cell.value, cell.score):
        if isinstance(candidate, (int, float)) and not isinstance(candidate, bool):
            try:
                number = float(candidate)
            except OverflowError:
                return math.inf if candidate > 0 else -math.inf
            return None if math.isnan(number) else number
    return None


def _json(value: Any) -> str:
    """Return JSON of anything a check may have expected or got: plain data as it is, the rest as people write it."""
    try:
        return to_json(value)
    except (TypeError, ValueError, RecursionError):
        return to_json(_plain(value, 0))


def _plain(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, (str, bool, float)):
        return value
    if isinstance(value, int):
        return value if value.bit_length() <= _MOST_BITS else f"a whole number of {value.bit_length()} bits"
    if depth >= _DEEPEST:
        return "…"
    if isinstance(value, Mapping):
        return {_key(key): _plain(member, depth + 1) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(member, depth + 1) for member in value]
    if isinstance(value, (set, frozenset)):
        return [_plain(member, depth + 1) for member in sorted(value, key=repr)]
    if isinstance(value, (date, datetime, time)):
        return value.isoformat()
    if isinstance(value, BaseModel):
        return _plain(value.model_dump(), depth + 1)
    return str(value)


def _key(key: Any) -> str:
    return key if isinstance(key, str) else str(_plain(key, _DEEPEST - 1))
