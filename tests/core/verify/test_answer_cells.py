"""The cells of one answer: judged where that can be done here, else with the reason."""

from __future__ import annotations

from typing import Any

import pytest
from support.verification import field, template

from gradewright.model.answer import Answer
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.run import Cell, CellState, CheckKind, FailureReason
from gradewright.model.template import (
    BrokenTemplate,
    DeclarativeTemplate,
    HandWrittenTemplate,
    NoTemplate,
    SourceProblem,
    TemplateField,
    TemplateReading,
)
from gradewright.model.traits import (
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
    UnreadableTrait,
)
from gradewright.verify.answer import CompiledQuestion, compile_question, evaluate_answer, evaluate_answers
from gradewright.verify.rubrics import merge_rubrics
from gradewright.verify.verdicts import overall
from gradewright.workers.patterns import QuickPatterns

EVIL = "(a+)+$"


def compiled(*traits: Trait, reading: TemplateReading | None = None, gated: bool = False) -> CompiledQuestion:
    rubric = Rubric(tuple(RubricEntry(str(n), trait, gated) for n, trait in enumerate(traits)))
    merged = merge_rubrics(rubric, Rubric())
    return compile_question(Question("q", "?"), merged, reading or NoTemplate(), QuickPatterns())


def declarative(*fields: TemplateField) -> DeclarativeTemplate:
    return DeclarativeTemplate(template(*fields))


def only(question: CompiledQuestion, text: str = "some text", **answer: Any) -> Cell:
    (cell,) = evaluate_answer(question, Answer("q", "m", text, **answer))
    return cell


def test_a_template_with_values_is_judged() -> None:
    question = compiled(reading=declarative(field("a"), field("b", weight=3.0)))

    cell = only(question, fields={"a": "x", "b": "y"})

    assert (cell.check, cell.kind, cell.state) == ("template", CheckKind.TEMPLATE, CellState.JUDGED)
    assert (cell.verdict, cell.value, cell.score) == (False, False, 0.25)
    assert [(f.name, f.passed, f.got) for f in cell.fields] == [("a", True, "x"), ("b", False, "y")]


def test_a_template_without_values_is_not_judged() -> None:
    cell = only(compiled(reading=declarative(field("a"))))

    assert (cell.state, cell.reason, cell.verdict) == (CellState.FAILED, FailureReason.NO_VALUES, None)
    assert overall([cell]) is None


def test_rules_about_the_answer_text_need_no_values() -> None:
    question = compiled(reading=declarative(field("cites", "TraceContains", True, substring="[1]")))

    assert only(question, "see [1]").verdict is True
    assert only(question, "see").verdict is False


def test_values_that_do_not_fit_are_a_parse_error() -> None:
    cell = only(compiled(reading=declarative(field("n", annotation="int"))), fields={"n": "many"})

    assert cell.state is CellState.PARSE_ERROR
    assert cell.detail["field"] == "n"


def test_a_check_that_cannot_be_made_names_its_field() -> None:
    cell = only(compiled(reading=declarative(field("n", "NumericExact", 5))), fields={"n": "five"})

    assert (cell.state, cell.reason) == (CellState.FAILED, FailureReason.CHECK_ERROR)
    assert "“n”" in cell.message
    assert "five" in cell.message


def test_patterns_that_run_away_or_do_not_compile_have_reasons_of_their_own() -> None:
    slow = compiled(reading=declarative(field("a", "RegexMatch", pattern=EVIL)))
    wrong = compiled(reading=declarative(field("a", "RegexMatch", pattern="(")))

    assert only(slow, fields={"a": "x"}).reason == FailureReason.REGEX_TIMEOUT
    assert only(wrong, fields={"a": "x"}).reason == FailureReason.REGEX_INVALID


@pytest.mark.parametrize(
    ("reading", "reason", "words"),
    [
        (HandWrittenTemplate("Answer"), FailureReason.CODE_NOT_ALLOWED, "program"),
        (BrokenTemplate(SourceProblem(3, "There is no class.")), FailureReason.CHECK_ERROR, "There is no class."),
        (declarative(field("correct")), FailureReason.CHECK_ERROR, "correct"),
        (declarative(field("a", annotation="Unknown")), FailureReason.CHECK_ERROR, "Unknown"),
    ],
)
def test_templates_that_cannot_be_run_say_why(reading: TemplateReading, reason: FailureReason, words: str) -> None:
    cell = only(compiled(reading=reading), fields={})

    assert (cell.state, cell.reason, cell.kind) == (CellState.FAILED, reason, CheckKind.TEMPLATE)
    assert words in cell.message


