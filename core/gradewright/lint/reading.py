"""One statement taken apart: its sentences, their main verbs, and what in them depends on something else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from gradewright.lint.clauses import MainVerb, main_verb, sentences
from gradewright.lint.demand import Span
from gradewright.lint.double_barreled import second_demands
from gradewright.lint.tokens import Nfc, Token, blanked, tokens
from gradewright.lint.word_files import Extent
from gradewright.lint.words import WordLists


class Reading:
    """A statement in NFC, read once for all rules. What is quoted is masked, but keeps its place."""

    def __init__(self, text: str, lists: WordLists):
        self._nfc = Nfc.of(text)
        self.text = self._nfc.text
        self.lists = lists
        self.bare = blanked(self.text)

    @cached_property
    def found(self) -> list[Token]:
        """The words and signs, without quotations."""
        return tokens(self.text)

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The sentences with at least one word."""
        split = sentences(self.found, self.text)
        return [Sentence(each, self.text, self.lists) for each in split if any(token.is_word for token in each)]

    def span(self, start: int, end: int) -> Span:
        """Translate a place of the NFC text into one of the text as it stands."""
        return Span(*self._nfc.original_span(start, end), words=self.text[start:end])

    def sentence_at(self, position: int) -> Sentence | None:
        """Return the sentence at a place of the text."""
        return next((each for each in self.sentences if each.start <= position < each.end), None)

    def depends(self, position: int) -> bool:
        """Whether the words at a place are in a dependent clause or an instruction that is passed on."""
        sentence = self.sentence_at(position)
        return sentence is not None and sentence.depends(position)


class Sentence:
    """One sentence: its tokens, its main verb (None where none is certain), and which tokens depend on what."""

    def __init__(self, found: Sequence[Token], text: str, lists: WordLists):
        self.tokens = found
        self.start, self.end = found[0].start, found[-1].end
        self._lists = lists
        match = lists.lead_in.match(text, self.start)
        after = self.start if match is None else match.end()
        self.first = next((i for i, token in enumerate(found) if token.start >= after), 0)
        self.main: MainVerb | None = main_verb(found, self.first, lists)
        self._restarts = {joint.verb for joint in second_demands(text, found, lists)}

    @cached_property
    def main_word(self) -> str:
        """The word that says what is done: the main verb, or the participle behind a helping verb. "" for none."""
        if self.main is None:
            return ""
        place = self.main.place
        if self.tokens[place].low in self._lists.auxiliaries:
            behind = (token.low for token in self.tokens[place + 1 : place + 4])
            return next((word for word in behind if word in self._lists.verbs.past), self.tokens[place].low)
        return self.tokens[place].low

    @property
    def tells(self) -> bool:
        """Whether the sentence asks for something to be told, so that a form or length in it is a fact."""
        return self.main_word in self._lists.telling

    @property
    def asks(self) -> bool:
        """Whether the sentence asks for something to be asked of somebody else."""
        return self.main_word in self._lists.asking

    @cached_property
    def flags(self) -> list[bool]:
        """For each token whether it depends on something."""
        lists, found = self._lists, self.tokens
        main = -1 if self.main is None else self.main.place
        flags: list[bool] = []
        depends = False
        for place, token in enumerate(found):
            if place in self._restarts or token.text == ";" or (token.text == "," and place < main):
                depends = False
            elif place >= self.first and self._opens(place, main):
                depends = True
            flags.append(depends and place >= self.first and token.low not in lists.conditions | {","})
        return flags

    def _opens(self, place: int, main: int) -> bool:
        """Whether a dependent part begins at a place."""
        low = self.tokens[place].low
        if place == main:
            return False
        if low in self._lists.subordinators:
            return True
        after = self.tokens[place + 1].low if place + 1 < len(self.tokens) else ""
        passed_on = low == "to" and (after in self._lists.verbs.base or after in ("be", "have"))
        return passed_on and self.main_word in self._lists.asking and main < place

    def depends(self, position: int) -> bool:
        """Whether the token at a place of the text depends on something."""
        for token, flag in zip(self.tokens, self.flags, strict=True):
            if token.start <= position < token.end:
                return flag
            if token.start > position:
                break
        return False


def inside(start: int, extents: Sequence[Extent]) -> bool:
    """Whether a place is in one of some extents."""
    return any(begin <= start < end for begin, end in extents)


def touches(extent: Extent, others: Sequence[Extent]) -> bool:
    """Whether an extent has a place in common with one of others."""
    return any(start < extent[1] and extent[0] < end for start, end in others)
