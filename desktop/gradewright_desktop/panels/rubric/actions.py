"""What can be done with the entries that are chosen in a rubric."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from gradewright.edits import AddEntry, Compound, RubricOwner, SetEntry
from gradewright.formats.markdown import entry_markdown
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import RubricEntry
from gradewright.store.library import Library
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.panels.rubric import clipboard
from gradewright_desktop.panels.rubric.choosing import RubricChooser
from gradewright_desktop.panels.rubric.drafts import new_entry
from gradewright_desktop.panels.rubric.listing import EntryList
from gradewright_desktop.panels.rubric.reading import fresh_entry, read_contents
from gradewright_desktop.panels.rubric.state import RubricState
from gradewright_desktop.workbench import Workbench

NOTHING_ON_CLIPBOARD = "There is no criterion or trait on the clipboard."


class RubricActions(QObject):
    """Acts on the entries that are chosen in a list. ``flush`` hands over what is being typed before it is read."""

    def __init__(self, workbench: Workbench, state: RubricState, listing: EntryList, flush: Callable[[], None]):
        super().__init__(listing)
        self._workbench = workbench
        self._state = state
        self._list = listing
        self._flush = flush
        # The entry whose name is what it needs first.
        self.to_be_named = ""

    def current(self) -> RubricEntry | None:
        """Return the chosen entry of the own rubric."""
        row = self._list.current_row()
        return self._state.own.entry(row.entry.id) if row is not None and not row.inherited else None

    def chosen(self) -> list[RubricEntry]:
        """Return all chosen entries of the own rubric, in order."""
        rows = self._list.selected_rows()
        found = [self._state.own.entry(row.entry.id) for row in rows if not row.inherited]
        return [entry for entry in found if entry is not None]

    @Slot(str)
    def add(self, kind: str) -> None:
        """Add a criterion or a trait of a kind below the chosen entry."""
        self._flush()
        added = new_entry(kind, self._state.taken_names, self._state.own.taken_ids())
        here = self.current()
        self.to_be_named = added.id
        self._state.add(replace(added, group=here.group if here is not None else ""), self._below())

    def move_by(self, step: int) -> None:
        """Move the chosen entry up (-1) or down (1)."""
        entry = self.current()
        if entry is not None:
            self._state.move_by(entry.id, step)

    @Slot()
    def remove(self) -> None:
        """Take the chosen entries away, saying how to get them back: what a version has is retired."""
        self._flush()
        entries = [entry for entry in self.chosen() if not entry.retired]
        edits = self._state.remove([entry.id for entry in entries])
        if not edits:
            return
        if len(edits) > 1:
            retired = sum(isinstance(edit, SetEntry) for edit in edits)
            words = f"{len(edits)} entries removed{f', {retired} of them retired' if retired else ''}."
        else:
            words = _gone_words(entries[0], retired=isinstance(edits[0], SetEntry))
        self._toast_undo(words)

    def retire(self) -> None:
        """Retire the chosen criterion; it stays in the file."""
        self._flush()
        entry = self.current()
        if entry is not None and self._state.retire(entry.id):
            self._toast_undo(_gone_words(entry, retired=True))

    def restore(self) -> None:
        """Make the chosen retired entries active again."""
        self._state.restore([entry.id for entry in self.chosen()])

    def duplicate(self) -> None:
        """Copy the chosen entry to the place below it."""
        self._flush()
        entry = self.current()
        if entry is not None:
            self._state.duplicate(entry.id)

    def group(self) -> None:
        """Ask for the heading that the chosen entries stand under."""
        entries = self.chosen()
        if entries:
            ids = [entry.id for entry in entries]
            label = "Heading of the group; leave it empty for no group:"
            self._workbench.prompts.text("Group", label, entries[0].group, partial(self._group, ids))

    def _group(self, entry_ids: Sequence[str], words: str) -> None:
        self._state.set_group(entry_ids, " ".join(words.split()))

    # -- the clipboard ------------------------------------------------------------------------------------------------

    def copy(self) -> None:
        """Put the chosen entries on the clipboard, also those of the global rubric."""
        self._flush()
        entries = [self._state.own.entry(row.entry.id) or row.entry for row in self._list.selected_rows()]
        if entries:
            clipboard.copy(entries, "\n".join(entry_markdown(entry) for entry in entries))

    def paste(self) -> None:
        """Add the entries that are on the clipboard below the chosen one."""
        entries = clipboard.pasted()
        if not entries:
            self._workbench.notices.toast(NOTHING_ON_CLIPBOARD)
            return
        names, ids = self._state.taken_names, self._state.own.taken_ids()
        added = []
        for entry in entries:
            made = fresh_entry(entry, names, ids)
            names, ids = names | {made.trait.name}, ids | {made.id}
            added.append(made)
        self._state.add_all(added, self._below())

    def copy_markdown(self) -> None:
        """Put the chosen entries on the clipboard as Markdown."""
        self._flush()
        self._copy_text("\n".join(entry_markdown(entry) for entry in self.chosen()))

    def copy_id(self) -> None:
        """Put the id of the chosen entry on the clipboard."""
        entry = self.current()
        self._copy_text(entry.id if entry is not None else "")

    def _copy_text(self, text: str) -> None:
        if text:
            QGuiApplication.clipboard().setText(text)
            self._workbench.notices.toast("Copied.")

    # -- other rubrics ------------------------------------------------------------------------------------------------

    def move_to(self) -> None:
        """Ask for another rubric and move the chosen entries there, as one step."""
        self._ask_rubric("Move to another rubric", "Move", is_move=True)

    def copy_to(self) -> None:
        """Ask for another rubric and copy the chosen entries to it, as one step."""
        self._ask_rubric("Copy to another rubric", "Copy", is_move=False)

    def _ask_rubric(self, title: str, verb: str, *, is_move: bool) -> None:
        self._flush()
        entries, owner = self.chosen(), self._state.owner
        if not entries or owner is None:
            return
        chooser = RubricChooser(self._workbench, title, verb, without=owner, parent=self._list.window())
        ids = [entry.id for entry in entries]
        chooser.chosen.connect(partial(self._go_on, ids, is_move))
        chooser.open()

    def _go_on(self, entry_ids: Sequence[str], is_move: bool, target: RubricOwner, name: str) -> None:
        entries = [entry for entry in self._state.own if entry.id in entry_ids]
        owner = self._state.owner
        if owner is None or not entries:
            return
        leaving = [self._state.removal(entry, owner) for entry in entries] if is_move else []
        verb = "move" if is_move else "copy"
        what = f"“{entries[0].trait.name}”" if len(entries) == 1 else f"{len(entries)} entries"
        work = partial(_coming, target=target, entries=tuple(entries))
        title = f"{verb} {what} to “{name}”"
        done = partial(self._apply_all, title, tuple(leaving))
        self._workbench.session.query(work, done, key=("rubric.exchange", id(self)))

    def _apply_all(self, title: str, leaving: tuple[object, ...], coming: tuple[AddEntry, ...]) -> None:
        self._state.apply(Compound(title, (*leaving, *coming)))  # type: ignore[arg-type]
        self._toast_undo(f"{title[0].upper()}{title[1:]}: done.")

    def _below(self) -> int | None:
        here = self.current()
        return self._state.own.index(here.id) + 1 if here is not None else None

    def _toast_undo(self, words: str) -> None:
        self._workbench.notices.toast(words, NoticeAction("Undo", self._workbench.session.undo))


def _coming(library: Library, target: RubricOwner, entries: Sequence[RubricEntry]) -> tuple[AddEntry, ...]:
    """Return the edits that add entries to another rubric, under names and ids that are free there."""
    benchmark_id = target.benchmark_id
    rubric = read_contents(library, target, benchmark_id).own
    names, ids = {entry.trait.name for entry in rubric}, rubric.taken_ids()
    edits = []
    for entry in entries:
        made = fresh_entry(entry, names, ids)
        names, ids = names | {made.trait.name}, ids | {made.id}
        edits.append(AddEntry(target, made))
    return tuple(edits)


def _gone_words(entry: RubricEntry, *, retired: bool) -> str:
    noun = "Criterion" if isinstance(entry.trait, Criterion) else "Trait"
    if retired:
        return f"{noun} “{entry.trait.name}” retired. It stays in the file and can be restored."
    return f"{noun} “{entry.trait.name}” removed."
