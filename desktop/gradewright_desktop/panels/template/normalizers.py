"""What does not count when texts are compared: normalisers in their order, and maps of synonyms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from gradewright.model.primitives import NORMALIZERS, SynonymMap
from gradewright_desktop.models.pairs import refuse_double_names
from gradewright_desktop.theme import Theme
from gradewright_desktop.values.editors import ValueEditor
from gradewright_desktop.widgets.pairs_table import PairsTable

_STEP_ROLE = Qt.ItemDataRole.UserRole


class NormalizersEditor(ValueEditor):
    """A checked list in the order in which the steps are applied; a map of synonyms opens below when it is chosen.

    The value is a list of normaliser names and :class:`SynonymMap`; names that are not known are kept as they stand.
    """

    def __init__(self, theme: Theme, name: str, words: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = dict(words)
        self._theme = theme
        self._list = StepList(theme, name, self)
        self._list.itemChanged.connect(self._item_changed)
        self._list.currentItemChanged.connect(self._show_synonyms)
        self._list.moved.connect(self.edited)
        self._add = QPushButton("Add synonyms", self)
        self._add.setProperty("kind", "flat")
        theme.set_icon(self._add, "add")
        self._add.clicked.connect(self._add_synonyms)
        self._synonyms = PairsTable(
            theme, "Synonyms", ("Written", "Counts as"), "Type a word", refuse_double_names, self
        )
        self._synonyms.changed.connect(self._synonyms_changed)
        self._synonyms.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addWidget(self._list)
        column.addWidget(self._synonyms)
        row = QHBoxLayout()
        row.addWidget(self._add)
        row.addStretch(1)
        column.addLayout(row)
        self.setFocusProxy(self._list)
        self._filling = False
        self.set_value([])

    def value(self) -> list[Any]:
        items = [self._list.item(row) for row in range(self._list.count())]
        return [item.data(_STEP_ROLE) for item in items if item.checkState() is Qt.CheckState.Checked]

    def set_value(self, value: Any) -> None:
        steps = list(value or ())
        if steps == self.value() and self._list.count():
            return
        current = self._list.currentRow()
        self._filling = True
        self._list.clear()
        # Synonyms look up whole texts, so what is not applied yet stands before them, ready to be ticked.
        offered = [name for name in NORMALIZERS if name not in steps]
        at = next((at for at, step in enumerate(steps) if isinstance(step, SynonymMap)), len(steps))
        for step in steps[:at]:
            self._append(step, True)
        for name in offered:
            self._append(name, False)
        for step in steps[at:]:
            self._append(step, True)
        self._list.setCurrentRow(min(current, self._list.count() - 1) if current >= 0 else -1)
        self._filling = False
        self._list.updateGeometry()

    def _append(self, step: Any, checked: bool) -> QListWidgetItem:
        item = QListWidgetItem(self._step_words(step), self._list)
        item.setData(_STEP_ROLE, step)
        item.setSizeHint(QSize(0, max(24, self._theme.row_height("table_compact"))))
        item.setFlags(
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsUserCheckable
            | Qt.ItemFlag.ItemIsDragEnabled
        )
        item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        return item

    def _step_words(self, step: Any) -> str:
        if isinstance(step, SynonymMap):
            count = len(step.mapping)
            return "synonyms, none yet" if not count else "1 synonym" if count == 1 else f"{count} synonyms"
        return self._words.get(step, f"{step} (not known: it fails when it is applied)")

    @Slot(QListWidgetItem)
    def _item_changed(self, _item: QListWidgetItem) -> None:
        if not self._filling:
            self.edited.emit()

    @Slot(QListWidgetItem, QListWidgetItem)
    def _show_synonyms(self, current: QListWidgetItem | None, _previous: QListWidgetItem | None) -> None:
        step = current.data(_STEP_ROLE) if current is not None else None
        self._synonyms.setVisible(isinstance(step, SynonymMap))
        if isinstance(step, SynonymMap):
            self._synonyms.set_pairs(list(step.mapping.items()))

    @Slot()
    def _add_synonyms(self) -> None:
        self._filling = True
        item = self._append(SynonymMap(mapping={}), True)
        self._filling = False
        self._list.setCurrentItem(item)
        self._list.updateGeometry()
        self._synonyms.setFocus(Qt.FocusReason.OtherFocusReason)
        self._synonyms.setCurrentIndex(self._synonyms.model().index(0, 0))
        self.edited.emit()

    @Slot()
    def _synonyms_changed(self) -> None:
        item = self._list.currentItem()
        if item is None:
            return
        step = SynonymMap(mapping=dict(self._synonyms.pairs()))
        self._filling = True
        item.setData(_STEP_ROLE, step)
        item.setText(self._step_words(step))
        self._filling = False
        self.edited.emit()


class StepList(QListWidget):
    """The list of steps: as high as its rows, reordered by dragging and by Alt+Up and Alt+Down."""

    moved = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.model().rowsMoved.connect(self.moved)

    def sizeHint(self) -> QSize:
        height = sum(self.sizeHintForRow(row) for row in range(self.count())) + 2 * self.frameWidth() + 2
        return QSize(super().sizeHint().width(), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(20 * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if event.modifiers() == Qt.KeyboardModifier.AltModifier and step:
            row = self.currentRow()
            if row >= 0 and 0 <= row + step < self.count():
                self.insertItem(row + step, self.takeItem(row))
                self.setCurrentRow(row + step)
                self.moved.emit()
            return
        super().keyPressEvent(event)
