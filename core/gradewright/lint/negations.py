"""The rules ``negative-opening`` and ``double-negative``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gradewright.lint.clauses import has_object
from gradewright.lint.demand import Span
from gradewright.lint.reading import Reading, Sentence, inside, touches
from gradewright.lint.tokens import Token
from gradewright.lint.word_files import Extent
from gradewright.lint.words import WordLists

SUBJECT_WORDS = 9
BESIDE = 3
_NUMBERED = re.compile(r"no\.? ?\d", re.IGNORECASE)


def negative_opening(reading: Reading) -> Span | None:
    """Return the words with which a statement forbids something at its beginning, None where it demands something.

    They may stand behind a subject or a condition ("The reply does not …"). Numbers ("No. 7"), limits ("no later
    than"), titles and fixed phrases forbid nothing (grading-rubric specification, section 3).
    """
    if not reading.sentences:
        return None
    sentence = reading.sentences[0]
    opening = _Opening(reading, sentence)
    extent = opening.find()
    return None if extent is None else reading.span(*extent)


class _Opening:
    """The beginning of a sentence on the way to its verb."""

    def __init__(self, reading: Reading, sentence: Sentence):
        self._bare = reading.bare
        self._lists = reading.lists
        self._tokens = sentence.tokens
        self._start = self._past_condition(sentence.first)
        self._allowed = reading.lists.negative_allowed.extents(reading.bare)

    def _past_condition(self, start: int) -> int:
        tokens = self._tokens
        while start < len(tokens) and tokens[start].low in self._lists.subordinators:
            comma = next((i for i in range(start, len(tokens)) if tokens[i].text == ","), None)
            if comma is None:
                return len(tokens)
            start = comma + 1
        while start < len(tokens) and (tokens[start].low in self._lists.adverbs or not tokens[start].is_word):
            if tokens[start].low in self._lists.negations:
                break
            start += 1
        return start

    def find(self) -> Extent | None:
        """Return the words that forbid."""
        tokens, lists = self._tokens, self._lists
        for place in range(self._start, min(self._start + SUBJECT_WORDS, len(tokens))):
            token = tokens[place]
            if place == self._start:
                extent = self._match(lists.negative_openings, place)
                if extent is not None:
                    return None if _is_title(tokens, place) else extent
            if not token.is_word or (token.low in lists.subordinators and place > self._start):
                return None
            if place == self._start and self._is_negation(place):
                return None
            if self._is_negation(place) and token.low in lists.adverb_negations:
                return (token.start, token.end) if token.text[0].islower() else None
            if token.low in lists.auxiliaries or token.low in lists.modals:
                return self._behind_helper(place)
            if place > self._start:
                extent = self._match(lists.negative_verbs, place)
                if extent is not None:
                    return extent
            if self._is_verb(place):
                extent = self._negated_object(place)
                if extent is not None or token.low not in lists.noun_like or has_object(tokens, place, lists):
                    return extent
        return None

    def _match(self, pattern: re.Pattern[str], place: int) -> Extent | None:
        start = self._tokens[place].start
        match = pattern.match(self._bare, start)
        if match is None or inside(start, self._allowed) or touches(match.span(), self._allowed):
            return None
        return None if _NUMBERED.match(self._bare, start) else match.span()

    def _is_negation(self, place: int) -> bool:
        token = self._tokens[place]
        negates = token.low in self._lists.negations or token.low.endswith("n't")
        return negates and not inside(token.start, self._allowed) and not _NUMBERED.match(self._bare, token.start)

    def _is_verb(self, place: int) -> bool:
        lists, token = self._lists, self._tokens[place]
        before = self._tokens[place - 1].low if place > self._start else ""
        if token.low in lists.verbs.third:
            return before not in lists.determiners and not self._is_plural_subject(place)
        return token.low in lists.verbs.base and place == self._start

    def _is_plural_subject(self, place: int) -> bool:
        """Whether a word such as "names" at the beginning is the subject of a helping verb."""
        after = self._tokens[place + 1].low if place + 1 < len(self._tokens) else ""
        return place == self._start and (after in self._lists.auxiliaries or after in self._lists.modals)

    def _behind_helper(self, place: int) -> Extent | None:
        """The negation behind a helping verb, over adverbs ("is also not", "should avoid", "there is no")."""
        tokens = self._tokens
        if tokens[place].low == "cannot" or self._is_negation(place):
            return tokens[place].start, tokens[place].end
        for following in range(place + 1, min(place + 4, len(tokens))):
            if not tokens[following].is_word:
                return None
            if self._is_negation(following):
                return tokens[place].start, tokens[following].end
            extent = self._match(self._lists.negative_verbs, following)
            if extent is not None:
                return tokens[place].start, extent[1]
            low = tokens[following].low
            if not (low.endswith("ly") or low in self._lists.adverbs or low in ("be", "to", "have", "there", "been")):
                return None
        return None

    def _negated_object(self, place: int) -> Extent | None:
        """The negation right behind the verb ("contains no …", "says nothing about …")."""
        if place + 1 >= len(self._tokens) or not self._is_negation(place + 1):
            return None
        verb, negation = self._tokens[place], self._tokens[place + 1]
        quoted = verb.low in self._lists.answering and negation.low == "no"
        if quoted or negation.low in ("not", "never", "without", "unless") or negation.text[0].isupper():
            return None
        return verb.start, negation.end


def _is_title(tokens: Sequence[Token], place: int) -> bool:
    """Whether a capital word is the beginning of a title: further capitals follow ("No Country for Old …")."""
    behind = tokens[place + 1 : place + 5]
    return bool(behind) and behind[0].text[0].isupper() and sum(token.text[0].isupper() for token in behind) > 1


def negations(reading: Reading) -> list[Span]:
    """Return the negations of a statement where there are two or more, else nothing.

    Fixed phrases, titles and quotations do not count; "neither … nor" is one (grading-rubric specification, section 3).
    """
    lists = reading.lists
    allowed = lists.negative_allowed.extents(reading.bare)
    tokens = reading.found
    titles = {token.start for place, token in enumerate(tokens) if token.text[0].isupper() and _in_title(tokens, place)}
    verbs = [match.span() for match in lists.negation_verbs.finditer(reading.bare)]
    found = [each for each in verbs if each[0] not in titles and not inside(each[0], allowed)]
    last_negation = -BESIDE - 1
    for place, token in enumerate(tokens):
        if _negates(reading, token, allowed, lists) and token.start not in titles:
            found.append((token.start, token.end))
            last_negation = place
        elif token.low in lists.negated_adjectives and 0 < place - last_negation <= BESIDE:
            between = tokens[last_negation + 1 : place]
            if all(each.low in lists.between_negations or each.low.endswith("ly") for each in between):
                found.append((token.start, token.end))
    found.sort()
    return [reading.span(*extent) for extent in found] if len(found) > 1 else []


def _negates(reading: Reading, token: Token, allowed: Sequence[Extent], lists: WordLists) -> bool:
    if token.low not in lists.negations and not token.low.endswith("n't"):
        return False
    return not inside(token.start, allowed) and not _NUMBERED.match(reading.bare, token.start)


def _in_title(tokens: Sequence[Token], place: int) -> bool:
    """Whether a negation is part of a name: written with a capital, and no beginning of a sentence."""
    token = tokens[place]
    if not token.text[0].isupper() or token.text.isupper():
        return token.text.isupper() and len(token.text) > 1 and place > 0 and not tokens[place - 1].text.isupper()
    if place == 0 or tokens[place - 1].text in ".!?:":
        return _is_title(tokens, place)
    return True
