"""Marks: where values are found again, how marks are numbered, and how positions move into a Qt document."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from gradewright.model.run import Cell, CellState, CheckKind, FieldOutcome
from gradewright_desktop.panels.results.marks import (
    Mark,
    ShownText,
    field_marks,
    find_value,
    marks_of,
    numbered,
    span_marks,
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


@given(st.text(alphabet=st.sampled_from("ab\r\n😀字\u2028ع 𝄞"), max_size=40), st.data())
def test_positions_agree_with_the_document(stored: str, data: st.DataObject) -> None:
    shown = ShownText(stored)
    document = QTextDocument()
    document.setPlainText(shown.text)
    start = data.draw(st.integers(0, len(stored)))
    end = data.draw(st.integers(start, len(stored)))
    if "\r\n" in (stored[start - 1 : start + 1], stored[end - 1 : end + 1]):
        return  # between the two halves of one line end there is no place in the document
    cursor = QTextCursor(document)
    begin, finish = shown.span(Mark(start, end, True, ""))
    cursor.setPosition(begin)
    cursor.setPosition(finish, QTextCursor.MoveMode.KeepAnchor)
    expected = stored[start:end].replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    assert cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n") == expected
