"""Does a field's rule fit its ground truth, and does it pass what its author thinks."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

from gradewright.lint.finding import Finding, Place
from gradewright.lint.pattern_risk import can_explode, cannot_match
from gradewright.lint.patterns import matches_every_text, pattern_error
from gradewright.lint.regex_traits import RISK, invalid_pattern
from gradewright.lint.report import finding
from gradewright.model.primitives import (
    BooleanMatch,
    ContainsAll,
    ContainsAny,
    DateMatch,
    DateTolerance,
    LiteralMatch,
    NumericGraded,
    NumericRange,
    NumericTolerance,
    OrderedMatch,
    Primitive,
    RegexMatch,
    SemanticMatch,
    SetContainment,
    TraceContains,
    TraceLength,
    TraceRegex,
    accepts,
    is_regex_flag,
)
from gradewright.model.template import ConditionalGroundTruth, TemplateField

WIDE = 0.5
"""From this relative tolerance on, a rule accepts numbers from half the ground truth to one and a half times it."""


def check_rule(field: TemplateField, place: Place) -> Iterator[Finding]:
    """Yield where a compared field's rule and ground truth do not fit together."""
    primitive = field.primitive
    if primitive is None:
        return
    if isinstance(primitive, SemanticMatch):
        yield finding(
            "semantic-match",
            place,
            field.name,
            "cannot be verified",
            "Similar meaning needs an embedding model, which neither runs here nor in Karenina; the check ends in an "
            "error.",
            title="A rule that cannot run",
        )
        return
    if not isinstance(field.ground_truth, ConditionalGroundTruth):
        yield from _check_truth(field, primitive, place)
    yield from _check_numbers(field, primitive, place)
    yield from _check_texts(field, primitive, place)
    yield from _check_patterns(field, primitive, place)


def _check_truth(field: TemplateField, primitive: Primitive, place: Place) -> Iterator[Finding]:
    truth = field.ground_truth
    if primitive.ignores_ground_truth:
        return
    if primitive.reads_answer_text:
        if not isinstance(truth, bool):
            yield _wrong_type(field, place, "must be true (has to be found) or false (must not be found)")
        return
    if truth is None:
        yield finding(
            "ground-truth-null",
            place,
            field.name,
            "has no ground truth",
            f"“{field.name}” has no ground truth, and a field that was not found never passes, so this can never pass.",
            title="No ground truth",
        )
        return
    wanted = _wanted(field, primitive)
    if wanted:
        yield _wrong_type(field, place, wanted)
    elif isinstance(truth, str | list) and not truth:
        yield finding(
            "ground-truth-missing",
            place,
            field.name,
            "has an empty ground truth",
            f"The ground truth of “{field.name}” is empty, so only an empty value passes.",
            title="Empty ground truth",
        )


def _wanted(field: TemplateField, primitive: Primitive) -> str:
    """What the ground truth must be for this rule, where it is something else."""
    truth = field.ground_truth
    if primitive.group == "number" and not _is_number(truth):
        return "must be a number"
    if isinstance(primitive, BooleanMatch) and not isinstance(truth, bool):
        return "must be true or false"
    if isinstance(primitive, SetContainment | OrderedMatch) and not isinstance(truth, list | tuple):
        return "must be a list"
    if isinstance(primitive, DateMatch | DateTolerance) and not isinstance(truth, str):
        return "must be a date in writing"
    if isinstance(primitive, LiteralMatch) and field.choices and truth not in field.choices:
        return f"must be one of its choices: {', '.join(map(str, field.choices))}"
    return ""


def _is_number(truth: Any) -> bool:
    try:
        return not isinstance(truth, bool) and math.isfinite(float(truth))
    except (TypeError, ValueError, OverflowError):
        return False


def _wrong_type(field: TemplateField, place: Place, wanted: str) -> Finding:
    return finding(
        "ground-truth-type",
        place,
        f"{field.ground_truth}",
        "does not fit the rule",
        f"The ground truth of “{field.name}” {wanted}; it is {_described(field.ground_truth)}.",
        title="A ground truth of the wrong kind",
    )


def _described(value: Any) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text “{value}”"
    return f"{value}"


