"""A rubric is an ordered list of entries; an entry holds one trait or criterion and what belongs to its place there."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from gradewright.model.traits import Trait


def new_entry_id() -> str:
    """Return a fresh identifier for the entry of a trait; it stays with the entry through renames and moves."""
    return uuid.uuid4().hex[:12]


@dataclass(frozen=True, slots=True)
class RubricEntry:
    """One trait or criterion in a rubric. A criterion's ``id`` is its own: a slug that is never given again.

    ``gated`` marks a trait of a dynamic rubric: it counts only where its concept occurs in the answer.
    ``origin`` is the rating object of the file that the trait came from, so that it can go back unchanged.
    ``retired`` entries are kept and shown, and never judged, linted, counted or hashed.
    ``group`` is the heading that the entry stands under, "" for none.
    ``silenced`` are the linter's rules that a person silenced for this entry, each with the reason; they are no part of
    what is graded, so they change no fingerprint.
    """

    id: str
    trait: Trait
    gated: bool = False
    origin: Mapping[str, Any] | None = None
    retired: bool = False
    group: str = ""
    silenced: tuple[tuple[str, str], ...] = ()

    def with_trait(self, trait: Trait) -> RubricEntry:
        """Return the same entry, in the same place, holding another trait."""
        return replace(self, trait=trait)


class OverallRule(StrEnum):
    """Which failed criteria fail an output (grading rubric, section 1)."""

    FAILS_ON_ANY = "fails-on-any"
    FAILS_ON_MUST_PASS = "fails-on-must-pass"


@dataclass(frozen=True, slots=True)
class CannotJudgeRule:
    """When a grader may answer that an output cannot be judged, and the agreed word that is then written."""

    when: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class RubricTerms:
    """What a rubric says about the whole of the grading (grading rubric, section 1).

    ``extra`` holds the members of a file that nobody here knows, so that they can go back. ``language`` is the code
    of the language that the wording is checked in ("de"), empty to recognise it; it is no part of the fingerprint.
    """

    name: str = ""
    check_type: str = ""
    graded_unit: str = ""
    overall_rule: OverallRule = OverallRule.FAILS_ON_ANY
    cannot_judge: CannotJudgeRule | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    language: str = ""


@dataclass(frozen=True, slots=True)
class VersionStep:
    """One line of the history: a version and what it changed against the one it came from (None: the first).

    ``changed`` gives for each criterion the names of the members that changed.
    """

    version: int
    fingerprint: str
    date: str
    added: tuple[str, ...] = ()
    retired: tuple[str, ...] = ()
    changed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    from_version: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RubricVersions:
    """The last version that was exported or opened, and those before it (grading rubric, section 4).

    ``number`` is 0 and ``fingerprint`` empty where there is none yet. ``ids`` are the entries that the last version
    has, retired ones too: those can be retired and no longer deleted.
    """

    number: int = 0
    fingerprint: str = ""
    history: tuple[VersionStep, ...] = ()
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rubric:
    """The entries in the order in which people read and graders work, and what holds for all of them.

    ``spent`` are the ids of criteria that were deleted: they are never given again.
    """

    entries: tuple[RubricEntry, ...] = ()
    terms: RubricTerms = RubricTerms()
    versions: RubricVersions = RubricVersions()
    spent: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[RubricEntry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def active(self) -> tuple[RubricEntry, ...]:
        """The entries that are not retired, in order."""
        return tuple(entry for entry in self.entries if not entry.retired)

    @property
    def traits(self) -> tuple[Trait, ...]:
        """The traits and criteria of the active entries, in order."""
        return tuple(entry.trait for entry in self.entries if not entry.retired)

    @property
    def is_plain(self) -> bool:
        """Whether the rubric is nothing but its entries."""
        return self.terms == RubricTerms() and self.versions == RubricVersions() and not self.spent

    def with_entries(self, entries: Iterable[RubricEntry]) -> Rubric:
        """Return the same rubric with other entries."""
        return replace(self, entries=tuple(entries))

    def entry(self, entry_id: str) -> RubricEntry | None:
        """Return the entry with this id, or None."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)

    def index(self, entry_id: str) -> int:
        """Return the position of the entry with this id.

        Raises:
            KeyError: there is no such entry.
        """
        for position, entry in enumerate(self.entries):
            if entry.id == entry_id:
                return position
        raise KeyError(entry_id)

    def taken_ids(self) -> frozenset[str]:
        """The ids that a new criterion must not have: those in use, those deleted, and those of the last version."""
        return frozenset((*(entry.id for entry in self.entries), *self.spent, *self.versions.ids))
