"""Checks that are programs from files: what their results, or the lack of them, mean as cells."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gradewright.errors import InvalidValue
from gradewright.model.answer import Answer
from gradewright.model.run import Cell, CellState, CheckKind, FailureReason, FieldOutcome
from gradewright.model.traits import CallableTrait
from gradewright.verify.verdicts import has_verdict, trait_verdict
from gradewright.workers.code import CallableProgram, CodeFailed, CodeTrouble, TemplateCall, TemplateProgram

TEMPLATE_CHECK: Final = "template"
"""The name of the cell that judges the template; traits have cells under their own names."""

_DEEPEST: Final = 100

NO_VALUES: Final = "No field values were recorded with this answer, and reading them from the text needs a judge."


def read_result(trait: CallableTrait, value: Any) -> Any:
    """Return what a function's result means for its trait: a boolean, turned round where the trait says so, a number,
    or the place of a class.

    Raises:
        InvalidValue: it is no result of a trait of this kind.
    """
    if trait.kind == "boolean":
        if not isinstance(value, bool):
            raise InvalidValue(f"The code returned {_shown(value)}, and a yes-or-no trait needs True or False.")
        return value != trait.invert_result
    if trait.kind == "literal":
        if not isinstance(value, str) or trait.class_index(value) < 0:
            names = ", ".join(f"“{name}”" for name in trait.class_names())
            raise InvalidValue(f"The code returned {_shown(value)}, which is none of the classes {names}.")
        return trait.class_index(value)
    if not isinstance(value, int | float):
        raise InvalidValue(f"The code returned {_shown(value)}, and a score needs a number.")
    low, high = trait.min_score, trait.max_score
    if (low is not None and value < low) or (high is not None and value > high):
        bounds = f"{'…' if low is None else low} to {'…' if high is None else high}"
        raise InvalidValue(f"The code returned {_shown(value)}, which is outside of {bounds}.")
    return value


class CallableCheck:
    """A callable trait that may run."""

    def __init__(self, trait: CallableTrait, program: CallableProgram) -> None:
        self._trait, self._program = trait, program
        self._readable = has_verdict(trait)

    def __call__(self, _answers: Sequence[Answer], texts: Sequence[str]) -> list[Cell]:
        """Return the cell of each answer."""
        return [self._cell(result) for result in self._program.call_many(texts)]

    def _cell(self, result: Any) -> Cell:
        if isinstance(result, CodeFailed):
            return failed(self._trait.name, CheckKind.TRAIT, result, self._readable)
        try:
            value = read_result(self._trait, result)
            if isinstance(value, float) and not math.isfinite(value):
                raise InvalidValue("The code returned no finite number.")
            if isinstance(value, int) and value.bit_length() > 63:
                raise InvalidValue("The code returned a whole number of more than 19 digits.")
        except InvalidValue as error:
            trouble = CodeFailed(CodeTrouble.BAD_RESULT, error.message)
            return failed(self._trait.name, CheckKind.TRAIT, trouble, self._readable)
        return Cell(
            self._trait.name,
            CheckKind.TRAIT,
            CellState.JUDGED,
            verdict=trait_verdict(self._trait, value),
            value=value,
            detail={"class": result} if self._trait.kind == "literal" else {},
        )


class WrittenTemplateCheck:
    """A hand-written template that may run."""

    def __init__(self, program: TemplateProgram) -> None:
        self._program = program

    def __call__(self, answers: Sequence[Answer], _texts: Sequence[str]) -> list[Cell]:
        """Return the cell of each answer."""
        loaded = self._program.load()
        if isinstance(loaded, CodeFailed):
            return [failed(TEMPLATE_CHECK, CheckKind.TEMPLATE, loaded)] * len(answers)
        ready = [answer for answer in answers if answer.fields is not None or not loaded.needs_values]
        calls = [TemplateCall(answer.fields or {}, answer.text, answer.question_key) for answer in ready]
        told = iter(self._program.verify_many(calls))
        lacking = {id(answer) for answer in answers} - {id(answer) for answer in ready}
        return [_no_values() if id(answer) in lacking else _template_cell(next(told)) for answer in answers]


def failed(check: str, kind: CheckKind, trouble: CodeFailed, readable: bool = False) -> Cell:
    """Return the cell of a program that yielded no result."""
    reason = FailureReason.TIMEOUT if trouble.trouble is CodeTrouble.TIMEOUT else FailureReason.CODE_FAILED
    detail: dict[str, Any] = {"trouble": str(trouble.trouble)}
    if kind is CheckKind.TRAIT:
        detail["has_verdict"] = readable
    return Cell(check, kind, CellState.FAILED, reason=reason, message=trouble.message, detail=detail)


def _no_values() -> Cell:
    return Cell(TEMPLATE_CHECK, CheckKind.TEMPLATE, CellState.FAILED, reason=FailureReason.NO_VALUES, message=NO_VALUES)


def _template_cell(told: Mapping[str, Any] | CodeFailed) -> Cell:
    """Read what the process says. Its form is not to be relied on: the code itself could have written it."""
    if isinstance(told, CodeFailed):
        return failed(TEMPLATE_CHECK, CheckKind.TEMPLATE, told)
    try:
        return _judged(told)
    except (TypeError, KeyError, ValueError, AttributeError, OverflowError, RecursionError):
        trouble = CodeFailed(CodeTrouble.FORGED, "The code wrote something else in the place of its result.")
        return failed(TEMPLATE_CHECK, CheckKind.TEMPLATE, trouble)


def _judged(told: Mapping[str, Any]) -> Cell:
    if "construct_error" in told:
        field, said = _words(told["construct_error"]["field"]), _words(told["construct_error"]["message"])
        return Cell(
            TEMPLATE_CHECK,
            CheckKind.TEMPLATE,
            CellState.PARSE_ERROR,
            message=f"A recorded value does not fit its field: {said.rstrip('.')}.",
            detail={"field": field} if field else {},
        )
    for name in ("verify_error", "regex_error"):
        if name in told:
            trouble = CodeFailed(CodeTrouble.RAISED, f"The template's code raised {_words(told[name]).rstrip('.')}.")
            return failed(TEMPLATE_CHECK, CheckKind.TEMPLATE, trouble)
    returned = told["verify"]
    if isinstance(returned, dict):
        said = _words(returned.get("message", ""))
        trouble = CodeFailed(CodeTrouble.BAD_RESULT, f"The template's verify returned {said}, which is no result.")
        return failed(TEMPLATE_CHECK, CheckKind.TEMPLATE, trouble)
    regex = told.get("regex", {"success": True, "results": {}})
    passed = bool(returned) and regex["success"] is True
    detail: dict[str, Any] = {} if isinstance(returned, bool) else {"returned": _shown(returned)}
    if regex["results"]:
        detail["patterns"] = {_words(name): bool(result) for name, result in regex["results"].items()}
    return Cell(
        TEMPLATE_CHECK,
        CheckKind.TEMPLATE,
        CellState.JUDGED,
        verdict=passed,
        value=passed,
        score=_score(told.get("granular")),
        fields=tuple(_field(field) for field in told["fields"]),
        detail=detail,
    )


def _field(told: Mapping[str, Any]) -> FieldOutcome:
    passed = told["passed"]
    return FieldOutcome(
        _words(told["name"]),
        None if passed is None else bool(passed),
        _score(told["score"]),
        float(told["weight"]),
        _shallow(told["expected"]),
        _shallow(told["got"]),
        _words(told["explanation"]),
    )


def _shallow(value: Any, levels: int = _DEEPEST) -> Any:
    """Return a value of JSON. Raises ValueError where it is nested deeper than what reads it later survives."""
    if isinstance(value, dict | list):
        if levels == 0:
            raise ValueError("too deep")
        for member in value.values() if isinstance(value, dict) else value:
            _shallow(member, levels - 1)
    return value


def _score(value: Any) -> float | None:
    if isinstance(value, int | float) and math.isfinite(value):
        return float(value)
    return None


def _words(text: Any) -> str:
    if not isinstance(text, str):
        raise TypeError("no text")
    return text[:1000].encode("utf-8", "backslashreplace").decode("utf-8")


def _shown(value: Any) -> str:
    text = repr(value)
    return _words(text if len(text) <= 80 else text[:79] + "…")
