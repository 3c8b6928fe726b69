"""The checks of one question, ready to run, also where its two rubrics do not fit together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gradewright.errors import InvalidValue
from gradewright.formats.template_source import read_template
from gradewright.model.answer import Answer
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.model.run import Cell, CellState, CheckKind, FailureReason
from gradewright.verify.answer import CompiledQuestion, PlannedCheck, compile_question, evaluate_answers
from gradewright.verify.rubrics import MergedRubric, merge_rubrics
from gradewright.workers.code import CodeRunner
from gradewright.workers.patterns import PatternRunner


@dataclass(frozen=True, slots=True)
class QuestionChecks:
    """A question's checks. ``conflict`` cells stand for traits that cannot be told apart, and are always the same."""

    compiled: CompiledQuestion
    conflict: tuple[Cell, ...] = ()

    @property
    def planned(self) -> tuple[PlannedCheck, ...]:
        """The checks that yield a cell for every answer, in their order."""
        return (*self.compiled.planned, *(PlannedCheck(cell.check, cell.kind, True) for cell in self.conflict))

    def evaluate(self, answers: Sequence[Answer]) -> list[list[Cell]]:
        """Return the cells of each answer, in the order of the answers."""
        judged = evaluate_answers(self.compiled, answers)
        return [[*cells, *self.conflict] for cells in judged] if self.conflict else judged


def bind_checks(
    question: Question, global_rubric: Rubric, patterns: PatternRunner, code: CodeRunner | None = None
) -> QuestionChecks:
    """Bind a question's template and rubrics. ``code`` runs the programs that are allowed; without it there are none.

    Where the two rubrics have a trait of the same name, or a name is not allowed, nothing can say which result belongs
    to which trait: every trait then has a cell that says so, and the template is checked as usual.
    """
    reading = read_template(question.template)
    try:
        merged = merge_rubrics(global_rubric, question.rubric)
    except InvalidValue as error:
        compiled = compile_question(question, MergedRubric(), reading, patterns, code)
        names = dict.fromkeys(trait.name for trait in (*global_rubric.traits, *question.rubric.traits))
        return QuestionChecks(compiled, tuple(_conflict(name, error) for name in names))
    return QuestionChecks(compile_question(question, merged, reading, patterns, code))


def _conflict(name: str, error: InvalidValue) -> Cell:
    return Cell(
        name,
        CheckKind.TRAIT,
        CellState.FAILED,
        reason=FailureReason.CHECK_ERROR,
        message=error.message,
        detail={"has_verdict": True},
    )
