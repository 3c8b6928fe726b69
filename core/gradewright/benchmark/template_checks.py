"""What a question's template does with one answer: which values a judge reads, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from pydantic import ValidationError

from gradewright.benchmark.asking import Asked, Judge
from gradewright.errors import InvalidValue
from gradewright.formats.template_source import read_template
from gradewright.judge.questions import ask_fields
from gradewright.judge.readings import Judgement, read_fields
from gradewright.model.answer import Answer
from gradewright.model.run import CellState, FailureReason
from gradewright.model.template import (
    BrokenTemplate,
    ConditionalGroundTruth,
    DeclarativeTemplate,
    HandWrittenTemplate,
    NoTemplate,
    Template,
    TemplateField,
)
from gradewright.schemas.entities.answer import BaseAnswer
from gradewright.schemas.results import Failure, VerificationResultTemplate
from gradewright.verify.answers import ValueReader
from gradewright.verify.errors import CheckError, ValuesRejected
from gradewright.verify.program_checks import WrittenTemplateCheck
from gradewright.verify.schema import answer_schema
from gradewright.verify.templates import compile_template, stored_ground_truth
from gradewright.workers.code import CodeFailed, CodeRunner, TemplateProgram
from gradewright.workers.patterns import PatternRunner, PatternTimeout

_FOREIGN = (
    "The template is a program and none of this script's classes, and nobody has allowed it. Pass the class itself to "
    "add_answer_template, or allow the program with “gradewright trust” and name that library in "
    "run_verification(library=…)."
)
_OWN_ATTRIBUTES = frozenset({"id", "correct", "regex"})
_STAGE = "verify_template"
_PARSING = "parse_template"

Judged = tuple[VerificationResultTemplate, Failure | None]


class TemplateCheck(Protocol):
    """A template, ready to judge answers. Threads may share it."""

    def judge(self, question: str, answer: str, judge: Judge) -> Judged:
        """Return what the template says about an answer, and why where it says nothing."""
        ...


def template_check(
    source: str,
    own: Mapping[str, type[BaseAnswer]],
    programs: CodeRunner | None,
    patterns: PatternRunner,
    *,
    hints: bool,
) -> TemplateCheck | None:
    """Return the check of a template's source, or None where there is no template.

    ``own`` are the script's classes by their source; other programs run only where ``programs`` has them allowed, in
    their separate process. ``hints`` gives the judge the fields' extraction hints.
    """
    reading = read_template(source)
    if isinstance(reading, NoTemplate):
        return None
    if isinstance(reading, BrokenTemplate):
        return _Never(FailureReason.CHECK_ERROR, f"The template cannot be read: {reading.problem.message}")
    if isinstance(reading, HandWrittenTemplate):
        cls = own.get(source)
        if cls is not None:
            return _OwnClass(cls)
        program = None if programs is None else programs.template_program(source)
        return _Foreign(reading, program) if program is not None else _Never(FailureReason.CODE_NOT_ALLOWED, _FOREIGN)
    try:
        return _Declared(reading, patterns, hints)
    except InvalidValue as error:
        return _Never(FailureReason.CHECK_ERROR, f"The template cannot be used: {error}")


class _Never:
    """A template that judges nothing, and says why."""

    def __init__(self, reason: FailureReason, message: str) -> None:
        self._failure = Failure(category=reason.value, stage=_STAGE, reason=message)

    def judge(self, question: str, answer: str, judge: Judge) -> Judged:
        return VerificationResultTemplate(raw_llm_response=answer), self._failure


class _Declared:
    """A declarative template: the engine's rules over the values that the judge reads."""

    def __init__(self, reading: DeclarativeTemplate, patterns: PatternRunner, hints: bool) -> None:
        self._compiled = compile_template(reading.template, patterns)
        self._template: Template = self._compiled.template
        self._reader = ValueReader(self._template)
        left = self._compiled.answer_fields
        self._schema = _without(answer_schema(self._template), left)
        asked = [field for field in self._template.fields if field.name not in left]
        self._hints = {f.name: f.extraction_hint for f in asked if f.extraction_hint and hints}
        self._needs_judge = any(field.primitive is not None for field in asked)
        self._by_key = {_key(field): field.name for field in self._template.fields}

    def judge(self, question: str, answer: str, judge: Judge) -> Judged:
        asked: Asked | None = None
        raw: Mapping[str, Any] = {}
        if self._needs_judge:
            asked = judge.ask(ask_fields(self._schema, question, answer, self._hints), read_fields)
            if asked.judgement is None:
                return _unread(answer, asked)
            raw = asked.judgement.value
        told = _told(answer, asked)
        try:
            read = self._reader.read(raw)
        except ValuesRejected as error:
            said = f"A value that the judge read does not fit its field: {error}"
            return VerificationResultTemplate(**told), _failure(CellState.PARSE_ERROR.value, said, _PARSING)
        told |= {
            "parsed_llm_response": {self._by_key.get(name, name): value for name, value in raw.items()},
            "parsed_gt_response": _truths(self._template),
        }
        try:
            outcome = self._compiled.evaluate(read.values, answer_text=answer, null_fields=read.null_fields)
        except CheckError as error:
            timeout = isinstance(error.error, PatternTimeout)
            reason = FailureReason.REGEX_TIMEOUT if timeout else FailureReason.CHECK_ERROR
            told["field_verification_error"] = str(error)
            return VerificationResultTemplate(**told), _failure(reason.value, str(error), _STAGE)
        scores = dict(zip(outcome.results, outcome.scores, strict=True))
        return VerificationResultTemplate(
            **told,
            template_verification_performed=True,
            verify_result=outcome.passed,
            verify_granular_result=outcome.score,
            field_results=dict(outcome.results),
            field_scores=scores,
        ), None


