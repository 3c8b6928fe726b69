"""Trying answers and keeping what came of them: outcomes, what changes them, and what does not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import contents

from gradewright.formats.template_source import read_template, write_template
from gradewright.model.kept_test import KeptTest, kept_test_data, kept_test_from
from gradewright.model.primitives import make_primitive
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.template import FieldKind, Template, TemplateField
from gradewright.model.traits import LLMTrait, RegexTrait, Trait
from gradewright.verify.kept_tests import KeptResult, OutcomeChange, kept_test, run_kept_tests
from gradewright.verify.trying import RAN_AWAY, State, Tried, TriedAnswer, try_answer
from gradewright.workers.patterns import QuickPatterns

PATTERNS = QuickPatterns()
DRUG = TemplateField("drug", "str", FieldKind.TEXT, "d", "metformin", make_primitive("ExactMatch", {}))
DOSE = TemplateField("dose", "int", FieldKind.WHOLE_NUMBER, "d", 1000, make_primitive("NumericExact", {}), 3.0)
WARD = TemplateField("ward", "bool", FieldKind.BOOLEAN, "d", True, make_primitive("TraceContains", {"substring": "w"}))
TEXT = "Metformin, 2000 mg; ring the ward."
VALUES = {"drug": "metformin", "dose": 2000}


def rubric(*traits: Trait) -> Rubric:
    return Rubric(tuple(RubricEntry(f"e{number}", trait) for number, trait in enumerate(traits)))


def question(*fields: TemplateField, traits: tuple[Trait, ...] = (), tests: tuple[KeptTest, ...] = ()) -> Question:
    source = write_template(Template(fields)) if fields else ""
    return Question("k", "Q", template=source, rubric=rubric(*traits), kept_tests=tests)


def tried(asked: Question, text: str, values: dict[str, Any] | None, *of_all: Trait) -> Tried:
    reading = read_template(asked.template)
    return try_answer(TriedAnswer(text, values), asked, reading, rubric(*of_all), PATTERNS)


def again(test: KeptTest, asked: Question, *of_all: Trait) -> KeptResult:
    asked = replace(asked, kept_tests=(test,))
    (result,) = run_kept_tests(asked, read_template(asked.template), rubric(*of_all), PATTERNS)
    return result


MG = RegexTrait(name="Says mg", pattern=r"\d+ mg")
ASK = RegexTrait(name="Asks", pattern=r"\?", higher_is_better=None)
ALL = (DRUG, DOSE, WARD)


def test_a_test_keeps_what_each_check_said() -> None:
    asked = question(*ALL, traits=(MG, ASK, LLMTrait(name="Tone", kind="boolean")))
    test = kept_test(TEXT, VALUES, tried(asked, TEXT, VALUES))
    assert test == KeptTest(
        TEXT, VALUES, "fail", {"drug": "pass", "dose": "fail", "ward": "pass"}, {"Says mg": "pass", "Asks": "no"}
    )
    result = again(test, asked)
    assert (result.holds, result.compared, result.changes) == (True, 6, ())
    assert result.renewed == test


def test_what_could_not_be_checked_is_not_kept() -> None:
    odd = replace(DOSE, name="odd", ground_truth="many")
    asked = question(DRUG, odd, traits=(RegexTrait(name="Slow", pattern="(a+)+$"),))
    result = tried(asked, "a" * 30 + "!", None)
    assert not kept_test("a", None, result).has_outcome
    result = tried(asked, "aaa!", {"drug": "metformin", "odd": 3})
    assert [line.state for line in result.lines] == [State.PASS, State.ERROR, State.ERROR]
    assert result.lines[2].words == RAN_AWAY
    assert kept_test("a", {}, result) == KeptTest("a", {}, "", {"drug": "pass"})


@pytest.mark.parametrize(
    ("changed", "changes"),
    [
        (
            question(DRUG, replace(DOSE, ground_truth=2000), WARD, traits=(MG,)),
            [OutcomeChange("", True, "fail", "pass"), OutcomeChange("dose", True, "fail", "pass", "matches")],
        ),
        (
            question(*ALL, traits=(RegexTrait(name="Says mg", pattern="milligrams"),)),
            [OutcomeChange("Says mg", False, "pass", "fail", "the pattern is not found")],
        ),
        (question(DRUG, replace(DOSE, ground_truth=500), WARD, traits=(MG,)), []),
        (question(DRUG, replace(DOSE, weight=9.0), WARD, traits=(MG,)), []),
        # A field that is gone does not count by itself; the verdict does.
        (question(DRUG, WARD, traits=(MG,)), [OutcomeChange("", True, "fail", "pass")]),
        (question(DOSE, traits=()), []),
        # A field whose new name nobody read a value for is not found, so it fails.
        (question(DOSE, replace(DRUG, name="medicine"), traits=(MG,)), []),
    ],
)
def test_what_changes_an_outcome_and_what_does_not(changed: Question, changes: list[OutcomeChange]) -> None:
    test = kept_test(TEXT, VALUES, tried(question(*ALL, traits=(MG,)), TEXT, VALUES))
    result = again(test, changed)
    assert list(result.changes) == changes
    assert result.holds is not bool(changes)


def test_a_check_that_cannot_be_made_any_more_is_a_change_with_its_reason() -> None:
    test = kept_test(TEXT, VALUES, tried(question(*ALL, traits=(MG,)), TEXT, VALUES))
    result = again(test, question(DRUG, replace(DOSE, ground_truth="many"), WARD, traits=(MG,)))
    assert [(change.check, change.now) for change in result.changes] == [("", ""), ("dose", "")]
    assert result.changes[1].words.startswith("cannot be compared: ")
    by_hand = question(traits=(MG,))
    by_hand = replace(
        by_hand, template="class Answer(BaseAnswer):\n    a: str\n\n    def verify(self):\n        return 1\n"
    )
    (verdict,) = again(test, by_hand).changes
    assert (verdict.now, verdict.words) == ("", "The template is written by hand: shown, not run.")


def test_a_test_of_which_nothing_is_left_does_not_hold() -> None:
    test = kept_test("2 mg", None, tried(question(traits=(MG,)), "2 mg", None))
    result = again(test, question())
    assert (result.compared, result.changes, result.holds) == (0, (), False)
    assert not result.renewed.has_outcome


def test_global_traits_count() -> None:
    test = kept_test("2 mg", None, tried(question(), "2 mg", None, MG))
    assert test.traits == {"Says mg": "pass"}
    assert again(test, question(), MG).holds
    assert not again(test, question(), RegexTrait(name="Says mg", pattern="x")).holds


@given(contents.kept_tests)
def test_kept_tests_come_back_from_data(test: KeptTest) -> None:
    assert kept_test_from(kept_test_data(test)) == test


@pytest.mark.parametrize(
    "data",
    [
        None, [], "text", {}, {"text": 1}, {"text": "a", "values": []}, {"text": "a", "verdict": "yes"},
        {"text": "a", "verdict": None}, {"text": "a", "fields": {"dose": "maybe"}}, {"text": "a", "traits": {"t": []}},
        {"text": "a", "traits": ["t"]}, {"text": "a", "later": 1}, {"text": "a", "verdict": ""},
        {"text": "a", "fields": {}}, {"text": "a", "values": None}, {"text": "a", "verdict": ["pass"]},
    ],
)  # fmt: skip
def test_other_data_is_no_kept_test(data: Any) -> None:
    assert kept_test_from(data) is None


@given(
    st.sampled_from([(DRUG,), (DOSE, WARD), ALL]),
    st.none()
    | st.fixed_dictionaries({"drug": st.sampled_from(["metformin", "x"]), "dose": st.sampled_from([1000, 1, None])}),
    st.sampled_from(["", TEXT, "3 mg?"]),
)
def test_what_was_just_kept_holds(fields: tuple[TemplateField, ...], values: dict[str, Any] | None, text: str) -> None:
    asked = question(*fields, traits=(MG, ASK))
    test = kept_test(text, values, tried(asked, text, values))
    result = again(test, asked)
    assert result.changes == ()
    assert result.holds is test.has_outcome
