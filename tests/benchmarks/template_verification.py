"""Verifying a template of five fields: pass or fail, partial credit and each field, over 20,000 answers."""

from __future__ import annotations

from typing import Any

from gradewright.model.primitives import make_primitive
from gradewright.model.template import FieldKind, Template, TemplateField
from gradewright.verify.templates import compile_template
from tests.benchmarks.frame import Figure, median_seconds

ANSWERS = 20_000
KARENINA_MICROSECONDS = 49.0
"""What Karenina 0.1.0 takes on the same kind of machine for verify and verify_granular of such a template."""

FIELDS: tuple[tuple[str, str, FieldKind, str, dict[str, Any], Any], ...] = (
    ("city", "str", FieldKind.TEXT, "ExactMatch", {}, "Paris"),
    ("dose", "float", FieldKind.NUMBER, "NumericTolerance", {"tolerance": 0.05}, 100.0),
    ("safe", "bool", FieldKind.BOOLEAN, "BooleanMatch", {}, True),
    ("genes", "list[str]", FieldKind.LIST, "SetContainment", {}, ["BCL2", "MCL1", "TP53"]),
    ("level", "Literal['low', 'high']", FieldKind.CHOICE, "LiteralMatch", {}, "high"),
)


def template() -> Template:
    """Return the template that is measured: text, number, yes or no, list and choice."""
    return Template(
        tuple(
            TemplateField(name, annotation, kind, f"the {name}", truth, make_primitive(rule, params), 1.0 + number)
            for number, (name, annotation, kind, rule, params, truth) in enumerate(FIELDS)
        )
    )


def answers() -> list[dict[str, Any]]:
    """Return the values of the answers: right, partly right and wrong ones."""
    return [
        {
            "city": ("Paris", " paris ", "Lyon")[n % 3],
            "dose": 90.0 + n % 21,
            "safe": n % 2 == 0,
            "genes": (["BCL2", "MCL1", "TP53"], ["TP53", "BCL2"])[n % 2],
            "level": ("high", "low")[n % 2],
        }
        for n in range(ANSWERS)
    ]


def run() -> list[Figure]:
    """Measure one answer, in microseconds of processor time; with and without words for a person."""
    compiled = compile_template(template())
    values = answers()

    def verify() -> float:
        earned = 0.0
        for answer in values:
            outcome = compiled.evaluate(answer)
            earned += outcome.score + len(outcome.results) + len(outcome.scores) + outcome.passed
        return earned

    def explain() -> int:
        return sum(len(compiled.evaluate(answer).fields) for answer in values)

    scale = 1e6 / ANSWERS
    return [
        Figure("template of 5 fields", median_seconds(verify) * scale, KARENINA_MICROSECONDS, "us", 10.0, "ours"),
        Figure(
            "the same with explanations",
            median_seconds(explain) * scale,
            KARENINA_MICROSECONDS,
            "us",
            KARENINA_MICROSECONDS,
            "ours",
            "expected, got and a few words for each field",
        ),
    ]
