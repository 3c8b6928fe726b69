"""The rule ``quality-word``: a word such as "clear" with nothing in the statement that a reader could observe."""

from __future__ import annotations

from collections.abc import Sequence

from gradewright.lint.demand import Span
from gradewright.lint.tokens import Nfc, Token, blanked, tokens
from gradewright.lint.word_files import Extent
from gradewright.lint.words import WordLists


def quality_words(text: str, lists: WordLists) -> list[Span]:
    """Return the quality words of a statement, none where the statement holds an anchor.

    An anchor is a number, a comparison or an observable verb in any form (grading-rubric specification, section 3).
    Quotations and code are no words of the author's.
    """
    nfc = Nfc.of(text)
    found = tokens(nfc.text)
    single = [token for token in found if token.low in lists.quality]
    joined = [match.span() for match in lists.quality_phrases.finditer(blanked(nfc.text))]
    if not single and not joined:
        return []
    allowed = lists.quality_allowed.extents(nfc.text)
    extents = [(token.start, token.end) for token in single if not _inside(token, joined)]
    extents = sorted(each for each in [*extents, *joined] if not _within(each, allowed))
    if not extents or has_anchor(nfc.text, [token for token in found if not _inside(token, joined)], lists):
        return []
    return [Span(*nfc.original_span(*each), words=nfc.text[slice(*each)]) for each in extents]


def has_anchor(text: str, found: Sequence[Token], lists: WordLists) -> bool:
    """Return whether a statement holds something to observe. ``text`` is NFC, ``found`` are its tokens."""
    bare = blanked(text)
    if lists.comparisons.extents(bare) or lists.anchor_phrases.search(bare):
        return True
    exceptions = lists.anchor_exceptions.extents(text)
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
        if before.low in lists.before_nouns or before.low in lists.quality or before.low.endswith("'s"):
            return True
        # Behind a noun the singular is one, too ("the handover note"): a verb would have an ending there.
        verb_before = before.low in lists.modals or before.low in lists.verbs.all or before.low.endswith(("s", "ly"))
        is_singular = token.low in lists.verbs.base and not verb_before and before.low not in lists.pronouns | {"to"}
        finite = after is not None and (after.low in lists.auxiliaries or after.low in lists.modals)
        return finite or (is_singular and before.low not in lists.adverbs)
    if after is None:
        return True
    return (
        after.low in lists.auxiliaries
        or after.low in lists.modals
        or after.low in lists.quality
        or after.low in lists.verbs.third
    )


def _inside(token: Token, spans: Sequence[Extent]) -> bool:
    return _within((token.start, token.end), spans)


def _within(extent: Extent, spans: Sequence[Extent]) -> bool:
    return any(start <= extent[0] and extent[1] <= end for start, end in spans)
