"""Sentences and their main verbs, as far as word lists can tell them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from gradewright.lint.tokens import Token
from gradewright.lint.words import WordLists

SENTENCE_ENDS = frozenset(".!?")
SUBJECT_WORDS = 8


class Form(Enum):
    """The form of a main verb, which a second demand of the same subject shares."""

    THIRD = "third"
    BASE = "base"
    ING = "ing"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class MainVerb:
    """The main verb of a sentence: its place among the tokens, and its form."""

    place: int
    form: Form


def sentences(found: Sequence[Token], text: str) -> Iterator[list[Token]]:
    """Split tokens at full stops, question and exclamation marks, and line ends. Abbreviations may split too early."""
    current: list[Token] = []
    for token in found:
        if current and "\n" in text[current[-1].end : token.start]:
            yield current
            current = []
        current.append(token)
        if token.text in SENTENCE_ENDS and not text[token.end : token.end + 1].isalnum():
            yield current
            current = []
    if current:
        yield current


def main_verb(sentence: Sequence[Token], start: int, lists: WordLists) -> MainVerb | None:
    """Return the main verb of a sentence from the place ``start`` on, None where none is certain."""
    place = _past_condition(sentence, start, lists)
    if place is None:
        return None
    place = _past_adverbs(sentence, place, lists)
    if place >= len(sentence) or not sentence[place].is_word:
        return None
    first = sentence[place]
    if first.low in lists.modals and _base_after(sentence, place, lists) is not None:
        return _base_after(sentence, place, lists)
    if first.low in lists.auxiliaries:
        return MainVerb(place, Form.THIRD)
    if first.low in lists.verbs.third and not _is_subject(sentence, place, lists):
        return MainVerb(place, Form.THIRD)
    if first.low in lists.verbs.ing:
        return MainVerb(place, Form.ING)
    if first.low in lists.verbs.base and not _is_subject(sentence, place, lists):
        return MainVerb(place, Form.BASE)
    if place == start and _looks_third(first) and has_object(sentence, place, lists):
        return MainVerb(place, Form.THIRD)
    return _after_subject(sentence, place, lists)


def _looks_third(token: Token) -> bool:
    """Whether an unknown word at the start can be a verb of the third person ("Retrieves the order")."""
    return token.low.endswith("s") and not token.low.endswith(("ss", "us", "is", "'s"))


def has_object(sentence: Sequence[Token], place: int, lists: WordLists) -> bool:
    """Whether the word at a place is followed by what only a verb has: an article, a question word, a number, a name.

    "With" and an article count, too ("ends with a greeting").
    """
    following = sentence[place + 1] if place + 1 < len(sentence) else None
    if following is None or not following.is_word:
        return False
    if following.low == "with" and place + 2 < len(sentence):
        return sentence[place + 2].low in lists.determiners
    return following.low in lists.determiners or following.low[0].isdigit() or following.text[0].isupper()


def _past_condition(sentence: Sequence[Token], start: int, lists: WordLists) -> int | None:
    """Skip a condition in front ("If the patient is a child, states …"); None where no main clause follows."""
    while start < len(sentence) and sentence[start].low in lists.subordinators:
        comma = next((i for i in range(start, len(sentence)) if sentence[i].text == ","), None)
        if comma is None:
            return None
        start = comma + 1
    return start


def _past_adverbs(sentence: Sequence[Token], place: int, lists: WordLists) -> int:
    while place < len(sentence) and (sentence[place].low in lists.adverbs or sentence[place].low.endswith("ly")):
        place += 1
    return place


def _is_subject(sentence: Sequence[Token], place: int, lists: WordLists) -> bool:
    """Whether a word at the start that could be a verb is the subject ("Answers are …", "Report names …")."""
    following = sentence[place + 1] if place + 1 < len(sentence) else None
    if following is None:
        return True
    if following.low in lists.determiners:
        return False
    return following.low in lists.auxiliaries or following.low in lists.modals or following.low in lists.verbs.third


def _after_subject(sentence: Sequence[Token], start: int, lists: WordLists) -> MainVerb | None:
    """Find the verb behind a subject of a few words."""
    for place in range(start + 1, min(start + SUBJECT_WORDS, len(sentence))):
        token, before = sentence[place], sentence[place - 1]
        if not token.is_word or token.low in lists.subordinators:
            return None
        if token.low in lists.modals:
            following = _base_after(sentence, place, lists)
            if following is not None:
                return following
        if token.low in lists.auxiliaries:
            return MainVerb(place, Form.THIRD)
        if token.low in lists.verbs.third and before.low not in lists.determiners:
            return MainVerb(place, Form.THIRD)
        if token.low in lists.verbs.past - lists.verbs.base and has_object(sentence, place, lists):
            return MainVerb(place, Form.PAST)
    return None


def _base_after(sentence: Sequence[Token], modal: int, lists: WordLists) -> MainVerb | None:
    """Find the base form that a modal, "do" or "needs to" stands for, over a subject in a question."""
    for place in range(modal + 1, min(modal + SUBJECT_WORDS, len(sentence))):
        token, before = sentence[place], sentence[place - 1]
        if not token.is_word:
            return None
        if token.low in lists.verbs.base and before.low not in lists.determiners:
            return MainVerb(place, Form.BASE)
    return None
