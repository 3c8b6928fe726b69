"""The rule ``ungrounded``: asks whether something is right, with nothing to check it against."""

from __future__ import annotations

import re

from gradewright.lint.demand import Span
from gradewright.lint.reading import Reading, Sentence, inside
from gradewright.lint.words import WordLists


def ungrounded_words(reading: Reading) -> list[Span]:
    """Return the words that ask for truth, none where the statement says what to check against.

    What the output is to tell or to ask about is no demand on the output ("asks whether the address is correct"), nor
    is a right to something or a fixed phrase (grading-rubric specification, section 3).
    """
    lists, bare = reading.lists, reading.bare
    matches = list(lists.correctness.finditer(bare))
    if not matches or lists.grounds.search(bare):
        return []
    allowed = [match.span() for match in lists.correctness_allowed.finditer(bare)]
    found: list[Span] = []
    for match in matches:
        sentence = reading.sentence_at(match.start())
        if sentence is None or inside(match.start(), allowed) or _is_told(sentence, match, lists):
            continue
        found.append(reading.span(*match.span()))
    return found


def _is_told(sentence: Sentence, match: re.Match[str], lists: WordLists) -> bool:
    """Whether the word is about what the output tells or asks somebody, and not about the output."""
    if sentence.asks:
        return True
    return sentence.tells and (match[0].lower() in lists.correctness_nouns or sentence.depends(match.start()))
