"""Checking one answer against what a question's template and rubrics say now. Nothing is stored.

Unlike verification, which ends at the first check that cannot be made, every check is made by itself here, so that
whoever writes a template or a pattern sees what became of each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from gradewright.errors import InvalidValue
from gradewright.model.kept_test import FAIL, NO, PASS, YES
from gradewright.model.primitives import Primitive, RegexMatch, TraceContains, TraceRegex
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.model.run import FieldOutcome
from gradewright.model.template import (
    BrokenTemplate,
    DeclarativeTemplate,
    HandWrittenTemplate,
    NoTemplate,
    Template,
    TemplateField,
    TemplateReading,
)
from gradewright.model.traits import RegexTrait
from gradewright.verify.answers import ValueReader
from gradewright.verify.errors import CheckError, ValuesRejected
from gradewright.verify.evidence import Mark, field_marks, found_spans, pattern_spans, span_marks
from gradewright.verify.rubrics import merge_rubrics
from gradewright.verify.templates import CompiledTemplate, compile_template
from gradewright.verify.traits import regex_flags, regex_matcher
from gradewright.verify.verdicts import trait_verdict
from gradewright.workers.patterns import PatternError, PatternRunner, PatternTimeout

HAND_WRITTEN = "The template is written by hand: shown, not run."
RAN_AWAY = "This pattern ran longer than its time here and was stopped. It would stop in a run, too."


class State(StrEnum):
    """How one line of the result stands."""

    PASS = "pass"
    FAIL = "fail"
    UNREAD = "unjudged"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Line:
    """One field or trait: what was found, what that means, and why.

    ``value`` is what was found, None for "not found"; it means nothing unless ``has_value``.
    """

    check: str
    is_field: bool
    state: State
    words: str
    has_value: bool = False
    value: Any = None

    @property
    def outcome(self) -> str:
        """What the check said, a word of ``OUTCOMES``; ``""`` where it could not be made."""
        if self.state is State.PASS:
            return PASS
        if self.state is State.FAIL:
            return FAIL
        if self.state is State.UNREAD and self.has_value and not self.is_field:
            return YES if self.value else NO
        return ""


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of an answer.

    ``verdict`` is None where the template has none: no template, no values, or a check that cannot be made; ``message``
    then says why. ``unasked`` counts the traits that only a judge can decide.
    """

    text: str = ""
    lines: tuple[Line, ...] = ()
    marks: tuple[Mark, ...] = ()
    verdict: bool | None = None
    passed_fields: int = 0
    fields: int = 0
    credit: float = 0.0
    total_weight: float = 0.0
    score: float | None = None
    message: str = ""
    unasked: int = 0
    template: Template | None = None


@dataclass(frozen=True, slots=True)
class TriedAnswer:
    """What is to be tried; ``values`` None where nobody read or entered any. A field without a value was not found."""

    text: str
    values: Mapping[str, Any] | None = None


def try_answer(
    answer: TriedAnswer, question: Question, reading: TemplateReading, global_rubric: Rubric, patterns: PatternRunner
) -> Tried:
    """Check an answer against a question, its template (``reading`` of its source) and the rubrics that hold for it."""
    tried = _try_template(reading, answer, patterns)
    lines, marks, unasked, problem = _try_rubrics(global_rubric, question.rubric, answer.text, patterns)
    return replace(
        tried,
        lines=(*tried.lines, *lines),
        marks=(*tried.marks, *marks),
        unasked=unasked,
        message=" ".join(part for part in (tried.message, problem) if part),
    )


# -- the template -----------------------------------------------------------------------------------------------------


def _try_template(reading: TemplateReading, answer: TriedAnswer, patterns: PatternRunner) -> Tried:
    match reading:
        case NoTemplate():
            return Tried(answer.text)
        case HandWrittenTemplate():
            return Tried(answer.text, message=HAND_WRITTEN)
        case BrokenTemplate(problem):
            return Tried(answer.text, message=f"The template cannot be read, line {problem.line}: {problem.message}")
        case DeclarativeTemplate(template):
            return _try_declarative(template, answer, patterns)


def _try_declarative(template: Template, answer: TriedAnswer, patterns: PatternRunner) -> Tried:
    lines: list[Line] = []
    marks: list[Mark] = []
    outcomes: dict[str, FieldOutcome] = {}
    for field in template.verified_fields:
        line, outcome = _try_field(template, field, answer, patterns)
        lines.append(line)
        if outcome is not None:
            outcomes[field.name] = outcome
            marks += field_marks(answer.text, "template", [outcome])
            marks += _pattern_marks(field, outcome, answer.text)
    tried = Tried(
        answer.text,
        tuple(lines),
        tuple(marks),
        fields=len(lines),
        passed_fields=sum(1 for line in lines if line.state is State.PASS),
        total_weight=template.total_weight,
        template=template,
    )
    if len(outcomes) < len(lines):
        return tried
    return _with_verdict(tried, template, outcomes, patterns)


