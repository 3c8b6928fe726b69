"""What French and Spanish share: clauses opened by a word, words between subject and verb, negations that agree."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property

from gradewright.lint.languages.grammar import (
    FURTHEST,
    LONGEST_SUBJECT,
    Extent,
    Grammar,
    outside,
    phrase_extents,
    touches,
)
from gradewright.lint.tokens import Token

_SIGNS = frozenset(",;:.!?()[]")


class Romance(Grammar):
    """The common part of the two grammars."""

    NEGATING_VERB_WORDS: frozenset[str]
    """Words that negate the verb right behind them."""
    OBJECTS_BEFORE: frozenset[str]
    """Objects that stand before their verb and are articles, too."""
    INFINITIVES: tuple[str, ...]
    THIRD_ENDINGS: tuple[str, ...]

    @abstractmethod
    def _adjective(self, word: str) -> Iterator[str]: ...

    @abstractmethod
    def _conjugated(self, verb: str) -> tuple[set[str], set[str]]:
        """Return the finite forms of the present, and all forms of a verb."""

    def _quality(self) -> Iterator[str]:
        for line in self.lists.lines("quality-words"):
            first, *others = line.lower().split()
            yield from [first, *others] if others else self._adjective(first)

    def _denying(self) -> Iterator[str]:
        for line in self.lists.lines("negated-adjectives"):
            first, *others = line.lower().split()
            yield from [first, *others] if others else self._adjective(first)

    def _observable(self) -> Iterator[str]:
        for verb in self.lists.words("observable-verbs"):
            yield from self._conjugated(verb)[1]

    def _telling(self) -> Iterator[str]:
        for verb in self.lists.words("telling-verbs"):
            yield from self._conjugated(verb)[1]

    def _finite(self) -> Iterator[str]:
        for verb in self.lists.words("observable-verbs") | self.lists.words("statement-verbs"):
            yield from self._conjugated(verb)[0]

    @cached_property
    def _irregular(self) -> dict[str, tuple[str, ...]]:
        return {line.split()[0]: tuple(line.split()[1:]) for line in self.lists.lines("irregular-verbs")}

    def opens_clause(self, found: Sequence[Token], place: int) -> bool:
        """Whether a word opens a dependent clause."""
        if place and (found[place - 1].low, found[place].low) in self._pairs:
            return False
        return found[place].low in self.lists.words("subordinators")

    @cached_property
    def _pairs(self) -> frozenset[tuple[str, str]]:
        """Joining words that are two: "ainsi que", "sino también"."""
        return frozenset((first, second) for first, second in map(str.split, self.lists.lines("joining-pairs")))

    def behind_joiner(self, found: Sequence[Token], place: int) -> int | None:
        if place + 1 < len(found) and (found[place].low, found[place + 1].low) in self._pairs:
            return place + 2
        return super().behind_joiner(found, place)

    def dependent(self, found: Sequence[Token]) -> list[bool]:
        flags = []
        inside = False
        for place, token in enumerate(found):
            if token.text in {",", ";", ":"}:
                inside = False
            elif self.opens_clause(found, place):
                inside = True
            flags.append(inside)
        return flags

    def is_finite(self, found: Sequence[Token], place: int) -> bool:
        token = found[place]
        if token.low not in self.finite or self.is_noun(found, place):
            return False
        if (place and found[place - 1].low in self.lists.words("joiners")) or not place:
            pass
        elif token.text[0].isupper():
            return False
        return not place or token.low not in self.lists.words("noun-like") or self._has_object(found, place)

    def _has_object(self, found: Sequence[Token], place: int) -> bool:
        following = found[place + 1] if place + 1 < len(found) else None
        return following is not None and (following.low in self.lists.words("objects") or following.low[0].isdigit())

    def is_noun(self, found: Sequence[Token], place: int) -> bool:
        if not place or found[place - 1].low not in self.lists.words("determiners"):
            return False
        # "le", "la" and "los" stand before a verb as well, behind another such word alone.
        return place < 2 or found[place - 2].low not in self.NEGATING_VERB_WORDS

    def second_verb(
        self, found: Sequence[Token], dependent: Sequence[bool], main: int, joiner: int, start: int
    ) -> int | None:
        start = self._past(found, start, self.lists.words("adverbs"))
        behind = self._past(found, start, self.NEGATING_VERB_WORDS)
        if behind >= len(found) or not found[behind].is_word:
            return None
        if dependent[joiner]:
            return start if self._leaves_clause(found, dependent, joiner, start) else None
        if self._has_object_before(found, start):
            return start + 1
        if behind > start or self.is_finite(found, start) or self._looks_finite(found, start):
            return behind
        infinitive = found[start].low.endswith(self.INFINITIVES) and found[main].low.endswith(self.INFINITIVES)
        if infinitive or self._under_modal(found, main, joiner, start):
            return start
        return self._with_own_subject(found, dependent, start)

    def _has_object_before(self, found: Sequence[Token], start: int) -> bool:
        """Whether a verb with its object before it follows a joining word: "ou l'explique", "o lo explica"."""
        if found[start].low not in self.OBJECTS_BEFORE or start + 1 >= len(found):
            return False
        word = found[start + 1].low
        return word in self.finite and word not in self.lists.words("noun-like")

    def _past(self, found: Sequence[Token], start: int, words: frozenset[str]) -> int:
        while start < len(found) and found[start].low in words:
            start += 1
        return start

    def _leaves_clause(self, found: Sequence[Token], dependent: Sequence[bool], joiner: int, start: int) -> bool:
        """Whether what is joined belongs to the main clause after all: the clause's own verb is none of an answer."""
        if found[start].low not in self.observable or not self.is_finite(found, start):
            return False
        if not self._has_object(found, start):
            return False
        begin = joiner
        while begin and dependent[begin - 1] and joiner - begin < FURTHEST:
            begin -= 1
        own = [
            token.low for place, token in enumerate(found[begin:joiner], start=begin) if self.is_finite(found, place)
        ]
        return bool(own) and own[0] not in self.observable

    def _looks_finite(self, found: Sequence[Token], place: int) -> bool:
        """Whether an unknown word right behind a joining word is a verb, by its ending and its object."""
        token = found[place]
        if token.low in self.quality or token.low in self.lists.words("determiners") or token.text[0].isupper():
            return False
        return token.low.endswith(self.THIRD_ENDINGS) and len(token.low) > 3 and self._has_object(found, place)

    def _under_modal(self, found: Sequence[Token], main: int, joiner: int, start: int) -> bool:
        if found[main].low not in self.lists.words("modals") or not found[start].low.endswith(self.INFINITIVES):
            return False
        return any(token.low.endswith(self.INFINITIVES) for token in found[main + 1 : min(joiner, main + FURTHEST)])

    def _with_own_subject(self, found: Sequence[Token], dependent: Sequence[bool], start: int) -> int | None:
        if found[start].low in self.lists.words("pronouns"):
            verb = self._past(found, start + 1, self.lists.words("clitics"))
            return verb if verb < len(found) and found[verb].low in self.finite else None
        if found[start].low not in self.lists.words("determiners"):
            return None
        for place in range(start + 1, min(start + LONGEST_SUBJECT, len(found))):
            if dependent[place] or found[place].text in _SIGNS or found[place].low in self.lists.words("joiners"):
                return None
            if place == start + 1 or found[place].low not in self.finite or self.is_noun(found, place):
                continue
            # What is a noun, too, is the noun where nothing follows that only a verb has ("le numéro de facture").
            if found[place].low not in self.lists.words("noun-like") or self._has_object(found, place):
                return place
        return None

    def negated_main(self, found: Sequence[Token], dependent: Sequence[bool]) -> int | None:
        main = self.main_verb(found, dependent)
        last = main if main is not None else min(LONGEST_SUBJECT, len(found) - 1)
        for place in range(last + 1):
            if dependent[place]:
                continue
            word = found[place].low
            if self.negates_verb(found, place):
                return place
            if word in self.lists.words("negative-verbs") and not self.is_noun(found, place) and (
                    place == main or (main is None and place < LONGEST_SUBJECT)):  # fmt: skip
                return place
        return None

    @abstractmethod
    def negates_verb(self, found: Sequence[Token], place: int) -> bool:
        """Whether a word makes a prohibition of the verb behind it."""

    def negations(self, text: str) -> list[Extent]:
        free = phrase_extents(self.lists.phrases("negative-allowed"), text)
        found = outside(self.words(text), free)
        spans: list[Extent] = []
        for clause in self._clauses(found):
            spans.extend((token.start, token.end) for token in self.clause_negations(clause))
            verbs = (t for t in clause if (t.low in self.lists.words("negative-verbs") and not t.text[0].isupper())
                     or (t is found[0] and t.low in self.lists.words("negative-verbs")))  # fmt: skip
            spans.extend((token.start, token.end) for token in verbs)
        for extent in phrase_extents(self.lists.phrases("without"), text):
            if not touches(extent, free):
                spans.append(extent)
        return sorted(set(spans))

    def _clauses(self, found: Sequence[Token]) -> Iterator[list[Token]]:
        current: list[Token] = []
        for place, token in enumerate(found):
            following = found[place + 1].low if place + 1 < len(found) else ""
            joins = token.low in self.lists.words("joiners") and following in self.NEGATING_VERB_WORDS
            if token.text in _SIGNS or self.opens_clause(found, place) or joins:
                yield current
                current = [token] if not joins else []
            else:
                current.append(token)
        yield current

    @abstractmethod
    def clause_negations(self, clause: Sequence[Token]) -> list[Token]:
        """Return one token a negation of a clause; words that negate together give one."""
