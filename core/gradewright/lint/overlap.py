"""The rule ``overlap``: two criteria that share half of their content words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from gradewright.model.composed import composed
from gradewright.model.criterion import Criterion

Key = TypeVar("Key", bound=Hashable)
THRESHOLD = 0.5
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


class OverlapIndex(Generic[Key]):
    """Sets of content words by the words in them, so that only sets which share rare words are compared.

    Where two sets overlap by the Dice coefficient of 0.5, they share at least a third of the words of either one. Put
    the words of all sets in one order: one of the first words of each set, all but a third and one more, is then
    shared, because the words that are left are fewer than those that are shared.
    """

    def __init__(self, sets: Mapping[Key, frozenset[str]]):
        self._sets = dict(sets)
        self._counts = Counter(word for words in self._sets.values() for word in words)
        self._holders: dict[str, list[Key]] = {}
        for key, words in self._sets.items():
            for word in self._rarer(words):
                self._holders.setdefault(word, []).append(key)

    def _rarer(self, words: frozenset[str]) -> Sequence[str]:
        ordered = sorted(words, key=lambda word: (self._counts.get(word, 0), word))
        return ordered[: len(words) - -(-len(words) // 3) + 1]

    def pairs(self) -> Iterator[tuple[Key, Key, Likeness]]:
        """Yield the pairs that overlap, in the order in which the sets were given, the earlier one first."""
        place = {key: number for number, key in enumerate(self._sets)}
        for key, words in self._sets.items():
            candidates = {other for word in self._rarer(words) for other in self._holders[word]}
            for other in sorted((each for each in candidates if place[each] > place[key]), key=place.__getitem__):
                found = self._compared(words, self._sets[other])
                if found is not None:
                    yield key, other, found

    def like(self, words: frozenset[str], leave_out: Key | None = None) -> Iterator[tuple[Key, Likeness]]:
        """Yield the sets that overlap with one that may not be in the index, in their order."""
        for key, other in self._sets.items():
            if key != leave_out:
                found = self._compared(words, other)
                if found is not None:
                    yield key, found

    def _compared(self, first: frozenset[str], second: frozenset[str]) -> Likeness | None:
        total = len(first) + len(second)
        if not total or 2 * len(first & second) < THRESHOLD * total:
            return None
        return likeness(first, second)
