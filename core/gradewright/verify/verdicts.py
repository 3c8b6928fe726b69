"""Reading results as pass or fail, for one check and for an answer as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gradewright.model.run import Cell, CellState, CheckKind
from gradewright.model.traits import AgenticTrait, CallableTrait, LLMTrait, RegexTrait, Trait


def has_verdict(trait: Trait) -> bool:
    """Tell whether a trait's results can be read as pass or fail: yes-or-no traits for which one of both is better."""
    if isinstance(trait, RegexTrait):
        return trait.higher_is_better is not None
    if isinstance(trait, LLMTrait | CallableTrait | AgenticTrait):
        return trait.kind == "boolean" and trait.higher_is_better is not None
    return False


def trait_verdict(trait: Trait, value: Any) -> bool | None:
    """Read a trait's result as pass (True) or fail (False); None where it has no such reading.

    A yes passes where higher is better and fails where lower is. Scores, classes and metrics have no pass line.
    """
    if not isinstance(value, bool) or not has_verdict(trait):
        return None
    better = getattr(trait, "higher_is_better", None)
    return value if better else not value


def overall(cells: Iterable[Cell]) -> bool | None:
    """Read an answer's cells together.

    False where any of them failed; None where one that can pass or fail was not judged, or where none can; else True.
    A cell that can pass or fail and was not judged says so in ``detail["has_verdict"]``; templates always can.
    """
    passed = unjudged = False
    for cell in cells:
        if cell.verdict is False:
            return False
        if cell.verdict is True:
            passed = True
        elif cell.state is not CellState.JUDGED:
            unjudged = unjudged or cell.kind is CheckKind.TEMPLATE or bool(cell.detail.get("has_verdict"))
    return True if passed and not unjudged else None
