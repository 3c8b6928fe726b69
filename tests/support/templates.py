"""Readings of template source that has to be of one kind."""

from __future__ import annotations

from gradewright.formats.template_source import read_template
from gradewright.model.template import (
    BrokenTemplate,
    DeclarativeTemplate,
    HandWrittenTemplate,
    Template,
    TemplateField,
)


def declared(body: str, *, head: str = "class Answer(BaseAnswer):") -> Template:
    """Return the template that a class body declares."""
    lines = [f"    {line}" for line in body.splitlines()]
    reading = read_template("\n".join([head, *lines]) + "\n")
    assert isinstance(reading, DeclarativeTemplate), reading
    return reading.template


def field(call: str, annotation: str = "str") -> TemplateField:
    """Return the field ``x`` declared by a call."""
    return declared(f"x: {annotation} = {call}").fields[0]


def verified(
    ground_truth: str = "'g'", rule: str = "ExactMatch()", more: str = "", annotation: str = "str"
) -> TemplateField:
    """Return a compared field."""
    return field(f"VerifiedField(description='d', ground_truth={ground_truth}, verify_with={rule}{more})", annotation)


def broken(source: str) -> tuple[int, str]:
    """Return where and why a source is broken."""
    reading = read_template(source)
    assert isinstance(reading, BrokenTemplate), reading
    return reading.problem.line, reading.problem.message


def broken_field(call: str) -> str:
    """Return why a field is broken."""
    line, message = broken(f"class Answer(BaseAnswer):\n    x: str = {call}\n")
    assert line == 2
    return message


def by_hand(source: str) -> HandWrittenTemplate:
    """Return the reading of a program."""
    reading = read_template(source)
    assert isinstance(reading, HandWrittenTemplate), reading
    return reading


def remarks(source: str) -> list[str]:
    """Return the remarks on a declarative source."""
    reading = read_template(source)
    assert isinstance(reading, DeclarativeTemplate), reading
    return [problem.message for problem in reading.problems]