class _OwnClass:
    """A class of the script with code of its own, which runs as any code of the script does."""

    def __init__(self, cls: type[BaseAnswer]) -> None:
        self._class = cls
        schema = cls.model_json_schema()
        left = set(_OWN_ATTRIBUTES)
        declared = cls.declared_template()
        compared = () if declared is None else declared.fields
        left |= {f.name for f in compared if f.primitive is not None and f.primitive.reads_answer_text}
        self._schema = _without(schema, left)
        self._needs_judge = bool(self._schema["properties"])
        self._compared = frozenset(field.name for field in compared)

    def judge(self, question: str, answer: str, judge: Judge) -> Judged:
        asked: Asked | None = None
        raw: dict[str, Any] = {}
        if self._needs_judge:
            asked = judge.ask(ask_fields(self._schema, question, answer), read_fields)
            if asked.judgement is None:
                return _unread(answer, asked)
            raw = dict(asked.judgement.value)
        told = {**_told(answer, asked), "parsed_llm_response": dict(raw)}
        try:
            made = self._made(raw)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            said = f"A value that the judge read does not fit the field “{place}”: {first['msg']}."
            return VerificationResultTemplate(**told), _failure(CellState.PARSE_ERROR.value, said, _PARSING)
        except Exception as error:
            return _code_failed(told, error)
        return self._verified(made, answer, told)

    def _made(self, raw: dict[str, Any]) -> BaseAnswer:
        missing = {name for name, value in raw.items() if value is None and name in self._compared}
        given = {name: value for name, value in raw.items() if name not in missing}
        if not missing:
            return self._class.model_validate(given)
        made = self._class.model_construct(**given)
        made.set_null_fields(missing)
        return made

    def _verified(self, made: BaseAnswer, answer: str, told: dict[str, Any]) -> Judged:
        made.set_raw_trace(answer)
        try:
            patterns = made.verify_regex(answer)
            verify = getattr(made, "verify", None)
            passed = bool(verify()) if callable(verify) else True
            granular = getattr(made, "verify_granular", None)
            score = float(granular()) if callable(granular) else None
            results, scores = dict(made.field_results), made.field_scores
        except Exception as error:
            return _code_failed(told, error)
        correct = getattr(made, "correct", None)
        return VerificationResultTemplate(
            **told,
            parsed_gt_response=_storable(correct) if isinstance(correct, dict) else None,
            template_verification_performed=True,
            verify_result=passed and patterns["success"],
            verify_granular_result=score,
            field_results=results or None,
            field_scores=scores or None,
            regex_validation_results=patterns["results"] or None,
        ), None


