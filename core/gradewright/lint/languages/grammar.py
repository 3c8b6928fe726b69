"""What the rules need to know of a grammar, and what German, French and Spanish have in common."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from gradewright.lint.clauses import sentences
from gradewright.lint.languages.lists import Lists
from gradewright.lint.tokens import QUOTED, Token, tokens

Extent = tuple[int, int]
"""Beginning and end in a text, in code points."""

LONGEST_SUBJECT = 7


def masked(text: str) -> str:
    """Return the text with quotations blanked: they are no words of the author's. Nothing moves."""
    return QUOTED.sub(lambda match: " " * len(match[0]), text)


class Grammar(ABC):
    """The grammar of one language, over its lists. Texts are NFC."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists
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
        for sentence in sentences(self.tokens(text), text):
            joint = self._joint(sentence, pairs)
            if joint is not None:
                yield sentence[joint[0]].start, sentence[joint[1]].end

    def _joint(self, found: Sequence[Token], pairs: Sequence[Extent]) -> Extent | None:
        dependent = self.dependent(found)
        main = self.main_verb(found, dependent)
        if main is None:
            main = 0 if found[0].is_word and not dependent[0] else None
        if main is None:
            return None
        for place in range(main + 1, len(found) - 1):
            behind = self.behind_joiner(found, place)
            if behind is None or any(start <= found[place].start < end for start, end in pairs):
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
        if opening is not None and not _touches(opening.span(), allowed):
            return self._trimmed(text, opening.span())
        first = next(iter(sentences(self.tokens(text), text)), None)
        if first is None:
            return None
        place = self.negated_main(first, self.dependent(first))
        if place is None or _touches((first[place].start, first[place].end), allowed):
            return None
        return first[place].start, first[place].end

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
        for sentence in sentences(self.tokens(text), text):
            main = self.main_verb(sentence, self.dependent(sentence))
            if main is not None:
                return self._is_telling(sentence, main)
            return bool(sentence) and sentence[0].low in self.telling
        return False

    def _is_telling(self, found: Sequence[Token], main: int) -> bool:
        return found[main].low in self.telling

    def in_dependent(self, text: str, start: int) -> bool:
        """Whether a place of a text is in a dependent clause."""
        for sentence in sentences(self.tokens(text), text):
            if sentence[0].start <= start < sentence[-1].end:
                flags = self.dependent(sentence)
                return any(
                    flag and token.start <= start < token.end for token, flag in zip(sentence, flags, strict=True)
                )
        return False


def _touches(extent: Extent, others: Sequence[Extent]) -> bool:
    return any(start < extent[1] and extent[0] < end for start, end in others)


def outside(found: Sequence[Token], extents: Sequence[Extent]) -> list[Token]:
    """Return the tokens that touch none of some extents."""
    return [token for token in found if not _touches((token.start, token.end), extents)]


def phrase_extents(pattern: re.Pattern[str], text: str) -> list[Extent]:
    """Return where a pattern is found in a text, quotations left out."""
    return [match.span() for match in pattern.finditer(masked(text))]
