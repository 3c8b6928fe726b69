"""What a rule accepts, as bounds to draw and as words, and a rule in a few words."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gradewright.model.primitives.base import Primitive
from gradewright.model.primitives.lists_and_dates import DateTolerance
from gradewright.model.primitives.numbers import (
    NumericExact,
    NumericGraded,
    NumericMaximum,
    NumericMinimum,
    NumericRange,
    NumericRangeGraded,
    NumericThresholdGraded,
    NumericTolerance,
)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The numbers that pass: from ``lower`` to ``upper``, None where there is no limit, in the field's own unit.

    ``zero_below`` and ``zero_above`` are where a graded rule's credit has fallen to 0. ``words`` is the range
    (``"2 to 4"``), ``examples`` says what happens at its edges (``"2.0 passes, 4.01 fails"``), ``note`` explains a
    relative rule (``"Relative 0.5 around 100 accepts 50 to 150"``). Nothing passes where ``empty``.
    """

    lower: float | None
    upper: float | None
    lower_inclusive: bool = True
    upper_inclusive: bool = True
    centre: float | None = None
    zero_below: float | None = None
    zero_above: float | None = None
    words: str = ""
    examples: str = ""
    note: str = ""
    empty: bool = False


def accepts(primitive: Primitive, ground_truth: Any) -> Accepted | None:
    """Return what a number rule accepts around a ground truth.

    None for rules about other things, and where the ground truth or a parameter is no finite number.
    """
    if isinstance(primitive, NumericRange | NumericRangeGraded):
        return _between(primitive)
    centre = _finite(ground_truth)
    if centre is None:
        return None
    if isinstance(primitive, NumericExact):
        return Accepted(
            centre,
            centre,
            centre=centre,
            words=f"only {number(centre)}",
            examples=_edges(centre, centre, centre.__eq__),
        )
    if isinstance(primitive, NumericTolerance):
        return _around(centre, primitive.tolerance, primitive.mode)
    if isinstance(primitive, NumericGraded):
        passing = primitive.cutoff if primitive.full_credit is None else primitive.full_credit
        return _around(centre, passing, primitive.mode, fades_at=primitive.cutoff)
    if isinstance(primitive, NumericMinimum):
        return _one_sided(centre, primitive.exclusive, lowest=True)
    if isinstance(primitive, NumericMaximum):
        return _one_sided(centre, primitive.exclusive, lowest=False)
    if isinstance(primitive, NumericThresholdGraded):
        margin = primitive.margin * (abs(centre) if primitive.mode == "relative" else 1.0)
        return _one_sided(centre, primitive.exclusive, lowest=primitive.direction == "min", margin=margin)
    return None


def summary(primitive: Primitive) -> str:
    """Return the rule in a few words, for a table column: ``"Number within ± 1"``, ``"Exact text"``."""
    if isinstance(primitive, NumericTolerance | NumericGraded):
        distance = primitive.tolerance if isinstance(primitive, NumericTolerance) else primitive.cutoff
        amount = f"± {number(distance)}" if primitive.mode == "absolute" else f"{number(distance * 100)} %"
        return f"Number within {amount}" + (", graded" if isinstance(primitive, NumericGraded) else "")
    if isinstance(primitive, NumericRange | NumericRangeGraded):
        words = _range_words(primitive.min, primitive.max)
        return f"Number, {words}" + (", graded" if isinstance(primitive, NumericRangeGraded) else "")
    if isinstance(primitive, DateTolerance):
        return f"Date within {primitive.tolerance} {primitive.unit}"
    return primitive.label


def number(value: float) -> str:
    """Return a number as people write it: no trailing zeros, no binary dust."""
    return f"{value:.12g}"


def _around(centre: float, distance: float, mode: str, fades_at: float | None = None) -> Accepted | None:
    relative = mode == "relative"
    scale = abs(centre) if relative else 1.0
    reach = distance * scale
    if not math.isfinite(reach):
        return None
    note = ""
    if relative and centre == 0:
        return Accepted(0.0, 0.0, centre=0.0, words="only 0", note="Relative to 0 nothing but 0 itself passes.")
    if distance < 0:
        return Accepted(
            centre, centre, centre=centre, words="nothing", note="A tolerance below 0 never passes.", empty=True
        )

    def passes(value: float) -> bool:
        gap = abs(value - centre)
        return (gap / scale if relative else gap) <= distance

    lower, upper = centre - reach, centre + reach
    words = _range_words(lower, upper)
    if relative:
        note = f"Relative {number(distance)} around {number(centre)} accepts {words}"
    fade = None if fades_at is None else fades_at * scale
    return Accepted(
        lower,
        upper,
        passes(lower),
        passes(upper),
        centre,
        None if fade is None else centre - fade,
        None if fade is None else centre + fade,
        words,
        _edges(lower, upper, passes),
        note,
    )