class _Foreign:
    """A program that came with a file and that somebody has allowed. It runs in its separate process."""

    def __init__(self, reading: HandWrittenTemplate, program: TemplateProgram) -> None:
        self._known = {field.name: field.description for field in reading.fields}
        self._check = WrittenTemplateCheck(program)
        self._program = program

    def judge(self, question: str, answer: str, judge: Judge) -> Judged:
        loaded = self._program.load()
        if isinstance(loaded, CodeFailed):
            failure = _failure(FailureReason.CODE_FAILED.value, loaded.message, _STAGE)
            return VerificationResultTemplate(raw_llm_response=answer), failure
        asked: Asked | None = None
        raw: Mapping[str, Any] = {}
        if loaded.needs_values:
            names = [name for name in loaded.fields if name not in _OWN_ATTRIBUTES]
            properties = {name: {"description": self._known.get(name, "")} for name in names}
            asked = judge.ask(ask_fields({"type": "object", "properties": properties}, question, answer), read_fields)
            if asked.judgement is None:
                return _unread(answer, asked)
            raw = asked.judgement.value
        (cell,) = self._check([Answer("", "", answer, fields=raw)], [answer])
        told = {**_told(answer, asked), "parsed_llm_response": dict(raw)}
        if cell.state is not CellState.JUDGED:
            category = cell.reason if cell.state is CellState.FAILED else cell.state.value
            told["field_verification_error"] = cell.message
            return VerificationResultTemplate(**told), _failure(category, cell.message, _STAGE)
        return VerificationResultTemplate(
            **told,
            template_verification_performed=True,
            verify_result=cell.verdict,
            verify_granular_result=cell.score,
            field_results={field.name: field.passed for field in cell.fields} or None,
            field_scores={field.name: field.score for field in cell.fields} or None,
            regex_validation_results=cell.detail.get("patterns"),
        ), None


def _code_failed(told: dict[str, Any], error: Exception) -> Judged:
    said = f"The template's own code failed: {type(error).__name__}: {error}"
    told["field_verification_error"] = said
    return VerificationResultTemplate(**told), _failure(FailureReason.CODE_FAILED.value, said, _STAGE)


def _unread(answer: str, asked: Asked) -> Judged:
    category = asked.reason if asked.state is CellState.FAILED else asked.state.value
    template = VerificationResultTemplate(**_told(answer, asked))
    return template, _failure(category, asked.message, _PARSING)


def _told(answer: str, asked: Asked | None) -> dict[str, Any]:
    if asked is None:
        return {"raw_llm_response": answer}
    judgement: Judgement | None = asked.judgement
    return {
        "raw_llm_response": answer,
        "raw_judge_reply": asked.reply or None,
        "repaired": judgement is not None and judgement.repaired,
        "usage_metadata": {"parsing": dict(asked.usage)} if asked.usage else None,
    }


def _failure(category: str, reason: str, stage: str) -> Failure:
    return Failure(category=category, stage=stage, reason=reason)


def _truths(template: Template) -> dict[str, Any]:
    return {
        field.name: stored_ground_truth(field.ground_truth)
        for field in template.verified_fields
        if not isinstance(field.ground_truth, ConditionalGroundTruth)
    }


def _storable(values: dict[Any, Any]) -> dict[str, Any]:
    return {
        str(name): value if isinstance(value, str | int | float | bool) else _shown(value)
        for name, value in values.items()
    }


def _shown(value: Any) -> Any:
    try:
        return stored_ground_truth(value)
    except InvalidValue:
        return repr(value)


def _key(field: TemplateField) -> str:
    alias = field.options.get("validation_alias", field.options.get("alias"))
    return alias if isinstance(alias, str) else field.name


def _without(schema: Mapping[str, Any], names: Any) -> dict[str, Any]:
    properties = {name: about for name, about in schema.get("properties", {}).items() if name not in {*names, "id"}}
    return {**schema, "properties": properties, "required": list(properties)}
