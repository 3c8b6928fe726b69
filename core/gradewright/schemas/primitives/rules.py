"""The 23 comparison rules, each the engine's own with what scripts do with it. What they mean stands there."""

from __future__ import annotations

from gradewright.model import primitives as model
from gradewright.schemas.rule import Rule


class ExactMatch(model.ExactMatch, Rule):
    """Passes where both texts are the same after the normalisers."""


class ContainsAny(model.ContainsAny, Rule):
    """Passes where at least one of the substrings is in the text. The ground truth is not looked at."""


class ContainsAll(model.ContainsAll, Rule):
    """Passes where each of the substrings is in the text. The ground truth is not looked at."""


class RegexMatch(model.RegexMatch, Rule):
    """Passes where the pattern is found somewhere in the text. The ground truth is not looked at."""


class SemanticMatch(model.SemanticMatch, Rule):
    """Would compare meanings. Nothing evaluates it, neither here nor in Karenina: the check fails and says so."""


class BooleanMatch(model.BooleanMatch, Rule):
    """Passes where both sides are true, or both are not."""


class LiteralMatch(model.LiteralMatch, Rule):
    """Passes where the value is exactly the ground truth, capitals included."""


class NumericExact(model.NumericExact, Rule):
    """Passes where both numbers are equal, to the last bit."""


class NumericTolerance(model.NumericTolerance, Rule):
    """Passes within a distance of the ground truth, the edge included."""


class NumericRange(model.NumericRange, Rule):
    """Passes between two bounds. The ground truth is not looked at."""


class NumericMinimum(model.NumericMinimum, Rule):
    """Passes at the ground truth and above."""


class NumericMaximum(model.NumericMaximum, Rule):
    """Passes at the ground truth and below."""


class NumericGraded(model.NumericGraded, Rule):
    """Passes up to a distance from the ground truth; the credit falls on the way there."""


class NumericRangeGraded(model.NumericRangeGraded, Rule):
    """Passes between two bounds; outside, the credit falls across a margin. The ground truth is not looked at."""


class NumericThresholdGraded(model.NumericThresholdGraded, Rule):
    """Passes on one side of the ground truth; on the other, the credit falls across a margin."""


class SetContainment(model.SetContainment, Rule):
    """Compares two lists as sets: order and repetition do not count, capitals do."""


class OrderedMatch(model.OrderedMatch, Rule):
    """Passes where both lists have the same texts in the same order."""


class DateMatch(model.DateMatch, Rule):
    """Passes where both sides are the same calendar day."""


class DateTolerance(model.DateTolerance, Rule):
    """Passes within a time span around the ground truth, the edge included."""


class DateRange(model.DateRange, Rule):
    """Passes between two dates, both included. The ground truth is not looked at."""


class TraceRegex(model.TraceRegex, Rule):
    """True where the pattern occurs in the answer often enough."""


class TraceContains(model.TraceContains, Rule):
    """True where the words are in the answer, capitals included."""


class TraceLength(model.TraceLength, Rule):
    """True where the answer's length is within bounds, both included."""
