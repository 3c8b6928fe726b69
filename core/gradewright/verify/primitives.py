"""What each comparison rule does with a value, exactly as Karenina 0.1.0 does it (formats specification, section 3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gradewright.model.primitives import (
    BooleanMatch,
    ContainsAll,
    ContainsAny,
    DateMatch,
    DateRange,
    DateTolerance,
    ExactMatch,
    LiteralMatch,
    OrderedMatch,
    Primitive,
    RegexMatch,
    SemanticMatch,
    SetContainment,
    TraceContains,
    TraceLength,
    TraceRegex,
)
from gradewright.verify.dates import date_check
from gradewright.verify.normalize import normalizing
from gradewright.verify.numbers import NUMBER_RULES, Check, Score, number_check, number_score

if TYPE_CHECKING:
    from gradewright.workers.patterns import PatternRunner


@dataclass(frozen=True, slots=True)
class Comparison:
    """A rule bound to a ground truth: ``check(value)`` says whether it passes, or raises.

    ``score(value)`` is the credit, not clamped, of a rule that gives part of it; None where credit is 1 or 0 with the
    check.
    """

    check: Check
    score: Score | None = None


def comparison(primitive: Primitive, expected: Any, patterns: PatternRunner) -> Comparison:
    """Bind a rule about a field's value to its ground truth.

    Never raises: what cannot be bound (a ground truth that is no number, a pattern that does not compile) raises when
    ``check`` is called, since that is when Karenina raises.
    """
    try:
        return _bind(primitive, expected, patterns)
    except Exception as error:
        return Comparison(_raising(error))


def answer_check(primitive: Primitive, patterns: PatternRunner) -> Callable[[Any], bool]:
    """Return the check of a rule about the answer's own text. Never raises itself; the check may."""
    try:
        return _bind_answer(primitive, patterns)
    except Exception as error:
        return _raising(error)


def regex_flags(names: tuple[str, ...]) -> int:
    """Return the flags of a ``RegexMatch``. Unknown names count as nothing, as in Karenina.

    Raises:
        TypeError: a name of something in ``re`` that is no flag.
    """
    flags = 0
    for name in names:
        flag = getattr(re, name, 0)
        if not isinstance(flag, int):
            raise TypeError(f"“{name}” is no pattern flag")
        flags |= int(flag)
    # DEBUG would print the pattern's parts to the terminal and changes no result.
    return flags & ~int(re.DEBUG)


def _bind(primitive: Primitive, expected: Any, patterns: PatternRunner) -> Comparison:
    if isinstance(primitive, ExactMatch):
        return Comparison(_exact(primitive, expected))
    if isinstance(primitive, NUMBER_RULES):
        return Comparison(number_check(primitive, expected), number_score(primitive, expected))
    if isinstance(primitive, BooleanMatch):
        return Comparison(_boolean(expected))
    if isinstance(primitive, LiteralMatch):
        return Comparison(lambda value: bool(value == expected))
    if isinstance(primitive, ContainsAny | ContainsAll):
        return Comparison(_contains(primitive))
    if isinstance(primitive, RegexMatch):
        search = patterns.matcher(primitive.pattern, regex_flags(primitive.flags)).search
        return Comparison(lambda value: search(str(value)))
    if isinstance(primitive, SetContainment):
        return Comparison(_set(primitive, expected))
    if isinstance(primitive, OrderedMatch):
        return Comparison(_ordered(primitive, expected))
    if isinstance(primitive, DateMatch | DateTolerance | DateRange):
        return Comparison(date_check(primitive, expected))
    if isinstance(primitive, SemanticMatch):
        raise NotImplementedError("Nothing can check similar meaning; choose another rule")
    raise NotImplementedError(f"{primitive.type_name()} reads the answer's text, not a value")


def _bind_answer(primitive: Primitive, patterns: PatternRunner) -> Callable[[Any], bool]:
    if isinstance(primitive, TraceContains):
        substring = primitive.substring
        return lambda text: substring in text
    if isinstance(primitive, TraceRegex):
        matcher = patterns.matcher(primitive.pattern)
        needed = 1 if primitive.count_min is None else primitive.count_min
        return lambda text: len(matcher.findall(text)) >= needed
    if isinstance(primitive, TraceLength):
        return _length(primitive)
    raise NotImplementedError(f"{primitive.type_name()} reads a value, not the answer's text")


def _raising(error: Exception) -> Check:
    def check(_value: Any) -> bool:
        raise error.with_traceback(None)

    return check


def _boolean(expected: Any) -> Check:
    if expected is None:
        return lambda value: value is None
    truth = bool(expected)
    return lambda value: value is not None and bool(value) == truth


def _exact(primitive: ExactMatch, expected: Any) -> Check:
    normalized = normalizing(primitive.normalize)
    truth = normalized(str(expected))
    return lambda value: normalized(str(value)) == truth


def _contains(primitive: ContainsAny | ContainsAll) -> Check:
    normalized = normalizing(primitive.normalize)
    every = isinstance(primitive, ContainsAll)
    # An unknown normaliser fails even where there is nothing to look for.
    normalized("")
    needles = [normalized(substring) for substring in primitive.substrings]

    def check(value: Any) -> bool:
        text = normalized(str(value))
        found = (needle in text for needle in needles)
        return all(found) if every else any(found)

    return check


def _set(primitive: SetContainment, expected: Any) -> Check:
    truth = set(expected)
    mode = primitive.mode
    if mode == "exact":
        return lambda value: set(value) == truth
    if mode == "subset":
        return lambda value: set(value) <= truth
    if mode == "superset":
        return lambda value: set(value) >= truth
    if mode == "overlap":
        needed = primitive.min_overlap or 1
        return lambda value: len(set(value) & truth) >= needed
    raise ValueError(f"Unknown mode “{mode}”; known: exact, subset, superset, overlap")


def _ordered(primitive: OrderedMatch, expected: Any) -> Check:
    normalized = normalizing(primitive.normalize)
    count = len(expected)

    def check(value: Any) -> bool:
        if len(value) != count:
            return False
        return all(normalized(str(v)) == normalized(str(e)) for v, e in zip(value, expected, strict=False))

    return check


def _length(primitive: TraceLength) -> Callable[[Any], bool]:
    low, high, words = primitive.min, primitive.max, primitive.unit == "words"

    def check(text: Any) -> bool:
        count = len(text.split()) if words else len(text)
        return (low is None or count >= low) and (high is None or count <= high)

    return check
