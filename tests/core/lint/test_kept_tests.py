"""Kept tests as findings: one a test whose outcome changed, with its reason and the way to accept it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gradewright.edits import SetQuestion
from gradewright.formats.template_source import read_template, write_template
from gradewright.lint.checks import lint_benchmark, lint_question
from gradewright.lint.finding import Finding, Place, Severity
from gradewright.model.kept_test import KeptTest
from gradewright.model.primitives import make_primitive
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.template import FieldKind, Template, TemplateField
from gradewright.model.traits import RegexTrait
from gradewright.workers.patterns import QuickPatterns

PLACE = Place(1, 2)
DOSE = TemplateField("dose", "int", FieldKind.WHOLE_NUMBER, "d", 1000, make_primitive("NumericExact", {}))
RIGHT = KeptTest("Take 1000 mg", {"dose": 1000}, "pass", {"dose": "pass"}, {"Says mg": "pass"})
WRONG = KeptTest("", {"dose": 2000, "drug": None}, "fail", {"dose": "fail"})
MG = Rubric((RubricEntry("e", RegexTrait(name="Says mg", pattern=" mg")),))


def question(truth: int, *tests: KeptTest) -> Question:
    source = write_template(Template((replace(DOSE, ground_truth=truth),)))
    return Question("k", "How much?", "1000 mg", source, kept_tests=tests or (RIGHT, WRONG))


def broken(asked: Question, global_rubric: Rubric = MG) -> list[Finding]:
    found = lint_question(asked, read_template(asked.template), PLACE, global_rubric=global_rubric)
    return [each for each in found if each.rule == "kept-test-broken"]


def test_tests_that_hold_say_nothing() -> None:
    assert broken(question(1000)) == []


def test_each_test_that_changed_is_an_error_with_its_words() -> None:
    first, second = broken(question(2000))
    assert (first.severity, first.place) == (Severity.ERROR, replace(PLACE, part="kept-test:0"))
    assert (first.words, first.why) == ("Take 1000 mg", "was pass, is fail now")
    assert first.message == (
        "This answer was kept with another outcome. Verdict: pass, now fail; "
        "dose: pass, now fail (expected 2000, off by 1000)."
    )
    assert (second.place.part, second.words, second.why) == (
        "kept-test:1",
        "dose = 2000, drug = not found",
        "was fail, is pass now",
    )


def test_the_fix_expects_what_comes_out_now_and_leaves_the_others() -> None:
    asked = question(2000)
    first, second = broken(asked)
    assert first.fix is not None
    assert second.fix is not None
    assert (first.fix.title, first.fix.before, first.fix.after) == (
        "Expect the new outcome",
        "verdict: pass\ndose: pass",
        "verdict: fail\ndose: fail",
    )
    edit = first.fix.edit
    assert isinstance(edit, SetQuestion)
    assert (edit.question_id, edit.title) == (2, "expect another outcome of kept test")
    assert edit.value == (replace(RIGHT, verdict="fail", fields={"dose": "fail"}), WRONG)
    assert [each.place.part for each in broken(replace(asked, kept_tests=edit.value))] == ["kept-test:1"]


def test_a_changed_trait_is_named() -> None:
    (found,) = broken(question(1000), Rubric((RubricEntry("e", RegexTrait(name="Says mg", pattern="grams")),)))
    assert found.why == "Says mg was pass, is fail now"
    assert "Says mg: pass, now fail (the pattern is not found)" in found.message


def test_a_test_of_which_nothing_is_left() -> None:
    only_trait = KeptTest("Take 1000 mg", None, "", {}, {"Says mg": "pass"})
    (found,) = broken(question(1000, only_trait), Rubric())
    assert (found.why, found.fix) == ("checks nothing any more", None)


def test_a_template_that_cannot_be_read_is_one_finding_and_not_one_a_test() -> None:
    asked = replace(question(1000), template="class Answer(BaseAnswer")
    found = lint_question(asked, read_template(asked.template), PLACE, global_rubric=MG)
    assert [each.rule for each in found if each.severity is Severity.ERROR] == ["broken-template"]


@pytest.mark.parametrize(("text", "holds"), [("aaa!", True), ("a" * 40 + "!", False)])
def test_patterns_that_run_away_are_stopped(text: str, holds: bool) -> None:
    slow = Rubric((RubricEntry("e", RegexTrait(name="Slow", pattern="(a+)+$")),))
    test = KeptTest(text, None, "", {}, {"Slow": "fail"})
    found = broken(question(1000, test), slow)
    assert bool(found) is not holds
    assert all("ran longer than its time" in each.message for each in found)


def test_the_benchmark_is_checked_with_its_global_rubric_and_the_runner_given() -> None:
    entry = RubricEntry("e", RegexTrait(name="Says mg", pattern="grams"))
    benchmark = Benchmark("b", "d", rubric=Rubric((entry,)))
    found = lint_benchmark(1, benchmark, [(2, question(1000))], read_template, patterns=QuickPatterns())
    assert [(each.rule, each.place.part) for each in found if each.rule == "kept-test-broken"] == [
        ("kept-test-broken", "kept-test:0")
    ]