def _check_numbers(field: TemplateField, primitive: Primitive, place: Place) -> Iterator[Finding]:
    accepted = accepts(primitive, field.ground_truth)
    if accepted is not None and accepted.empty:
        yield _never(field, place, f"{primitive.label} accepts nothing here. {accepted.note}".strip())
        return
    if isinstance(primitive, NumericRange) and primitive.min is None and primitive.max is None:
        yield _always(field, place, "No bound is set, so every number passes.")
    if not isinstance(primitive, NumericTolerance | NumericGraded):
        return
    reach = primitive.tolerance if isinstance(primitive, NumericTolerance) else _passing(primitive)
    if primitive.mode == "relative" and reach >= WIDE and accepted is not None:
        yield finding(
            "wide-tolerance",
            place,
            field.name,
            f"accepts {accepted.words}",
            f"{accepted.note}. For ± {reach:g} choose absolute.".lstrip("."),
            title="A relative tolerance that reaches far",
        )
    elif "mode" not in primitive.model_fields_set:
        words = f", here {accepted.words}" if accepted is not None and accepted.words else ""
        yield finding(
            "mode-not-given",
            place,
            field.name,
            "does not say absolute or relative",
            f"Without a mode the tolerance is relative: a share of the ground truth{words}.",
            title="No mode given",
        )


def _passing(primitive: NumericGraded) -> float:
    """How far off a value may be and still pass; further out it earns credit without passing."""
    return primitive.cutoff if primitive.full_credit is None else primitive.full_credit


def _check_texts(field: TemplateField, primitive: Primitive, place: Place) -> Iterator[Finding]:
    if isinstance(primitive, ContainsAny) and not primitive.substrings:
        yield _never(field, place, "There is no text to look for, and one of none is never found.")
    elif isinstance(primitive, ContainsAll) and not primitive.substrings:
        yield _always(field, place, "There is no text to look for, so everything passes.")
    elif isinstance(primitive, ContainsAny) and "" in primitive.substrings:
        yield _always(field, place, "One of the texts to look for is empty, and the empty text is found everywhere.")
    if isinstance(primitive, TraceContains) and not primitive.substring:
        yield _constant(field, place, "The text to look for is empty, and the empty text is found everywhere")
    if isinstance(primitive, TraceLength):
        low, high = primitive.min, primitive.max
        if low is None and high is None:
            yield _constant(field, place, "No length is set, so every answer has it")
        elif low is not None and high is not None and low > high:
            yield _never(field, place, f"No answer is {low} or more and {high} or fewer {primitive.unit} long.")


def _check_patterns(field: TemplateField, primitive: Primitive, place: Place) -> Iterator[Finding]:
    if not isinstance(primitive, RegexMatch | TraceRegex):
        return
    problem = pattern_error(primitive.pattern)
    if problem is not None:
        yield invalid_pattern("field-pattern-invalid", place, primitive.pattern, problem)
        return
    if isinstance(primitive, RegexMatch):
        for flag in primitive.flags:
            if not is_regex_flag(flag):
                yield finding(
                    "unknown-flag",
                    place,
                    str(flag),
                    "is no pattern flag",
                    f"“{flag}” is no flag of a pattern (IGNORECASE, MULTILINE, DOTALL …) and has no effect.",
                    title="A flag without effect",
                )
    if matches_every_text(primitive.pattern):
        yield finding(
            "field-pattern-matches-all",
            place,
            primitive.pattern or "empty pattern",
            "is found in every text",
            f"The pattern of “{field.name}” can match nothing at all, so it is found in every text.",
            title="A pattern that everything meets",
        )
    flags = _regex_flags(primitive)
    if cannot_match(primitive.pattern, flags) and not (isinstance(primitive, TraceRegex) and primitive.count_min == 0):
        why = f"No text can match the pattern of “{field.name}”"
        missing_passes = isinstance(primitive, TraceRegex) and field.ground_truth is False
        yield (_always if missing_passes else _never)(field, place, f"{why}.")
    elif can_explode(primitive.pattern, flags):
        title = "A pattern that can take forever"
        yield finding("regex-risk", place, primitive.pattern, "can take forever", RISK, title=title)


def _regex_flags(primitive: RegexMatch | TraceRegex) -> int:
    """The flags that change what the pattern of a field matches; names that are none have no effect."""
    flags = 0
    for flag in primitive.flags if isinstance(primitive, RegexMatch) else ():
        if is_regex_flag(flag):
            flags |= int(getattr(re, flag))
    return flags & int(re.IGNORECASE | re.MULTILINE | re.DOTALL | re.VERBOSE | re.ASCII)


def _never(field: TemplateField, place: Place, why: str) -> Finding:
    return finding("never-passes", place, field.name, "can never pass", why, title="A rule that nothing meets")


def _always(field: TemplateField, place: Place, why: str) -> Finding:
    return finding("always-passes", place, field.name, "always passes", why, title="A rule that everything meets")


def _constant(field: TemplateField, place: Place, why: str) -> Finding:
    """A rule about the answer's text that holds always: it passes or fails with the ground truth."""
    if field.ground_truth:
        return _always(field, place, f"{why}.")
    return _never(field, place, f"{why}; the ground truth says that it must not.")
