"""A small table of names and values that grows with its rows: custom properties, synonyms."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from gradewright_desktop.models.pairs import Pair, PairsModel
from gradewright_desktop.theme import Theme

_MOST_ROWS = 8


class PairsTable(QTableView):
    """Edits pairs in place: F2 or typing edits a cell, Delete takes a row out, the last row adds one."""

    changed = Signal()
    refused = Signal(str)

    def __init__(
        self,
        theme: Theme,
        name: str,
        headers: tuple[str, str],
        add_words: str,
        refuse: Callable[[Sequence[Pair]], str | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = PairsModel(headers, add_words, refuse, self)
        self.setModel(self._model)
        self.setAccessibleName(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.SelectedClicked
        )
        self.setItemDelegate(_PairDelegate(theme, self))
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setShowGrid(True)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._model.changed.connect(self.changed)
        self._model.refused.connect(self.refused)
        self._model.rowsInserted.connect(self._resize)
        self._model.rowsRemoved.connect(self._resize)
        theme.changed.connect(self._resize)
        self._resize()

    def pairs(self) -> list[Pair]:
        """The pairs as they stand."""
        return self._model.pairs()

    def set_pairs(self, pairs: Sequence[Pair]) -> None:
        """Show other pairs, without a signal."""
        self._model.set_pairs(pairs)

    def set_editable(self, editable: bool) -> None:
        """Allow or stop editing."""
        self._model.set_editable(editable)

    def sizeHint(self) -> QSize:
        rows = min(_MOST_ROWS, max(1, self._model.rowCount()))
        height = self.horizontalHeader().sizeHint().height() + rows * self._theme.row_height("table") + 2
        return QSize(super().sizeHint().width(), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(20 * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.state() != QAbstractItemView.State.EditingState:
            self._model.remove(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    @Slot()
    @Slot(QModelIndex, int, int)
    def _resize(self, *_changes: object) -> None:
        self.verticalHeader().setDefaultSectionSize(self._theme.row_height("table"))
        self.updateGeometry()


class _PairDelegate(QStyledItemDelegate):
    """Sets the words in as far as the header's, and the row that adds a pair in quiet ones."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        shown = QStyleOptionViewItem(option)
        self.initStyleOption(shown, index)
        text, shown.text = shown.text, ""
        shown.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, shown, painter, shown.widget)
        quiet = index.data(Qt.ItemDataRole.EditRole) is None
        selected = bool(shown.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setPen(self._theme.colour("selection.text" if selected else "text.muted" if quiet else "text.primary"))
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        inner = shown.rect.adjusted(self._theme.space(2), 0, -self._theme.space(2), 0)
        elided = painter.fontMetrics().elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, inner.width())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(inner, flags.value | Qt.TextFlag.TextSingleLine.value, elided)
        painter.restore()
