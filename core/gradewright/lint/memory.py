"""What the linter remembers of one rubric while somebody edits it, so that what did not change is not checked again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gradewright.lint.criteria import overlap_finding, overlap_words
from gradewright.lint.finding import Finding, Place
from gradewright.lint.language import RubricLanguage, rubric_language
from gradewright.lint.overlap import Likeness, OverlapIndex, WordSets
from gradewright.model.rubric import Rubric, RubricEntry

_FEW = 20
"""Up to so many changed criteria are compared with all others; more are looked up by the words they share."""


@dataclass(slots=True)
class LintMemory:
    """The findings of a rubric's criteria, and which of them overlap, from the last time it was checked.

    An entry that is the same object as before was not changed. The owner of a memory gives it to
    :func:`~gradewright.lint.checks.lint_rubric` for one rubric, one place and one set of rules.
    """

    _spoken: RubricLanguage | None = None
    _entries: dict[str, tuple[RubricEntry, list[Finding]]] = field(default_factory=dict)
    _sets: dict[str, frozenset[str]] = field(default_factory=dict)
    _pairs: dict[tuple[str, str], Likeness] = field(default_factory=dict)
    _overlaps: dict[tuple[str, str], tuple[RubricEntry, RubricEntry, Finding]] = field(default_factory=dict)

    def language(self, rubric: Rubric) -> RubricLanguage:
        """Return the language of the rubric, and forget everything where it is another one than before.

        Where one or two entries changed and it was plain before, it is not asked again.
        """
        changed = sum(self._is_new(entry) for entry in rubric.active)
        kept = self._spoken
        if kept is None or not kept.certain or kept.was_set or rubric.terms.language or changed > 2:
            self._spoken = rubric_language(rubric)
            if kept is not None and kept.language != self._spoken.language:
                self._entries, self._sets, self._pairs, self._overlaps = {}, {}, {}, {}
        assert self._spoken is not None
        return self._spoken

    def _is_new(self, entry: RubricEntry) -> bool:
        kept = self._entries.get(entry.id)
        return kept is None or kept[0] is not entry

    def criterion(self, entry: RubricEntry, check: Callable[[], list[Finding]]) -> list[Finding]:
        """Return the findings of a criterion: those of the last time, or what ``check`` says where it changed."""
        kept = self._entries.get(entry.id)
        if kept is None or kept[0] is not entry:
            kept = self._entries[entry.id] = entry, check()
        return kept[1]

    def overlaps(self, rubric: Rubric, place: Place, spoken: RubricLanguage) -> list[Finding]:
        """Return the findings about two criteria each, in the order of the rubric."""
        sets = overlap_words(rubric, spoken.language)
        changed = [key for key, words in sets.items() if self._sets.get(key) != words]
        if len(changed) > _FEW:
            self._pairs = {_pair(first, second): found for first, second, found in OverlapIndex(sets).pairs()}
        else:
            gone = (self._sets.keys() - sets.keys()) | set(changed)
            self._pairs = {pair: found for pair, found in self._pairs.items() if gone.isdisjoint(pair)}
            compared = WordSets(sets) if changed else None
            for key in changed:
                assert compared is not None
                self._pairs.update((_pair(key, other), found) for other, found in compared.like(key))
        self._sets = sets
        order = {entry.id: number for number, entry in enumerate(rubric.entries)}
        made: list[tuple[int, int, Likeness]] = []
        for (first, second), found in self._pairs.items():
            low, high = sorted((order[first], order[second]))
            made.append((low, high, found))
        made.sort(key=lambda each: each[:2])
        self._entries = {key: kept for key, kept in self._entries.items() if key in order}
        entries = rubric.entries
        kept, self._overlaps = self._overlaps, {}
        for low, high, found in made:
            upper, lower = entries[low], entries[high]
            before = kept.get((upper.id, lower.id))
            if before is None or before[0] is not upper or before[1] is not lower:
                before = upper, lower, overlap_finding(upper, lower, found, place)
            self._overlaps[upper.id, lower.id] = before
        return [each[2] for each in self._overlaps.values()]


def _pair(first: str, second: str) -> tuple[str, str]:
    return (first, second) if first < second else (second, first)
