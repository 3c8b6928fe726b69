"""Template fields in the words of the window: types, ground truths and rules as a table shows them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLocale

from gradewright.model.primitives import Primitive, summary
from gradewright.model.template import FieldKind, Template, TemplateField
from gradewright_desktop.values.words import number_words, value_words

KIND_WORDS: Final[dict[FieldKind, str]] = {
    FieldKind.TEXT: "text",
    FieldKind.WHOLE_NUMBER: "whole number",
    FieldKind.NUMBER: "number",
    FieldKind.BOOLEAN: "yes or no",
    FieldKind.LIST: "list",
    FieldKind.CHOICE: "one of several",
    FieldKind.DATE: "date",
    FieldKind.OTHER: "other",
}

_TIMES: Final = ("seconds", "minutes", "hours", "days", "weeks", "months", "years")
_AMOUNTS: Final = ("percent", "mg", "g", "kg", "ml", "l", "mm", "cm", "m", "km", "eur", "usd", "kb", "mb", "gb")
_UNITS: Final = frozenset((*_TIMES, *_AMOUNTS))


def kind_words(field: TemplateField) -> str:
    """The type of a field: "whole number", "one of 3", or the annotation where the form has no word for it."""
    if field.kind is FieldKind.CHOICE:
        return f"one of {len(field.choices)}"
    if field.kind is FieldKind.OTHER:
        return field.annotation
    return KIND_WORDS[field.kind]


def truth_words(field: TemplateField) -> str:
    """The ground truth of a field on one line."""
    if field.primitive is None:
        return ""
    if field.primitive.ignores_ground_truth and field.ground_truth in (None, "", []):
        return "not needed"
    return value_words(field.ground_truth)


def comparison_words(primitive: Primitive | None) -> str:
    """The rule on one line, with the parameter that says most: "Number within ± 1"."""
    if primitive is None:
        return "not compared"
    words = summary(primitive)
    said = getattr(primitive, "substring", None) or getattr(primitive, "pattern", None)
    return f"{words} “{said}”" if said else words


def share_words(template: Template, field: TemplateField, share: float | None) -> str:
    """What a weight comes to: "2 of 9 units, 22 %"."""
    if share is None:
        return "not counted"
    percent = QLocale().toString(100 * share, "f", 0)
    return f"{number_words(field.weight)} of {number_words(template.total_weight)} units, {percent} %"


def unit_of(name: str) -> str:
    """The unit that the last part of a field name names, if any: "months" of "recheck_months"."""
    last = name.rpartition("_")[2].lower()
    return last if last in _UNITS and last != name.lower() else ""
