"""The list beside the card: its head with the count and the add menu, and the view of the entries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QListView,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gradewright_desktop.models.record_list import RECORD_ROLE
from gradewright_desktop.panels.rubric.entries import EntriesModel, EntryDelegate, EntryRow
from gradewright_desktop.widgets import CountBadge, label, tool_button
from gradewright_desktop.workbench import Workbench

KINDS = (
    ("criterion", "Criterion", "pass-fail"),
    ("boolean", "Yes or no, by a judge", "pass-fail"),
    ("score", "Score, by a judge", "scale"),
    ("literal", "One of several, by a judge", "choice"),
    ("regex", "Pattern", "regex"),
    ("metric", "Metric", "metric"),
)


class EntryList(QWidget):
    """``add_wanted`` carries the kind that was chosen in the add menu."""

    add_wanted = Signal(str)

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        theme = workbench.theme
        self.setProperty("surface", "panel")
        self.model = EntriesModel(self)
        self.view = QListView(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(EntryDelegate(theme, self.view))
        self.view.setAccessibleName("Criteria")
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setProperty("surface", "panel")
        self.view.setMouseTracking(True)
        self.view.setUniformItemSizes(True)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.view.setMinimumWidth(150)
        self._count = CountBadge(theme, hides_zero=True, parent=self)
        self.add_button = tool_button(theme, "add", "Add criterion", parent=self)
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.add_button)
        for kind, words, icon in KINDS:
            action = menu.addAction(words)
            theme.set_icon(action, icon)
            action.triggered.connect(partial(self._add, kind))
        self.add_button.setMenu(menu)
        head = QHBoxLayout()
        head.setContentsMargins(theme.space(3), theme.space(1), theme.space(1), theme.space(1))
        head.setSpacing(theme.space(2))
        head.addWidget(label(theme, "Criteria", font="strong", parent=self))
        head.addWidget(self._count)
        head.addStretch(1)
        head.addWidget(self.add_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.view, 1)
        theme.changed.connect(self.view.doItemsLayout)

    def current_row(self) -> EntryRow | None:
        """Return the chosen row."""
        row = self.view.currentIndex().data(RECORD_ROLE)
        return row if isinstance(row, EntryRow) else None

    def choose(self, key: str) -> bool:
        """Choose the row with a key; says whether it is there."""
        position = self.model.position_of(key)
        if position < 0:
            return False
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.view.selectionModel().setCurrentIndex(self.model.index(position), flag)
        self.view.scrollTo(self.model.index(position))
        return True

    def set_rows(self, rows: Sequence[EntryRow], *, editable: bool, wanted: str) -> None:
        """Show these entries; ``wanted`` is chosen, else what was, else the first own one."""
        self.model.editable = editable
        self.add_button.setEnabled(editable)
        self._count.set_count(sum(not row.inherited for row in rows))
        before = self.current_row()
        self.model.set_records(rows)
        if wanted and self.choose(wanted):
            return
        if before is not None and self.choose(before.key):
            return
        first = next((row.key for row in rows if not row.inherited), rows[0].key if rows else "")
        if not first or not self.choose(first):
            self.view.selectionModel().setCurrentIndex(QModelIndex(), QItemSelectionModel.SelectionFlag.Clear)

    def _add(self, kind: str, _checked: bool = False) -> None:
        self.add_wanted.emit(kind)
