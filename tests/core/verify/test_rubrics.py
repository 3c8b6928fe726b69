"""Merging rubrics, metrics, and reading results as verdicts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.errors import InvalidValue
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.run import Cell, CellState, CheckKind
from gradewright.model.traits import CallableTrait, LLMTrait, MetricTrait, RegexTrait, Trait
from gradewright.verify.metrics import BUCKETS, confusion, metric_values
from gradewright.verify.rubrics import Provenance, max_scores, merge_rubrics, validate_evaluation
from gradewright.verify.traits import validate_score
from gradewright.verify.verdicts import has_verdict, overall, trait_verdict

METRICS = ["precision", "recall", "specificity", "accuracy", "f1"]
entries_of_text = st.lists(st.text(max_size=4), max_size=8)


def rubric(*traits: Trait, gated: bool = False) -> Rubric:
    return Rubric(tuple(RubricEntry(str(n), trait, gated) for n, trait in enumerate(traits)))


def llm(name: str, **more: Any) -> LLMTrait:
    return LLMTrait(**{"name": name, "kind": "boolean", "description": "d", **more})


def regex(name: str, **more: Any) -> RegexTrait:
    return RegexTrait(name=name, pattern="x", **more)


def cell(state: CellState, verdict: bool | None, *, has_verdict: bool = True) -> Cell:
    return Cell("t", CheckKind.TRAIT, state, verdict, detail={"has_verdict": has_verdict})


def test_entries_keep_their_order_and_say_where_they_come_from() -> None:
    merged = merge_rubrics(rubric(regex("z"), llm("y")), rubric(llm("b")))

    assert [trait.name for trait in merged.traits] == ["z", "y", "b"]
    assert [m.entry.trait.name for m in merged.by_kind()] == ["y", "b", "z"]
    assert [m.provenance for m in merged.entries] == [Provenance.GLOBAL, Provenance.GLOBAL, Provenance.QUESTION]


@pytest.mark.parametrize(
    ("global_", "own", "said"),
    [
        (rubric(llm("same")), rubric(llm("same")), "both llm"),
        (rubric(llm("same")), rubric(regex("same")), "llm and regex"),
        (rubric(llm("a"), regex("a")), rubric(), "Two traits"),
        (rubric(), rubric(llm("a.b")), "dot"),
        (rubric(llm("a", description=None), gated=True), rubric(), "neither"),
    ],
)
def test_names_that_cannot_be_merged(global_: Rubric, own: Rubric, said: str) -> None:
    with pytest.raises(InvalidValue, match=said):
        merge_rubrics(global_, own)


def test_names_differ_by_capitals_and_gated_traits_are_a_rubric_of_their_own() -> None:
    merged = merge_rubrics(rubric(llm("Safety")), rubric(llm("safety")))
    gated = merge_rubrics(rubric(llm("a")), rubric(llm("a"), gated=True))

    assert len(merged.entries) == len(gated.entries) == 2


def test_results_have_to_fit_the_traits() -> None:
    traits = [llm("b"), llm("s", kind="score"), regex("r")]

    assert validate_evaluation(traits, {"b": True, "s": 5, "r": False})
    assert not validate_evaluation(traits, {"b": 1, "s": 5, "r": False})
    assert not validate_evaluation(traits, {"b": True, "s": 6, "r": False})
    assert not validate_evaluation(traits, {"b": True, "s": 5})
    assert max_scores(traits) == {"s": 5}


@given(st.integers(-3, 8))
def test_scores_are_whole_numbers_within_the_bounds(value: int) -> None:
    trait = llm("s", kind="score", min_score=0, max_score=5)

    assert validate_score(trait, value) is (0 <= value <= 5)
    assert not validate_score(trait, float(value))


@given(st.fixed_dictionaries(dict.fromkeys(BUCKETS, entries_of_text)))
def test_duplicates_go_and_the_first_stays(lists: dict[str, list[str]]) -> None:
    found = confusion(lists, repeated_extraction=True)
    for name in BUCKETS:
        kept = getattr(found, name)
        keys = [entry.strip().lower() for entry in kept]
        assert len(set(keys)) == len(keys)
        assert "" not in keys
        assert set(keys) == {entry.strip().lower() for entry in lists[name]} - {""}
        assert [lists[name].index(entry) for entry in kept] == sorted(lists[name].index(entry) for entry in kept)
    assert confusion(lists, repeated_extraction=False).counts == {name: len(lists[name]) for name in BUCKETS}


@given(st.fixed_dictionaries(dict.fromkeys(BUCKETS, entries_of_text)), st.booleans())
def test_metrics_are_shares(lists: dict[str, list[str]], repeated: bool) -> None:
    values = metric_values(confusion(lists, repeated), METRICS)

    assert list(values) == METRICS
    assert all(0.0 <= value <= 1.0 for value in values.values())
    low, high = sorted((values["precision"], values["recall"]))
    assert low - 1e-12 <= values["f1"] <= high + 1e-12


def test_a_share_of_nothing_is_nothing_and_unknown_metrics_are_left_out() -> None:
    assert metric_values(confusion({}, repeated_extraction=True), [*METRICS, "mcc"]) == dict.fromkeys(METRICS, 0.0)


@pytest.mark.parametrize(
    ("trait", "value", "verdict"),
    [
        (regex("r"), True, True),
        (regex("r", higher_is_better=False), True, False),
        (regex("r", higher_is_better=False), False, True),
        (regex("r", higher_is_better=None), True, None),
        (llm("b"), False, False),
        (llm("s", kind="score"), 5, None),
        (llm("l", kind="literal", classes={"a": "A", "b": "B"}), 0, None),
        (CallableTrait(name="c", kind="boolean", callable_code=b""), True, True),
        (MetricTrait(name="m", metrics=["f1"], tp_instructions=["x"], higher_is_better=True), {"f1": 1.0}, None),
        (regex("r"), None, None),
    ],
)
def test_results_are_read_by_their_direction(trait: Trait, value: Any, verdict: bool | None) -> None:
    assert trait_verdict(trait, value) is verdict
    assert verdict is None or has_verdict(trait)


@pytest.mark.parametrize(
    ("cells", "verdict"),
    [
        ([], None),
        ([cell(CellState.JUDGED, True)], True),
        ([cell(CellState.JUDGED, True), cell(CellState.JUDGED, False)], False),
        ([cell(CellState.JUDGED, True), cell(CellState.FAILED, None)], None),
        ([cell(CellState.JUDGED, False), cell(CellState.FAILED, None)], False),
        ([cell(CellState.JUDGED, True), cell(CellState.FAILED, None, has_verdict=False)], True),
        ([cell(CellState.JUDGED, None)], None),
        ([Cell("template", CheckKind.TEMPLATE, CellState.PARSE_ERROR), cell(CellState.JUDGED, True)], None),
    ],
)
def test_an_answer_passes_only_where_all_that_can_fail_passed(cells: list[Cell], verdict: bool | None) -> None:
    assert overall(cells) is verdict


@given(st.permutations([cell(CellState.JUDGED, True), cell(CellState.FAILED, None), cell(CellState.JUDGED, None)]))
def test_the_order_of_cells_does_not_matter(cells: list[Cell]) -> None:
    assert overall(cells) is None
