"""What was found out about a benchmark so far, question by question, whoever looked at them."""

from __future__ import annotations

import threading
from array import array
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from gradewright.lint.finding import Finding, Severity
from gradewright.store.library import Changes


class Scope(StrEnum):
    """How much is looked at."""

    TRAIT = "trait"
    PLACE = "place"
    BENCHMARK = "benchmark"


@dataclass(frozen=True, slots=True)
class Target:
    """What is looked at: a benchmark, or within it a rubric or a question, or within that one trait.

    ``question_id`` None with scope ``PLACE`` is the global rubric, or with ``kept_id`` a rubric that is kept alone;
    ``benchmark_id`` is then 0.
    """

    scope: Scope
    benchmark_id: int
    question_id: int | None = None
    entry_id: str | None = None
    kept_id: int | None = None

    def is_touched(self, changes: Changes) -> bool:
        """Whether a change can have other findings for consequence."""
        if self.kept_id is not None:
            return self.kept_id in changes.rubrics
        if self.benchmark_id in changes.benchmarks:
            return True
        if self.scope is Scope.BENCHMARK:
            return bool(changes.questions) or changes.structure
        return self.question_id in changes.questions


@dataclass(frozen=True, slots=True)
class Group:
    """The heading that a finding stands under: its place among the others, and the words for it."""

    order: tuple[int, int]
    key: str
    title: str


Row = tuple[Group, Finding]


@dataclass(frozen=True, slots=True)
class Found:
    """The findings of a target in reading order, each with its group. ``counts`` leaves out the ``silenced`` ones.

    ``questions`` tells how many questions belong to what was looked at, ``unchecked`` how many of them were not looked
    at as they are now.
    """

    target: Target
    rows: tuple[Row, ...] = ()
    questions: int = 0
    unchecked: int = 0
    counts: Mapping[Severity, int] = field(default_factory=dict)
    silenced: int = 0


def found_of(target: Target, rows: Iterable[Row], questions: int, unchecked: int = 0) -> Found:
    """Return what was found, counted where it was found: there may be 100,000 findings."""
    rows = tuple(rows)
    counts = Counter(finding.severity for _group, finding in rows if finding.silenced is None)
    silenced = sum(finding.silenced is not None for _group, finding in rows)
    shown = {severity: counts[severity] for severity in Severity}
    return Found(target, rows, questions, unchecked, shown, silenced)


def question_group(number: int, question_id: int, text: str) -> Group:
    """Return the heading of a question, by its number in the benchmark."""
    return Group((number, 0), f"question:{question_id}", f"{number}. {text}")


@dataclass(slots=True)
class _Entry:
    title: str
    findings: tuple[Finding, ...]


class Ledger:
    """The findings of one benchmark. Safe to use from any thread.

    A look begins with :meth:`now` and hands that moment over with its findings: those of a question that changed
    meanwhile are not taken.
    """

    def __init__(self, target: Target):
        self.target = target
        self._lock = threading.Lock()
        self._moment = 0
        self._touched: dict[int, int] = {}
        self._beginning: tuple[Row, ...] = ()
        self._names: frozenset[Hashable] = frozenset()
        self._named = 0
        self._checked: set[int] = set()
        self._alone: set[int] = set()
        self._with_rubric: set[int] = set()
        self._with_code: set[int] = set()
        self._entries: dict[int, _Entry] = {}

    def now(self) -> int:
        """Return the moment at which a look begins: before it reads anything."""
        with self._lock:
            return self._moment

    def touch(self, question_ids: Collection[int]) -> None:
        """Note that questions changed: nothing that was found in them holds any more."""
        if not question_ids:
            return
        with self._lock:
            self._moment += 1
            self._touched.update(dict.fromkeys(question_ids, self._moment))
            self._forget(question_ids)

    def note_code(self, question_id: int) -> None:
        """Note that a question has code from a file: what is found in it depends on what is decided about that."""
        with self._lock:
            self._with_code.add(question_id)

    def touch_code(self) -> None:
        """Note that something was decided about code."""
        with self._lock:
            with_code = tuple(self._with_code)
        self.touch(with_code)

    def put_beginning(self, rows: Iterable[Row], names: Collection[Hashable]) -> None:
        """Take the findings of the benchmark itself and of its global rubric.

        ``names`` are what the global traits are called. Where they changed, what was found in questions with traits of
        their own no longer holds: names must not occur in both rubrics.
        """
        with self._lock:
            self._beginning = tuple(rows)
            if frozenset(names) != self._names:
                self._names = frozenset(names)
                self._moment += 1
                self._named = self._moment
                self._touched.update(dict.fromkeys(self._with_rubric, self._moment))
                self._forget(tuple(self._with_rubric))

    def put(
        self,
        question_id: int,
        title: str,
        findings: Sequence[Finding],
        moment: int,
        *,
        has_rubric: bool = False,
        alone: bool = False,
    ) -> None:
        """Take the findings of a question that was read after ``moment``.

        ``alone`` says that it was not compared with the other questions: the next look at all of them looks again.
        """
        with self._lock:
            if self._touched.get(question_id, 0) > moment or (has_rubric and self._named > moment):
                return
            self._touched.pop(question_id, None)
            self._checked.add(question_id)
            (self._alone.add if alone else self._alone.discard)(question_id)
            if has_rubric:
                self._with_rubric.add(question_id)
            self._entries.pop(question_id, None)
            if findings:
                self._entries[question_id] = _Entry(title, tuple(findings))

    def is_settled(self, question_id: int) -> bool:
        """Whether a question was looked at as it is now, and compared with the others."""
        with self._lock:
            return question_id in self._checked and question_id not in self._alone

    def unchecked(self, ids: array[int]) -> list[int]:
        """Return which of these questions were not looked at as they are now, in their order."""
        with self._lock:
            return [question_id for question_id in ids if question_id not in self._checked]

    def touched(self, ids: array[int]) -> list[int]:
        """Return which of these questions changed since they were looked at, or were never, but did change."""
        with self._lock:
            changed = self._touched.keys()
            return [question_id for question_id in ids if question_id in changed] if changed else []

    def found(self, ids: array[int]) -> Found:
        """Return all that was found, in the order of the benchmark's questions."""
        with self._lock:
            rows = list(self._beginning)
            for number, question_id in enumerate(ids, 1):
                entry = self._entries.get(question_id)
                if entry is not None:
                    group = question_group(number, question_id, entry.title)
                    rows += [(group, finding) for finding in entry.findings]
            unchecked = sum(question_id not in self._checked for question_id in ids)
        return found_of(self.target, rows, len(ids), unchecked)

    def _forget(self, question_ids: Collection[int]) -> None:
        self._checked.difference_update(question_ids)
        self._alone.difference_update(question_ids)
        self._with_rubric.difference_update(question_ids)
        for question_id in question_ids:
            self._entries.pop(question_id, None)
