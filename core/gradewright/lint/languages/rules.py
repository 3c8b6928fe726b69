"""The wording rules of the grading rubric (section 3) on one statement in German, French or Spanish."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gradewright.lint.clauses import SENTENCE_ENDS
from gradewright.lint.demand import Span
from gradewright.lint.languages.french import French
from gradewright.lint.languages.german import German
from gradewright.lint.languages.grammar import FURTHEST, Extent, Grammar, masked, phrase_extents, touches
from gradewright.lint.languages.lists import lists_of
from gradewright.lint.languages.spanish import Spanish
from gradewright.lint.tokens import Nfc, Token

_GRAMMARS: dict[str, type[Grammar]] = {"de": German, "fr": French, "es": Spanish}
_SLASHED = re.compile(r"(?<![\w/.,])(?P<score>\d{1,4})\s*/\s*(?P<size>\d{1,4})(?![\w/.,])")
_MOST_DESCRIBING = 2
"""Words that a counted thing has without anything being said about it: "two other serious reasons"."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that fires, and the words it is about, in the text as it stands."""

    rule: str
    spans: tuple[Span, ...]


@cache
def grammar(language: str, extra: Path | None = None) -> Grammar:
    """Return the grammar of a language with its lists.

    Raises:
        KeyError: the language is none of ``LANGUAGES``.
        ListFileError: a list of the team's folder ``extra`` cannot be used.
    """
    return _GRAMMARS[language](lists_of(language, extra))


def hits(
    text: str, kind: str, language: str, *, points: int | None = None, around: str = "", extra: Path | None = None
) -> list[Hit]:
    """Return the rules that fire on one statement.

    ``kind`` is ``must``, ``must_not``, ``definition`` or ``name``; ``points`` the length of the criterion's scale, None
    without one; ``around`` the other texts of the criterion, which may name what a claim is checked against; ``extra``
    is a team's folder of lists. ``model-name`` and ``overlap`` need no grammar and are not looked at here.
    """
    if kind == "name":
        return []
    known = grammar(language, extra)
    nfc = Nfc.of(text)
    found: list[tuple[str, list[Extent]]] = [
        ("quality-word", quality_words(nfc.text, known)),
        ("double-barreled", list(known.demands(nfc.text))),
        ("surface-proxy", surface(nfc.text, known)),
        ("double-negative", doubled(nfc.text, known)),
        ("ungrounded", ungrounded(nfc.text, around, known)),
    ]
    if kind != "definition":
        opening = known.opens_negative(nfc.text)
        found.append(("negative-opening", [opening] if opening else []))
    if kind != "must_not":
        found.append(("hackable", hackable(nfc.text, known)))
    if points is not None:
        found.append(("scale-number", off_scale(nfc.text, points, known)))
    return [Hit(rule, tuple(_span(nfc, extent) for extent in extents)) for rule, extents in found if extents]


def _span(nfc: Nfc, extent: Extent) -> Span:
    return Span(*nfc.original_span(*extent), words=nfc.text[extent[0] : extent[1]])


def scores_off_scale(text: str, points: int) -> list[Hit]:
    """Return the scores such as "7/10" that fit no scale of so many points, in a language without lists."""
    nfc = Nfc.of(text)
    found = {extent for match in _SLASHED.finditer(masked(nfc.text)) for extent in _off(match, points)}
    return [Hit("scale-number", tuple(_span(nfc, extent) for extent in sorted(found)))] if found else []


def quality_words(text: str, known: Grammar) -> list[Extent]:
    """Words that judge, where nothing in the statement can be observed."""
    allowed = phrase_extents(known.lists.phrases("quality-allowed"), text)
    found = known.words(text)
    judging = [
        token
        for place, token in enumerate(found)
        if token.low in known.quality
        and not touches((token.start, token.end), allowed)
        and not _is_other_noun(known, found, place)
        and not (token.low in known.observable and known.is_verb(found, place))
    ]
    if not judging or has_anchor(text, found, known):
        return []
    return [(token.start, token.end) for token in judging]


def _is_other_noun(known: Grammar, found: Sequence[Token], place: int) -> bool:
    """Whether a word in capitals inside of a German sentence is a noun that only looks like the adjective."""
    return known.lists.language == "de" and place > 0 and found[place].text[0].isupper() and found[place - 1].is_word


