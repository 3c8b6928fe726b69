"""The list beside the card: its head with the count and what can be added, and the view of the entries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
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
from gradewright_desktop.panels.rubric.entries import RETIRED_KEY, EntriesModel, EntryRow, HeadingRow, Row
from gradewright_desktop.panels.rubric.entry_delegate import EntryDelegate
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import FieldMessage, label, tool_button
from gradewright_desktop.workbench import Workbench

KINDS = (
    ("boolean", "Yes or no, by a judge", "pass-fail"),
    ("score", "Score, by a judge", "scale"),
    ("literal", "One of several, by a judge", "choice"),
    ("regex", "Pattern", "regex"),
    ("metric", "Metric", "metric"),
)
TIRING = 20
"""Past so many criteria graders tire, and read the later ones less well."""


class EntryView(QListView):
    """``removal_wanted`` follows Delete, ``toggle_wanted`` a click or a key on the line above the retired ones.

    ``copy_wanted`` and ``paste_wanted`` follow the keys for them, ``opened`` Enter on an entry.
    """

    removal_wanted = Signal()
    copy_wanted = Signal()
    paste_wanted = Signal()
    toggle_wanted = Signal()
    opened = Signal()

    def __init__(self, theme: Theme, model: EntriesModel, parent: QWidget):
        super().__init__(parent)
        self._entries = model
        self.setModel(model)
        self.setItemDelegate(EntryDelegate(theme, self))
        self.setAccessibleName("Criteria")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("surface", "panel")
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setMinimumWidth(150)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.clicked.connect(self._clicked)
        theme.changed.connect(self.doItemsLayout)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().data(RECORD_ROLE)
        key = event.key()
        if key == Qt.Key.Key_Delete and isinstance(row, EntryRow):
            self.removal_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Paste) and self._entries.editable:
            self.paste_wanted.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and isinstance(row, HeadingRow):
            self._clicked(self.currentIndex())
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        else:
            super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _clicked(self, index: QModelIndex) -> None:
        row = index.data(RECORD_ROLE)
        if isinstance(row, HeadingRow) and row.is_open is not None:
            self.toggle_wanted.emit()


class EntryList(QWidget):
    """``add_wanted`` carries the kind that is to be added, ``toggle_wanted`` follows the line of the retired ones."""

    add_wanted = Signal(str)
    toggle_wanted = Signal()

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        theme = workbench.theme
        self.setProperty("surface", "panel")
        self.model = EntriesModel(self)
        self.view = EntryView(theme, self.model, self)
        self.view.toggle_wanted.connect(self.toggle_wanted)
        self._count = label(theme, font="small", role="muted", parent=self)
        self._tiring = FieldMessage(theme, self)
        self.add_button = tool_button(theme, "add", "Add criterion", partial(self._add, "criterion"), parent=self)
        self.more_button = tool_button(theme, "collapse", "Add another kind of check", parent=self)
        self.more_button.setProperty("tight", True)
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more_button)
        for kind, words, icon in KINDS:
            action = menu.addAction(words)
            theme.set_icon(action, icon)
            action.triggered.connect(partial(self._add, kind))
        self.more_button.setMenu(menu)
        head = QHBoxLayout()
        head.setContentsMargins(theme.space(3), theme.space(1), theme.space(1), theme.space(1))
        head.setSpacing(theme.space(2))
        head.addWidget(label(theme, "Criteria", font="strong", parent=self))
        head.addWidget(self._count)
        head.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(0)
        buttons.addWidget(self.add_button)
        buttons.addWidget(self.more_button)
        head.addLayout(buttons)
        hint = QVBoxLayout()
        hint.setContentsMargins(theme.space(3), 0, theme.space(2), 0)
        hint.addWidget(self._tiring)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(hint)
        column.addWidget(self.view, 1)

    def current_row(self) -> EntryRow | None:
        """Return the chosen entry's row."""
        row = self.view.currentIndex().data(RECORD_ROLE)
        return row if isinstance(row, EntryRow) else None

    def selected_rows(self) -> list[EntryRow]:
        """Return the rows of all chosen entries, top down."""
        indexes = sorted(self.view.selectedIndexes(), key=lambda index: index.row())
        rows = [index.data(RECORD_ROLE) for index in indexes]
        return [row for row in rows if isinstance(row, EntryRow)]

    def choose(self, key: str) -> bool:
        """Choose the row with a key; says whether it is there."""
        position = self.model.position_of(key)
        if position < 0:
            return False
        index = self.model.index(position)
        if index != self.view.currentIndex() or len(self.view.selectedIndexes()) > 1:
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.view.selectionModel().setCurrentIndex(index, flag)
        self.view.scrollTo(index)
        return True

    def set_rows(self, rows: Sequence[Row], *, editable: bool, wanted: str) -> None:
        """Show these entries; ``wanted`` is chosen, else what was, else the first own one."""
        self.model.editable = editable
        for button in (self.add_button, self.more_button):
            button.setVisible(editable)
        own = [row for row in rows if isinstance(row, EntryRow) and not row.inherited and not row.entry.retired]
        self._say_count(len(own))
        # Rows of one height are laid out without being asked for it one by one.
        self.view.setUniformItemSizes(not any(isinstance(row, HeadingRow) for row in rows))
        before, on_retired = self.current_row(), self.is_retired_line(self.view.currentIndex())
        self.model.set_records(rows)
        if wanted and self.choose(wanted):
            return
        if before is not None and self.model.position_of(before.key) >= 0:
            if self.view.currentIndex().data(RECORD_ROLE) != self.model.record(self.model.position_of(before.key)):
                self.choose(before.key)
            return
        if on_retired and self.is_retired_line(self.view.currentIndex()):
            return
        entries = [row for row in rows if isinstance(row, EntryRow)]
        first = own[0].key if own else entries[0].key if entries else ""
        if not first or not self.choose(first):
            self.view.selectionModel().setCurrentIndex(QModelIndex(), QItemSelectionModel.SelectionFlag.Clear)

    def is_retired_line(self, index: QModelIndex) -> bool:
        """Whether an index is the line above the retired ones."""
        row = index.data(RECORD_ROLE)
        return isinstance(row, HeadingRow) and row.key == RETIRED_KEY

    def _say_count(self, count: int) -> None:
        number = self.locale().toString(count)
        self._count.setText(f"{number} of {TIRING}" if count <= TIRING else number)
        self._count.setAccessibleName(f"{number} active")
        hint = f"Graders tire past {TIRING} criteria. Retire or merge some of the {number}."
        self._tiring.show_message(hint if count > TIRING else "", "info")

    def _add(self, kind: str, _checked: bool = False) -> None:
        self.add_wanted.emit(kind)
