"""Is a template complete, and can its rules do what they were meant to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gradewright.lint.code import NO_CODE, AllowedCode, check_hand_written
from gradewright.lint.field_rules import check_rule
from gradewright.lint.finding import Finding, Place
from gradewright.lint.labels import collision_findings
from gradewright.lint.report import finding, part
from gradewright.model.template import (
    AllOf,
    AnyOf,
    AtLeastN,
    BrokenTemplate,
    DeclarativeTemplate,
    FieldCheck,
    HandWrittenTemplate,
    SourceProblem,
    Strategy,
    Template,
    TemplateField,
    TemplateReading,
)

_SAID_BY_READER = frozenset({"unknown-parameter", "unknown-strategy-field", "unknown-flag"})


def check_template(
    reading: TemplateReading, place: Place, source: str = "", allowed: AllowedCode = NO_CODE
) -> Iterator[Finding]:
    """Yield what is missing or cannot work in a template, as read from its source.

    ``allowed`` are the programs that may run, by their sources.
    """
    if isinstance(reading, BrokenTemplate):
        yield _broken(reading.problem, place)
    elif isinstance(reading, HandWrittenTemplate):
        yield from check_hand_written(reading, source, allowed, place)
    elif isinstance(reading, DeclarativeTemplate):
        found = [*_check_fields(reading.template, place), *_check_strategy(reading.template, place)]
        yield from found
        yield from _remarks(reading.problems, found, place)


def _broken(problem: SourceProblem, place: Place) -> Finding:
    where = f"Line {problem.line}: " if problem.line else ""
    return finding(
        "broken-template",
        part(place, "template"),
        f"line {problem.line}" if problem.line else "template",
        "cannot be read",
        f"{where}{problem.message}",
        title="A template that cannot be read",
    )


def _remarks(problems: Sequence[SourceProblem], found: Sequence[Finding], place: Place) -> Iterator[Finding]:
    """What the reader noticed in the source, without what has a finding of its own."""
    said = [f"“{each.words}”" for each in found if each.rule in _SAID_BY_READER]
    for problem in problems:
        if any(words in problem.message for words in said):
            continue
        yield finding(
            "template-remark",
            part(place, "template"),
            f"line {problem.line}" if problem.line else "template",
            "may not do what it says",
            problem.message,
            title="Something to look at in the source",
        )


def _check_fields(template: Template, place: Place) -> Iterator[Finding]:
    if not template.verified_fields:
        yield finding(
            "no-field",
            part(place, "template"),
            template.class_name,
            "compares nothing",
            "No field of this template has a rule, so it passes every answer that can be read.",
            title="No field that is compared",
        )
    elif template.total_weight <= 0:
        yield finding(
            "no-weight",
            part(place, "template"),
            f"weights add up to {template.total_weight:g}",
            "leave no score",
            "The score divides by the sum of the weights, so it is 0 here, or turns around.",
            title="Weights without a sum",
        )
    for each in template.fields:
        yield from _check_field(each, part(place, f"field:{each.name}"))


def _check_field(field: TemplateField, place: Place) -> Iterator[Finding]:
    if not field.description.strip():
        yield finding(
            "field-without-description",
            place,
            field.name,
            "does not tell the judge what to read",
            f"A judge is told nothing but the name “{field.name}”, so each one will read something else.",
            title="A field without a description",
        )
    yield from collision_findings([str(choice) for choice in field.choices], lambda _: place, whole=True)
    if field.primitive is None:
        yield finding(
            "no-rule",
            place,
            field.name,
            "is read, not compared",
            f"“{field.name}” has no rule, so it neither passes nor fails.",
            title="A field without a rule",
        )
        return
    for name in field.unknown:
        yield finding(
            "unknown-parameter",
            place,
            name,
            f"has no effect on {field.primitive.label}",
            f"{field.primitive.label} knows no “{name}”; it is kept, and changes nothing.",
            title="An option without effect",
        )
    yield from check_rule(field, place)


def _check_strategy(template: Template, place: Place) -> Iterator[Finding]:
    if template.strategy is None:
        return
    known = {each.name for each in template.verified_fields}
    named = set(_named(template.strategy))
    for name in sorted(named - known):
        yield finding(
            "unknown-strategy-field",
            part(place, "template"),
            name,
            "is no compared field",
            f"The rule for passing asks for “{name}”, which no field of the template is.",
            title="A field that does not exist",
        )
    for each in template.verified_fields:
        if each.name not in named:
            yield finding(
                "field-outside-strategy",
                part(place, f"field:{each.name}"),
                each.name,
                "does not count for passing",
                f"The rule for passing never asks for “{each.name}”; it counts for the score alone.",
                title="A field outside the rule for passing",
            )


def _named(strategy: Strategy) -> Iterator[str]:
    waiting: list[Strategy] = [strategy]
    while waiting:
        node = waiting.pop()
        if isinstance(node, FieldCheck):
            yield node.field
        elif isinstance(node, AllOf | AnyOf | AtLeastN):
            waiting.extend(node.conditions)
