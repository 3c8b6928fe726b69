"""Findings about the wording of statements that are not in English."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from pathlib import Path

from gradewright.lint.finding import Finding, Place
from gradewright.lint.language import Language
from gradewright.lint.languages.lists import LANGUAGES
from gradewright.lint.languages.rules import Hit, hits, scores_off_scale
from gradewright.lint.report import finding, part

TRAIT_RULES = frozenset({"quality-word", "double-barreled"})
"""The rules for what judges are told in traits that are no criteria."""

# Title, a few words, and the sentence, by rule.
SAID: Mapping[str, tuple[str, str, str]] = {
    "quality-word": (
        "A quality word without anything to observe",
        "has nothing to observe",
        "“{words}” judges without saying what to look for, so two graders will look for two things. Name what can be "
        "seen in the answer.",
    ),
    "double-barreled": (
        "One statement asks two things",
        "asks two things",
        "“{words}” joins two tests. If one holds and the other fails, graders must guess which one counts.",
    ),
    "surface-proxy": (
        "Format or length instead of content",
        "measures the surface",
        "“{words}” measures format or length, which an answer can have whatever it says.",
    ),
    "negative-opening": (
        "A statement that opens with a prohibition",
        "opens with a prohibition",
        "“{words}” makes this a prohibition. Say what has to be there; what must not be there belongs to the other "
        "list, without the negation.",
    ),
    "double-negative": (
        "Two negations in one statement",
        "negates twice",
        "“{words}” and another negation stand in one statement, and graders must work out what is left.",
    ),
    "ungrounded": (
        "Nothing to check against",
        "has nothing to check against",
        "“{words}” asks whether something is right, and nothing says what graders check it against.",
    ),
    "hackable": (
        "A demand that anything can meet",
        "can be met with anything",
        "“{words}” counts, and does not say what the counted things must be or do.",
    ),
    "scale-number": (
        "A score off the scale",
        "is off the scale",
        "“{words}” is no point of this criterion's scale.",
    ),
}


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
    title, why, message = SAID[hit.rule]
    places = [part(place, place.part, span.start, span.end) for span in hit.spans]
    if hit.rule == "double-negative":
        words = hit.spans[0].words
        yield finding(hit.rule, places[0], words, why, message.format(words=words), title=title, also=tuple(places[1:]))
        return
    for span, where in zip(hit.spans, places, strict=True):
        yield finding(hit.rule, where, span.words, why, message.format(words=span.words), title=title)
