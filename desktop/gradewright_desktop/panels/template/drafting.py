"""Changes to a template as values: each function takes a template and returns the changed one. No Qt in here."""

from __future__ import annotations

import keyword
from collections.abc import Callable
from dataclasses import replace

from gradewright.model.primitives import make_primitive
from gradewright.model.template import (
    AtLeastN,
    ConditionalGroundTruth,
    FieldCheck,
    FieldKind,
    HandWrittenTemplate,
    Strategy,
    Template,
    TemplateField,
)
from gradewright_desktop.values.truth import convert_truth, empty_truth

# BaseAnswer keeps these names for itself (formats specification, 2.1); a field of that name breaks the class.
RESERVED_NAMES = frozenset({"id", "correct", "regex", "verify", "verify_granular", "ground_truth", "model_post_init"})

_FIRST_RULE: dict[FieldKind, tuple[str, dict[str, object]]] = {
    FieldKind.TEXT: ("ExactMatch", {}),
    FieldKind.WHOLE_NUMBER: ("NumericExact", {}),
    FieldKind.NUMBER: ("NumericTolerance", {"tolerance": 0.001, "mode": "relative"}),
    FieldKind.BOOLEAN: ("BooleanMatch", {}),
    FieldKind.LIST: ("SetContainment", {}),
    FieldKind.CHOICE: ("LiteralMatch", {}),
    FieldKind.DATE: ("DateMatch", {}),
    FieldKind.OTHER: ("ExactMatch", {}),
}


def name_problem(template: Template, name: str, own: str = "") -> str | None:
    """Say in a sentence why ``name`` cannot name a field, or return None. ``own`` is the field being renamed."""
    if not name:
        return "A field needs a name."
    if not name.isidentifier():
        return f"“{name}” is not a name: use letters, digits and _, and begin with a letter."
    if keyword.iskeyword(name) or name.startswith("_"):
        return f"“{name}” means something else in Python; choose another name."
    if name in RESERVED_NAMES or name.startswith("model_"):
        return f"“{name}” is kept for the template itself; choose another name."
    if name != own and template.field(name) is not None:
        return f"There is a field “{name}” already."
    return None


def free_name(template: Template, wish: str) -> str:
    """Return ``wish``, or ``wish_2``, ``wish_3`` … where it is taken."""
    if name_problem(template, wish) is None:
        return wish
    number = 2
    while name_problem(template, f"{wish}_{number}") is not None:
        number += 1
    return f"{wish}_{number}"


def identifier_from(words: str) -> str:
    """Make a field name from typed words: "max daily dose" becomes "max_daily_dose"."""
    joined = "_".join(words.split())
    cleaned = "".join(letter if letter.isalnum() or letter == "_" else "_" for letter in joined).strip("_")
    return f"field_{cleaned}" if cleaned and not cleaned[0].isalpha() else cleaned


def new_field(name: str) -> TemplateField:
    """A text field compared as exact text, described by its own name until somebody says it better."""
    return TemplateField(
        name=name,
        annotation="str",
        kind=FieldKind.TEXT,
        description=name.replace("_", " ").strip().capitalize(),
        ground_truth="",
        primitive=make_primitive("ExactMatch", {}),
    )


def add_field(template: Template, field: TemplateField, position: int | None = None) -> Template:
    """Insert a field at a position (the end where None)."""
    fields = list(template.fields)
    fields.insert(len(fields) if position is None else position, field)
    return replace(template, fields=tuple(fields))


def duplicate_field(template: Template, name: str) -> tuple[Template, str]:
    """Put a copy behind the field; returns the template and the copy's name."""
    position = field_index(template, name)
    copy = replace(template.fields[position], name=free_name(template, f"{name}_copy"))
    return add_field(template, copy, position + 1), copy.name


def remove_field(template: Template, name: str) -> Template:
    """Take a field out, and every mention of it out of the strategy."""
    fields = tuple(f for f in template.fields if f.name != name)
    return replace(template, fields=fields, strategy=_without(template.strategy, name))


def move_field(template: Template, name: str, position: int) -> Template:
    """Move a field so that it stands at ``position`` afterwards (0 is first; past the end is last)."""
    fields = list(template.fields)
    moved = fields.pop(field_index(template, name))
    fields.insert(max(0, min(position, len(fields))), moved)
    return replace(template, fields=tuple(fields))