def has_anchor(text: str, found: Sequence[Token], known: Grammar) -> bool:
    """Whether a statement holds a number, a comparison or an observable verb."""
    if phrase_extents(known.lists.phrases("comparisons"), text):
        return True
    exceptions = phrase_extents(known.lists.phrases("anchor-exceptions"), text)
    numbers = known.lists.words("number-words")
    outputs = known.lists.words("output-nouns")
    for place, token in enumerate(found):
        if touches((token.start, token.end), exceptions):
            continue
        if any(character.isdigit() for character in token.low) or token.low in numbers:
            return True
        if token.low in known.observable and (token.low not in known.quality or known.is_verb(found, place)):
            names_output = token.low in outputs and (place == 0 or known.is_noun(found, place))
            if not names_output and not (known.lists.language == "de" and known.is_noun(found, place)):
                return True
    return False


def surface(text: str, known: Grammar) -> list[Extent]:
    """Demands on format or length of the output itself."""
    always = phrase_extents(known.lists.patterns("surface-patterns"), text)
    named = [] if known.tells(text) else phrase_extents(known.lists.patterns("surface-nouns"), text)
    return always or named


def doubled(text: str, known: Grammar) -> list[Extent]:
    """All negations of a statement that has two or more."""
    spans = known.negations(text)
    return spans if len(spans) > 1 else []


def ungrounded(text: str, around: str, known: Grammar) -> list[Extent]:
    """Words that ask whether something is right, where nothing says what to check it against."""
    lists = known.lists
    allowed = phrase_extents(lists.phrases("correctness-allowed"), text)
    found = [
        *phrase_extents(lists.patterns("correctness-words"), text),
        *phrase_extents(lists.patterns("correctness-predicates"), text),
    ]
    asked = [extent for extent in found if not touches(extent, allowed)]
    if not asked or any(lists.patterns("grounds").search(masked(each)) for each in (text, around)):
        return []
    if known.tells(text):
        inside = known.dependent_places(text)
        asked = [extent for extent in asked if extent[0] not in inside]
    return sorted(set(asked))


def hackable(text: str, known: Grammar) -> list[Extent]:
    """Lower limits on a count, and keywords, that can be met with anything."""
    keywords = [match.span() for match in known.lists.patterns("keywords").finditer(text)]
    limits = phrase_extents(known.lists.patterns("lower-limits"), text)
    starts = [token.start for token in known.words(text)] if limits else []
    counts = [extent for extent in limits if not _says_more(text, extent[1], starts, known)]
    return keywords + counts


def _says_more(text: str, end: int, starts: Sequence[int], known: Grammar) -> bool:
    """Whether more than its name is said about what is counted, or it is a quantity and nothing counted at all."""
    first = bisect_left(starts, end)
    rest: list[Token] = []
    for token in known.words(text)[first : first + FURTHEST]:
        if token.text in SENTENCE_ENDS:
            break
        rest.append(token)
    quantities, ends = known.lists.words("quantities"), known.lists.words("count-ends")
    if text[end : end + 3].strip().startswith("%") or (rest and rest[0].low in quantities):
        return True
    if any(token.text in {",", ";", ":"} and place + 1 < len(rest) for place, token in enumerate(rest)):
        return True
    words = [token for token in rest if token.is_word]
    while words and words[-1].low in ends:
        words.pop()
    links = known.lists.words("determiners") | {"de", "d'"}
    opens = known.lists.words("subordinators")
    said = [token for token in words if token.low not in links]
    return len(said) > _MOST_DESCRIBING or any(token.low in opens for token in words)


def off_scale(text: str, points: int, known: Grammar) -> list[Extent]:
    """Numbers that are used as a score and are no point of the scale, and scales of another size."""
    bare = masked(text)
    found = set[Extent]()
    for pattern in (_SLASHED, *known.lists.separate("scale-numbers")):
        for match in pattern.finditer(bare):
            found.update(_off(match, points))
    return sorted(found)


def _off(match: re.Match[str], points: int) -> Iterator[Extent]:
    groups = match.groupdict()
    size, score = groups.get("size"), groups.get("score")
    other_size = size is not None and _number(size) != points
    if other_size or (score is not None and _number(score) not in range(1, points + 1)):
        yield match.span()


def _number(digits: str) -> float:
    # Digits of a text may be longer than any number that is meant; as a float they still compare.
    return float(digits.replace(",", "."))
