"""Answer templates: typed fields, each with its ground truth, the rule that compares, and a weight.

A question's template is Python source text (``Question.template``); the values here are what that source declares. The
source is read without being run, see ``gradewright.formats.template_source``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from gradewright.model.primitives import Primitive


class _Missing:
    """The type of :data:`MISSING`, the mark for "no default was given"."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()


class FieldKind(StrEnum):
    """The kinds of field that the form offers. ``OTHER`` keeps an annotation that only the code view can edit."""

    TEXT = "str"
    WHOLE_NUMBER = "int"
    NUMBER = "float"
    BOOLEAN = "bool"
    LIST = "list"
    CHOICE = "literal"
    DATE = "date"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ConditionalCase:
    """A ground truth for one case; ``primitive`` replaces the field's own rule when given."""

    value: Any
    primitive: Primitive | None = None


@dataclass(frozen=True, slots=True)
class ConditionalGroundTruth:
    """A ground truth that depends on an earlier turn of a scenario: ``source`` is a dotted path into its state."""

    source: str
    cases: Mapping[str, ConditionalCase]
    default: ConditionalCase


@dataclass(frozen=True, slots=True)
class TemplateField:
    """One field of a template.

    ``annotation`` is the Python annotation as written (``"list[str]"``, ``"Literal['a', 'b']"``, ``"int | None"``); it
    rules how values are converted, ``kind`` rules the form. ``primitive`` is None for a field that is read but not
    compared. ``options`` are further pydantic field arguments (``ge``, ``min_length`` …). ``unknown`` holds parameters
    that the primitive does not know: kept, written back, without effect.
    """

    name: str
    annotation: str
    kind: FieldKind
    description: str = ""
    ground_truth: Any = None
    primitive: Primitive | None = None
    weight: float = 1.0
    extraction_hint: str | None = None
    choices: tuple[Any, ...] = ()
    default: Any = MISSING
    options: Mapping[str, Any] = field(default_factory=dict)
    unknown: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FieldCheck:
    """True where that field's result is exactly True."""

    field: str


@dataclass(frozen=True, slots=True)
class AllOf:
    """True where every condition is; true of no conditions."""

    conditions: tuple[Strategy, ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOf:
    """True where a condition is; false of no conditions."""

    conditions: tuple[Strategy, ...] = ()


@dataclass(frozen=True, slots=True)
class AtLeastN:
    """True where at least ``n`` conditions are."""

    n: int
    conditions: tuple[Strategy, ...] = ()


Strategy = FieldCheck | AllOf | AnyOf | AtLeastN


@dataclass(frozen=True, slots=True)
class Template:
    """A declarative template: everything in it can be shown, edited by form, and verified without running code."""

    fields: tuple[TemplateField, ...] = ()
    strategy: Strategy | None = None
    class_name: str = "Answer"
    docstring: str = ""

    @property
    def verified_fields(self) -> tuple[TemplateField, ...]:
        """The fields that are compared, in declaration order."""
        return tuple(f for f in self.fields if f.primitive is not None)

    @property
    def total_weight(self) -> float:
        """The sum of the weights of all compared fields."""
        return sum(f.weight for f in self.verified_fields)

    def field(self, name: str) -> TemplateField | None:
        """Return the field with this name, or None."""
        return next((f for f in self.fields if f.name == name), None)


@dataclass(frozen=True, slots=True)
class SourceProblem:
    """Something in template source that a person should know: ``line`` counts from 1, 0 is the whole source."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class HandWrittenTemplate:
    """Source that is a program: shown, and run only where a person allows it.

    ``fields`` and ``correct`` are what could be read from it without running it.
    """

    class_name: str = ""
    fields: tuple[TemplateField, ...] = ()
    correct: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[SourceProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class BrokenTemplate:
    """Source that is not Python, or that defines no template, with the first reason."""

    problem: SourceProblem


@dataclass(frozen=True, slots=True)
class NoTemplate:
    """No source, or only the stub that stands for "none yet"."""

    is_stub: bool = False


@dataclass(frozen=True, slots=True)
class DeclarativeTemplate:
    """Source that only declares: its template, and remarks (unknown parameters, values that look wrong)."""

    template: Template
    problems: tuple[SourceProblem, ...] = ()


TemplateReading = DeclarativeTemplate | HandWrittenTemplate | BrokenTemplate | NoTemplate