@pytest.mark.parametrize(
    ("trait", "text", "value", "verdict"),
    [
        (RegexTrait(name="r", pattern=r"\[\d\]"), "see [1]", True, True),
        (RegexTrait(name="r", pattern="SORRY", case_sensitive=False, invert_result=True), "sorry", False, False),
        (RegexTrait(name="r", pattern="x", higher_is_better=False), "x", True, False),
        (RegexTrait(name="r", pattern="x", higher_is_better=None), "x", True, None),
    ],
)
def test_regex_traits_are_judged(trait: RegexTrait, text: str, value: bool, verdict: bool | None) -> None:
    cell = only(compiled(trait), text)

    assert (cell.check, cell.state, cell.value, cell.verdict) == ("r", CellState.JUDGED, value, verdict)


def test_a_regex_trait_that_could_run_away_fails_and_the_others_go_on() -> None:
    question = compiled(RegexTrait(name="slow", pattern=EVIL), RegexTrait(name="quick", pattern="a"))

    slow, quick = evaluate_answer(question, Answer("q", "m", "aaa"))

    assert (slow.state, slow.reason) == (CellState.FAILED, FailureReason.REGEX_TIMEOUT)
    assert quick.verdict is True
    assert overall([slow, quick]) is None


def test_metric_traits_count_the_recorded_lists() -> None:
    trait = MetricTrait(name="m", metrics=["precision", "recall"], tp_instructions=["x"])
    buckets = {"m": {"tp": ["a", "A "], "fn": ["b"], "fp": []}}

    cell = only(compiled(trait), buckets=buckets)

    assert cell.value == {"precision": 1.0, "recall": 0.5}
    assert (cell.state, cell.verdict) == (CellState.JUDGED, None)
    assert cell.detail["counts"] == {"tp": 1, "fn": 1, "fp": 0, "tn": 0}


def test_metric_traits_without_all_their_lists_are_not_judged() -> None:
    trait = MetricTrait(
        name="m", metrics=["f1"], tp_instructions=["x"], tn_instructions=["y"], evaluation_mode="full_matrix"
    )

    assert only(compiled(trait)).reason == FailureReason.NO_VALUES
    cell = only(compiled(trait), buckets={"m": {"tp": ["a"], "fn": [], "fp": []}})
    assert cell.reason == FailureReason.NO_VALUES
    assert "tn" in cell.message


def test_programs_are_not_run_and_broken_traits_say_why() -> None:
    question = compiled(
        CallableTrait(name="c", kind="boolean", callable_code=b"\x80"),
        UnreadableTrait(name="u", intended="metric", problem="It has no metrics."),
    )

    program, broken = evaluate_answer(question, Answer("q", "m", ""))

    assert program.reason == FailureReason.CODE_NOT_ALLOWED
    assert overall([program]) is None
    assert broken.reason == FailureReason.CHECK_ERROR
    assert "no metrics" in broken.message
    assert [planned.has_verdict for planned in question.planned] == [True, False]


def test_what_only_a_judge_can_decide_has_no_cell_and_is_listed() -> None:
    question = compiled(LLMTrait(name="l", kind="boolean"), AgenticTrait(name="a", kind="boolean", description="d"))
    gated = compiled(RegexTrait(name="g", pattern="x", summary="s"), gated=True)

    assert question.needs_judge == ("l", "a")
    assert gated.needs_judge == ("g",)
    assert question.planned == gated.planned == ()
    assert evaluate_answers(question, [Answer("q", "m", "x"), Answer("q", "m", "y")]) == [[], []]


def test_answers_together_are_judged_as_one_by_one() -> None:
    question = compiled(
        RegexTrait(name="r", pattern="x"),
        MetricTrait(name="m", metrics=["f1"], tp_instructions=["x"]),
        reading=declarative(field("a")),
    )
    answers = [
        Answer("q", "m", "x", fields={"a": "x"}),
        Answer("q", "m", "y", fields={"a": None}),
        Answer("q", "m", "z", buckets={"m": {"tp": ["1"], "fn": [], "fp": []}}),
    ]

    together = evaluate_answers(question, answers)

    assert together == [evaluate_answer(question, answer) for answer in answers]
    assert [[cell.check for cell in cells] for cells in together] == [["template", "r", "m"]] * 3
