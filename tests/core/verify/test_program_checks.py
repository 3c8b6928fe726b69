"""What programs yield, as cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from support.programs import pickled

from gradewright.errors import InvalidValue
from gradewright.formats.template_source import read_template
from gradewright.model.answer import Answer
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.run import Cell, CellState, FailureReason
from gradewright.model.template import NoTemplate
from gradewright.model.traits import CallableTrait
from gradewright.verify.answer import compile_question, evaluate_answers
from gradewright.verify.program_checks import WrittenTemplateCheck, read_result
from gradewright.verify.rubrics import merge_rubrics
from gradewright.workers.code import CodeFailed, CodeRunner, LoadedTemplate, TemplateCall
from gradewright.workers.patterns import QuickPatterns
from gradewright.workers.sandbox.runner import CodeSandbox

WRITTEN = """class Answer(BaseAnswer):
    dose: int = Field(description='d')
    def ground_truth(self):
        self.correct = {'dose': 5}
        self.regex = {'says mg': {'pattern': 'mg', 'expected': 'mg'}}
    def verify(self):
        return self.dose == self.correct['dose'] and 10 / self.dose
    def verify_granular(self):
        return 0.5
"""


@pytest.fixture(scope="module")
def code() -> Iterator[CodeRunner]:
    with CodeSandbox() as sandbox:
        yield sandbox


def trait_cells(code: CodeRunner | None, source: str, *texts: str, **options: Any) -> list[Cell]:
    trait = CallableTrait(**{"name": "t", "kind": "boolean", "callable_code": pickled(source), **options})
    rubric = merge_rubrics(Rubric((RubricEntry("e", trait),)), Rubric())
    question = compile_question(Question("q", "?"), rubric, NoTemplate(), QuickPatterns(), code)
    return [cells[0] for cells in evaluate_answers(question, [Answer("q", "m", text) for text in texts])]


def template_cells(code: CodeRunner | None, source: str, *answers: tuple[Mapping[str, Any] | None, str]) -> list[Cell]:
    question = compile_question(
        Question("q", "?", template=source),
        merge_rubrics(Rubric(), Rubric()),
        read_template(source),
        QuickPatterns(),
        code,
    )
    given = [Answer("q", "m", text, fields=fields) for fields, text in answers]
    return [cells[0] for cells in evaluate_answers(question, given)]


def test_nothing_runs_without_somebody_to_run_it() -> None:
    (trait,) = trait_cells(None, "def f(text): return True", "x")
    (template,) = template_cells(None, WRITTEN, ({"dose": 5}, "mg"))

    assert {trait.reason, template.reason} == {FailureReason.CODE_NOT_ALLOWED}


def test_yes_or_no_has_a_verdict(code: CodeRunner) -> None:
    source = "def f(text): return 'x' in text"
    plain = trait_cells(code, source, "x", "y")
    turned = trait_cells(code, source, "x", invert_result=True, higher_is_better=False)

    assert [(cell.value, cell.verdict) for cell in plain] == [(True, True), (False, False)]
    assert [(cell.value, cell.verdict) for cell in turned] == [(False, True)]


def test_scores_and_classes_have_values(code: CodeRunner) -> None:
    (score,) = trait_cells(code, "def f(text): return 2.5", "x", kind="score", min_score=0, max_score=3)
    (chosen,) = trait_cells(code, "def f(text): return 'warm'", "x", kind="literal", classes={"cold": "", "warm": ""})

    assert (score.state, score.value, score.verdict) == (CellState.JUDGED, 2.5, None)
    assert (chosen.value, chosen.detail) == (1, {"class": "warm"})


@pytest.mark.parametrize(
    ("returned", "options", "words"),
    [
        ("1", {}, "True or False"),
        ("None", {}, "None"),
        ("float('nan')", {"kind": "score", "min_score": 0, "max_score": 3}, "no finite number"),
        ("4", {"kind": "score", "min_score": 0, "max_score": 3}, "outside of 0 to 3"),
        ("'x'", {"kind": "score"}, "needs a number"),
        ("'\\ud800'", {"kind": "literal", "classes": {"a": "", "b": ""}}, "none of the classes"),
        ("1 / 0", {}, "ZeroDivisionError"),
    ],
)
def test_what_is_no_result_fails_with_a_sentence(
    code: CodeRunner, returned: str, options: dict[str, Any], words: str
) -> None:
    (cell,) = trait_cells(code, f"def f(text): return {returned}", "x", **options)

    assert (cell.state, cell.reason) == (CellState.FAILED, FailureReason.CODE_FAILED)
    assert words in cell.message
    assert cell.message.encode()


def test_a_number_that_is_nan_is_still_a_number_where_it_is_read() -> None:
    trait = CallableTrait(name="t", kind="score", callable_code=b"", min_score=0, max_score=1)

    assert read_result(trait, True) is True
    assert read_result(trait, float("nan")) != read_result(trait, float("nan"))
    with pytest.raises(InvalidValue):
        read_result(trait, "1")


def test_a_written_template_is_judged_with_its_patterns(code: CodeRunner) -> None:
    right, wrong, silent = template_cells(
        code, WRITTEN, ({"dose": 5}, "5 mg"), ({"dose": 4}, "4 mg"), ({"dose": 5}, "5")
    )

    assert [cell.verdict for cell in (right, wrong, silent)] == [True, False, False]
    assert right.score == 0.5
    assert right.detail == {"returned": "2.0", "patterns": {"says mg": True}}


def test_a_written_template_that_cannot_judge_says_why(code: CodeRunner) -> None:
    raised, rejected, unread = template_cells(
        code, WRITTEN.replace("5}", "0}"), ({"dose": 0}, "mg"), ({"dose": "much"}, "mg"), (None, "mg")
    )

    assert (raised.state, raised.reason) == (CellState.FAILED, FailureReason.CODE_FAILED)
    assert "ZeroDivisionError in line 7" in raised.message
    assert (rejected.state, rejected.detail["field"]) == (CellState.PARSE_ERROR, "dose")
    assert unread.reason == FailureReason.NO_VALUES


def test_compared_fields_are_shown_one_by_one(code: CodeRunner) -> None:
    source = (
        "class Answer(BaseAnswer):\n"
        "    dose: int = VerifiedField('d', 5, NumericExact())\n"
        "    unit: str = VerifiedField('u', 'mg', ExactMatch())\n"
        "    def verify(self): return self.dose == 5\n"
    )
    (cell,) = template_cells(code, source, ({"dose": 5, "unit": None}, ""))

    assert (cell.verdict, cell.score) == (True, 0.5)
    assert [(f.name, f.passed, f.expected, f.got) for f in cell.fields] == [
        ("dose", True, 5, 5),
        ("unit", None, "mg", None),
    ]


class Liar:
    """A template program that says whatever it likes."""

    def __init__(self, told: Any) -> None:
        self._told = told

    def load(self) -> LoadedTemplate | CodeFailed:
        return LoadedTemplate("Answer", (), False)

    def verify_many(self, calls: Sequence[TemplateCall]) -> list[Mapping[str, Any] | CodeFailed]:
        return [self._told] * len(calls)


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"verify": True},
        {"verify": True, "fields": 3},
        {"verify": True, "fields": [{}]},
        {"verify": True, "fields": [], "regex": {"success": True, "results": 5}},
        {"construct_error": "x"},
        {"verify_error": 5},
        {"verify": {"problem": "memory", "message": 3}, "fields": []},
    ],
)
def test_lies_about_the_form_of_results_fail(told: Any) -> None:
    (cell,) = WrittenTemplateCheck(Liar(told))([Answer("q", "m", "x")], ["x"])

    assert (cell.state, cell.reason) == (CellState.FAILED, FailureReason.CODE_FAILED)
