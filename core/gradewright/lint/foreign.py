"""Findings about the wording of statements that are not in English."""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import Path

from gradewright.lint.criterion_words import SAID
from gradewright.lint.finding import Finding, Place
from gradewright.lint.language import Language
from gradewright.lint.languages.lists import LANGUAGES
from gradewright.lint.languages.rules import Hit, hits, scores_off_scale
from gradewright.lint.report import finding, part

TRAIT_RULES = frozenset({"quality-word", "double-barreled"})
"""The rules for what judges are told in traits that are no criteria."""


def check_foreign(
    text: str,
    kind: str,
    place: Place,
    language: Language,
    *,
    points: int | None = None,
    around: str = "",
    rules: Container[str] | None = None,
    extra: Path | None = None,
) -> Iterator[Finding]:
    """Yield the findings of a statement in a language other than English.

    ``kind``, ``points``, ``around`` and ``extra`` are those of :func:`~gradewright.lint.languages.rules.hits`;
    ``rules`` limits what is looked at. Where a language has no lists, nothing is found but scores such as "7/10".
    """
    if language.code in LANGUAGES:
        found = hits(text, kind, language.code, points=points, around=around, extra=extra)
    else:
        found = scores_off_scale(text, points) if points is not None else []
    for hit in found:
        if rules is None or hit.rule in rules:
            yield from _findings(hit, place)


def _findings(hit: Hit, place: Place) -> Iterator[Finding]:
    """One finding a place; negations that belong together are one finding with several places."""
    said = SAID[hit.rule]
    title, why, message = said.title, said.why, said.message
    places = [part(place, place.part, span.start, span.end) for span in hit.spans]
    if hit.rule == "double-negative":
        words = hit.spans[0].words
        yield finding(hit.rule, places[0], words, why, message.format(words=words), title=title, also=tuple(places[1:]))
        return
    for span, where in zip(hit.spans, places, strict=True):
        yield finding(hit.rule, where, span.words, why, message.format(words=span.words), title=title)
