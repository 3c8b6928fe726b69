"""``question_ids.json`` and ``template_ids.json``: identifiers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.cases import Observation
from conformance.values import decode
from gradewright.errors import InvalidValue
from gradewright.verify.ids import free_question_id, question_object_id, template_id
from gradewright.workers.patterns import PatternRunner

ERROR = {"error": "error"}


def observe_template_id(case: Mapping[str, Any], _patterns: PatternRunner) -> Observation:
    """Run one case of ``template_ids.json``."""
    return Observation({"template_id": template_id(decode(case["input"]))})


def add_questions(case: Mapping[str, Any]) -> tuple[list[Any], list[tuple[str, str]]]:
    """Return what adding the case's questions yields one by one, and the questions then held as (id, text)."""
    how, given = case["params"].get("how"), case["params"].get("question_ids") or []
    returned: list[Any] = []
    held: list[tuple[str, str]] = []
    for number, text in enumerate(case["input"]):
        taken = {identifier for identifier, _ in held}
        try:
            if number < len(given):
                identifier = _free(given[number], taken)
            elif how == "object":
                if not text:
                    raise InvalidValue("A question needs a text.")
                identifier = _free(question_object_id(text), taken)
            else:
                identifier = free_question_id(text, taken)
        except InvalidValue:
            returned.append(ERROR)
            continue
        returned.append(identifier)
        held.append((identifier, text))
    return returned, held


def sequence(case: Mapping[str, Any]) -> tuple[list[Any], list[str]]:
    """Return what a sequence of "add TEXT" and "remove first" yields, and the ids held at its end."""
    returned: list[Any] = []
    held: list[str] = []
    for step in case["input"]:
        if step == "remove first":
            held.pop(0)
            returned.append(None)
        else:
            identifier = free_question_id(step.removeprefix("add "), held)
            returned.append(identifier)
            held.append(identifier)
    return returned, held


def _free(identifier: str, taken: set[str]) -> str:
    # An empty identifier is as good as none, so it is never taken.
    if identifier and identifier in taken:
        raise InvalidValue(f"The id “{identifier}” is taken.")
    return identifier