def replace_field(template: Template, name: str, field: TemplateField) -> Template:
    """Put ``field`` in the place of the one called ``name``; the strategy follows a new name."""
    fields = tuple(field if f.name == name else f for f in template.fields)
    strategy = template.strategy
    if field.name != name and strategy is not None:
        strategy = _map_checks(strategy, lambda check: FieldCheck(field.name) if check.field == name else check)
    return replace(template, fields=fields, strategy=strategy)


def field_index(template: Template, name: str) -> int:
    """Return the position of a field.

    Raises:
        KeyError: the template has no such field.
    """
    for position, field in enumerate(template.fields):
        if field.name == name:
            return position
    raise KeyError(name)


def annotation_for(kind: FieldKind, choices: tuple[object, ...], before: str) -> str:
    """The Python annotation of a kind. A date is declared as text: a checkpoint's source has no name ``date``."""
    match kind:
        case FieldKind.CHOICE:
            return f"Literal[{', '.join(repr(choice) for choice in choices)}]"
        case FieldKind.LIST:
            return "list[str]"
        case FieldKind.DATE:
            return "str"
        case FieldKind.OTHER:
            return before
        case _:
            return kind.value


def with_kind(field: TemplateField, kind: FieldKind) -> TemplateField:
    """Give a field another type: the ground truth is converted where that makes sense, and the rule follows."""
    choices = field.choices
    if kind is FieldKind.CHOICE and not choices:
        first = str(field.ground_truth) if field.ground_truth not in (None, "") else "yes"
        choices = (first, "no" if first == "yes" else "other")
    truth = field.ground_truth
    if not isinstance(truth, ConditionalGroundTruth):
        truth = convert_truth(truth, kind, choices)
        truth = empty_truth(kind, choices) if truth is None else truth
    name, params = _FIRST_RULE[kind]
    return replace(
        field,
        kind=kind,
        annotation=annotation_for(kind, choices, field.annotation),
        choices=choices if kind is FieldKind.CHOICE else (),
        ground_truth=truth,
        primitive=make_primitive(name, params),
        unknown={},
        options={},
    )


def with_choices(field: TemplateField, choices: tuple[object, ...]) -> TemplateField:
    """Give a choice field another list of choices; a ground truth that is no longer one of them becomes the first."""
    truth = field.ground_truth if field.ground_truth in choices or not choices else choices[0]
    annotation = annotation_for(FieldKind.CHOICE, choices, field.annotation)
    return replace(field, choices=choices, annotation=annotation, ground_truth=truth)


def weight_share(template: Template, field: TemplateField) -> float | None:
    """The field's part of all weights, 0 to 1; None where it is not compared or the weights sum to nothing."""
    total = template.total_weight
    return field.weight / total if field.primitive is not None and total else None


def strategy_fields(strategy: Strategy | None) -> tuple[str, ...]:
    """The field names that a strategy mentions, in order, with repetitions."""
    if strategy is None:
        return ()
    if isinstance(strategy, FieldCheck):
        return (strategy.field,)
    return tuple(name for condition in strategy.conditions for name in strategy_fields(condition))


def _map_checks(node: Strategy, change: Callable[[FieldCheck], Strategy]) -> Strategy:
    if isinstance(node, FieldCheck):
        return change(node)
    return replace(node, conditions=tuple(_map_checks(condition, change) for condition in node.conditions))


def _without(node: Strategy | None, name: str) -> Strategy | None:
    if node is None or isinstance(node, FieldCheck):
        return None if isinstance(node, FieldCheck) and node.field == name else node
    kept = tuple(left for left in (_without(condition, name) for condition in node.conditions) if left is not None)
    if isinstance(node, AtLeastN):
        return replace(node, conditions=kept, n=min(node.n, len(kept)))
    return replace(node, conditions=kept)


def from_hand_written(reading: HandWrittenTemplate) -> Template:
    """A declarative template with the fields that were read from a program: its values, the usual rule of each type."""
    fields = []
    for field in reading.fields:
        truth = reading.correct.get(field.name, field.ground_truth)
        name, params = _FIRST_RULE[field.kind]
        primitive = field.primitive or make_primitive(name, params)
        described = field.description or new_field(field.name).description
        fields.append(replace(field, ground_truth=truth, primitive=primitive, description=described))
    return Template(tuple(fields), class_name=reading.class_name or "Answer")
