"""One recorded answer against all checks of its question that need no judge: the cells of a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gradewright.errors import InvalidValue
from gradewright.model.answer import Answer
from gradewright.model.question import Question
from gradewright.model.run import Cell, CellState, CheckKind, FailureReason
from gradewright.model.template import (
    BrokenTemplate,
    DeclarativeTemplate,
    HandWrittenTemplate,
    NoTemplate,
    Template,
    TemplateReading,
)
from gradewright.model.traits import CallableTrait, MetricTrait, RegexTrait, UnreadableTrait
from gradewright.verify.answers import FieldValues, ValueReader
from gradewright.verify.errors import CheckError, ValuesRejected
from gradewright.verify.metrics import BUCKETS, confusion, metric_values
from gradewright.verify.program_checks import NO_VALUES, TEMPLATE_CHECK, CallableCheck, WrittenTemplateCheck
from gradewright.verify.rubrics import MergedEntry, MergedRubric
from gradewright.verify.templates import compile_template
from gradewright.verify.traits import regex_matcher
from gradewright.verify.verdicts import has_verdict, trait_verdict
from gradewright.workers.patterns import PatternError, PatternInvalid, PatternTimeout

if TYPE_CHECKING:
    from gradewright.workers.code import CodeRunner
    from gradewright.workers.patterns import PatternRunner

__all__ = [
    "TEMPLATE_CHECK",
    "CompiledQuestion",
    "PlannedCheck",
    "compile_question",
    "evaluate_answer",
    "evaluate_answers",
]

CheckAnswers = Callable[[Sequence[Answer], Sequence[str]], list[Cell]]
"""Takes answers and their texts; the same list of texts goes to every check, so that a worker is given it once."""

_CODE_IN_TEMPLATE = "The template is a program. Programs from files are not run unless you allow them."
_CODE_IN_TRAIT = "The trait is a program that came with a file. Programs from files are not run unless you allow them."


@dataclass(frozen=True, slots=True)
class PlannedCheck:
    """A check that yields a cell for every answer. ``has_verdict``: its results can be read as pass or fail."""

    check: str
    kind: CheckKind
    has_verdict: bool


@dataclass(frozen=True, slots=True)
class CompiledQuestion:
    """A question's checks, bound and ready for many answers.

    ``planned`` is in the order of the cells. ``needs_judge`` names the traits that only a judge can decide; they yield
    no cell here.
    """

    key: str
    planned: tuple[PlannedCheck, ...]
    needs_judge: tuple[str, ...]
    _checks: tuple[CheckAnswers, ...]


def compile_question(
    question: Question,
    rubric: MergedRubric,
    reading: TemplateReading,
    patterns: PatternRunner,
    code: CodeRunner | None = None,
) -> CompiledQuestion:
    """Bind a question's template and rubric.

    ``rubric`` is what holds for the question (see ``merge_rubrics``), ``reading`` what its template's source says,
    ``patterns`` runs the regular expressions, ``code`` the programs that are allowed; without it there are none. Never
    raises for what a file can hold: a check that cannot be bound
    yields cells that say why.
    """
    planned: list[PlannedCheck] = []
    checks: list[CheckAnswers] = []
    needs_judge = []
    template = _template_check(question.template, reading, patterns, code)
    if template is not None:
        planned.append(PlannedCheck(TEMPLATE_CHECK, CheckKind.TEMPLATE, True))
        checks.append(template)
    for merged in rubric.entries:
        trait = merged.entry.trait
        check = _trait_check(merged, patterns, code)
        if check is None:
            needs_judge.append(trait.name)
            continue
        planned.append(PlannedCheck(trait.name, CheckKind.TRAIT, has_verdict(trait)))
        checks.append(check)
    return CompiledQuestion(question.key, tuple(planned), tuple(needs_judge), tuple(checks))


def evaluate_answer(question: CompiledQuestion, answer: Answer) -> list[Cell]:
    """Return one cell for each planned check, in their order. Never raises for what an answer can hold."""
    return evaluate_answers(question, [answer])[0]


def evaluate_answers(question: CompiledQuestion, answers: Sequence[Answer]) -> list[list[Cell]]:
    """Return the cells of several answers to one question, in the order of the answers.

    Faster than one by one where patterns have to be matched in a watched process.
    """
    texts = [answer.text for answer in answers]
    columns = [check(answers, texts) for check in question._checks]
    return [list(row) for row in zip(*columns, strict=True)] if columns else [[] for _ in answers]


def _template_check(
    source: str, reading: TemplateReading, patterns: PatternRunner, code: CodeRunner | None
) -> CheckAnswers | None:
    if isinstance(reading, NoTemplate):
        return None
    if isinstance(reading, HandWrittenTemplate):
        program = None if code is None else code.template_program(source)
        if program is not None:
            return WrittenTemplateCheck(program)
        return _always(_failed_template(FailureReason.CODE_NOT_ALLOWED, _CODE_IN_TEMPLATE))
    if isinstance(reading, BrokenTemplate):
        message = f"The template cannot be read: {reading.problem.message}"
        detail = {"line": reading.problem.line}
        return _always(_failed_template(FailureReason.CHECK_ERROR, message, detail))
    return _declarative(reading, patterns)


def _declarative(reading: DeclarativeTemplate, patterns: PatternRunner) -> CheckAnswers:
    try:
        return _Declarative(reading.template, patterns)
    except InvalidValue as error:
        detail = {"field": error.place} if error.place else None
        return _always(_failed_template(FailureReason.CHECK_ERROR, error.message, detail))


class _Declarative:
    """Runs a declarative template over answers."""

    def __init__(self, template: Template, patterns: PatternRunner) -> None:
        self._compiled = compile_template(template, patterns)
        self._reader = ValueReader(self._compiled.template)
        compared = self._compiled.template.verified_fields
        self._needs_values = any(f.name not in self._compiled.answer_fields for f in compared)

    def __call__(self, answers: Sequence[Answer], _texts: Sequence[str]) -> list[Cell]:
        return [self._cell(answer) for answer in answers]

    def _cell(self, answer: Answer) -> Cell:
        if answer.fields is None and self._needs_values:
            return _failed_template(FailureReason.NO_VALUES, NO_VALUES)
        try:
            read = self._reader.read(answer.fields or {})
        except ValuesRejected as error:
            message = f"A recorded value does not fit its field: {error.message}"
            return Cell(
                TEMPLATE_CHECK,
                CheckKind.TEMPLATE,
                CellState.PARSE_ERROR,
                message=message,
                detail={"field": error.place} if error.place else {},
            )
        return self._judged(read, answer.text)

    def _judged(self, read: FieldValues, text: str) -> Cell:
        try:
            outcome = self._compiled.evaluate(read.values, answer_text=text, null_fields=read.null_fields)
        except CheckError as error:
            return _failed_template(_reason(error.error), _sentence(error), {"field": error.field})
        return Cell(
            TEMPLATE_CHECK,
            CheckKind.TEMPLATE,
            CellState.JUDGED,
            verdict=outcome.passed,
            value=outcome.passed,
            score=outcome.score,
            fields=outcome.fields,
        )


def _trait_check(merged: MergedEntry, patterns: PatternRunner, code: CodeRunner | None) -> CheckAnswers | None:
    """Return the check of a rubric entry, or None where only a judge can decide it."""
    trait = merged.entry.trait
    if isinstance(trait, UnreadableTrait):
        message = f"The trait cannot be used: {trait.problem}"
        return _always(_failed_trait(trait.name, FailureReason.CHECK_ERROR, message))
    if merged.entry.gated:
        # Whether a gated trait counts for an answer is a judge's decision, whatever its kind.
        return None
    if isinstance(trait, RegexTrait):
        return _regex_check(trait, patterns)
    if isinstance(trait, MetricTrait):
        return lambda answers, _texts: [_metric_cell(trait, answer) for answer in answers]
    if isinstance(trait, CallableTrait):
        program = None if code is None else code.callable_program(trait.callable_code)
        if program is not None:
            return CallableCheck(trait, program)
        cell = _failed_trait(trait.name, FailureReason.CODE_NOT_ALLOWED, _CODE_IN_TRAIT, has_verdict(trait))
        return _always(cell)
    return None


def _regex_check(trait: RegexTrait, patterns: PatternRunner) -> CheckAnswers:
    readable = has_verdict(trait)
    try:
        matcher = regex_matcher(trait, patterns)
    except PatternError as error:
        return _always(_failed_trait(trait.name, _reason(error), f"The pattern is not valid: {error}.", readable))
    # There are but two results, so there are but two cells; making one for each answer would cost more than matching.
    cells = {found: _regex_cell(trait, found) for found in (True, False)}

    def check(_answers: Sequence[Answer], texts: Sequence[str]) -> list[Cell]:
        results = matcher.search_many(texts)
        return [
            _failed_trait(trait.name, _reason(result), f"{str(result)[:1].upper()}{str(result)[1:]}.", readable)
            if isinstance(result, PatternError)
            else cells[result]
            for result in results
        ]

    return check


def _regex_cell(trait: RegexTrait, found: bool) -> Cell:
    value = found != trait.invert_result
    return Cell(
        trait.name,
        CheckKind.TRAIT,
        CellState.JUDGED,
        verdict=trait_verdict(trait, value),
        value=value,
        detail={"pattern": trait.pattern, "found": found} | ({"normalize": True} if trait.normalize else {}),
    )


def _metric_cell(trait: MetricTrait, answer: Answer) -> Cell:
    lists = (answer.buckets or {}).get(trait.name)
    if lists is None:
        message = "No lists of what the answer holds were recorded for this trait; sorting it needs a judge."
        return _failed_trait(trait.name, FailureReason.NO_VALUES, message)
    missing = [name for name in trait.required_buckets() if lists.get(name) is None]
    if missing:
        message = f"The recorded lists lack {', '.join(missing)}; an empty list says that there was nothing."
        return _failed_trait(trait.name, FailureReason.NO_VALUES, message)
    found = confusion(lists, trait.repeated_extraction)
    return Cell(
        trait.name,
        CheckKind.TRAIT,
        CellState.JUDGED,
        value=metric_values(found, trait.metrics),
        detail={"counts": found.counts, "lists": {name: list(getattr(found, name)) for name in BUCKETS}},
    )


def _always(cell: Cell) -> CheckAnswers:
    return lambda answers, _texts: [cell] * len(answers)


def _failed_template(reason: FailureReason, message: str, detail: dict[str, Any] | None = None) -> Cell:
    return Cell(
        TEMPLATE_CHECK, CheckKind.TEMPLATE, CellState.FAILED, reason=reason, message=message, detail=detail or {}
    )


def _failed_trait(name: str, reason: FailureReason, message: str, readable: bool = False) -> Cell:
    return Cell(
        name,
        CheckKind.TRAIT,
        CellState.FAILED,
        reason=reason,
        message=message,
        detail={"has_verdict": readable},
    )


def _reason(error: BaseException) -> FailureReason:
    if isinstance(error, PatternTimeout):
        return FailureReason.REGEX_TIMEOUT
    return FailureReason.REGEX_INVALID if isinstance(error, PatternInvalid) else FailureReason.CHECK_ERROR


def _sentence(error: CheckError) -> str:
    return f"The field “{error.field}” cannot be compared: {error.message}" if error.field else error.message
