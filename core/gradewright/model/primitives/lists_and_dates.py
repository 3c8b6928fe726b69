"""Rules for lists and for dates."""

from __future__ import annotations

from typing import ClassVar, Literal

from gradewright.model.primitives.base import Group, Normalizer, Primitive, normalizers, parameter


class SetContainment(Primitive):
    """Compares two lists as sets: order and repetition do not count, capitals do."""

    label: ClassVar[str] = "List, as a set"
    group: ClassVar[Group] = "list"

    # Any text constructs; one that is none of the four fails when it is checked.
    mode: str = parameter(
        "exact",
        title="Passes when",
        description="How the value's items and the ground truth's items relate.",
        choices={
            "exact": "both hold the same items",
            "subset": "every item is in the ground truth",
            "superset": "every item of the ground truth is there",
            "overlap": "enough items are shared",
        },
    )
    min_overlap: int | None = parameter(
        None, title="Shared items", description="For “enough items are shared”: how many; empty or 0 count as 1."
    )
    type: Literal["SetContainment"] = "SetContainment"


class OrderedMatch(Primitive):
    """Passes where both lists have the same texts in the same order."""

    label: ClassVar[str] = "List, in order"
    group: ClassVar[Group] = "list"

    normalize: tuple[Normalizer, ...] = normalizers(("lowercase", "strip"))
    type: Literal["OrderedMatch"] = "OrderedMatch"


class DateMatch(Primitive):
    """Passes where both sides are the same calendar day."""

    label: ClassVar[str] = "Date, exact"
    group: ClassVar[Group] = "date"

    format: str | None = parameter(
        None,
        title="Format",
        description="How both dates are written (%d.%m.%Y); empty: any usual way, month before day where unclear.",
    )
    type: Literal["DateMatch"] = "DateMatch"


class DateTolerance(Primitive):
    """Passes within a time span around the ground truth, the edge included."""

    label: ClassVar[str] = "Date, tolerance"
    group: ClassVar[Group] = "date"

    tolerance: int = parameter(title="Tolerance", description="How far off a date may be, as a whole number.")
    unit: Literal["days", "hours", "minutes"] = parameter(
        "days",
        title="Unit",
        description="What the tolerance counts.",
        choices={"days": "days", "hours": "hours", "minutes": "minutes"},
    )
    type: Literal["DateTolerance"] = "DateTolerance"


class DateRange(Primitive):
    """Passes between two dates, both included. The ground truth is not looked at."""

    label: ClassVar[str] = "Date, range"
    group: ClassVar[Group] = "date"
    ignores_ground_truth: ClassVar[bool] = True

    min: str | None = parameter(None, title="From", description="The first date that passes; empty: no limit.")
    max: str | None = parameter(
        None, title="To", description="The last moment that passes; a bare date is its first minute; empty: no limit."
    )
    type: Literal["DateRange"] = "DateRange"
