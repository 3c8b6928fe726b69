"""All wording rules on one text, and which rules look at which texts (grading rubric, section 3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from gradewright.lint.demand import Demand, Hit, Kind, Span
from gradewright.lint.double_barreled import double_demands
from gradewright.lint.hackable import hackable_words
from gradewright.lint.language import ENGLISH, Language, language_named, statement_language
from gradewright.lint.languages.lists import LANGUAGES, lists_of
from gradewright.lint.languages.rules import hits as foreign_hits
from gradewright.lint.languages.rules import scores_off_scale
from gradewright.lint.model_name import model_names
from gradewright.lint.negations import negations, negative_opening
from gradewright.lint.quality_word import quality_words
from gradewright.lint.reading import Reading
from gradewright.lint.scale_number import scale_numbers
from gradewright.lint.surface_proxy import surface_measures
from gradewright.lint.tokens import Nfc
from gradewright.lint.turning import without_double_negative, without_negative_opening
from gradewright.lint.ungrounded import ungrounded_words
from gradewright.lint.words import WordLists, word_lists

WORDING_RULES = (
    "quality-word",
    "double-barreled",
    "surface-proxy",
    "negative-opening",
    "double-negative",
    "model-name",
    "ungrounded",
    "hackable",
    "scale-number",
)
"""The rules that look at one text alone; ``overlap`` compares two criteria."""

SWITCHABLE = ("ungrounded", "hackable", "scale-number")
"""The rules that can be switched off."""

ENGLISH_LANGUAGE = language_named(ENGLISH)

_REMEMBERED = 40_000


def hits(demand: Demand, language: Language = ENGLISH_LANGUAGE, extra: Path | None = None) -> tuple[Hit, ...]:
    """Return what the wording rules find in a text, rule by rule, in the language that the text is in.

    ``language`` is that of its rubric, ``extra`` a team's folder of word lists. The answer for a text is remembered.

    Raises:
        ListFileError: a list of the team cannot be used.
    """
    return () if not demand.text or demand.text.isspace() else _remembered(demand, language, extra)


@lru_cache(maxsize=_REMEMBERED)
def _remembered(demand: Demand, rubric: Language, extra: Path | None) -> tuple[Hit, ...]:
    language = statement_language(demand.text, rubric)
    if language.code == ENGLISH:
        return tuple(_hits(demand, word_lists(ENGLISH, extra)))
    found = [*_names(demand), *_foreign_hits(demand, language, extra)]
    return tuple(hit for hit in found if not (demand.grounded and hit.rule == "ungrounded"))


def forget() -> None:
    """Forget the answers for texts that were checked, for who measures how long they take."""
    _remembered.cache_clear()
    names_ground.cache_clear()


def _names(demand: Demand) -> Iterator[Hit]:
    if demand.kind is not Kind.ANCHOR:
        nfc = Nfc.of(demand.text)
        for start, end in model_names(nfc.text):
            yield Hit("model-name", Span(*nfc.original_span(start, end), words=nfc.text[start:end]))


def _foreign_hits(demand: Demand, language: Language, extra: Path | None) -> Iterator[Hit]:
    """What the rules of other languages find; a language without lists has those alone that need none."""
    if demand.kind is Kind.NAME:
        return
    if language.code not in LANGUAGES:
        found = scores_off_scale(demand.text, demand.points) if demand.points is not None else []
    else:
        kind = "definition" if demand.kind is Kind.ANCHOR else demand.kind.value
        found = foreign_hits(demand.text, kind, language.code, points=demand.points, extra=extra)
    for hit in found:
        if demand.kind is Kind.ANCHOR and hit.rule != "scale-number":
            continue
        if hit.rule == "double-negative":
            yield Hit(hit.rule, hit.spans[0], hit.spans[1:])
        else:
            yield from (Hit(hit.rule, span) for span in hit.spans)


@lru_cache(maxsize=_REMEMBERED)
def names_ground(text: str, language: Language, extra: Path | None = None) -> bool:
    """Whether a text says what something can be checked against."""
    if language.code in LANGUAGES:
        return lists_of(language.code, extra).patterns("grounds").search(text) is not None
    return language.code == ENGLISH and word_lists(ENGLISH, extra).grounds.search(text) is not None


def stop_words_of(language: Language, extra: Path | None = None) -> frozenset[str]:
    """Return the words without content of a language, none where there is no list."""
    if language.code in LANGUAGES:
        return lists_of(language.code, extra).words("stop-words")
    return word_lists(ENGLISH, extra).stop_words if language.code == ENGLISH else frozenset()


def _hits(demand: Demand, lists: WordLists) -> Iterator[Hit]:
    yield from _names(demand)
    if demand.kind is Kind.NAME:
        return
    reading = Reading(demand.text, lists)
    if demand.kind in (Kind.MUST, Kind.MUST_NOT, Kind.DEFINITION):
        yield from _statement_hits(demand, reading)
    if demand.points is not None:
        for span in scale_numbers(reading, demand.points):
            yield Hit("scale-number", span)


def _statement_hits(demand: Demand, reading: Reading) -> Iterator[Hit]:
    lists, forbids = reading.lists, demand.kind is Kind.MUST_NOT
    for span in quality_words(demand.text, lists):
        yield Hit("quality-word", span)
    for double in double_demands(demand.text, lists, forbids=forbids):
        yield Hit("double-barreled", double.span, parts=double.parts)
    for span in surface_measures(reading):
        yield Hit("surface-proxy", span)
    if demand.kind is not Kind.DEFINITION:
        opening = negative_opening(reading)
        if opening is not None:
            turned = without_negative_opening(reading, forbids=forbids)
            yield Hit("negative-opening", opening, parts=turned, moves=True)
    negated = negations(reading)
    if negated:
        turned = without_double_negative(reading)
        yield Hit("double-negative", negated[0], tuple(negated[1:]), parts=turned)
    if not demand.grounded:
        for span in ungrounded_words(reading):
            yield Hit("ungrounded", span)
    if not forbids:
        for span in hackable_words(reading):
            yield Hit("hackable", span)
