"""The letters in ``result.marks``: one for each check of the run, by its ordinal."""

from __future__ import annotations

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


def tally_of(counts: dict[Mark, int]) -> Tally:
    """Return the counts of marks as a tally; checks that were not planned do not count."""
    return Tally(
        total=sum(count for mark, count in counts.items() if mark is not Mark.NOT_PLANNED),
        passed=counts.get(Mark.PASS, 0),
        failed=counts.get(Mark.FAIL, 0),
        valued=counts.get(Mark.VALUE, 0),
        cannot_judge=counts.get(Mark.CANNOT_JUDGE, 0),
        not_judged=counts.get(Mark.NOT_JUDGED, 0),
    )
