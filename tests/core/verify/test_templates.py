"""Whole templates: pass rules, partial credit, fields, and errors with their places."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.verification import anything, field, primitives, strategies, template

from gradewright.errors import InvalidValue
from gradewright.model.template import (
    AllOf,
    AnyOf,
    AtLeastN,
    ConditionalCase,
    ConditionalGroundTruth,
    FieldCheck,
    Strategy,
    TemplateField,
)
from gradewright.verify.errors import CheckError
from gradewright.verify.strategies import granular_score, strategy_test
from gradewright.verify.templates import compile_template, stored_ground_truth

NAMES = ["a", "b", "c", "d"]
outcomes = st.fixed_dictionaries({name: st.sampled_from([True, False, None]) for name in NAMES})
weights = st.lists(st.floats(0.1, 10), min_size=len(NAMES), max_size=len(NAMES))


def three(strategy: Strategy | None = None) -> Any:
    return compile_template(template(*(field(name) for name in "abc"), strategy=strategy))


@pytest.mark.parametrize(
    ("strategy", "answer", "passed", "score"),
    [
        (None, "xxx", True, 1.0),
        (None, "xxy", False, 2 / 3),
        (AnyOf((FieldCheck("a"), FieldCheck("b"))), "xxx", True, 1 / 3),
        (AnyOf((FieldCheck("a"), FieldCheck("b"))), "yyy", False, 0.0),
        (AtLeastN(1, (FieldCheck("a"), FieldCheck("b"))), "xxx", True, 1 / 3),
        (AtLeastN(0), "xxx", True, 0.0),
        (AllOf(), "xyy", True, 1 / 3),
        (AnyOf(), "xxx", False, 1 / 3),
        (AnyOf((AllOf((FieldCheck("a"), FieldCheck("b"))), FieldCheck("c"))), "xyy", False, 1 / 3),
        (AllOf((FieldCheck("a"),)), "xyy", True, 1 / 3),
    ],
)
def test_the_table_of_pass_rules(strategy: Strategy | None, answer: str, passed: bool, score: float) -> None:
    outcome = three(strategy).evaluate(dict(zip("abc", answer, strict=True)))

    assert outcome.passed is passed
    assert outcome.score == pytest.approx(score)


@given(outcomes, st.lists(strategies(NAMES), max_size=4))
def test_all_of_and_any_of_are_what_python_says(results: dict[str, bool | None], conditions: list[Strategy]) -> None:
    singles = [strategy_test(condition)(results) for condition in conditions]

    assert strategy_test(AllOf(tuple(conditions)))(results) is all(singles)
    assert strategy_test(AnyOf(tuple(conditions)))(results) is any(singles)
    for n in range(len(conditions) + 2):
        assert strategy_test(AtLeastN(n, tuple(conditions)))(results) is (sum(singles) >= n)


@given(outcomes, st.lists(strategies(NAMES), max_size=4), st.randoms())
def test_the_order_of_conditions_does_not_matter(
    results: dict[str, bool | None], conditions: list[Strategy], chance: random.Random
) -> None:
    shuffled = conditions[:]
    chance.shuffle(shuffled)
    for rule in (AllOf, AnyOf):
        assert strategy_test(rule(tuple(conditions)))(results) is strategy_test(rule(tuple(shuffled)))(results)


@given(outcomes)
def test_null_is_never_a_pass(results: dict[str, bool | None]) -> None:
    for name in NAMES:
        assert strategy_test(FieldCheck(name))(results) is (results[name] is True)
    assert strategy_test(None)(results) is all(result is True for result in results.values())


@given(weights, st.lists(st.none() | st.floats(0, 1), min_size=len(NAMES), max_size=len(NAMES)), st.integers(0, 6))
def test_partial_credit_is_the_weighted_share(given_weights: list[float], scores: list[float | None], n: int) -> None:
    shares = [weight * (score or 0.0) for weight, score in zip(given_weights, scores, strict=True)]
    whole = sum(given_weights)

    assert granular_score(None, given_weights, scores) == pytest.approx(sum(shares) / whole)
    assert granular_score(AllOf(), given_weights, scores) == pytest.approx(sum(shares) / whole)
    assert granular_score(AnyOf(), given_weights, scores) == pytest.approx(max(shares) / whole)
    best = sum(sorted(shares, reverse=True)[:n])
    assert granular_score(AtLeastN(n), given_weights, scores) == pytest.approx(best / whole)


def test_partial_credit_without_weight_is_nothing_and_is_not_clamped() -> None:
    assert granular_score(None, [0.0, 0.0], [1.0, 1.0]) == 0.0
    assert granular_score(None, [-1.0, 3.0], [0.0, 1.0]) == 1.5
    assert math.isnan(granular_score(None, [math.inf], [1.0]))


@given(st.permutations(["x", "y", None]))
def test_the_order_of_fields_changes_no_verdict(values: list[Any]) -> None:
    answer = dict(zip("abc", values, strict=True))
    forward = compile_template(template(*(field(name, weight=n + 1) for n, name in enumerate("abc"))))
    backward = compile_template(template(*(field(name, weight=3 - n) for n, name in enumerate("cba"))))

    assert forward.evaluate(answer).passed is backward.evaluate(answer).passed
    assert forward.evaluate(answer).score == pytest.approx(backward.evaluate(answer).score)


@given(st.lists(primitives, min_size=1, max_size=3), anything, st.dictionaries(st.sampled_from("ab"), anything))
def test_evaluating_gives_an_outcome_or_a_check_error(rules: list[Any], truth: Any, answer: dict[str, Any]) -> None:
    fields = [
        TemplateField(name, "Any", field("x").kind, "described", truth, rule)
        for name, rule in zip("abc", rules, strict=False)
    ]
    try:
        outcome = compile_template(template(*fields)).evaluate(answer, answer_text="some text")
    except (CheckError, InvalidValue):
        return
    assert outcome.passed is all(outcome.results.values())
    assert all(score is None or 0.0 <= score <= 1.0 for score in outcome.scores)
    assert [f.name for f in outcome.fields] == [f.name for f in fields]


def test_a_raising_field_ends_the_verification_and_is_named() -> None:
    compiled = compile_template(template(field("m"), field("n", "NumericExact", 5)))

    with pytest.raises(CheckError) as caught:
        compiled.evaluate({"m": "x", "n": "five"})

    assert caught.value.field == "n"
    assert isinstance(caught.value.error, ValueError)
    assert "five" in str(caught.value)


def test_null_fields_have_no_result_and_keep_their_weight() -> None:
    compiled = compile_template(template(field("a"), field("b", weight=2.0)))

    outcome = compiled.evaluate({"a": "x"}, null_fields={"b"})

    assert outcome.results == {"a": True, "b": None}
    assert outcome.scores == (1.0, None)
    assert outcome.passed is False
    assert outcome.score == pytest.approx(1 / 3)
    assert outcome.fields[1].explanation == "not found in the answer"


def test_a_pass_rule_about_a_missing_field_fails_only_where_its_turn_comes() -> None:
    strategy = AnyOf((FieldCheck("a"), FieldCheck("gone")))

    assert three(strategy).evaluate({"a": "x"}).passed is True
    with pytest.raises(CheckError, match="gone"):
        three(strategy).evaluate({"a": "y"})


def test_rules_about_the_answer_need_its_text() -> None:
    compiled = compile_template(template(field("cites", "TraceRegex", True, pattern=r"\[\d\]", count_min=2)))

    assert compiled.evaluate({}, answer_text="[1] and [2]").passed is True
    assert compiled.evaluate({}, answer_text="[1]").passed is False
    assert compiled.evaluate({}, answer_text="[1]").fields[0].explanation == "the answer does not have it"
    with pytest.raises(CheckError, match="text"):
        compiled.evaluate({})


def test_a_pattern_that_could_run_away_fails_without_a_runner_and_does_not_run() -> None:
    compiled = compile_template(template(field("a", "RegexMatch", pattern="(a+)+$")))

    with pytest.raises(CheckError, match="run away"):
        compiled.evaluate({"a": "a" * 60 + "b"})


def test_a_conditional_ground_truth_follows_the_scenario() -> None:
    strict = field("n", "NumericTolerance", tolerance=5, mode="absolute").primitive
    truth = ConditionalGroundTruth(
        "node_results.ask.parsed.mode",
        {"loose": ConditionalCase(10, strict), "True": ConditionalCase(99)},
        ConditionalCase(5),
    )
    compiled = compile_template(template(field("n", "NumericExact", truth)))

    def said(mode: Any) -> dict[str, Any]:
        return {"node_results": {"ask": {"parsed": {"mode": mode}}}}

    assert compiled.evaluate({"n": 5}).passed
    assert compiled.evaluate({"n": 5}, context={"turn": 1}).passed
    assert compiled.evaluate({"n": 12}, context=said("loose")).fields[0].expected == 10
    assert compiled.evaluate({"n": 99}, context=said(True)).passed
    assert compiled.ground_truths == {}


@pytest.mark.parametrize("name", ["class", "1st", "_hidden", "correct", "model_config", "model_dump", "two words"])
def test_names_that_a_template_cannot_have(name: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        compile_template(template(field(name)))

    assert caught.value.place == name


def test_a_compared_field_needs_a_description_and_a_weight() -> None:
    without = TemplateField("a", "str", field("a").kind, "  ", "x", field("a").primitive)
    weightless = TemplateField("a", "str", field("a").kind, "d", "x", field("a").primitive, weight=None)  # type: ignore[arg-type]
    for broken in (without, weightless):
        with pytest.raises(InvalidValue):
            compile_template(template(broken))


def test_of_two_fields_with_one_name_the_last_counts() -> None:
    compiled = compile_template(template(field("a", truth="x"), field("a", truth="y")))

    assert compiled.evaluate({"a": "y"}).results == {"a": True}


@pytest.mark.parametrize("n", [-1, 1.5, "many", None])
def test_at_least_needs_a_count(n: Any) -> None:
    with pytest.raises(InvalidValue):
        strategy_test(AtLeastN(n, (FieldCheck("a"),)))


@pytest.mark.parametrize(
    ("value", "stored"), [((1, 2), [1, 2]), (math.nan, None), (math.inf, None), ({1: "a"}, {"1": "a"}), ({3}, [3])]
)
def test_ground_truths_are_stored_as_json(value: Any, stored: Any) -> None:
    assert stored_ground_truth(value) == stored


def test_a_limit_of_infinity_comes_back_as_none() -> None:
    compiled = compile_template(template(field("a", "NumericRange", min=1, max=math.inf)))
    tolerant = compile_template(template(field("a", "NumericTolerance", 1, tolerance=math.inf)))

    assert compiled.evaluate({"a": 1e300}).passed
    with pytest.raises(CheckError):
        tolerant.evaluate({"a": 1})


@pytest.mark.parametrize(
    ("value", "kept"), [({"a"}, ["a"]), (b"a", "a"), ((1, 2), [1, 2]), (object, "<class 'object'>")]
)
def test_what_was_got_is_kept_as_json(value: Any, kept: Any) -> None:
    compiled = compile_template(template(field("a", "LiteralMatch")))

    assert compiled.evaluate({"a": value}).fields[0].got == kept


@pytest.mark.parametrize(
    ("rule", "truth", "value", "params", "words"),
    [
        ("NumericExact", 1000, 2000, {}, "expected 1000, off by 1000"),
        ("NumericTolerance", 3, 3, {"tolerance": 1, "mode": "absolute"}, "inside 2 to 4"),
        ("NumericTolerance", 3, 5, {"tolerance": 1, "mode": "absolute"}, "expected 3, off by 2"),
        ("NumericRange", None, 5, {"min": 1, "max": 4}, "outside 1 to 4"),
        ("ExactMatch", "Paris", "paris", {}, "matches"),
        ("ExactMatch", "Paris", "Lyon", {}, "expected Paris"),
        ("SetContainment", ["a", "b"], ["b", "c"], {}, "missing a; not expected c"),
    ],
)
def test_explanations(rule: str, truth: Any, value: Any, params: dict[str, Any], words: str) -> None:
    compiled = compile_template(template(field("a", rule, truth, **params)))

    assert compiled.evaluate({"a": value}).fields[0].explanation == words
