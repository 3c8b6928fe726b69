"""Judging one answer to one question: its template, and the traits that hold for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gradewright.benchmark.asking import Asked, Judge, no_judge
from gradewright.benchmark.template_checks import TemplateCheck
from gradewright.errors import InvalidValue
from gradewright.judge.questions import (
    JudgeQuestion,
    ask_boolean,
    ask_buckets,
    ask_class,
    ask_form,
    ask_score,
)
from gradewright.judge.readings import Judgement, read_buckets, read_trait
from gradewright.model.question import Question
from gradewright.model.run import CellState, FailureReason
from gradewright.model.traits import (
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    UnreadableTrait,
)
from gradewright.schemas.entities.callable_trait import Function
from gradewright.schemas.results import NotJudged, VerificationResultRubric
from gradewright.verify.metrics import BUCKETS, confusion, metric_values
from gradewright.verify.program_checks import CallableCheck, read_result
from gradewright.verify.rubrics import MergedEntry
from gradewright.verify.traits import regex_matcher
from gradewright.workers.code import CodeRunner
from gradewright.workers.patterns import PatternError, PatternRunner, PatternTimeout

_FOREIGN = (
    "The trait's function came with a file, and nobody has allowed it. Read it and allow it in the window or with "
    "“gradewright trust”, and name that library in run_verification(library=…)."
)
_GATED = "Whether this trait counts for the answer has to be decided first, which is not carried out here."
_AGENT = "The trait needs an agent in a workspace, which is not run here."


@dataclass(frozen=True, slots=True)
class QuestionChecks:
    """Everything that is judged about answers to one question. Made once for a run."""

    question: Question
    template: TemplateCheck | None
    traits: tuple[MergedEntry, ...] = ()


@dataclass(slots=True)
class _Gathered:
    """The results of traits while they come in."""

    llm: dict[str, Any] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    regex: dict[str, bool] = field(default_factory=dict)
    callables: dict[str, bool | int | float] = field(default_factory=dict)
    metrics: dict[str, dict[str, float]] = field(default_factory=dict)
    lists: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    missing: dict[str, NotJudged] = field(default_factory=dict)
    replies: dict[str, str] = field(default_factory=dict)

    def fail(self, name: str, reason: FailureReason, message: str) -> None:
        self.missing[name] = NotJudged(state=CellState.FAILED.value, reason=reason.value, message=message)


class TraitJudge:
    """Judges traits: patterns and the script's own functions by themselves, the others by asking."""

    def __init__(
        self, judge: Judge, patterns: PatternRunner, functions: Mapping[bytes, Function], programs: CodeRunner | None
    ) -> None:
        self._judge = judge
        self._patterns = patterns
        self._functions = functions
        self._programs = programs

    def judge(self, checks: QuestionChecks, answer: str) -> VerificationResultRubric:
        """Return the results of all traits, each asked about by itself."""
        found = _Gathered()
        for merged in checks.traits:
            self._one(merged, checks.question, answer, found)
        judged = bool(found.llm or found.regex or found.callables or found.metrics)
        return VerificationResultRubric(
            rubric_evaluation_performed=judged,
            rubric_evaluation_strategy="sequential" if judged else None,
            llm_trait_scores=found.llm or None,
            llm_trait_labels=found.labels or None,
            regex_trait_scores=found.regex or None,
            callable_trait_scores=found.callables or None,
            metric_trait_scores=found.metrics or None,
            metric_trait_confusion_lists=found.lists or None,
            not_judged=found.missing,
            trait_provenance={m.entry.trait.name: str(m.provenance) for m in checks.traits},
            raw_judge_replies=found.replies,
        )

    def _one(self, merged: MergedEntry, question: Question, answer: str, found: _Gathered) -> None:
        trait = merged.entry.trait
        if merged.entry.gated:
            found.missing[trait.name] = _not_judged(no_judge(_GATED))
            return
        match trait:
            case RegexTrait():
                self._regex(trait, answer, found)
            case CallableTrait():
                self._callable(trait, answer, found)
            case MetricTrait():
                self._metric(trait, question, answer, found)
            case LLMTrait():
                self._llm(trait, question, answer, found)
            case AgenticTrait():
                found.missing[trait.name] = _not_judged(no_judge(_AGENT))
            case UnreadableTrait():
                found.fail(trait.name, FailureReason.CHECK_ERROR, f"The trait cannot be used: {trait.problem}.")

    def _regex(self, trait: RegexTrait, answer: str, found: _Gathered) -> None:
        try:
            found.regex[trait.name] = regex_matcher(trait, self._patterns).search(answer) != trait.invert_result
        except PatternError as error:
            timeout = isinstance(error, PatternTimeout)
            reason = FailureReason.REGEX_TIMEOUT if timeout else FailureReason.REGEX_INVALID
            found.fail(trait.name, reason, f"The pattern cannot be matched: {error}.")

    def _callable(self, trait: CallableTrait, answer: str, found: _Gathered) -> None:
        function = self._functions.get(trait.callable_code)
        if function is None:
            self._foreign(trait, answer, found)
            return
        try:
            found.callables[trait.name] = read_result(trait, function(answer))
        except Exception as error:
            said = str(error) or type(error).__name__
            found.fail(trait.name, FailureReason.CODE_FAILED, f"The trait's function failed: {said}.")

    def _foreign(self, trait: CallableTrait, answer: str, found: _Gathered) -> None:
        programs = self._programs
        program = None if programs is None else programs.callable_program(trait.callable_code)
        if program is None:
            found.fail(trait.name, FailureReason.CODE_NOT_ALLOWED, _FOREIGN)
            return
        (cell,) = CallableCheck(trait, program)([], [answer])
        if cell.state is CellState.JUDGED:
            found.callables[trait.name] = cell.value
        else:
            found.missing[trait.name] = NotJudged(state=cell.state.value, reason=cell.reason, message=cell.message)

    def _metric(self, trait: MetricTrait, question: Question, answer: str, found: _Gathered) -> None:
        asked = self._judge.ask(ask_buckets(trait, question.text, answer), lambda q, r: read_buckets(trait, q, r))
        judgement = self._noted(trait.name, asked, found)
        if judgement is not None:
            lists = confusion(judgement.value, trait.repeated_extraction)
            found.metrics[trait.name] = metric_values(lists, trait.metrics)
            found.lists[trait.name] = {bucket: list(getattr(lists, bucket)) for bucket in BUCKETS}

    def _llm(self, trait: LLMTrait, question: Question, answer: str, found: _Gathered) -> None:
        reference = question.reference if trait.include_ground_truth else None
        try:
            asked_of = _question(trait, question.text, answer, reference)
        except InvalidValue as error:
            found.fail(trait.name, FailureReason.CHECK_ERROR, error.message)
            return
        judgement = self._noted(trait.name, self._judge.ask(asked_of, lambda q, r: read_trait(trait, q, r)), found)
        if judgement is None:
            return
        if isinstance(trait.kind, dict):
            found.llm |= {f"{trait.name}.{name}": value for name, value in judgement.value.items()}
            return
        found.llm[trait.name] = judgement.value
        if judgement.label is not None:
            found.labels[trait.name] = judgement.label

    @staticmethod
    def _noted(name: str, asked: Asked, found: _Gathered) -> Judgement | None:
        if asked.reply:
            found.replies[name] = asked.reply
        if asked.judgement is None:
            found.missing[name] = _not_judged(asked)
        return asked.judgement


def _question(trait: LLMTrait, question: str, answer: str, reference: str | None) -> JudgeQuestion:
    if isinstance(trait.kind, dict):
        return ask_form(trait, question, answer, reference)
    ask = {"boolean": ask_boolean, "score": ask_score, "literal": ask_class}[trait.kind]
    return ask(trait, question, answer, reference)


def _not_judged(asked: Asked) -> NotJudged:
    return NotJudged(state=asked.state.value, reason=asked.reason, message=asked.message)
