"""Edits of rubrics: entries are added, removed, moved and replaced by their ids; terms and versions are set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from gradewright.edits.compound import NOTHING, Compound
from gradewright.edits.target import EditTarget, RubricOwner
from gradewright.errors import InvalidValue, NotFound
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry, RubricTerms, RubricVersions
from gradewright.model.traits import Trait


def noun(trait: Trait) -> str:
    """What a trait is called in the words for undo."""
    return "criterion" if isinstance(trait, Criterion) else "trait"


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
        return f"add {noun(self.entry.trait)} “{self.entry.trait.name}”"

    def apply(self, target: EditTarget) -> RemoveEntry:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such benchmark or question.
            InvalidValue: the rubric has an entry of this id.
        """
        rubric = target.rubric(self.owner)
        entries = list(rubric.entries)
        if any(entry.id == self.entry.id for entry in entries):
            raise InvalidValue(f"The rubric already has an entry “{self.entry.id}”.")
        entries.insert(_within(self.position, len(entries)), self.entry)
        # A spent id comes back only with the entry that had it: by undo.
        spent = tuple(each for each in rubric.spent if each != self.entry.id)
        target.set_rubric(self.owner, replace(rubric, entries=tuple(entries), spent=spent))
        return RemoveEntry(self.owner, self.entry.id, self.entry.trait.name)


@dataclass(frozen=True, slots=True)
class RemoveEntry:
    """Take an entry out of a rubric; ``name`` is for the words only. The id of a criterion is then spent."""

    kind: ClassVar[str] = "remove_entry"
    owner: RubricOwner
    entry_id: str
    name: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return f"remove “{self.name}”" if self.name else "remove trait"

    def apply(self, target: EditTarget) -> AddEntry:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such owner or entry.
        """
        rubric = target.rubric(self.owner)
        position = _place(rubric, self.entry_id)
        entries = list(rubric.entries)
        entry = entries.pop(position)
        spent = (*rubric.spent, entry.id) if isinstance(entry.trait, Criterion) else rubric.spent
        target.set_rubric(self.owner, replace(rubric, entries=tuple(entries), spent=spent))
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
        return f"move “{self.name}”" if self.name else "move trait"

    def apply(self, target: EditTarget) -> MoveEntry | Compound:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such owner or entry.
        """
        rubric = target.rubric(self.owner)
        before = _place(rubric, self.entry_id)
        entries = list(rubric.entries)
        entry = entries.pop(before)
        position = _within(self.position, len(entries))
        if position == before:
            return NOTHING
        entries.insert(position, entry)
        target.set_rubric(self.owner, rubric.with_entries(entries))
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
        return self.label or f"change {noun(self.entry.trait)} “{self.entry.trait.name}”"

    def apply(self, target: EditTarget) -> SetEntry:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such owner or entry.
        """
        rubric = target.rubric(self.owner)
        position = _place(rubric, self.entry.id)
        entries = list(rubric.entries)
        before = entries[position]
        entries[position] = self.entry
        target.set_rubric(self.owner, rubric.with_entries(entries))
        return SetEntry(self.owner, before, self.label)


@dataclass(frozen=True, slots=True)
class SetTerms:
    """Set what a rubric says about the whole of the grading. ``label`` replaces the words for undo."""

    kind: ClassVar[str] = "set_terms"
    owner: RubricOwner
    terms: RubricTerms
    label: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return self.label or "change rubric"

    def apply(self, target: EditTarget) -> SetTerms:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such owner.
        """
        rubric = target.rubric(self.owner)
        target.set_rubric(self.owner, replace(rubric, terms=self.terms))
        return SetTerms(self.owner, rubric.terms, self.label)


@dataclass(frozen=True, slots=True)
class SetVersions:
    """Set the version that a rubric has reached, as an export does. ``label`` replaces the words for undo."""

    kind: ClassVar[str] = "set_versions"
    owner: RubricOwner
    versions: RubricVersions
    label: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return self.label or f"make version {self.versions.number}"

    def apply(self, target: EditTarget) -> SetVersions:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such owner.
        """
        rubric = target.rubric(self.owner)
        target.set_rubric(self.owner, replace(rubric, versions=self.versions))
        return SetVersions(self.owner, rubric.versions, self.label)


@dataclass(frozen=True, slots=True)
class ReplaceRubric:
    """Put a whole rubric in the place of another, as opening a file does. ``label`` replaces the words for undo."""

    kind: ClassVar[str] = "replace_rubric"
    owner: RubricOwner
    rubric: Rubric
    label: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return self.label or "replace rubric"

    def apply(self, target: EditTarget) -> ReplaceRubric:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such owner.
        """
        before = target.rubric(self.owner)
        target.set_rubric(self.owner, self.rubric)
        return ReplaceRubric(self.owner, before, self.label)


@dataclass(frozen=True, slots=True)
class AddKeptRubric:
    """Add a rubric that is kept alone. A name that is taken becomes “NAME (2)”; no name is “Rubric”."""

    kind: ClassVar[str] = "add_kept_rubric"
    rubric: Rubric

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return f"add rubric “{self.rubric.terms.name}”" if self.rubric.terms.name else "add rubric"

    def apply(self, target: EditTarget) -> RemoveKeptRubric:
        """Make the change and return its inverse."""
        return RemoveKeptRubric(target.add_kept_rubric(self.rubric), self.rubric.terms.name)


@dataclass(frozen=True, slots=True)
class RemoveKeptRubric:
    """Remove a kept rubric; ``name`` is for the words only."""

    kind: ClassVar[str] = "remove_kept_rubric"
    rubric_id: int
    name: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return f"remove rubric “{self.name}”" if self.name else "remove rubric"

    def apply(self, target: EditTarget) -> RestoreKeptRubric | Compound:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such rubric.
        """
        changed = target.set_kept_rubric_removed(self.rubric_id, True)
        return RestoreKeptRubric(self.rubric_id, self.name) if changed else NOTHING


@dataclass(frozen=True, slots=True)
class RestoreKeptRubric:
    """Bring a removed kept rubric back; ``name`` is for the words only."""

    kind: ClassVar[str] = "restore_kept_rubric"
    rubric_id: int
    name: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return f"restore rubric “{self.name}”" if self.name else "restore rubric"

    def apply(self, target: EditTarget) -> RemoveKeptRubric | Compound:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such rubric.
        """
        changed = target.set_kept_rubric_removed(self.rubric_id, False)
        return RemoveKeptRubric(self.rubric_id, self.name) if changed else NOTHING
