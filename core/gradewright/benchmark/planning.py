"""A model's plan of a template, read and tried."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from typing import Any

from gradewright.errors import InvalidValue
from gradewright.judge.questions import JudgeQuestion
from gradewright.judge.readings import Judgement
from gradewright.judge.replies import Unreadable, read_object
from gradewright.model.primitives import (
    BooleanMatch,
    ExactMatch,
    NumericExact,
    NumericTolerance,
    Primitive,
    SetContainment,
)
from gradewright.model.template import FieldKind, Template, TemplateField
from gradewright.verify.answers import ValueReader
from gradewright.verify.errors import CheckError, ValuesRejected
from gradewright.verify.templates import compile_template

_MOST_FIELDS = 30


def _rule(kind: str) -> tuple[str, FieldKind, Primitive]:
    """Return annotation, kind of field and rule for a type of a plan."""
    rules: dict[str, tuple[str, FieldKind, Primitive]] = {
        "bool": ("bool", FieldKind.BOOLEAN, BooleanMatch()),
        "int": ("int", FieldKind.WHOLE_NUMBER, NumericExact()),
        # A thousandth of the value, for what is lost in writing a number down; said, since it is relative.
        "float": ("float", FieldKind.NUMBER, NumericTolerance(tolerance=0.001, mode="relative")),
        "str": ("str", FieldKind.TEXT, ExactMatch()),
        "list_str": ("list[str]", FieldKind.LIST, SetContainment(mode="exact")),
    }
    if kind not in rules:
        raise Unreadable(f"“{kind}” is no type of field")
    return rules[kind]


def planned_template(fields: Any) -> Template:
    """Return the template that a model's plan describes.

    Raises:
        Unreadable: the plan does not make a template that its own ground truths pass.
    """
    if not isinstance(fields, list) or not 0 < len(fields) <= _MOST_FIELDS:
        raise Unreadable(f"“fields” is no list of 1 to {_MOST_FIELDS} fields")
    template = Template(tuple(_field(each) for each in fields))
    names = [field.name for field in template.fields]
    if len(set(names)) != len(names):
        raise Unreadable("two fields have the same name")
    truths = {field.name: field.ground_truth for field in template.fields}
    try:
        compiled = compile_template(template)
        read = ValueReader(template).read(truths)
        outcome = compiled.evaluate(read.values, null_fields=read.null_fields)
    except (InvalidValue, ValuesRejected, CheckError) as error:
        raise Unreadable(f"the fields make no template: {error.message.rstrip('.')}") from error
    if not outcome.passed:
        wrong = ", ".join(name for name, result in outcome.results.items() if result is not True)
        raise Unreadable(f"the reference values would not pass their own check: {wrong}")
    return template


def _field(described: Any) -> TemplateField:
    if not isinstance(described, Mapping):
        raise Unreadable("a field is no object")
    name, description = described.get("name"), described.get("description")
    if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name) or name in ("id", "correct"):
        raise Unreadable(f"{name!r} is no name for a field")
    if not isinstance(description, str) or not description.strip():
        raise Unreadable(f"the field “{name}” has no description")
    annotation, kind, rule = _rule(str(described.get("type")))
    if described.get("ground_truth") is None:
        raise Unreadable(f"the field “{name}” has no ground truth")
    return TemplateField(name, annotation, kind, description.strip(), described["ground_truth"], rule)


def read_plan(question: JudgeQuestion, reply: str) -> Judgement:
    """Return the template of a reply to ``ask_template_fields``.

    Raises:
        Unreadable: there is none that its own ground truths pass.
    """
    found = read_object(reply, question.keys, accepts=lambda value: planned_template(value["fields"]))
    return Judgement(planned_template(found.value["fields"]), repaired=found.repaired)
