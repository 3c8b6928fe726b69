"""What became of a field, in a few words for a person."""

from __future__ import annotations

from typing import Any

from gradewright.model.primitives import (
    ContainsAll,
    ContainsAny,
    NumericExact,
    NumericGraded,
    NumericThresholdGraded,
    NumericTolerance,
    Primitive,
    RegexMatch,
    SetContainment,
    accepts,
)

_NUMBER_AROUND = (NumericExact, NumericTolerance, NumericGraded, NumericThresholdGraded)


def explain(primitive: Primitive, expected: Any, got: Any, passed: bool | None) -> str:
    """Return a few words: ``"matches"``, ``"inside 2 to 4"``, ``"expected 1000, off by 1000"``. Never raises."""
    if passed is None:
        return "not found in the answer"
    if primitive.reads_answer_text:
        return _about_answer(expected, passed)
    if primitive.group == "number" and not isinstance(primitive, NumericExact):
        return _about_number(primitive, expected, got, passed)
    if passed:
        return "matches"
    if isinstance(primitive, RegexMatch):
        return "the pattern is not found"
    if isinstance(primitive, ContainsAny | ContainsAll):
        return "holds none of the words" if isinstance(primitive, ContainsAny) else "lacks some of the words"
    if isinstance(primitive, SetContainment):
        return _about_set(expected, got)
    if isinstance(primitive, NumericExact):
        return _off_by(expected, got)
    if primitive.ignores_ground_truth:
        return "outside of what is accepted"
    return f"expected {shown(expected)}"


def shown(value: Any, longest: int = 80) -> str:
    """Return a value as people read it, cut where it is long. Never raises."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):
        # A whole number of more digits than Python turns into text, or a value that holds itself.
        return "a value too large to show"
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _about_answer(expected: Any, passed: bool) -> str:
    holds = bool(expected) == passed
    return "the answer has it" if holds else "the answer does not have it"


def _about_number(primitive: Primitive, expected: Any, got: Any, passed: bool) -> str:
    accepted = accepts(primitive, expected)
    if accepted is None or not accepted.words:
        return "matches" if passed else f"expected {shown(expected)}"
    if passed:
        return f"inside {accepted.words}"
    if isinstance(primitive, _NUMBER_AROUND):
        return _off_by(expected, got)
    return f"outside {accepted.words}"


def _off_by(expected: Any, got: Any) -> str:
    try:
        distance = abs(float(got) - float(expected))
    except (TypeError, ValueError, OverflowError):
        return f"expected {shown(expected)}"
    return f"expected {shown(expected)}, off by {distance:.6g}"


def _about_set(expected: Any, got: Any) -> str:
    try:
        missing = sorted(map(str, set(expected) - set(got)))
        extra = sorted(map(str, set(got) - set(expected)))
    except TypeError:
        return f"expected {shown(expected)}"
    said = []
    if missing:
        said.append(f"missing {shown(', '.join(missing))}")
    if extra:
        said.append(f"not expected {shown(', '.join(extra))}")
    return "; ".join(said) or f"expected {shown(expected)}"
