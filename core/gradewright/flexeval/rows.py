"""What a run yields: a row for every value of every metric on every object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from gradewright.model.run import CellState


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One value, or why there is none.

    ``thread`` is the line of the conversation from 0, ``copy`` the number of its repetition, ``index`` the place of the
    turn or message. ``value`` is None where ``state`` is not judged, and where a result is no number. Of a rubric,
    ``label`` is the choice, ``prompt`` what was filled in, ``reply`` what the grader wrote, the tokens what it took.
    """

    thread: int
    copy: int
    level: str
    index: int | None
    role: str | None
    type: str
    metric: str
    name: str
    value: float | None
    state: CellState = CellState.JUDGED
    message: str = ""
    label: str | None = None
    prompt: str | None = None
    reply: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the row as JSON data; what it has nothing for is left out."""
        values = {name: getattr(self, name) for name in COLUMNS}
        return {
            key: str(value) if key == "state" else value for key, value in values.items() if value not in (None, "")
        }


COLUMNS = tuple(each.name for each in fields(MetricRow))
"""The members of a row, in the order of a table's columns."""


@dataclass(frozen=True, slots=True)
class MetricSummary:
    """The values of one metric under one name: how many there are, their mean and bounds, and how many are missing."""

    level: str
    metric: str
    name: str
    count: int
    mean: float | None
    lowest: float | None
    highest: float | None
    missing: int


def summarise(rows: Iterable[MetricRow]) -> list[MetricSummary]:
    """Return a summary for every level, metric and name, in order. Missing values are counted and never averaged."""
    values: dict[tuple[str, str, str], list[float]] = {}
    missing: dict[tuple[str, str, str], int] = {}
    for row in rows:
        key = (row.level, row.metric, row.name)
        values.setdefault(key, [])
        if row.value is None:
            missing[key] = missing.get(key, 0) + 1
        else:
            values[key].append(row.value)
    return [_summary(key, found, missing) for key, found in sorted(values.items())]


def _summary(
    key: tuple[str, str, str], found: list[float], missing: Mapping[tuple[str, str, str], int]
) -> MetricSummary:
    mean = sum(found) / len(found) if found else None
    lowest, highest = (min(found), max(found)) if found else (None, None)
    return MetricSummary(*key, len(found), mean, lowest, highest, missing.get(key, 0))
