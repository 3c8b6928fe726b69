"""Evidence: where values are found again, what patterns mark, and how marks are numbered."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.model.run import Cell, CellState, CheckKind, FieldOutcome
from gradewright.model.traits import RegexTrait
from gradewright.verify.evidence import (
    MOST_MARKS_A_CHECK,
    Mark,
    field_marks,
    find_value,
    marks_of,
    numbered,
    pattern_spans,
    span_marks,
    trait_spans,
    value_words,
)

TEXTS = st.text(alphabet=st.sampled_from("ab12.,- 字ع\n"), max_size=30)
VALUES = st.one_of(
    st.integers(-3000, 3000),
    st.floats(-50, 50, width=16),
    st.text(alphabet=st.sampled_from("ab12 字ع"), max_size=4),
    st.dates(),
)

TEXT = (
    "No more than 2,000 mg a day, split over 2 meals; check in three months (2026-03-01). 请拨打电话。 Dose 0,5 or 1.5"
)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("three months", "three months"),
        ("Three  Months", "three months"),
        (2, "2"),
        (2000, "2,000"),
        (0.5, "0,5"),
        (1.5, "1.5"),
        (datetime.date(2026, 3, 1), "2026-03-01"),
        ("电话", "电话"),
    ],
)
def test_values_are_found_as_people_write_them(value: Any, words: str) -> None:
    span = find_value(TEXT, value)
    assert span is not None
    assert TEXT[slice(*span)] == words


@pytest.mark.parametrize("value", ["month", 5, 1, 3, True, None, "", "  ", {"a": 1}, "x" * 500])
def test_parts_of_other_words_and_empty_values_are_not(value: Any) -> None:
    assert find_value(TEXT, value) is None


def outcome(name: str, got: Any, passed: bool | None) -> FieldOutcome:
    return FieldOutcome(name, passed, None if passed is None else float(passed), 1.0, None, got)


def test_fields_mark_for_and_against() -> None:
    text = "metformin 2000 mg, or insulin"
    fields = [outcome("drugs", ["insulin", "metformin"], True), outcome("dose", 2000, False), outcome("x", "mg", None)]
    assert field_marks(text, "template", fields) == [
        Mark(0, 9, True, "template", "drugs"),
        Mark(22, 29, True, "template", "drugs"),
        Mark(10, 14, False, "template", "dose"),
    ]


def test_empty_matches_mark_nothing() -> None:
    assert span_marks("Trait", [(0, 0), (1, 3)], False) == [Mark(1, 3, False, "Trait")]


def test_numbers_follow_the_text_and_same_words_share_one() -> None:
    marks = [Mark(5, 9, True, "b"), Mark(0, 3, True, "a"), Mark(5, 9, False, "c"), Mark(5, 7, True, "d")]
    assert [(number, mark.check) for number, mark in numbered(marks)] == [(1, "a"), (2, "b"), (2, "c"), (3, "d")]


def test_all_marks_of_an_answer() -> None:
    cells = [
        Cell("template", CheckKind.TEMPLATE, CellState.JUDGED, False, fields=(outcome("dose", 2000, False),)),
        Cell("Says who", CheckKind.TRAIT, CellState.JUDGED, True),
        Cell("No dose", CheckKind.TRAIT, CellState.JUDGED, False),
    ]
    marks = marks_of("call 2000", cells, {"Says who": [(0, 4)], "No dose": [(5, 9)]})
    assert [(m.check, m.supports) for m in marks] == [("template", False), ("Says who", True), ("No dose", False)]


def test_patterns_mark_where_they_match_as_far_as_that_is_quick() -> None:
    assert pattern_spans(r"\d+", 0, "a 12 b 345") == [(2, 4), (7, 10)]
    assert pattern_spans("B", re.IGNORECASE, "abc") == [(1, 2)]
    assert pattern_spans("a", 0, "a" * 50) == [(at, at + 1) for at in range(MOST_MARKS_A_CHECK)]
    assert len(pattern_spans("a", 0, "a" * 50, 30)) == 30
    assert pattern_spans("(a+)+$", 0, "a" * 40 + "!") == []
    assert pattern_spans("(", 0, "(") == []


def test_the_pattern_of_the_run_marks_not_the_one_of_today() -> None:
    trait = RegexTrait(name="Dose", pattern="today", case_sensitive=False)
    judged = Cell("Dose", CheckKind.TRAIT, CellState.JUDGED, True, detail={"pattern": r"\d+ MG"})
    assert trait_spans(trait, judged, "take 500 mg today") == [(5, 11)]
    assert trait_spans(trait, Cell("Dose", CheckKind.TRAIT, CellState.JUDGED, True), "take 500 mg today") == [(12, 17)]
    assert trait_spans(trait, Cell("Dose", CheckKind.TRAIT, CellState.FAILED), "today") == []
    assert trait_spans(None, judged, "500 mg") == []


@given(TEXTS, VALUES)
def test_a_found_value_is_in_the_text(text: str, value: Any) -> None:
    span = find_value(text, value)
    if span is not None:
        assert 0 <= span[0] < span[1] <= len(text)
        assert "".join(text[slice(*span)].split()).casefold() in {
            "".join(words.split()).casefold() for words in value_words(value)
        }
