"""Making findings: the severity of a rule is data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from gradewright.lint.finding import Finding, Fix, Place, Severity
from gradewright.resources import engine_resource

QUOTE_LENGTH = 60


@cache
def severities() -> Mapping[str, Severity]:
    """Return the severity of every rule, from ``lint/severities.toml``."""
    table = tomllib.loads(engine_resource("lint/severities.toml").read_text(encoding="utf-8"))
    return {rule: Severity(word) for family in table.values() for rule, word in family.items()}


def finding(
    rule: str,
    place: Place,
    words: str,
    why: str,
    message: str,
    *,
    title: str = "",
    fix: Fix | None = None,
    also: tuple[Place, ...] = (),
    severity: Severity | None = None,
) -> Finding:
    """Return a finding with the severity that the rule has, unless one is given.

    ``words`` are shortened for display; the place still spans all of them.

    Raises:
        KeyError: no such rule.
    """
    return Finding(rule, severity or severities()[rule], place, shortened(words), why, message, title, fix, also)


def part(place: Place, name: str, start: int = 0, end: int = 0) -> Place:
    """Return a place inside another: the text called ``name``, and a span in it."""
    return replace(place, part=name, start=start, end=end)


def shortened(text: str, length: int = QUOTE_LENGTH) -> str:
    """Return the beginning of a text on one line, with an ellipsis where something is missing."""
    line = " ".join(text.split())
    return line if len(line) <= length else f"{line[: length - 1].rstrip()}…"