def _with_verdict(
    tried: Tried, template: Template, outcomes: Mapping[str, FieldOutcome], patterns: PatternRunner
) -> Tried:
    results = {name: outcome.passed for name, outcome in outcomes.items()}
    scores = tuple(outcome.score for outcome in outcomes.values())
    try:
        compiled = compile_template(template, patterns)
        verdict, score = compiled.passed(results), compiled.score(scores)
    except (InvalidValue, CheckError) as error:
        return replace(tried, message=f"The template cannot be applied: {error}")
    credit = sum(outcome.weight * (outcome.score or 0.0) for outcome in outcomes.values())
    return replace(tried, verdict=verdict, score=score, credit=credit)


def _try_field(
    template: Template, field: TemplateField, answer: TriedAnswer, patterns: PatternRunner
) -> tuple[Line, FieldOutcome | None]:
    """Check one field by itself, so that one that cannot be compared leaves the others their results."""
    assert field.primitive is not None
    reads_text = field.primitive.reads_answer_text
    if not reads_text and answer.values is None:
        return Line(field.name, True, State.UNREAD, "reading it from the answer needs a judge"), None
    if reads_text and not answer.text:
        return Line(field.name, True, State.UNREAD, "needs the text of an answer"), None
    alone = Template((field,), class_name=template.class_name)
    try:
        compiled = compile_template(alone, patterns)
        outcome = _evaluate(compiled, field, answer)
    except (InvalidValue, CheckError, ValuesRejected) as error:
        given = (answer.values or {}).get(field.name)
        return Line(field.name, True, State.ERROR, _error_words(error), True, given), None
    state = State.PASS if outcome.passed else State.FAIL
    return Line(field.name, True, state, outcome.explanation, not reads_text, outcome.got), outcome


def _evaluate(compiled: CompiledTemplate, field: TemplateField, answer: TriedAnswer) -> FieldOutcome:
    raw = {field.name: answer.values[field.name]} if answer.values and field.name in answer.values else {}
    read = ValueReader(compiled.template).read(raw)
    outcome = compiled.evaluate(read.values, answer_text=answer.text, null_fields=read.null_fields)
    return outcome.fields[0]


def _pattern_marks(field: TemplateField, outcome: FieldOutcome, text: str) -> list[Mark]:
    """The words that a rule about the answer's own text matched."""
    pattern = _searched(field.primitive)
    if pattern is None:
        return []
    spans = pattern_spans(pattern, 0, text)
    return [replace(mark, field=field.name) for mark in span_marks("template", spans, bool(outcome.passed))]


def _searched(primitive: Primitive | None) -> str | None:
    if isinstance(primitive, TraceContains):
        return re.escape(primitive.substring) or None
    return primitive.pattern if isinstance(primitive, TraceRegex | RegexMatch) else None


# -- the rubrics ------------------------------------------------------------------------------------------------------


def _try_rubrics(
    global_rubric: Rubric, own: Rubric, text: str, patterns: PatternRunner
) -> tuple[list[Line], list[Mark], int, str]:
    """Check the regex traits on a text; returns lines, marks, how many traits need a judge, and what is wrong."""
    try:
        traits = merge_rubrics(global_rubric, own).traits
        problem = ""
    except InvalidValue as error:
        traits = (*global_rubric.traits, *own.traits)
        problem = str(error)
    lines: list[Line] = []
    marks: list[Mark] = []
    unasked = 0
    for trait in traits:
        if not isinstance(trait, RegexTrait):
            unasked += 1
        elif text:
            line, found = _try_regex(trait, text, patterns)
            lines.append(line)
            marks += found
    return lines, marks, unasked, problem


def _try_regex(trait: RegexTrait, text: str, patterns: PatternRunner) -> tuple[Line, list[Mark]]:
    try:
        found = regex_matcher(trait, patterns).search(text)
    except PatternTimeout:
        return Line(trait.name, False, State.ERROR, RAN_AWAY), []
    except PatternError as error:
        return Line(trait.name, False, State.ERROR, f"the pattern is not valid: {error}"), []
    value = found != trait.invert_result
    verdict = trait_verdict(trait, value)
    state = State.UNREAD if verdict is None else State.PASS if verdict else State.FAIL
    words = "the pattern is found" if found else "the pattern is not found"
    spans = found_spans(trait.pattern, regex_flags(trait), text, trait.normalize)
    return Line(trait.name, False, state, words, True, value), span_marks(trait.name, spans, verdict is not False)


def _error_words(error: Exception) -> str:
    cause = error.error if isinstance(error, CheckError) else error
    if isinstance(cause, PatternTimeout):
        return RAN_AWAY
    message = getattr(error, "message", "") or str(error)
    return f"cannot be compared: {message[:1].lower()}{message[1:]}"
