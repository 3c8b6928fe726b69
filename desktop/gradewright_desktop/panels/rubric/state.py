"""Whose rubric is shown, what is in it, and the edits of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from gradewright.edits import (
    AddEntry,
    Compound,
    Edit,
    MoveEntry,
    RemoveEntry,
    RubricOwner,
    SetEntry,
    SetTerms,
)
from gradewright.errors import NotFound, UserError
from gradewright.model.criterion import Criterion, slug
from gradewright.model.rubric import Rubric, RubricEntry, RubricTerms
from gradewright.model.traits import Trait
from gradewright.rubrics.versions import is_kept
from gradewright.store.library import Changes
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.rubric.reading import Contents, fresh_entry, read_again, read_contents
from gradewright_desktop.workbench import Workbench

# A longer rubric takes longer to read than a frame lasts, so it is read off the GUI thread.
READ_AT_ONCE = 60


class RubricState(QObject):
    """Reads the rubric at the current place and changes it. ``changed`` follows every news of it."""

    changed = Signal()

    def __init__(self, workbench: Workbench, kind: str, parent: QObject | None = None):
        super().__init__(parent)
        self._kind = kind
        self._workbench = workbench
        self.benchmark_id: int | None = None
        self.question_id: int | None = None
        self.kept_id: int | None = None
        self.own = Rubric()
        self.inherited = Rubric()
        self.benchmark_name = ""
        self.wanted = ""
        # What this window made of an entry, oldest first, until the library tells of the latest.
        self._under_way: dict[str, list[RubricEntry]] = {}
        self._terms_under_way: list[RubricTerms] = []
        # What ``changed`` told last.
        self._told: tuple[RubricOwner | None, Rubric, Rubric, str] | None = None
        workbench.session.changed.connect(self._library_changed)
        workbench.session.library_switched.connect(self.forget)

    @property
    def owner(self) -> RubricOwner | None:
        """Whom the rubric belongs to, for edits."""
        if self.kept_id is not None:
            return RubricOwner(kept_id=self.kept_id)
        if self.question_id is not None:
            return RubricOwner(question_id=self.question_id)
        return RubricOwner(benchmark_id=self.benchmark_id) if self.benchmark_id is not None else None

    @property
    def taken_names(self) -> set[str]:
        """The names that a new trait must not have."""
        return {entry.trait.name for rubric in (self.own, self.inherited) for entry in rubric}

    def conflicts(self) -> Sequence[str]:
        """Return the names that the question's rubric and the global one both have."""
        common = {trait.name for trait in self.inherited.traits}
        return [trait.name for trait in self.own.traits if trait.name in common]

    # -- following ----------------------------------------------------------------------------------------------------

    def follow(self, place: Place) -> bool:
        """Show the rubric of a place; says whether the place has one."""
        if place.workspace != "build" or place.kind != self._kind:
            return False
        if place.benchmark_id is None and place.kept_id is None:
            return False
        question_id = place.question_id if place.kind == "question" else None
        wanted = (place.benchmark_id, question_id, place.kept_id)
        if wanted != (self.benchmark_id, self.question_id, self.kept_id):
            self.benchmark_id, self.question_id, self.kept_id = wanted
            self._forget_under_way()
            self.read()
        return True

    def is_at(self, place: Place) -> bool:
        """Whether this is the rubric of a place."""
        wanted = (place.benchmark_id, place.question_id, place.kept_id)
        return wanted == (self.benchmark_id, self.question_id, self.kept_id)

    def read(self) -> None:
        """Read the rubric again, now."""
        try:
            self._take(read_contents(self._workbench.session.library, self.owner, self.benchmark_id))
        except NotFound:
            self._take(Contents())

    @Slot()
    def forget(self) -> None:
        """Another library was opened."""
        self.benchmark_id = self.question_id = self.kept_id = None
        self._forget_under_way()
        self._take(Contents())

    @Slot(object)
    def _library_changed(self, changes: Changes) -> None:
        touched = self.benchmark_id in changes.benchmarks or self.question_id in changes.questions
        if not touched and self.kept_id not in changes.rubrics:
            return
        if len(self.own) + len(self.inherited) <= READ_AT_ONCE:
            self.read()
            return
        work = partial(read_again, owner=self.owner, benchmark_id=self.benchmark_id, shown=self.own)
        self._workbench.session.query(work, self._take, key=("rubric", id(self)), failed=self._gone)

    @Slot(object)
    def _gone(self, _error: UserError) -> None:
        self._take(Contents())

    @Slot(object)
    def _take(self, contents: Contents) -> None:
        known = {entry.id: entry for entry in self.own}
        # Entries that did not change stay the very same objects, which makes comparing quick.
        entries = [self._latest(known[each.id] if known.get(each.id) == each else each) for each in contents.own]
        self.own = replace(contents.own, entries=tuple(entries), terms=self._latest_terms(contents.own.terms))
        self.inherited, self.benchmark_name = contents.inherited, contents.benchmark_name
        if not self._is_told():
            self._tell()

    def _tell(self) -> None:
        self._told = (self.owner, self.own, self.inherited, self.benchmark_name)
        self.changed.emit()

    def _is_told(self) -> bool:
        """Whether everybody knows of this already: the library's news of what was done here tells nothing new."""
        if self._told is None:
            return False
        owner, own, inherited, name = self._told
        same = len(own) == len(self.own) and all(old is new for old, new in zip(own, self.own, strict=True))
        rest = (own.terms, own.versions, own.spent) == (self.own.terms, self.own.versions, self.own.spent)
        return same and rest and (owner, inherited, name) == (self.owner, self.inherited, self.benchmark_name)

    def _latest(self, entry: RubricEntry) -> RubricEntry:
        """Return what this window made of an entry, where the library is still on its way there."""
        mine = self._under_way.get(entry.id)
        if not mine:
            return entry
        if entry in mine[:-1]:
            return mine[-1]
        # It arrived, or somebody else changed it meanwhile.
        del self._under_way[entry.id]
        return entry

    def _latest_terms(self, terms: RubricTerms) -> RubricTerms:
        mine = self._terms_under_way
        if terms in mine[:-1]:
            return mine[-1]
        mine.clear()
        return terms

    def _forget_under_way(self) -> None:
        self._under_way.clear()
        self._terms_under_way.clear()

    # -- edits --------------------------------------------------------------------------------------------------------

    def apply(self, edit: Edit) -> None:
        """Make an edit of this rubric."""
        self._workbench.session.apply(edit)

    def add(self, entry: RubricEntry, position: int | None = None) -> None:
        """Add an entry and choose it when it is there."""
        if (owner := self.owner) is not None:
            self.wanted = entry.id
            self._insert([entry], position)
            self.apply(AddEntry(owner, entry, position))

    def add_all(self, entries: Sequence[RubricEntry], position: int | None = None) -> None:
        """Add entries one after the other as one step, and choose the last of them."""
        owner = self.owner
        if len(entries) == 1:
            self.add(entries[0], position)
        elif owner is not None and entries:
            self.wanted = entries[-1].id
            start = len(self.own) if position is None else position
            edits = tuple(AddEntry(owner, entry, start + offset) for offset, entry in enumerate(entries))
            self._insert(entries, position)
            self.apply(Compound(f"add {len(entries)} entries", edits))

    def _insert(self, entries: Sequence[RubricEntry], position: int | None) -> None:
        """Know at once what was added, so that what is added next has other names and ids."""
        start = len(self.own) if position is None else position
        before = self.own.entries
        self.own = self.own.with_entries((*before[:start], *entries, *before[start:]))

    def set_trait(self, entry_id: str, trait: Trait, what: str) -> None:
        """Replace the trait of an entry; ``what`` and the name are the words for undo."""
        entry = self.own.entry(entry_id)
        if entry is not None and entry.trait != trait:
            self.set_entry(entry.with_trait(trait), f"{what} “{entry.trait.name}”")

    def set_entry(self, changed: RubricEntry, title: str) -> None:
        """Replace an entry."""
        before, owner = self.own.entry(changed.id), self.owner
        if owner is None or before is None:
            return
        # Known at once, so that two quick changes of one card do not undo each other.
        self.own = self.own.with_entries(changed if each.id == changed.id else each for each in self.own)
        self._under_way.setdefault(changed.id, [before]).append(changed)
        self.apply(SetEntry(owner, changed, title))
        self._tell()

    def rename(self, name: str) -> None:
        """Give the rubric another name; one that is kept alone cannot be without."""
        name = " ".join(name.split())
        if name or self.kept_id is None:
            self.set_terms({"name": name}, "rename rubric")

    @Slot(object, str)
    def set_terms(self, values: Mapping[str, Any], title: str) -> None:
        """Change some of what holds for the whole rubric."""
        owner, before = self.owner, self.own.terms
        terms = replace(before, **values)
        if owner is not None and terms != before:
            self.own = replace(self.own, terms=terms)
            if not self._terms_under_way:
                self._terms_under_way.append(before)
            self._terms_under_way.append(terms)
            self.apply(SetTerms(owner, terms, title))

    @Slot(str, str, str)
    def move_before(self, entry_id: str, before_id: str, group: str) -> None:
        """Put an entry in front of another one, "" for the end of the active ones, and into a group."""
        entry, owner = self.own.entry(entry_id), self.owner
        if entry is None or owner is None:
            return
        others = [each for each in self.own if each.id != entry_id]
        active = [at for at, each in enumerate(others, 1) if not each.retired]
        position = next((at for at, each in enumerate(others) if each.id == before_id), active[-1] if active else 0)
        self.wanted = entry_id
        name = entry.trait.name
        edits: list[Edit] = []
        if position != self.own.index(entry_id):
            edits.append(MoveEntry(owner, entry_id, position, name))
        if group != entry.group:
            edits.append(SetEntry(owner, replace(entry, group=group), f"group “{name}”"))
        if edits:
            self.apply(edits[0] if len(edits) == 1 else Compound(f"move “{name}”", tuple(edits)))

    def move_by(self, entry_id: str, step: int) -> None:
        """Move an active entry up (-1) or down (1); over a heading it comes into the group on the other side."""
        active = self.own.active
        position = next((at for at, entry in enumerate(active) if entry.id == entry_id), -1)
        target = position + step
        if position < 0 or not 0 <= target < len(active):
            return
        before = target if step < 0 else target + 1
        self.move_before(entry_id, active[before].id if before < len(active) else "", active[target].group)

    def set_group(self, entry_ids: Sequence[str], group: str) -> None:
        """Put entries into a group, behind those that are in it already."""
        owner = self.owner
        moving = [entry for entry in self.own if entry.id in entry_ids and entry.group != group]
        if owner is None or not moving:
            return
        order = [entry.id for entry in self.own]
        edits: list[Edit] = []
        members = [entry.id for entry in self.own if group and entry.group == group]
        for entry in moving:
            edits.append(SetEntry(owner, replace(entry, group=group), f"group “{entry.trait.name}”"))
            if members:
                before = order.index(entry.id)
                order.remove(entry.id)
                position = order.index(members[-1]) + 1
                order.insert(position, entry.id)
                if position != before:
                    edits.append(MoveEntry(owner, entry.id, position, entry.trait.name))
            members.append(entry.id)
        title = f"group {len(moving)} entries" if len(moving) > 1 else f"group “{moving[0].trait.name}”"
        self.apply(edits[0] if len(edits) == 1 else Compound(title, tuple(edits)))

    def restore(self, entry_ids: Sequence[str]) -> None:
        """Make retired entries active again, where they stand."""
        owner = self.owner
        retired = [entry for entry in self.own if entry.id in entry_ids and entry.retired]
        if owner is None or not retired:
            return
        self.wanted = retired[0].id
        edits = tuple(
            SetEntry(owner, replace(entry, retired=False), f"restore criterion “{entry.trait.name}”")
            for entry in retired
        )
        self.apply(edits[0] if len(edits) == 1 else Compound(f"restore {len(edits)} criteria", edits))

    def retire(self, entry_id: str) -> str:
        """Retire an entry whether or not a version has it; returns its name, "" where nothing was done."""
        entry, owner = self.own.entry(entry_id), self.owner
        if entry is None or owner is None or entry.retired:
            return ""
        self.wanted = self._beside([entry_id])
        name = entry.trait.name
        self.apply(SetEntry(owner, replace(entry, retired=True), f"retire criterion “{name}”"))
        return name

    def removal(self, entry: RubricEntry, owner: RubricOwner) -> Edit:
        """Return the edit that takes an entry away: one that a version has is retired, another one is deleted.

        Grading rubric, section 4.
        """
        if is_kept(self.own, entry.id):
            return SetEntry(owner, replace(entry, retired=True), f"retire criterion “{entry.trait.name}”")
        return RemoveEntry(owner, entry.id, entry.trait.name)

    def remove(self, entry_ids: Sequence[str]) -> list[Edit]:
        """Take entries away; returns the edits, of which those that retire are :class:`SetEntry`."""
        owner = self.owner
        if owner is None:
            return []
        leaving = [entry for entry in self.own if entry.id in entry_ids and not entry.retired]
        edits = [self.removal(entry, owner) for entry in leaving]
        if edits:
            self.wanted = self._beside(entry_ids)
            self.apply(edits[0] if len(edits) == 1 else Compound(f"remove {len(edits)} entries", tuple(edits)))
        return edits

    def duplicate(self, entry_id: str) -> None:
        """Add a copy of an entry below it, under a free name."""
        entry = self.own.entry(entry_id)
        if entry is not None:
            self.add(self.fresh(entry), self.own.index(entry_id) + 1)

    def fresh(self, entry: RubricEntry) -> RubricEntry:
        """Return an entry under a name and an id that are free in this rubric."""
        return fresh_entry(entry, self.taken_names, self.own.taken_ids())

    def give_id(self, entry_id: str) -> None:
        """Give a criterion that was just named, and holds nothing else yet, the id that its name makes.

        An id never changes once there is something that could be judged by it.
        """
        entry, owner = self.own.entry(entry_id), self.owner
        if entry is None or owner is None or entry_id in self.own.versions.ids:
            return
        trait = entry.trait
        if not isinstance(trait, Criterion) or trait != Criterion(name=trait.name, must_pass=trait.must_pass):
            return
        wanted = slug(trait.name)
        if entry_id == wanted or (entry_id.startswith(f"{wanted}-") and entry_id[len(wanted) + 1 :].isdigit()):
            return
        named = replace(entry, id=slug(trait.name, self.own.taken_ids()))
        position = self.own.index(entry_id)
        self.wanted = named.id
        edits = (RemoveEntry(owner, entry_id, trait.name), AddEntry(owner, named, position))
        self.apply(Compound(f"give “{trait.name}” its id", edits))

    def _beside(self, entry_ids: Sequence[str]) -> str:
        """Return the entry that is chosen when these are gone: the next one that stays, or the last."""
        first = min(self.own.index(entry_id) for entry_id in entry_ids)
        stays = [entry.id for entry in self.own if entry.id not in entry_ids and not entry.retired]
        after = [entry.id for entry in self.own.entries[first:] if entry.id in stays]
        return after[0] if after else stays[-1] if stays else ""
