"""Whose rubric is shown, what is in it, and the edits of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from gradewright.edits import AddEntry, MoveEntry, RemoveEntry, RubricOwner, SetEntry
from gradewright.errors import NotFound
from gradewright.model.rubric import Rubric, RubricEntry, new_entry_id
from gradewright.model.traits import Trait
from gradewright.store.library import Changes
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.rubric.drafts import free_name
from gradewright_desktop.workbench import Workbench


class RubricState(QObject):
    """Reads the rubric at the current place and changes it. ``changed`` follows every news of it."""

    changed = Signal()

    def __init__(self, workbench: Workbench, kind: str, parent: QObject | None = None):
        super().__init__(parent)
        self._kind = kind
        self._workbench = workbench
        self.benchmark_id: int | None = None
        self.question_id: int | None = None
        self.own = Rubric()
        self.inherited = Rubric()
        self.wanted = ""
        workbench.session.changed.connect(self._library_changed)
        workbench.session.library_switched.connect(self.forget)

    @property
    def owner(self) -> RubricOwner | None:
        """Whom the rubric belongs to, for edits."""
        if self.question_id is not None:
            return RubricOwner(question_id=self.question_id)
        return RubricOwner(benchmark_id=self.benchmark_id) if self.benchmark_id is not None else None

    @property
    def taken_names(self) -> set[str]:
        """The names that a new trait must not have."""
        return {trait.name for rubric in (self.own, self.inherited) for trait in rubric.traits}

    def conflicts(self) -> Sequence[str]:
        """Return the names that the question's rubric and the global one both have."""
        common = {trait.name for trait in self.inherited.traits}
        return [trait.name for trait in self.own.traits if trait.name in common]

    def follow(self, place: Place) -> bool:
        """Show the rubric of a place; says whether the place has one."""
        if place.workspace != "build" or place.kind != self._kind or place.benchmark_id is None:
            return False
        question_id = place.question_id if place.kind == "question" else None
        if (place.benchmark_id, question_id) != (self.benchmark_id, self.question_id):
            self.benchmark_id, self.question_id = place.benchmark_id, question_id
            self.read()
        return True

    def read(self) -> None:
        """Read the rubric again."""
        library = self._workbench.session.library
        try:
            of_all = library.benchmark(self.benchmark_id).rubric if self.benchmark_id is not None else Rubric()
            if self.question_id is None:
                self.own, self.inherited = of_all, Rubric()
            else:
                self.own, self.inherited = library.question(self.question_id).rubric, of_all
        except NotFound:
            self.own = self.inherited = Rubric()
        self.changed.emit()

    @Slot()
    def forget(self) -> None:
        """Another library was opened."""
        self.benchmark_id = self.question_id = None
        self.own = self.inherited = Rubric()
        self.changed.emit()

    # -- edits --------------------------------------------------------------------------------------------------------

    def add(self, entry: RubricEntry, position: int | None = None) -> None:
        """Add an entry and choose it when it is there."""
        if (owner := self.owner) is not None:
            self.wanted = entry.id
            self._workbench.session.apply(AddEntry(owner, entry, position))

    def set_trait(self, entry_id: str, trait: Trait, what: str) -> None:
        """Replace the trait of an entry; ``what`` and the name are the words for undo."""
        entry, owner = self.own.entry(entry_id), self.owner
        if entry is not None and owner is not None and entry.trait != trait:
            changed = entry.with_trait(trait)
            # Known at once, so that two quick changes of one card do not undo each other.
            self.own = Rubric(tuple(changed if each.id == entry_id else each for each in self.own))
            name = entry.trait.name
            self._workbench.session.apply(SetEntry(owner, changed, f"{what} “{name}”"))

    def move(self, entry_id: str, position: int) -> None:
        """Put an entry at another position among the own ones."""
        entry, owner = self.own.entry(entry_id), self.owner
        if entry is not None and owner is not None and 0 <= position < len(self.own):
            self._workbench.session.apply(MoveEntry(owner, entry_id, position, entry.trait.name))

    def remove(self, entry_id: str) -> str:
        """Take an entry out; returns its name, ``""`` where there is none."""
        entry, owner = self.own.entry(entry_id), self.owner
        if entry is None or owner is None:
            return ""
        position = self.own.index(entry_id)
        rest = [each.id for each in self.own if each.id != entry_id]
        self.wanted = rest[min(position, len(rest) - 1)] if rest else ""
        self._workbench.session.apply(RemoveEntry(owner, entry_id, entry.trait.name))
        return entry.trait.name

    def duplicate(self, entry_id: str) -> None:
        """Add a copy of an entry below it, under a free name."""
        entry = self.own.entry(entry_id)
        if entry is not None:
            trait = entry.trait.model_copy(update={"name": free_name(entry.trait.name, self.taken_names)})
            copied = replace(entry, id=new_entry_id(), trait=trait, origin=None)
            self.add(copied, self.own.index(entry_id) + 1)

    @Slot(object)
    def _library_changed(self, changes: Changes) -> None:
        if self.benchmark_id in changes.benchmarks or self.question_id in changes.questions:
            self.read()
