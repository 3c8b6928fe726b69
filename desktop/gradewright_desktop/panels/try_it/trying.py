"""Checking one answer against what a question's template and rubrics say now. Nothing is stored."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from gradewright.errors import InvalidValue
from gradewright.formats.template_source import read_template
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
)
from gradewright.model.traits import RegexTrait
from gradewright.store.library import Library
from gradewright.verify.answers import ValueReader
from gradewright.verify.errors import CheckError, ValuesRejected
from gradewright.verify.evidence import Mark, field_marks, pattern_spans, span_marks
from gradewright.verify.rubrics import merge_rubrics
from gradewright.verify.templates import CompiledTemplate, compile_template
from gradewright.verify.traits import regex_matcher
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
    """One field or trait: what was found, what that means, and why."""

    check: str
    is_field: bool
    state: State
    got: str
    words: str


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
class Trial:
    """What is to be tried; ``values`` None where nobody read or entered any. A field without a value was not found."""

    benchmark_id: int
    question_id: int
    text: str
    values: Mapping[str, Any] | None


def try_answer(library: Library, trial: Trial, patterns: PatternRunner) -> Tried:
    """Check an answer, off the GUI thread.

    Raises:
        NotFound: the question is gone.
    """
    question = library.question(trial.question_id)
    global_rubric = library.benchmark(trial.benchmark_id).rubric
    tried = _try_template(question, trial, patterns)
    lines, marks, unasked, problem = _try_rubrics(global_rubric, question.rubric, trial.text, patterns)
    return replace(
        tried,
        lines=(*tried.lines, *lines),
        marks=(*tried.marks, *marks),
        unasked=unasked,
        message=" ".join(part for part in (tried.message, problem) if part),
    )


# -- the template -----------------------------------------------------------------------------------------------------


def _try_template(question: Question, trial: Trial, patterns: PatternRunner) -> Tried:
    reading = read_template(question.template)
    match reading:
        case NoTemplate():
            return Tried(trial.text)
        case HandWrittenTemplate():
            return Tried(trial.text, message=HAND_WRITTEN)
        case BrokenTemplate(problem):
            return Tried(trial.text, message=f"The template cannot be read, line {problem.line}: {problem.message}")
        case DeclarativeTemplate(template):
            return _try_declarative(template, trial, patterns)


def _try_declarative(template: Template, trial: Trial, patterns: PatternRunner) -> Tried:
    lines: list[Line] = []
    marks: list[Mark] = []
    outcomes: dict[str, FieldOutcome] = {}
    for field in template.verified_fields:
        line, outcome = _try_field(template, field, trial, patterns)
        lines.append(line)
        if outcome is not None:
            outcomes[field.name] = outcome
            marks += field_marks(trial.text, "template", [outcome])
            marks += _pattern_marks(field, outcome, trial.text)
    tried = Tried(
        trial.text,
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
    template: Template, field: TemplateField, trial: Trial, patterns: PatternRunner
) -> tuple[Line, FieldOutcome | None]:
    """Check one field by itself, so that one that cannot be compared leaves the others their results."""
    assert field.primitive is not None
    reads_text = field.primitive.reads_answer_text
    if not reads_text and trial.values is None:
        return Line(field.name, True, State.UNREAD, "", "reading it from the answer needs a judge"), None
    if reads_text and not trial.text:
        return Line(field.name, True, State.UNREAD, "", "needs the text of an answer"), None
    alone = Template((field,), class_name=template.class_name)
    try:
        compiled = compile_template(alone, patterns)
        outcome = _evaluate(compiled, field, trial)
    except (InvalidValue, CheckError, ValuesRejected) as error:
        return Line(field.name, True, State.ERROR, _given(field, trial), _error_words(error)), None
    state = State.PASS if outcome.passed else State.FAIL
    got = "" if reads_text else _shown(outcome.got)
    return Line(field.name, True, state, got, outcome.explanation), outcome


def _evaluate(compiled: CompiledTemplate, field: TemplateField, trial: Trial) -> FieldOutcome:
    raw = {field.name: trial.values[field.name]} if trial.values and field.name in trial.values else {}
    read = ValueReader(compiled.template).read(raw)
    outcome = compiled.evaluate(read.values, answer_text=trial.text, null_fields=read.null_fields)
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
        return Line(trait.name, False, State.ERROR, "", RAN_AWAY), []
    except PatternError as error:
        return Line(trait.name, False, State.ERROR, "", f"the pattern is not valid: {error}"), []
    value = found != trait.invert_result
    verdict = trait_verdict(trait, value)
    state = State.UNREAD if verdict is None else State.PASS if verdict else State.FAIL
    words = "the pattern is found" if found else "the pattern is not found"
    flags = 0 if trait.case_sensitive else re.IGNORECASE
    return Line(trait.name, False, state, "yes" if value else "no", words), span_marks(
        trait.name, pattern_spans(trait.pattern, flags, text), verdict is not False
    )


# -- words ------------------------------------------------------------------------------------------------------------


def _given(field: TemplateField, trial: Trial) -> str:
    return _shown((trial.values or {}).get(field.name))


def _shown(value: Any) -> str:
    from gradewright_desktop.values.words import value_words

    return "not found" if value is None else value_words(value)


def _error_words(error: Exception) -> str:
    cause = error.error if isinstance(error, CheckError) else error
    if isinstance(cause, PatternTimeout):
        return RAN_AWAY
    message = getattr(error, "message", "") or str(error)
    return f"cannot be compared: {message[:1].lower()}{message[1:]}"
