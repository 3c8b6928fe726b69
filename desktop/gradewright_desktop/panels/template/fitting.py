"""Which comparison rule fits which type of field, and the reason where one does not."""

from __future__ import annotations

from typing import Final

from gradewright.model.primitives import PRIMITIVES, Group, Primitive
from gradewright.model.template import FieldKind

GROUP_TITLES: Final[dict[Group, str]] = {
    "text": "Text",
    "choice": "Choice, yes or no",
    "number": "Number",
    "list": "List",
    "date": "Date",
    "answer text": "The answer's own text",
}

_NUMBERS: Final = frozenset({FieldKind.WHOLE_NUMBER, FieldKind.NUMBER})
# Rules by name where the group alone does not tell. Text rules see str(value): a whole number reads the same as its
# text, 42.0 does not (formats specification, 3.2).
_KINDS_BY_NAME: Final[dict[str, frozenset[FieldKind]]] = {
    "BooleanMatch": frozenset({FieldKind.BOOLEAN}),
    "LiteralMatch": frozenset({FieldKind.CHOICE, FieldKind.TEXT, FieldKind.BOOLEAN, FieldKind.WHOLE_NUMBER}),
    "ExactMatch": frozenset({FieldKind.TEXT, FieldKind.CHOICE, FieldKind.WHOLE_NUMBER}),
}
_KINDS_BY_GROUP: Final[dict[Group, frozenset[FieldKind]]] = {
    "text": frozenset({FieldKind.TEXT, FieldKind.CHOICE}),
    "choice": frozenset({FieldKind.CHOICE}),
    "number": _NUMBERS,
    "list": frozenset({FieldKind.LIST}),
    "date": frozenset({FieldKind.DATE, FieldKind.TEXT}),
    "answer text": frozenset({FieldKind.BOOLEAN}),
}
_NEEDS: Final[dict[Group, str]] = {
    "text": "needs a text field",
    "choice": "needs a field with choices",
    "number": "needs a number field",
    "list": "needs a list field",
    "date": "needs a date or text field",
    "answer text": "needs a yes or no field: the rule reads the answer and says yes or no",
}
_NEEDS_BY_NAME: Final[dict[str, str]] = {
    "BooleanMatch": "needs a yes or no field",
    "LiteralMatch": "needs a field with choices, text, or a whole number",
    "ExactMatch": "needs a text field, choices or a whole number",
}


def misfit(rule: type[Primitive], kind: FieldKind) -> str | None:
    """Why a rule cannot be chosen for a field of this kind, in a few words; None where it can.

    A field whose annotation the form does not know takes every rule: nobody here knows what its values are.
    """
    name = rule.type_name()
    if name == "SemanticMatch":
        return "nothing can check it yet, neither here nor in Karenina"
    if kind is FieldKind.OTHER:
        return None
    if kind in _KINDS_BY_NAME.get(name, _KINDS_BY_GROUP[rule.group]):
        return None
    return _NEEDS_BY_NAME.get(name, _NEEDS[rule.group])


def rules_by_group() -> dict[Group, list[type[Primitive]]]:
    """All rules in the order of the form, under their groups."""
    grouped: dict[Group, list[type[Primitive]]] = {group: [] for group in GROUP_TITLES}
    for rule in PRIMITIVES.values():
        grouped[rule.group].append(rule)
    return grouped
