"""The rule ``hackable``: full marks by padding counts, or by a word that only has to be there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gradewright.lint.demand import Span
from gradewright.lint.reading import Reading, Sentence
from gradewright.lint.tokens import Token
from gradewright.lint.word_files import Extent
from gradewright.lint.words import WordLists

_MEASURED = re.compile(r"\s*[%€$£°]|\s*(?:to|-|–|and) \d")
_CURRENCY = re.compile(r"[€$£¥]\s*$")
_RATE = re.compile(r".{0,40}?\b(?:a|an|per|each|every) (?:hour|day|night|week|month|year)\b", re.IGNORECASE)
_SET = re.compile(r"\s*(?:of (?:the|these|those|its|their|his|her|all)|out of)\b", re.IGNORECASE)


def hackable_words(reading: Reading) -> list[Span]:
    """Return lower limits on counts, and words to be present, where nothing says what the counted things must be.

    Limits on what is measured (days, euros), counts out of a named set and what only is told or depends on something
    are facts, and negated limits are upper ones (grading-rubric specification, section 3).
    """
    lists = reading.lists
    found = [match.span() for match in lists.lower_limits.finditer(reading.bare) if _is_padded(reading, match)]
    for match in lists.keywords.finditer(reading.text):
        if _is_keyword(reading, match):
            found.append(match.span())
    found.sort()
    return [reading.span(*extent) for number, extent in enumerate(found) if not _repeats(found, number)]


def _repeats(found: Sequence[Extent], number: int) -> bool:
    return number > 0 and found[number][0] < found[number - 1][1]


def _is_padded(reading: Reading, match: re.Match[str]) -> bool:
    sentence = reading.sentence_at(match.start())
    if sentence is None or sentence.depends(match.start()) or _negated(reading, sentence, match.start()):
        return False
    if _MEASURED.match(reading.bare, match.end()) or _CURRENCY.search(reading.bare[: match.start()]):
        return False
    if _SET.match(reading.bare, match.end()) or _RATE.match(reading.bare, match.end()):
        return False
    behind = [token for token in sentence.tokens if token.start >= match.end()]
    if not behind and not any(token.end <= match.start() for token in sentence.tokens):
        return False
    return not _is_quantity(reading, sentence, match, behind) and not _is_qualified(reading, sentence, match, behind)


def _negated(reading: Reading, sentence: Sentence, position: int) -> bool:
    before = [token for token in sentence.tokens if token.end <= position]
    return any(
        token.low in reading.lists.negations or token.low.endswith("n't") or token.low in ("avoid", "avoids")
        for token in before
    )


def _is_quantity(reading: Reading, sentence: Sentence, match: re.Match[str], behind: Sequence[Token]) -> bool:
    """Whether what is limited is measured, or happens so often, instead of being counted in the output."""
    lists = reading.lists
    nouns = [token.low for token in behind[:2]] or [_last_word(match[0])]
    inner = [word.lower() for word in re.findall(r"[^\W\d_]+", match[0])]
    if nouns[0] in lists.quantities or any(word in lists.quantities for word in inner):
        return True
    if nouns[0] in ("times", "twice", "once", "time"):
        return sentence.main_word not in lists.times_verbs
    return False


def _last_word(text: str) -> str:
    words = text.lower().split()
    return words[-1] if words else ""


def _is_qualified(reading: Reading, sentence: Sentence, match: re.Match[str], behind: Sequence[Token]) -> bool:
    """Whether the sentence says what the counted things must do or be."""
    lists, text = reading.lists, reading.bare
    stop = sentence.end
    if lists.qualifiers.search(text, match.end(), stop) or re.search(r"[(:]", text[match.end() : stop]):
        return True
    for number, token in enumerate(behind[:8]):
        if not token.is_word and token.text == ";":
            break
        if number < 2 and (token.low in lists.qualifying or _is_made_adjective(token.low)):
            return True
        before = behind[number - 1].low if number else ""
        if number and token.low in lists.verbs.ing and before not in lists.before_nouns:
            return True
        if number and _is_participle(token, before, lists):
            return True
    return False


def _is_participle(token: Token, before: str, lists: WordLists) -> bool:
    """Whether a word behind a noun is a participle that says more about it ("two studies published in …")."""
    if token.low not in lists.verbs.past or token.low in lists.verbs.base or token.low in lists.auxiliaries:
        return False
    return before not in lists.auxiliaries and before not in ("be", "been")


def _is_made_adjective(word: str) -> bool:
    """Whether a word with a hyphen says how something is made ("peer-reviewed", "evidence-based")."""
    return "-" in word and word.endswith(("ed", "based", "en", "ing"))


def _is_keyword(reading: Reading, match: re.Match[str]) -> bool:
    sentence = reading.sentence_at(match.start()) or next(iter(reading.sentences), None)
    if sentence is None:
        return False
    if sentence.depends(match.start()) or _negated(reading, sentence, match.start()):
        return False
    main = sentence.main_word
    if main and main not in reading.lists.presence:
        return False
    return not reading.lists.explaining.search(reading.bare, match.end())
