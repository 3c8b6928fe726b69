"""The rule ``overlap``: two criteria that share half of their content words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from gradewright.model.composed import composed
from gradewright.model.criterion import Criterion

Key = TypeVar("Key", bound=Hashable)
_LETTERS = re.compile(r"[^\W\d_]+")
_LEAST_STEM = 3
_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike two sets of content words are: their Dice coefficient, and the words they share, by alphabet."""

    dice: float
    shared: tuple[str, ...]


def content_words(criterion: Criterion, stop_words: frozenset[str]) -> frozenset[str]:
    """Return the content words of a criterion: of its name, definition and statements (grading rubric, section 3)."""
    texts = (criterion.name, criterion.definition, *criterion.must, *criterion.must_not)
    return _content_words(" ".join(texts), stop_words)


@lru_cache(maxsize=_REMEMBERED)
def _content_words(text: str, stop_words: frozenset[str]) -> frozenset[str]:
    runs = _LETTERS.findall(composed(text.lower()))
    return frozenset(_stem(word) for run in runs for word in _letters_only(run) if word not in stop_words)


def _letters_only(run: str) -> Iterator[str]:
    """Split a run at what counts as a letter for a pattern and is a number: "½", "Ⅷ"."""
    if run.isalpha():
        yield run
    else:
        yield from "".join(sign if sign.isalpha() else " " for sign in run).split()


def _stem(word: str) -> str:
    for ending in ("ly", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM:
            word = word.removesuffix(ending)
    return word


def likeness(first: frozenset[str], second: frozenset[str]) -> Likeness:
    """Return how alike two sets of content words are. Two empty sets share nothing."""
    shared = first & second
    total = len(first) + len(second)
    return Likeness(2 * len(shared) / total if total else 0.0, tuple(sorted(shared)))


class WordSets(Generic[Key]):
    """Sets of content words as whole numbers, one bit a word, which are compared faster than sets."""

    def __init__(self, sets: Mapping[Key, frozenset[str]]):
        self.sets = dict(sets)
        bits: dict[str, int] = {}
        for words in self.sets.values():
            for word in words:
                bits.setdefault(word, 1 << len(bits))
        self._masks = {key: sum(map(bits.__getitem__, words)) for key, words in self.sets.items()}

    def like(self, key: Key, candidates: Iterable[Key] | None = None) -> Iterator[tuple[Key, Likeness]]:
        """Yield the sets, of ``candidates`` or all, that overlap with the one of ``key``, without itself."""
        mask, size, masks, sets = self._masks[key], len(self.sets[key]), self._masks, self.sets
        for other in masks if candidates is None else candidates:
            shared = 4 * (mask & masks[other]).bit_count()
            # Half of both sizes together, times two: the Dice coefficient is then 0.5 or more.
            if shared and shared >= size + len(sets[other]) and other != key:
                yield other, likeness(sets[key], sets[other])


class OverlapIndex(Generic[Key]):
    """Finds all pairs that overlap, comparing only sets that share one of their rarer words.

    Where two sets overlap by the Dice coefficient of 0.5, they share at least a third of the words of either one. Put
    the words of all sets in one order: one of the first words of each set, all but a third and one more, is then
    shared, because the words that are left are fewer than those that are shared.
    """

    def __init__(self, sets: Mapping[Key, frozenset[str]]):
        self._compared = WordSets(sets)
        counts = Counter(word for words in sets.values() for word in words)
        self._rarer = {
            key: sorted(words, key=lambda word: (counts[word], word))[: len(words) - -(-len(words) // 3) + 1]
            for key, words in sets.items()
        }

    def pairs(self) -> Iterator[tuple[Key, Key, Likeness]]:
        """Yield the pairs that overlap, the one that was given first in front."""
        holders: dict[str, list[Key]] = {}
        for key, rarer in self._rarer.items():
            candidates = {other for word in rarer for other in holders.get(word, ())}
            for other, found in self._compared.like(key, candidates):
                yield other, key, found
            for word in rarer:
                holders.setdefault(word, []).append(key)
