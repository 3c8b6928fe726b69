"""Comparison rules: they give a result or raise, and never anything in between."""

from __future__ import annotations

import math
import string
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.verification import anything, primitives

from gradewright.model.primitives import Primitive, SynonymMap, make_primitive
from gradewright.verify.normalize import normalize
from gradewright.verify.primitives import answer_check, comparison, regex_flags
from gradewright.workers.patterns import PatternError, QuickPatterns

PATTERNS = QuickPatterns()
FAILURES = (ValueError, TypeError, ArithmeticError, AttributeError, NotImplementedError, PatternError)
"""What a check raises for values that it cannot compare."""


def check(rule: str, expected: Any, value: Any, **params: Any) -> bool:
    return comparison(make_primitive(rule, params), expected, PATTERNS).check(value)


def score(rule: str, expected: Any, value: Any, **params: Any) -> float:
    graded = comparison(make_primitive(rule, params), expected, PATTERNS).score
    assert graded is not None
    return graded(value)


@given(primitives, anything, anything)
def test_binding_never_raises_and_checking_gives_a_boolean_or_raises(
    primitive: Primitive, expected: Any, value: Any
) -> None:
    bound = comparison(primitive, expected, PATTERNS)
    try:
        result = bound.check(value)
    except FAILURES:
        return
    assert type(result) is bool


@given(primitives, anything)
def test_checking_an_answer_gives_a_boolean_or_raises(primitive: Primitive, text: Any) -> None:
    run = answer_check(primitive, PATTERNS)
    try:
        result = run(text)
    except FAILURES:
        return
    assert type(result) is bool
    assert primitive.reads_answer_text


@given(st.floats(allow_nan=False, allow_infinity=False, width=32), st.floats(0, 10))
def test_the_ground_truth_is_within_its_own_tolerance(truth: float, tolerance: float) -> None:
    for mode in ("relative", "absolute"):
        assert check("NumericTolerance", truth, truth, tolerance=tolerance, mode=mode)


@given(st.floats(allow_nan=False, allow_infinity=False, width=32), st.floats(allow_nan=False, width=32))
def test_full_credit_falls_to_none_and_agrees_with_the_check_at_both_ends(truth: float, value: float) -> None:
    for decay in ("linear", "quadratic"):
        credit = score("NumericGraded", truth, value, cutoff=2.0, full_credit=1.0, mode="absolute", decay=decay)
        assert 0.0 <= credit <= 1.0
        assert (credit == 1.0) == check(
            "NumericGraded", truth, value, cutoff=2.0, full_credit=1.0, mode="absolute"
        ) or (1.0 < abs(value - truth) < 1.0 + 1e-6)


@pytest.mark.parametrize(
    ("rule", "expected", "value", "params", "passes"),
    [
        ("NumericTolerance", 1.0, 1.1, {"tolerance": 0.1}, False),
        ("NumericTolerance", 100, 110, {"tolerance": 0.1}, True),
        ("NumericTolerance", 0, 0.0001, {"tolerance": 0.5}, False),
        ("NumericRange", None, math.nan, {"min": 1, "max": 2}, True),
        ("NumericMinimum", 1, math.nan, {}, False),
        ("ExactMatch", None, "None", {}, True),
        ("ExactMatch", "42", 42.0, {}, False),
        ("BooleanMatch", False, "false", {}, False),
        ("BooleanMatch", None, False, {}, False),
        ("LiteralMatch", 1, True, {}, True),
        ("SetContainment", ["a"], [], {"mode": "subset"}, True),
        ("SetContainment", ["a", "b"], ["b", "c"], {"mode": "overlap", "min_overlap": 0}, True),
        ("DateMatch", "2020-04-05", "04/05/2020", {}, True),
        ("DateMatch", "2020-05-13", "13/05/2020", {}, True),
        ("DateTolerance", "2024-03-15T00:00:00Z", "2024-03-15", {"tolerance": 1}, False),
        ("DateRange", None, "2015-12-31 10:00", {"max": "2015-12-31"}, False),
    ],
)
def test_edges(rule: str, expected: Any, value: Any, params: dict[str, Any], passes: bool) -> None:
    assert check(rule, expected, value, **params) is passes


@pytest.mark.parametrize(
    ("rule", "expected", "value", "params", "error"),
    [
        ("NumericExact", 1, "1,000", {}, ValueError),
        ("NumericExact", 1, None, {}, TypeError),
        ("NumericExact", 10**400, 1, {}, OverflowError),
        ("SetContainment", [1], None, {}, TypeError),
        ("SetContainment", [1], [1], {"mode": "odd"}, ValueError),
        ("ContainsAny", None, "a", {"substrings": [], "normalize": ["odd"]}, ValueError),
        ("SemanticMatch", "a", "a", {}, NotImplementedError),
        ("DateMatch", "99999999999999999999", "2024-01-01", {}, OverflowError),
    ],
)
def test_errors_come_when_checking(
    rule: str, expected: Any, value: Any, params: dict[str, Any], error: type[Exception]
) -> None:
    bound = comparison(make_primitive(rule, params), expected, PATTERNS)
    for _ in range(2):
        with pytest.raises(error):
            bound.check(value)


def test_flags_are_those_of_re_and_debug_does_not_print(capsys: pytest.CaptureFixture[str]) -> None:
    assert check("RegexMatch", None, "ABC", pattern="abc", flags=["I", "DEBUG"])
    assert regex_flags(("NOPE",)) == 0
    with pytest.raises(TypeError):
        regex_flags(("compile",))
    assert capsys.readouterr().out == ""


@given(st.text())
def test_single_normalizers_do_what_their_names_say(text: str) -> None:
    assert normalize(text, ["lowercase"]) == text.lower()
    assert normalize(text, ["strip"]) == text.strip()
    assert normalize(text, []) == text
    assert normalize(text, ["lowercase", "strip"]) == text.lower().strip()
    assert not set(normalize(text, ["remove_punctuation"])) & set(string.punctuation)
    collapsed = normalize(text, ["collapse_whitespace"])
    assert collapsed == collapsed.strip()
    assert all(not (a.isspace() and b.isspace()) for a, b in pairwise(collapsed))


@given(st.lists(st.sampled_from(["lowercase", "strip", "remove_punctuation", "collapse_whitespace"])), st.text())
def test_normalizers_are_applied_in_order(steps: list[str], text: str) -> None:
    one_by_one = text
    for step in steps:
        one_by_one = normalize(one_by_one, [step])

    assert normalize(text, steps) == one_by_one


def test_a_synonym_map_replaces_whole_texts_only() -> None:
    synonyms = SynonymMap(mapping={"donau": "danube"})

    assert normalize("Donau", ["lowercase", synonyms]) == "danube"
    assert normalize("die donau", [synonyms]) == "die donau"


def test_an_unknown_normalizer_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="lowercase"):
        normalize("x", ["lower_case"])
