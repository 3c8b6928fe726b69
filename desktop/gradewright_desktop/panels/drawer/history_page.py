"""The versions of a rubric, newest first, with what each changed, and what of it is about the chosen criterion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListView, QStackedWidget, QVBoxLayout, QWidget

from gradewright.model.rubric import Rubric, RubricEntry, VersionStep
from gradewright.rubrics.diff import EntryEvent, RubricDiff, diff
from gradewright.rubrics.fingerprint import fingerprint, shown
from gradewright.store.library import Library
from gradewright_desktop.dialogs.versions import CompareDialog
from gradewright_desktop.dialogs.versions.diff_view import MEMBERS
from gradewright_desktop.dialogs.versions.known import NOW
from gradewright_desktop.models.record_list import RECORD_ROLE, RecordListModel
from gradewright_desktop.panels.drawer.page import DrawerPage
from gradewright_desktop.panels.question.two_line_delegate import TwoLineDelegate
from gradewright_desktop.widgets import EmptyState, button
from gradewright_desktop.workbench import Workbench


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A version, or with number :data:`NOW` what has changed since the last one."""

    number: int
    title: str
    changes: str


class HistoryPage(DrawerPage):
    """Enter on a version compares it with what is there now."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(workbench, parent)
        theme = workbench.theme
        self.model: RecordListModel[HistoryRow] = RecordListModel(_number, _title, _spoken, parent=self)
        self.list = QListView(self)
        self.list.setAccessibleName("Versions of the rubric")
        self.list.setModel(self.model)
        self.list.setUniformItemSizes(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setItemDelegate(TwoLineDelegate(theme, _title, _changes, self.list))
        empty = EmptyState(
            theme, "No earlier version", "The first export makes version 1.", icon="empty-history", parent=self
        )
        self._pages = QStackedWidget(self)
        self._pages.addWidget(empty)
        self._pages.addWidget(self.list)
        self.compare_button = button(theme, "Compare…", self.compare, icon="compare", parent=self)
        side = QVBoxLayout()
        side.addWidget(self.compare_button)
        side.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(3), theme.space(2), theme.space(3), theme.space(2))
        row.setSpacing(theme.space(3))
        row.addWidget(self._pages, 1)
        row.addLayout(side)
        self.list.activated.connect(self.compare)

    def refresh(self) -> None:
        """Show the versions at once, and what changed since the last one when it was read."""
        rubric, entry = self.shown.own, self.shown.entry
        steps = sorted(rubric.versions.history, key=lambda step: step.version, reverse=True)
        rows = [HistoryRow(step.version, _when(step), _told(step, rubric, entry)) for step in steps]
        if rubric.versions.number and rubric.versions.number not in {step.version for step in steps}:
            title = f"Version {rubric.versions.number}, {shown(rubric.versions.fingerprint)}"
            rows.insert(0, HistoryRow(rubric.versions.number, title, "opened from a file"))
        self.model.set_records(rows)
        self._pages.setCurrentIndex(1 if rows else 0)
        self.compare_button.setEnabled(bool(rows))
        self.note.emit(_state(rubric))
        if rows:
            work = partial(_since, rubric=rubric)
            self.workbench.session.query(work, self._tell_since, key="drawer.history")

    def copied_text(self) -> str:
        return "\n".join(f"{row.title}: {row.changes}" for row in self.model.records)

    @Slot()
    def compare(self) -> None:
        """Compare the chosen version with the rubric as it is now."""
        row = self.list.currentIndex().data(RECORD_ROLE)
        dialog = CompareDialog(self.workbench, self.shown.title or "the rubric", self.shown.own, self.window())
        if isinstance(row, HistoryRow) and row.number != NOW:
            dialog.prefer(row.number)
        dialog.open()

    @Slot(object)
    def _tell_since(self, found: tuple[Rubric, RubricDiff | None]) -> None:
        rubric, changed = found
        if rubric is not self.shown.own or changed is None or not (changed.entries or changed.terms or changed.moved):
            return
        row = HistoryRow(NOW, "Since then", _counted(changed, self.shown.entry))
        self.model.set_records([row, *(each for each in self.model.records if each.number != NOW)])


def _since(library: Library, rubric: Rubric) -> tuple[Rubric, RubricDiff | None]:
    before = library.rubric_version(rubric.versions.fingerprint)
    return rubric, None if before is None else diff(before, rubric)


def _state(rubric: Rubric) -> str:
    versions = rubric.versions
    if not versions.number:
        return "never exported"
    if fingerprint(rubric) == versions.fingerprint:
        return f"unchanged since version {versions.number}"
    return f"edited since version {versions.number}: exports as version {versions.number + 1}"


def _when(step: VersionStep) -> str:
    day = f", {step.date[:10]}" if step.date else ""
    return f"Version {step.version}{day}, {shown(step.fingerprint)}"


def _told(step: VersionStep, rubric: Rubric, entry: RubricEntry | None) -> str:
    if step.from_version is None and not step.changed:
        return "the first" if not step.added else f"the first, with {_criteria(len(step.added))}"
    parts = [
        f"{len(ids):,} {words}: {_names(ids, rubric)}"
        for ids, words in ((step.added, "added"), (step.retired, "retired"))
        if ids
    ]
    if step.changed:
        parts.append(f"{len(step.changed):,} changed: {_names([each for each, _ in step.changed], rubric)}")
    told = "; ".join(parts) or "nothing of the criteria changed"
    mine = _of_entry(step, entry)
    return f"{told}. This criterion: {mine}" if mine else told


def _criteria(count: int) -> str:
    return "1 criterion" if count == 1 else f"{count:,} criteria"


def _of_entry(step: VersionStep, entry: RubricEntry | None) -> str:
    if entry is None:
        return ""
    if entry.id in step.added:
        return "added"
    if entry.id in step.retired:
        return "retired"
    members = dict(step.changed).get(entry.id, ())
    return ", ".join(MEMBERS.get(member, member).lower() for member in members)


def _names(ids: tuple[str, ...] | list[str], rubric: Rubric) -> str:
    names = []
    for entry_id in ids[:3]:
        entry = rubric.entry(entry_id)
        names.append(f"“{entry.trait.name.strip() or entry_id}”" if entry is not None else f"“{entry_id}”")
    more = f" and {len(ids) - 3:,} more" if len(ids) > 3 else ""
    return ", ".join(names) + more


def _counted(found: RubricDiff, entry: RubricEntry | None) -> str:
    counts = [(len(found.of(event)), str(event)) for event in EntryEvent]
    parts = [f"{count:,} {words}" for count, words in counts if count]
    if found.terms:
        parts.append("what holds for the whole rubric")
    if found.moved:
        parts.append("another order")
    mine = next((change for change in found.entries if entry is not None and change.id == entry.id), None)
    told = f"{', '.join(parts)} ({found.level})"
    return f"{told}. This criterion: {mine.event}" if mine is not None else told


def _number(row: HistoryRow) -> int:
    return row.number


def _title(row: HistoryRow) -> str:
    return row.title


def _changes(row: HistoryRow) -> str:
    return row.changes


def _spoken(row: HistoryRow) -> str:
    return f"{row.title}: {row.changes}"