def _between(primitive: NumericRange | NumericRangeGraded) -> Accepted | None:
    lower, upper = primitive.min, primitive.max
    if any(bound is not None and not math.isfinite(bound) for bound in (lower, upper)):
        return None

    def passes(value: float) -> bool:
        above = lower is None or (value > lower if primitive.exclusive_min else value >= lower)
        below = upper is None or (value < upper if primitive.exclusive_max else value <= upper)
        return above and below

    excluded = primitive.exclusive_min or primitive.exclusive_max
    empty = lower is not None and upper is not None and (lower > upper or (lower == upper and excluded))
    shoulder = 0.0
    if isinstance(primitive, NumericRangeGraded):
        shoulder = primitive.margin * (primitive.max - primitive.min if primitive.mode == "relative" else 1.0)
    graded = isinstance(primitive, NumericRangeGraded) and math.isfinite(shoulder)
    return Accepted(
        lower,
        upper,
        not primitive.exclusive_min,
        not primitive.exclusive_max,
        zero_below=lower - shoulder if graded and lower is not None else None,
        zero_above=upper + shoulder if graded and upper is not None else None,
        words="nothing" if empty else _range_words(lower, upper),
        examples="" if empty else _edges(lower, upper, passes),
        empty=empty,
    )


def _one_sided(limit: float, exclusive: bool, *, lowest: bool, margin: float | None = None) -> Accepted:
    faded = margin if margin is not None and math.isfinite(margin) else None

    def passes(value: float) -> bool:
        if value == limit:
            return not exclusive
        return value > limit if lowest else value < limit

    if lowest:
        words = f"more than {number(limit)}" if exclusive else f"{number(limit)} or more"
        zero = None if faded is None else limit - faded
        return Accepted(
            limit, None, not exclusive, True, limit, zero_below=zero, words=words, examples=_edges(limit, None, passes)
        )
    words = f"less than {number(limit)}" if exclusive else f"{number(limit)} or less"
    zero = None if faded is None else limit + faded
    return Accepted(
        None, limit, True, not exclusive, limit, zero_above=zero, words=words, examples=_edges(None, limit, passes)
    )


def _range_words(lower: float | None, upper: float | None) -> str:
    if lower is None and upper is None:
        return "any number"
    if lower is None:
        return f"up to {number(upper or 0.0)}"
    if upper is None:
        return f"{number(lower)} or more"
    return f"{number(lower)} to {number(upper)}" if lower != upper else f"only {number(lower)}"


def _edges(lower: float | None, upper: float | None, passes: Callable[[float], bool]) -> str:
    """Say what happens at the edges: a value that passes where one does, and the nearest that fails."""
    tried: list[float] = []
    if lower is not None:
        tried.append(float(f"{lower:.12g}"))
    if upper is not None:
        edge = float(f"{upper:.12g}")
        tried.append(edge if not passes(edge) else edge + _step(edge))
    elif lower is not None and passes(tried[0]):
        tried.append(tried[0] - _step(tried[0]))
    elif lower is not None:
        tried.append(tried[0] + _step(tried[0]))
    if lower is None and upper is not None:
        edge = float(f"{upper:.12g}")
        tried.insert(0, edge if passes(edge) else edge - _step(edge))
    return ", ".join(f"{_edge(value)} {'passes' if passes(value) else 'fails'}" for value in tried)


def _edge(value: float) -> str:
    return f"{value:.1f}" if value.is_integer() and abs(value) < 1000 else number(value)


def _step(edge: float) -> float:
    magnitude = math.floor(math.log10(abs(edge))) if edge else 0
    return float(f"1e{magnitude - 2}")


def _finite(value: Any) -> float | None:
    if not isinstance(value, int | float | str):
        return None
    try:
        converted = float(value)
    except (ValueError, OverflowError):
        return None
    return converted if math.isfinite(converted) else None
