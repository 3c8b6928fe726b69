"""What the commands about rubrics that are kept alone do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from gradewright.edits import (
    AddEntry,
    AddKeptRubric,
    Compound,
    Edit,
    ReplaceRubric,
    RubricOwner,
    SetTerms,
)
from gradewright.model.rubric import Rubric, RubricVersions
from gradewright.store.library import Changes, Library
from gradewright_desktop.added import OpenAdded
from gradewright_desktop.navigator import Place
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.panels.rubric.reading import fresh_entry, read_contents
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright_desktop.panels.rubric import RubricEditor

NEW_NAME = "New rubric"


class KeptRubricActions:
    """Acts on the kept rubrics of a workbench, and on the rubric at its current place."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench

    def new(self) -> None:
        """Add an empty rubric and open it, ready for its name."""
        rubric = Rubric()
        named = replace(rubric, terms=replace(rubric.terms, name=NEW_NAME))
        OpenAdded(self._workbench.session, AddKeptRubric(named), self._open_new)

    def keep(self) -> None:
        """Keep a copy of the rubric at the current place alone, and say where it is."""
        place = self._workbench.navigator.current
        owner = owner_of(place)
        if owner is not None:
            self._workbench.session.settling.emit()
            work = partial(copy_to_keep, owner=owner, benchmark_id=place.benchmark_id)
            self._workbench.session.query(work, self._add_copy, key="kept.keep")

    def use_in(self) -> None:
        """Ask for another rubric and put the entries of the one at the current place into it."""
        from gradewright_desktop.panels.rubric.choosing import RubricChooser

        owner = owner_of(self._workbench.navigator.current)
        if owner is not None:
            self._workbench.session.settling.emit()
            title, window = "Use this rubric in", self._workbench.panels.get("window")
            chooser = RubricChooser(self._workbench, title, "Use", without=owner, parent=window)
            chooser.chosen.connect(partial(self._use, owner, self._workbench.navigator.current.benchmark_id))
            chooser.open()

    def _use(self, source: RubricOwner, benchmark_id: int | None, target: RubricOwner, name: str) -> None:
        work = partial(use_edit, source=source, benchmark_id=benchmark_id, target=target, name=name)
        self._workbench.session.query(work, partial(self._used, name), key="kept.use")

    def _used(self, name: str, edit: Edit) -> None:
        self._workbench.session.apply(edit)
        undo = NoticeAction("Undo", self._workbench.session.undo)
        self._workbench.notices.toast(f"Used in “{name}”. What was there before stays.", undo)

    def _add_copy(self, rubric: Rubric) -> None:
        OpenAdded(self._workbench.session, AddKeptRubric(rubric), self._say_kept)

    def _say_kept(self, changes: Changes) -> None:
        place = Place("build", "rubric", kept_id=max(changes.rubrics))
        go = NoticeAction("Go to it", partial(self._workbench.navigator.go, place))
        self._workbench.notices.toast("The rubric is kept alone now, too, under Kept rubrics.", go)

    def _open_new(self, changes: Changes) -> None:
        self._workbench.navigator.go(Place("build", "rubric", kept_id=max(changes.rubrics)))
        editor: RubricEditor | None = self._workbench.panels.get("rubric")  # type: ignore[assignment]
        if editor is not None:
            editor.head.name.setFocus()
            editor.head.name.selectAll()


def owner_of(place: Place) -> RubricOwner | None:
    """Return whose rubric a place in Build is about, None where it is about none."""
    if place.workspace != "build":
        return None
    if place.kept_id is not None:
        return RubricOwner(kept_id=place.kept_id)
    if place.question_id is not None:
        return RubricOwner(question_id=place.question_id)
    return RubricOwner(benchmark_id=place.benchmark_id) if place.benchmark_id is not None else None


def alone(rubric: Rubric, name: str) -> Rubric:
    """Return a copy of a rubric that begins a life of its own: without versions, its entries as they are."""
    terms = replace(rubric.terms, name=rubric.terms.name or name)
    entries = tuple(replace(entry, origin=None) for entry in rubric.entries)
    return replace(rubric, entries=entries, terms=terms, versions=RubricVersions(), spent=())


def copy_to_keep(library: Library, owner: RubricOwner, benchmark_id: int | None) -> Rubric:
    """Return the copy of a rubric that is to be kept.

    Raises:
        NotFound: it is no longer in the library.
    """
    contents = read_contents(library, owner, benchmark_id)
    return alone(contents.own, f"Rubric of {contents.benchmark_name}" if contents.benchmark_name else "Rubric")


def use_edit(library: Library, source: RubricOwner, benchmark_id: int | None, target: RubricOwner, name: str) -> Edit:
    """Return the edit that puts a rubric into another place: whole where nothing is there, else its entries.

    Raises:
        NotFound: one of them is no longer in the library.
    """
    rubric = read_contents(library, source, benchmark_id).own
    there = read_contents(library, target, target.benchmark_id).own
    title = f"use “{rubric.terms.name or 'rubric'}” in “{name}”"
    if there.is_plain and not there.entries:
        return ReplaceRubric(target, alone(rubric, ""), title)
    names, ids = {entry.trait.name for entry in there}, there.taken_ids()
    edits = []
    for entry in rubric.active:
        made = fresh_entry(entry, names, ids)
        names, ids = names | {made.trait.name}, ids | {made.id}
        edits.append(AddEntry(target, made))
    return Compound(title, tuple(edits))


def renaming(library: Library, rubric_id: int, name: str) -> SetTerms:
    """Return the edit that gives a kept rubric another name.

    Raises:
        NotFound: it is no longer in the library.
    """
    terms = library.kept_rubric(rubric_id).terms
    return SetTerms(RubricOwner(kept_id=rubric_id), replace(terms, name=name), "rename rubric")


def copies_of(library: Library, rubric_ids: Sequence[int]) -> Edit:
    """Return the edit that adds copies of kept rubrics.

    Raises:
        NotFound: one is no longer in the library.
    """
    edits = [AddKeptRubric(alone(library.kept_rubric(rubric_id), "Rubric")) for rubric_id in rubric_ids]
    return edits[0] if len(edits) == 1 else Compound(f"duplicate {len(edits)} rubrics", tuple(edits))
