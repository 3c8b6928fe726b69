"""The letters in ``result.marks``: one for each check of the run, by its ordinal."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from gradewright.model.run import Cell, CellState, Tally


class Mark(StrEnum):
    """What became of a cell, for filters, sorts and counts."""

    PASS = "P"
    FAIL = "F"
    VALUE = "V"
    CANNOT_JUDGE = "C"
    NOT_JUDGED = "N"
    NOT_PLANNED = "-"


def mark_of(cell: Cell) -> Mark:
    """Return the mark of a cell; only a judged one passes, fails or has a value."""
    if cell.state is CellState.JUDGED:
        return Mark.VALUE if cell.verdict is None else Mark.PASS if cell.verdict else Mark.FAIL
    return Mark.CANNOT_JUDGE if cell.state is CellState.CANNOT_JUDGE else Mark.NOT_JUDGED


def tallies_by_check(marks: Sequence[str], checks: int) -> list[Tally]:
    """Count the letters of many results by check, for so many checks; those that were not planned do not count.

    Letters are counted in slices of long texts: one by one, 20,000 results of 300 checks would take seconds.
    """
    counts = [dict.fromkeys(_COUNTED, 0) for _ in range(checks)]
    for start in range(0, len(marks), _AT_ONCE):
        # A check that came up later in the run than a result has no letter in it: it was not planned. A run that goes
        # on may have more letters by now than it had checks when these were asked for.
        rows = [letters[:checks].ljust(checks, Mark.NOT_PLANNED.value) for letters in marks[start : start + _AT_ONCE]]
        text = "".join(rows)
        for ordinal, count in enumerate(counts):
            of_check = text[ordinal::checks]
            for mark in _COUNTED:
                count[mark] += of_check.count(mark.value)
    return [_tally(count) for count in counts]


def _tally(counts: dict[Mark, int]) -> Tally:
    return Tally(
        total=sum(counts.values()),
        passed=counts[Mark.PASS],
        failed=counts[Mark.FAIL],
        valued=counts[Mark.VALUE],
        cannot_judge=counts[Mark.CANNOT_JUDGE],
        not_judged=counts[Mark.NOT_JUDGED],
    )


_COUNTED = (Mark.PASS, Mark.FAIL, Mark.VALUE, Mark.CANNOT_JUDGE, Mark.NOT_JUDGED)
_AT_ONCE = 10_000
