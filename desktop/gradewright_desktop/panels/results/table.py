"""The view of a paged table: fixed rows, a head that sorts in the database, and a place that stays when rows change."""

from __future__ import annotations

from array import array
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from gradewright_desktop.models.paged_table import PagedTableModel
from gradewright_desktop.panels.results.delegate import ResultsDelegate
from gradewright_desktop.theme import Theme

# Qt names the offset of a row only within the viewport, so the place is kept as a row and its distance from the top.
_STRETCH_MINIMUM = 160
_MOST_COPIED = 10_000


class ResultsTable(QTableView):
    """Rows are selected whole; the current cell says which check is looked at.

    ``current_changed`` carries the id of the current row (None without one) and the current column. ``sort_wanted``
    carries a column and whether it should descend.
    """

    current_changed = Signal(object, int)
    sort_wanted = Signal(int, bool)
    opened = Signal()
    detail_toggled = Signal()

    def __init__(self, theme: Theme, model: PagedTableModel, name: str, stretched: int, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._paged = model
        self._stretched = stretched
        self._widths: dict[int, int] = {}
        self._told: tuple[int | None, int] = (None, -1)
        self.setModel(model)
        self.setAccessibleName(name)
        self.setItemDelegate(ResultsDelegate(theme, self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._prepare_head()
        self.selectionModel().currentChanged.connect(self._current_moved)
        model.rowsInserted.connect(self._rows_came)
        model.columnsInserted.connect(self._columns_changed)
        model.columnsRemoved.connect(self._columns_changed)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _prepare_head(self) -> None:
        head = self.horizontalHeader()
        # Without a selection of its own the head asks every row whether it is selected: seconds after Select all.
        head.setSelectionModel(QItemSelectionModel(self._paged, head))
        head.setHighlightSections(False)
        head.setSectionsClickable(True)
        head.setSortIndicatorShown(True)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setMinimumSectionSize(36)
        head.sortIndicatorChanged.connect(self._sort_changed)

    # -- rows ---------------------------------------------------------------------------------------------------------

    def show_ids(self, ids: array[int]) -> None:
        """Show these rows; the current row stays where it is on the screen, else the top row does."""
        anchor, distance = self._place()
        self._paged.set_ids(ids)
        position = self._paged.position_of(anchor) if anchor is not None else -1
        if position >= 0:
            self.verticalScrollBar().setValue(position * self._row_height() - distance)

    def current_id(self) -> int | None:
        """Return the id of the current row, None where there is none."""
        index = self.currentIndex()
        return self._paged.id_at(index.row()) if index.isValid() else None

    def go_to_id(self, row_id: int) -> bool:
        """Make a row the current one and show it; False if it is not in the table."""
        return self.go_to(self._paged.position_of(row_id))

    def go_to(self, position: int) -> bool:
        """Make the row at a position the current one and show it; False outside the table."""
        if not 0 <= position < self._paged.rowCount():
            return False
        column = max(0, self.currentIndex().column())
        index = self._paged.index(position, column)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)
        return True

    def selected_text(self) -> str:
        """Return the selected rows as lines with tabs, the head first; rows that were not read yet are left out."""
        columns = range(self._paged.columnCount())
        lines = [[str(self._paged.headerData(c, Qt.Orientation.Horizontal) or "") for c in columns]]
        selection: Any = self.selectionModel().selection()
        for selected in selection:
            for position in range(selected.top(), min(selected.bottom(), selected.top() + _MOST_COPIED) + 1):
                if self._paged.row_at(position) is not None:
                    cells = (self._paged.index(position, column).data() for column in columns)
                    lines.append([" ".join(str(cell).split()) if cell is not None else "" for cell in cells])
        return "\n".join("\t".join(line) for line in lines)

    def _row_height(self) -> int:
        return self.verticalHeader().defaultSectionSize()

    def _place(self) -> tuple[int | None, int]:
        scrolled = self.verticalScrollBar().value()
        current = self.currentIndex().row()
        distance = current * self._row_height() - scrolled
        if current >= 0 and -self._row_height() < distance < self.viewport().height():
            return self._paged.id_at(current), distance
        if scrolled == 0:
            return None, 0
        top = scrolled // self._row_height()
        return self._paged.id_at(top), top * self._row_height() - scrolled

    @Slot(QModelIndex, QModelIndex)
    def _current_moved(self, current: QModelIndex, _previous: QModelIndex) -> None:
        now = (self._paged.id_at(current.row()) if current.isValid() else None, current.column())
        if now != self._told:
            self._told = now
            self.current_changed.emit(*now)

    @Slot()
    def _rows_came(self) -> None:
        if not self.currentIndex().isValid():
            self.go_to(0)

    @Slot(int, Qt.SortOrder)
    def _sort_changed(self, column: int, order: Qt.SortOrder) -> None:
        self.sort_wanted.emit(column, order == Qt.SortOrder.DescendingOrder)

    def show_sort(self, column: int, descending: bool) -> None:
        """Show by which column the rows are sorted, -1 for their own order, without asking for it."""
        head = self.horizontalHeader()
        blocked = head.blockSignals(True)
        head.setSortIndicator(column, Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder)
        head.blockSignals(blocked)
        head.viewport().update()

    # -- columns ------------------------------------------------------------------------------------------------------

    def set_widths(self, widths: dict[int, int]) -> None:
        """Set the width of each column in pixels; the stretched one takes what is left."""
        self._widths = widths
        self._fit_columns()

    def _fit_columns(self) -> None:
        for column, width in self._widths.items():
            if column != self._stretched and column < self._paged.columnCount():
                self.setColumnWidth(column, width)
        self._fit_stretched()

    def _fit_stretched(self) -> None:
        columns = self._paged.columnCount()
        if self._stretched >= columns:
            return
        used = sum(self.columnWidth(column) for column in range(columns) if column != self._stretched)
        self.setColumnWidth(self._stretched, max(_STRETCH_MINIMUM, self.viewport().width() - used))

    @Slot()
    def _columns_changed(self) -> None:
        self._fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_stretched()

    @Slot()
    def _restyle(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._theme.row_height("table"))
        self.horizontalHeader().setFixedHeight(self._theme.row_height("table"))
        self._fit_columns()

    # -- keys ---------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit()
            return
        if event.key() == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.detail_toggled.emit()
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Typing does not jump: Qt would read every row for it. Finding is the field above the table."""
