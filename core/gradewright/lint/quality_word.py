"""The rule ``quality-word``: a word such as "clear" with nothing in the statement that a reader could observe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gradewright.lint.tokens import Nfc, Token, tokens
from gradewright.lint.words import WordLists


@dataclass(frozen=True, slots=True)
class Span:
    """Words in a text: code-point offsets in the text as it stands."""

    start: int
    end: int
    words: str


def quality_words(text: str, lists: WordLists) -> list[Span]:
    """Return the quality words of a statement, none where the statement holds an anchor.

    An anchor is a number, a comparison or an observable verb in any form (grading-rubric specification, section 3).
    Quotations and code are no words of the author's.
    """
    nfc = Nfc.of(text)
    found = tokens(nfc.text)
    candidates = [token for token in found if token.low in lists.quality]
    if not candidates:
        return []
    allowed = [match.span() for match in lists.quality_allowed.finditer(nfc.text)]
    candidates = [token for token in candidates if not _inside(token, allowed)]
    if not candidates or has_anchor(nfc.text, found, lists):
        return []
    return [Span(*nfc.original_span(token.start, token.end), words=token.text) for token in candidates]


def has_anchor(text: str, found: Sequence[Token], lists: WordLists) -> bool:
    """Return whether a statement holds something to observe. ``text`` is NFC, ``found`` are its tokens."""
    if lists.comparisons.search(text):
        return True
    exceptions = [match.span() for match in lists.anchor_exceptions.finditer(text)]
    for place, token in enumerate(found):
        if _inside(token, exceptions):
            continue
        parts = token.low.split("-")
        if any(character.isdigit() for character in token.low) or any(part in lists.numbers for part in parts):
            return True
        if token.low in lists.anchors and not _names_output(found, place, lists):
            return True
    return False


def _names_output(found: Sequence[Token], place: int, lists: WordLists) -> bool:
    """Whether a word that could be a verb is the noun for the output: "the answer", "a clear reply", "Answers are"."""
    token = found[place]
    if token.low not in lists.output_nouns:
        return False
    before = found[place - 1] if place else None
    after = found[place + 1] if place + 1 < len(found) else None
    if before is not None and before.is_word:
        return before.low in lists.before_nouns or before.low in lists.quality or before.low.endswith("'s")
    if after is None:
        return True
    return (
        after.low in lists.auxiliaries
        or after.low in lists.modals
        or after.low in lists.quality
        or after.low in lists.verbs.third
    )


def _inside(token: Token, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= token.start and token.end <= end for start, end in spans)
