"""A rubric is an ordered list of entries; an entry holds one trait and what belongs to its place in the list."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from gradewright.model.traits import Trait


def new_entry_id() -> str:
    """Return a fresh identifier for a rubric entry; it stays with the entry through renames and moves."""
    return uuid.uuid4().hex[:12]


@dataclass(frozen=True, slots=True)
class RubricEntry:
    """One trait in a rubric.

    ``gated`` marks a trait of a dynamic rubric: it counts only where its concept occurs in the answer.
    ``origin`` is the rating object of the file that the trait came from, so that it can go back unchanged.
    """

    id: str
    trait: Trait
    gated: bool = False
    origin: Mapping[str, Any] | None = None

    def with_trait(self, trait: Trait) -> RubricEntry:
        """Return the same entry, in the same place, holding another trait."""
        return replace(self, trait=trait)


@dataclass(frozen=True, slots=True)
class Rubric:
    """The entries in the order in which people read and graders work."""

    entries: tuple[RubricEntry, ...] = ()

    def __iter__(self) -> Iterator[RubricEntry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def traits(self) -> tuple[Trait, ...]:
        """The traits alone, in order."""
        return tuple(entry.trait for entry in self.entries)

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
