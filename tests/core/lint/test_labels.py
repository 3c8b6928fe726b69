"""Labels that can be taken for one another, and those that only look alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.lint.checks import lint_rubric
from gradewright.lint.finding import Place, Severity
from gradewright.lint.labels import Likeness, label_collisions, normalised_label
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import LLMTrait


@pytest.mark.parametrize(
    ("labels", "pairs"),
    [
        (["N/A", "n a"], [("N/A", "n a", Likeness.SAME)]),
        (["partly-met", "Partly  met"], [("partly-met", "Partly  met", Likeness.SAME)]),
        (["met", "met."], [("met", "met.", Likeness.SAME)]),
        (["ﬁne", "fine"], [("ﬁne", "fine", Likeness.SAME)]),
        (["Straße", "STRASSE"], [("Straße", "STRASSE", Likeness.SAME)]),
        (["good\u200b", "good"], [("good\u200b", "good", Likeness.SAME)]),
        (["caf\u00e9", "cafe\u0301"], [("caf\u00e9", "cafe\u0301", Likeness.SAME)]),
        (["bad", "very bad"], [("bad", "very bad", Likeness.WORDS)]),
        (["very good", "good"], [("good", "very good", Likeness.WORDS)]),
        (["not met", "met", "partly met"], [("met", "not met", Likeness.WORDS), ("met", "partly met", Likeness.WORDS)]),
        (["consistent", "inconsistent"], [("consistent", "inconsistent", Likeness.LETTERS)]),
        (["1", "10"], [("1", "10", Likeness.LETTERS)]),
        (["-1", "1"], [("1", "-1", Likeness.LETTERS)]),
        (["A", "A+"], [("A", "A+", Likeness.LETTERS)]),
    ],
)
def test_labels_that_collide(labels: list[str], pairs: list[tuple[str, str, Likeness]]) -> None:
    assert [(each.first, each.second, each.likeness) for each in label_collisions(labels)] == pairs


@pytest.mark.parametrize(
    "labels",
    [
        ["yes", "no"],
        ["met", "missed", "n/a"],
        ["3.5", "35"],
        ["+", "-"],
        ["low", "medium", "high"],
        ["ja", "nein", "teils"],
        ["very bad", "very good"],
        ["good", "goose"],
        ["", " "],
        [],
        ["👍", "👎"],
    ],
)
def test_labels_that_only_look_alike(labels: list[str]) -> None:
    assert label_collisions(labels) == []


def test_positions_are_those_in_the_list() -> None:
    (found,) = label_collisions(["very bad", "", "bad"])
    assert found.positions == (2, 0)


def test_a_literal_trait_says_which_labels_collide() -> None:
    classes = {
        "N/A": "Nothing was asked.",
        "n a": "No answer.",
        "bad": "Names 0 sources.",
        "very bad": "Names a wrong one.",
    }
    trait = LLMTrait(name="Sources", kind="literal", description="Names 2 sources.", classes=classes)
    found = lint_rubric(Rubric((RubricEntry("a", trait),)), Place(1))
    collisions = [each for each in found if each.rule == "label-collision"]
    assert [(each.words, each.severity, each.place.part) for each in collisions] == [
        ("n a", Severity.ERROR, "class:n a"),
        ("very bad", Severity.WARNING, "class:very bad"),
    ]


@given(st.lists(st.text(max_size=12), max_size=6))
def test_any_labels_can_be_compared(labels: list[str]) -> None:
    for each in label_collisions(labels):
        one, other = normalised_label(each.first), normalised_label(each.second)
        assert other.startswith(one) or other.endswith(one)
        assert (one == other) is (each.likeness is Likeness.SAME)


@given(st.text(max_size=20))
def test_normalising_twice_changes_nothing(label: str) -> None:
    once = normalised_label(label)
    assert normalised_label(once) == once
