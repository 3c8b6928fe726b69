"""Which remarks about a source are mistakes of the person who types it, and on which line they stand."""

from __future__ import annotations

from gradewright.errors import InvalidValue
from gradewright.model.primitives import make_primitive
from gradewright.model.template import (
    BrokenTemplate,
    DeclarativeTemplate,
    SourceProblem,
    Template,
    TemplateField,
    TemplateReading,
)


def unknown_option_sentence(field: TemplateField) -> str | None:
    """The sentence about a parameter that the field's rule does not know, with the nearest name; None without one."""
    if field.primitive is None or not field.unknown:
        return None
    name = next(iter(field.unknown))
    try:
        make_primitive(field.primitive.type_name(), {name: field.unknown[name]})
    except InvalidValue as error:
        return str(error)
    return None


def new_mistakes(reading: TemplateReading, before: Template | None) -> tuple[SourceProblem, ...]:
    """What keeps a typed source from being used: that it cannot be read, or an option that nobody knows.

    Options that the template had before they came from a file; they stay without being held against the person.
    """
    if isinstance(reading, BrokenTemplate):
        return (reading.problem,)
    if not isinstance(reading, DeclarativeTemplate):
        return ()
    mistakes = []
    for field in reading.template.fields:
        old = before.field(field.name) if before is not None else None
        known = set(old.unknown) if old is not None else set()
        sentence = unknown_option_sentence(field) if set(field.unknown) - known else None
        if sentence is not None:
            mistakes.append(SourceProblem(_line_of(field, reading), sentence))
    return tuple(mistakes)


def _line_of(field: TemplateField, reading: DeclarativeTemplate) -> int:
    """The line of the remark that names one of the field's unknown options, or 0 for the whole source."""
    for problem in reading.problems:
        if any(f"“{name}”" in problem.message or f'"{name}"' in problem.message for name in field.unknown):
            return problem.line
    return 0
