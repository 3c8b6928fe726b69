"""The words for judgements: each state has its own, nothing unjudged reads like a verdict."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from gradewright.model.run import Cell, CellState, CheckKind, FailureReason
from gradewright_desktop.panels.results.words import (
    look_of,
    metric_items,
    overall_look,
    percent,
    plain_text,
    spoken,
    state_words,
    value_text,
    why_not,
)


def cell(state: CellState = CellState.JUDGED, verdict: bool | None = None, value: Any = None, reason: str = "") -> Cell:
    return Cell("Dose is complete", CheckKind.TRAIT, state, verdict, value, reason)


@pytest.mark.parametrize(
    ("judged", "verdict", "word"),
    [
        (cell(verdict=True, value=True), "pass", "pass"),
        (cell(verdict=False, value=False), "fail", "fail"),
        (cell(value=3), "", "3"),
        (cell(value="formal"), "", "formal"),
        (cell(CellState.CANNOT_JUDGE), "cannot_judge", "cannot judge"),
        (cell(CellState.REFUSED), "unjudged", "judge refused"),
        (cell(CellState.FAILED, reason="no_values"), "unjudged", "not judged: no values recorded"),
        (None, "unjudged", "not judged"),
    ],
)
def test_looks(judged: Cell | None, verdict: str, word: str) -> None:
    look = look_of(judged)
    assert (look.verdict, look.word) == (verdict, word)


def test_every_failure_has_words_and_a_sentence() -> None:
    for reason in FailureReason:
        failed = cell(CellState.FAILED, reason=reason)
        assert state_words(failed) != "not judged"
        assert "_" not in state_words(failed)
        assert why_not(failed, CheckKind.TRAIT, "")


def test_every_state_has_words() -> None:
    words = {state_words(cell(state)) for state in CellState if state is not CellState.JUDGED}
    assert len(words) == len(CellState) - 1
    assert not words & {"pass", "fail"}


def test_the_reason_is_what_the_check_said() -> None:
    failed = cell(CellState.FAILED, reason="regex_invalid")
    assert why_not(failed, CheckKind.TRAIT, "nothing to repeat at position 0") == "nothing to repeat at position 0."
    none = cell(CellState.FAILED, reason="no_values")
    assert why_not(none, CheckKind.TEMPLATE, "") == "No field values were recorded for this answer."
    assert "field" not in why_not(none, CheckKind.TRAIT, "")


def test_overall_blank_is_a_word() -> None:
    assert overall_look(None).word == "blank"
    assert overall_look(None, waiting=True).word == "waiting"
    assert overall_look(True).verdict == "pass"
    assert overall_look(False).verdict == "fail"


def test_what_a_screen_reader_says() -> None:
    assert spoken("Dose is complete", cell(verdict=False)) == "Dose is complete: fail"
    assert spoken("Dose is complete", None) == "Dose is complete: not judged"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (True, "yes"),
        (3, "3"),
        (2.0, "2"),
        (0.6667, "0.67"),
        ({"precision": 1.0, "recall": 0.5, "f1": 0.6667}, "0.67"),
        ({"precision": 0.25}, "0.25"),
        ({"precision": None}, "–"),
        ({}, "–"),
        ("label", "label"),
    ],
)
def test_values_in_a_few_characters(value: Any, text: str) -> None:
    assert value_text(value) == text


def test_metrics_by_name() -> None:
    assert metric_items({"precision": 1.0, "f1": None}) == [("precision", "1"), ("F1", "–")]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nothing"),
        ("", "empty text"),
        ("metformin", "metformin"),
        ([], "empty list"),
        (["a", 2, None], "a, 2, nothing"),
        (False, "false"),
        ({"a": 1}, '{"a": 1}'),
        (datetime.date(2026, 3, 1), "2026-03-01"),
        (1.5, "1.5"),
    ],
)
def test_truths_as_people_read_them(value: Any, text: str) -> None:
    assert plain_text(value) == text


def test_percent() -> None:
    assert percent(0.708) == "70.8\u00a0%"
