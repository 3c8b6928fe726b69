"""Rules for numbers: pass or fail, and those that give part of the credit."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import model_validator

from gradewright.model.primitives.base import Group, Primitive, parameter

Mode = Literal["relative", "absolute"]
Decay = Literal["linear", "quadratic"]

_MODES = {"absolute": "absolute", "relative": "relative"}
_DECAYS = {"linear": "linear", "quadratic": "quadratic, slow at first"}


def _mode(default: str, description: str) -> Mode:
    declared: Mode = parameter(default, title="Mode", description=description, choices=_MODES)
    return declared


def _decay() -> Decay:
    declared: Decay = parameter(
        "linear",
        title="Decay",
        description="How the credit falls from 1 to 0 across the margin.",
        choices=_DECAYS,
    )
    return declared


def _flag(title: str, description: str) -> bool:
    declared: bool = parameter(False, title=title, description=description)
    return declared


class _Number(Primitive):
    group: ClassVar[Group] = "number"


class NumericExact(_Number):
    """Passes where both numbers are equal, to the last bit."""

    label: ClassVar[str] = "Number, exact"

    type: Literal["NumericExact"] = "NumericExact"


class NumericTolerance(_Number):
    """Passes within a distance of the ground truth, the edge included."""

    label: ClassVar[str] = "Number, tolerance"

    tolerance: float = parameter(
        title="Tolerance", description="How far off a value may be, in the field's unit or as a share of the truth."
    )
    mode: Mode = _mode("relative", "Absolute: in the field's unit. Relative: 0.05 is 5 % of the ground truth.")
    type: Literal["NumericTolerance"] = "NumericTolerance"


class NumericRange(_Number):
    """Passes between two bounds. The ground truth is not looked at."""

    label: ClassVar[str] = "Number, range"
    ignores_ground_truth: ClassVar[bool] = True

    min: float | None = parameter(None, title="From", description="The lowest value that passes; empty: no limit.")
    max: float | None = parameter(None, title="To", description="The highest value that passes; empty: no limit.")
    exclusive_min: bool = _flag("Without the lower bound", "The lower bound itself fails.")
    exclusive_max: bool = _flag("Without the upper bound", "The upper bound itself fails.")
    type: Literal["NumericRange"] = "NumericRange"


class NumericMinimum(_Number):
    """Passes at the ground truth and above."""

    label: ClassVar[str] = "Number, at least"

    exclusive: bool = _flag("Without the bound", "The ground truth itself fails.")
    type: Literal["NumericMinimum"] = "NumericMinimum"


class NumericMaximum(_Number):
    """Passes at the ground truth and below."""

    label: ClassVar[str] = "Number, at most"

    exclusive: bool = _flag("Without the bound", "The ground truth itself fails.")
    type: Literal["NumericMaximum"] = "NumericMaximum"


class NumericGraded(_Number):
    """Passes up to a distance from the ground truth; the credit falls on the way there."""

    label: ClassVar[str] = "Number, graded"

    cutoff: float = parameter(title="No credit from", description="The distance at which the credit is 0. Above 0.")
    full_credit: float | None = parameter(
        None,
        title="Full credit to",
        description="Up to this distance the credit is 1 and the field passes; empty: it passes up to the cutoff.",
    )
    mode: Mode = _mode("relative", "Absolute: in the field's unit. Relative: a share of the ground truth.")
    decay: Decay = _decay()
    type: Literal["NumericGraded"] = "NumericGraded"

    @model_validator(mode="after")
    def _check_bands(self) -> NumericGraded:
        # Written so that NaN passes, as it does in Karenina.
        if self.cutoff <= 0:
            raise ValueError("“cutoff” must be above 0")
        if self.full_credit is not None and self.full_credit < 0:
            raise ValueError("“full_credit” must not be below 0")
        if self.full_credit is not None and self.full_credit >= self.cutoff:
            raise ValueError("“full_credit” must be below “cutoff”")
        return self


class NumericRangeGraded(_Number):
    """Passes between two bounds; outside, the credit falls across a margin. The ground truth is not looked at."""

    label: ClassVar[str] = "Number, graded range"
    ignores_ground_truth: ClassVar[bool] = True

    min: float = parameter(title="From", description="The lowest value with full credit.")
    max: float = parameter(title="To", description="The highest value with full credit.")
    margin: float = parameter(title="Margin", description="How far outside the range the credit reaches 0. Above 0.")
    mode: Mode = _mode("absolute", "Absolute: in the field's unit. Relative: a share of the range's width.")
    decay: Decay = _decay()
    exclusive_min: bool = _flag("Without the lower bound", "The lower bound itself fails, with full credit.")
    exclusive_max: bool = _flag("Without the upper bound", "The upper bound itself fails, with full credit.")
    type: Literal["NumericRangeGraded"] = "NumericRangeGraded"

    @model_validator(mode="after")
    def _check_range(self) -> NumericRangeGraded:
        if self.min >= self.max:
            raise ValueError("“min” must be below “max”")
        if self.margin <= 0:
            raise ValueError("“margin” must be above 0")
        return self


class NumericThresholdGraded(_Number):
    """Passes on one side of the ground truth; on the other, the credit falls across a margin."""

    label: ClassVar[str] = "Number, graded limit"

    direction: Literal["max", "min"] = parameter(
        title="The ground truth is",
        description="A highest value that passes, or a lowest one.",
        choices={"max": "the highest that passes", "min": "the lowest that passes"},
    )
    margin: float = parameter(title="Margin", description="How far past the limit the credit reaches 0. Above 0.")
    mode: Mode = _mode("relative", "Absolute: in the field's unit. Relative: a share of the ground truth.")
    decay: Decay = _decay()
    exclusive: bool = _flag("Without the limit", "The limit itself fails, with full credit.")
    type: Literal["NumericThresholdGraded"] = "NumericThresholdGraded"

    @model_validator(mode="after")
    def _check_margin(self) -> NumericThresholdGraded:
        if self.margin <= 0:
            raise ValueError("“margin” must be above 0")
        return self
