"""Identifiers of questions and templates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.errors import InvalidValue
from gradewright.verify.ids import free_question_id, question_id, question_object_id, template_id


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What is 2+2?", "urn:uuid:question-what-is-2+2-936dbc87"),
        ("", "urn:uuid:question--d41d8cd9"),
        ("x" * 80, f"urn:uuid:question-{'x' * 50}-46b05b91"),
        ("T?", "urn:uuid:question-t-8396b1bd"),
    ],
)
def test_ids_of_questions(text: str, expected: str) -> None:
    assert question_id(text) == expected


def test_ids_of_question_objects() -> None:
    assert question_object_id("Q two?") == "f175273a9135d7aea369a330e537f3e4"


@given(st.lists(st.sampled_from(["A?", "B?", "a?"]), max_size=12))
def test_taken_ids_get_the_first_free_number(texts: list[str]) -> None:
    taken: list[str] = []
    for text in texts:
        taken.append(free_question_id(text, taken))

    assert len(set(taken)) == len(texts)
    assert {key for key in taken if key.startswith(question_id("A?"))} == {
        question_id("A?") + (f"-{n}" if n else "") for n in range(texts.count("A?"))
    }


def test_half_a_surrogate_pair_has_no_id() -> None:
    for make in (question_id, question_object_id, template_id):
        with pytest.raises(InvalidValue):
            make("\ud800")


@given(st.text(st.characters(blacklist_categories=["Cs", "Cc"])), st.sampled_from(["", "\n", "  \n", "\r\n"]))
def test_margins_do_not_change_a_template_id(source: str, margin: str) -> None:
    assert template_id(source + margin) == template_id(source)
    assert template_id(f"{source}\r\nx") == template_id(f"{source}\nx")


@pytest.mark.parametrize("source", [None, "", "  \n"])
def test_blank_source_is_no_template(source: str | None) -> None:
    assert template_id(source) == "no_template"
