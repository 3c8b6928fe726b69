"""Edits of rubrics: entries are added, removed, moved and replaced by their ids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gradewright.edits.compound import NOTHING, Compound
from gradewright.edits.target import EditTarget, RubricOwner
from gradewright.errors import InvalidValue, NotFound
from gradewright.model.rubric import Rubric, RubricEntry


def _place(rubric: Rubric, entry_id: str) -> int:
    try:
        return rubric.index(entry_id)
    except KeyError:
        raise NotFound(f"The rubric has no entry “{entry_id}”.") from None


def _within(position: int | None, length: int) -> int:
    return length if position is None else max(0, min(position, length))


@dataclass(frozen=True, slots=True)
class AddEntry:
    """Add an entry to a rubric at ``position`` (from 0; None: at the end)."""

    kind: ClassVar[str] = "add_entry"
    owner: RubricOwner
    entry: RubricEntry
    position: int | None = None

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return f"add trait “{self.entry.trait.name}”"

    def apply(self, target: EditTarget) -> RemoveEntry:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such benchmark or question.
            InvalidValue: the rubric has an entry of this id.
        """
        entries = list(target.rubric(self.owner).entries)
        if any(entry.id == self.entry.id for entry in entries):
            raise InvalidValue(f"The rubric already has an entry “{self.entry.id}”.")
        entries.insert(_within(self.position, len(entries)), self.entry)
        target.set_rubric(self.owner, Rubric(tuple(entries)))
        return RemoveEntry(self.owner, self.entry.id, self.entry.trait.name)


@dataclass(frozen=True, slots=True)
class RemoveEntry:
    """Take an entry out of a rubric; ``name`` is for the words only."""

    kind: ClassVar[str] = "remove_entry"
    owner: RubricOwner
    entry_id: str
    name: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return f"remove trait “{self.name}”" if self.name else "remove trait"

    def apply(self, target: EditTarget) -> AddEntry:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such owner or entry.
        """
        entries = list(target.rubric(self.owner).entries)
        position = _place(Rubric(tuple(entries)), self.entry_id)
        entry = entries.pop(position)
        target.set_rubric(self.owner, Rubric(tuple(entries)))
        return AddEntry(self.owner, entry, position)


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """Put an entry at another position (from 0, counted without the entry itself); ``name`` is for the words only."""

    kind: ClassVar[str] = "move_entry"
    owner: RubricOwner
    entry_id: str
    position: int
    name: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return f"move trait “{self.name}”" if self.name else "move trait"

    def apply(self, target: EditTarget) -> MoveEntry | Compound:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such owner or entry.
        """
        entries = list(target.rubric(self.owner).entries)
        before = _place(Rubric(tuple(entries)), self.entry_id)
        entry = entries.pop(before)
        position = _within(self.position, len(entries))
        if position == before:
            return NOTHING
        entries.insert(position, entry)
        target.set_rubric(self.owner, Rubric(tuple(entries)))
        return MoveEntry(self.owner, self.entry_id, before, self.name)


@dataclass(frozen=True, slots=True)
class SetEntry:
    """Replace the entry that has the same id. ``label`` replaces the words for undo."""

    kind: ClassVar[str] = "set_entry"
    owner: RubricOwner
    entry: RubricEntry
    label: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return self.label or f"change trait “{self.entry.trait.name}”"

    def apply(self, target: EditTarget) -> SetEntry:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such owner or entry.
        """
        entries = list(target.rubric(self.owner).entries)
        position = _place(Rubric(tuple(entries)), self.entry.id)
        before = entries[position]
        entries[position] = self.entry
        target.set_rubric(self.owner, Rubric(tuple(entries)))
        return SetEntry(self.owner, before, self.label)
