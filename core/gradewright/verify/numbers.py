"""Number rules (formats specification, section 3.2). No slack for rounding: the edge is where arithmetic puts it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradewright.model.primitives import (
    NumericExact,
    NumericGraded,
    NumericMaximum,
    NumericMinimum,
    NumericRange,
    NumericRangeGraded,
    NumericThresholdGraded,
    NumericTolerance,
    Primitive,
)

Check = Callable[[Any], bool]
Score = Callable[[Any], float]

NUMBER_RULES = (
    NumericExact,
    NumericTolerance,
    NumericRange,
    NumericMinimum,
    NumericMaximum,
    NumericGraded,
    NumericRangeGraded,
    NumericThresholdGraded,
)


def number_check(primitive: Primitive, expected: Any) -> Check:
    """Return the check of a number rule. Building it or running it raises what ``float`` raises for a non-number."""
    if isinstance(primitive, NumericRange | NumericRangeGraded):
        return _range_check(primitive)
    truth = float(expected)
    if isinstance(primitive, NumericExact):
        return lambda value: float(value) == truth
    if isinstance(primitive, NumericTolerance):
        return _distance_check(truth, primitive.mode, primitive.tolerance)
    if isinstance(primitive, NumericGraded):
        reach = primitive.cutoff if primitive.full_credit is None else primitive.full_credit
        return _distance_check(truth, primitive.mode, reach)
    if isinstance(primitive, NumericMinimum | NumericMaximum):
        return _limit_check(truth, lowest=isinstance(primitive, NumericMinimum), exclusive=primitive.exclusive)
    if isinstance(primitive, NumericThresholdGraded):
        return _limit_check(truth, lowest=primitive.direction == "min", exclusive=primitive.exclusive)
    raise TypeError(f"{primitive.type_name()} is no number rule")


def number_score(primitive: Primitive, expected: Any) -> Score | None:
    """Return the score of a rule that gives part of the credit, None for the others. It is not clamped."""
    if isinstance(primitive, NumericGraded):
        return _graded_score(primitive, float(expected))
    if isinstance(primitive, NumericRangeGraded):
        return _range_score(primitive)
    if isinstance(primitive, NumericThresholdGraded):
        return _threshold_score(primitive, float(expected))
    return None


def _distance_check(truth: float, mode: str, reach: float) -> Check:
    if mode == "absolute":
        return lambda value: abs(float(value) - truth) <= reach
    if truth == 0:
        # A share of nothing is undefined: only the ground truth itself passes, whatever the tolerance.
        return lambda value: float(value) == 0
    scale = abs(truth)
    return lambda value: abs(float(value) - truth) / scale <= reach


def _limit_check(truth: float, *, lowest: bool, exclusive: bool) -> Check:
    if lowest:
        return (lambda value: float(value) > truth) if exclusive else (lambda value: float(value) >= truth)
    return (lambda value: float(value) < truth) if exclusive else (lambda value: float(value) <= truth)


def _range_check(primitive: NumericRange | NumericRangeGraded) -> Check:
    low, high = primitive.min, primitive.max
    open_low, open_high = primitive.exclusive_min, primitive.exclusive_max

    def inside(value: Any) -> bool:
        number = float(value)
        # Asked the way round in which NaN is outside of nothing, as in Karenina.
        if low is not None and (number <= low if open_low else number < low):
            return False
        return not (high is not None and (number >= high if open_high else number > high))

    return inside


def _faded(share: float, decay: str) -> float:
    return 1.0 - share * share if decay == "quadratic" else 1.0 - share


def _graded_score(primitive: NumericGraded, truth: float) -> Score:
    full = 0.0 if primitive.full_credit is None else primitive.full_credit
    cutoff, decay = primitive.cutoff, primitive.decay
    relative = primitive.mode == "relative"
    scale = abs(truth) if relative else 1.0

    def score(value: Any) -> float:
        number = float(value)
        if relative and truth == 0:
            return 1.0 if number == 0 else 0.0
        distance = abs(number - truth) / scale
        if distance <= full:
            return 1.0
        if distance >= cutoff:
            return 0.0
        return _faded((distance - full) / (cutoff - full), decay)

    return score


def _range_score(primitive: NumericRangeGraded) -> Score:
    low, high, decay = primitive.min, primitive.max, primitive.decay
    shoulder = primitive.margin * (high - low) if primitive.mode == "relative" else primitive.margin

    def score(value: Any) -> float:
        number = float(value)
        if low <= number <= high:
            return 1.0
        gap = low - number if number < low else number - high
        if gap >= shoulder:
            return 0.0
        return _faded(gap / shoulder, decay)

    return score


def _threshold_score(primitive: NumericThresholdGraded, truth: float) -> Score:
    relative, decay, upper = primitive.mode == "relative", primitive.decay, primitive.direction == "max"
    shoulder = primitive.margin * abs(truth) if relative else primitive.margin

    def score(value: Any) -> float:
        number = float(value)
        if number <= truth if upper else number >= truth:
            return 1.0
        if relative and truth == 0:
            return 0.0
        gap = abs(number - truth)
        if gap >= shoulder:
            return 0.0
        return _faded(gap / shoulder, decay)

    return score
