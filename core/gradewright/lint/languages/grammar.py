"""What the rules need to know of a grammar, and what German, French and Spanish have in common."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gradewright.lint.clauses import sentences
from gradewright.lint.languages.lists import Lists
from gradewright.lint.tokens import QUOTED, Token, tokens

Extent = tuple[int, int]
"""Beginning and end in a text, in code points."""

LONGEST_SUBJECT = 7
FURTHEST = 40
"""Words that are looked at from a place on; a clause that goes on for longer is read up to there."""


@lru_cache(maxsize=16)
def masked(text: str) -> str:
    """Return the text with quotations blanked: they are no words of the author's. Nothing moves."""
    return QUOTED.sub(lambda match: " " * len(match[0]), text)


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words and signs of a sentence, and which of them belong to a dependent clause."""

    tokens: list[Token]
    dependent: list[bool]


class Grammar(ABC):
    """The grammar of one language, over its lists. Texts are NFC."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists
        self._last: tuple[str, list[Token], list[Sentence]] | None = None
        self.quality = frozenset(self._quality())
        self.observable = frozenset(self._observable())
        self.telling = frozenset(self._telling())
        self.finite = frozenset(self._finite()) | lists.words("auxiliaries") | lists.words("modals")
        self.denying = frozenset(self._denying())

    # What a language says about its words.

    @abstractmethod
    def _quality(self) -> Iterator[str]: ...

    @abstractmethod
    def _observable(self) -> Iterator[str]: ...

    @abstractmethod
    def _telling(self) -> Iterator[str]: ...

    @abstractmethod
    def _finite(self) -> Iterator[str]: ...

    @abstractmethod
    def _denying(self) -> Iterator[str]: ...

    def tokens(self, text: str) -> list[Token]:
        """Return the words and signs of a text, without quotations."""
        return tokens(text)

    def sentences(self, text: str) -> list[Sentence]:
        """Return the sentences of a text. That of the last text is kept, because every rule asks for it."""
        kept = self._last
        if kept is None or kept[0] != text:
            found = self.tokens(text)
            split = [each for each in sentences(found, text) if each]
            kept = text, found, [Sentence(each, self.dependent(each)) for each in split]
            self._last = kept
        return kept[2]

    def words(self, text: str) -> list[Token]:
        """Return what :meth:`tokens` does, read once for a text."""
        self.sentences(text)
        return self._last[1] if self._last is not None and self._last[0] == text else self.tokens(text)

    @abstractmethod
    def dependent(self, found: Sequence[Token]) -> list[bool]:
        """Tell for each token of a sentence whether it belongs to a dependent clause or an instruction passed on."""

    @abstractmethod
    def is_finite(self, found: Sequence[Token], place: int) -> bool:
        """Tell whether the word at a place is a finite verb, as far as lists can."""

    def is_noun(self, found: Sequence[Token], place: int) -> bool:
        """Tell whether a word that could be a verb is a noun: it stands behind an article."""
        return place > 0 and found[place - 1].low in self.lists.words("determiners")

    def is_verb(self, found: Sequence[Token], place: int) -> bool:
        """Tell whether a word that is an adjective, too, is the verb here: it opens the statement, or has an object."""
        following = found[place + 1] if place + 1 < len(found) else None
        opens = place == 0 and following is not None and following.is_word
        return opens or (following is not None and following.low in self.lists.words("determiners"))

    # What the rules ask.

    def main_verb(self, found: Sequence[Token], dependent: Sequence[bool]) -> int | None:
        """Return the place of the main verb of a sentence."""
        for place, token in enumerate(found):
            if token.is_word and not dependent[place] and self.is_finite(found, place):
                return place
        return None

    def demands(self, text: str) -> Iterator[Extent]:
        """Yield where a second demand begins: from the joining word to its verb. At most one a sentence."""
        pairs = [match.span() for match in self.lists.phrases("fixed-pairs").finditer(text)]
        for sentence in self.sentences(text):
            joint = self._joint(sentence.tokens, sentence.dependent, pairs)
            if joint is not None:
                yield sentence.tokens[joint[0]].start, sentence.tokens[joint[1]].end

    def _joint(self, found: Sequence[Token], dependent: Sequence[bool], pairs: Sequence[Extent]) -> Extent | None:
        main = self.main_verb(found, dependent)
        if main is None:
            main = 0 if found[0].is_word and not dependent[0] else None
        if main is None:
            return None
        for place in range(main + 1, len(found) - 1):
            behind = self.behind_joiner(found, place)
            if behind is None or touches((found[place].start, found[place].end), pairs):
                continue
            verb = self.second_verb(found, dependent, main, place, behind)
            if verb is not None:
                return place, verb
        return None

    def behind_joiner(self, found: Sequence[Token], place: int) -> int | None:
        """Return the place behind a word or sign that can join two demands, None where there is none."""
        if found[place].text == ";" or found[place].low in self.lists.words("joiners"):
            return place + 1
        return None

    @abstractmethod
    def second_verb(
        self, found: Sequence[Token], dependent: Sequence[bool], main: int, joiner: int, start: int
    ) -> int | None:
        """Return the place of the verb of a second demand that begins at ``start``, None where none does."""

    def opens_negative(self, text: str) -> Extent | None:
        """Return the negation that a statement opens with, None where it demands something."""
        bare = masked(text)
        allowed = [match.span() for match in self.lists.phrases("negative-allowed").finditer(bare)]
        opening = self.lists.openings("negative-openings").match(bare)
        if opening is not None and not touches(opening.span(), allowed):
            return self._trimmed(text, opening.span())
        first = next(iter(self.sentences(text)), None)
        place = self.negated_main(first.tokens, first.dependent) if first is not None else None
        if first is None or place is None:
            return None
        extent = first.tokens[place].start, first.tokens[place].end
        return None if touches(extent, allowed) else extent

    def _trimmed(self, text: str, extent: Extent) -> Extent:
        words = text[extent[0] : extent[1]]
        return extent[0] + len(words) - len(words.lstrip()), extent[0] + len(words.rstrip())

    @abstractmethod
    def negated_main(self, found: Sequence[Token], dependent: Sequence[bool]) -> int | None:
        """Return the place of what negates the main verb of a sentence, None where nothing does."""

    @abstractmethod
    def negations(self, text: str) -> list[Extent]:
        """Return the negations of a text, one entry for words that make one together."""

    def tells(self, text: str) -> bool:
        """Whether the statement's verb is one of telling: its object is a fact that the output states."""
        for sentence in self.sentences(text):
            main = self.main_verb(sentence.tokens, sentence.dependent)
            return self._is_telling(sentence.tokens, main or 0)
        return False

    def _is_telling(self, found: Sequence[Token], main: int) -> bool:
        return found[main].low in self.telling

    def dependent_places(self, text: str) -> frozenset[int]:
        """Return the beginnings of the words of a text that are in a dependent clause."""
        return frozenset(
            token.start
            for each in self.sentences(text)
            for token, inside in zip(each.tokens, each.dependent, strict=True)
            if inside
        )


def touches(extent: Extent, others: Sequence[Extent]) -> bool:
    """Return whether an extent has something in common with one of others, which stand in order and apart."""
    place = bisect_left(others, (extent[1],))
    return place > 0 and others[place - 1][1] > extent[0]


def outside(found: Sequence[Token], extents: Sequence[Extent]) -> list[Token]:
    """Return the tokens that touch none of some extents."""
    return [token for token in found if not touches((token.start, token.end), extents)] if extents else list(found)


def phrase_extents(pattern: re.Pattern[str], text: str) -> list[Extent]:
    """Return where a pattern is found in a text, quotations left out, in order."""
    return [match.span() for match in pattern.finditer(masked(text))]
