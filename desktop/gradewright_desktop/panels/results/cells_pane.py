"""The judgements of a run one by one."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gradewright.store.library import Library
from gradewright.store.results import ResultFilter
from gradewright_desktop.models.paged_table import Page
from gradewright_desktop.panels.results.cells_model import (
    CHECKS_A_RUN,
    CellOrder,
    CellsModel,
    cell_ids,
    read_cells,
)
from gradewright_desktop.panels.results.source import Outline, ResultsSource, RowPage
from gradewright_desktop.panels.results.table import ResultsTable
from gradewright_desktop.panels.results.words import tr
from gradewright_desktop.session import Session
from gradewright_desktop.theme import Theme

_QUESTION_COLUMN = 1
_WIDTHS = {0: 6, 2: 12, 3: 18, 4: 20, 5: 8, 6: 22, 7: 22, 8: 34}


class CellsPane(QWidget):
    """``current_changed`` carries a result's id (or None) and a check's ordinal. Reads only while it is shown."""

    current_changed = Signal(object, int)

    def __init__(self, theme: Theme, session: Session, source: ResultsSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._session = session
        self._source = source
        self._outline: Outline | None = None
        self._order: tuple[CellOrder, bool] = ("answer", False)
        self.model = CellsModel(self._read_page, self)
        self.table = ResultsTable(theme, self.model, tr("Cells"), _QUESTION_COLUMN, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)
        self.table.current_changed.connect(self._current_changed)
        self.table.sort_wanted.connect(self._sort_wanted)
        theme.changed.connect(self._fit)
        self._fit()

    def show_outline(self, outline: Outline) -> None:
        """Show the cells of a run, once they are looked at."""
        self._outline = outline
        if self.isVisible():
            self.read()

    def read(self) -> None:
        """Read which cells there are."""
        if self._outline is not None:
            outline = self._outline
            work = partial(_cell_ids, outline.ids, outline.marks, outline.wanted, *self._order)
            self._session.query(work, self._take_ids, key=(id(self), "cells"))

    @Slot(object)
    def _take_ids(self, ids: array[int]) -> None:
        self.table.show_ids(ids)

    def _read_page(self, ids: list[int], take: Callable[[Page], None]) -> None:
        self._session.query(partial(_cells, ids), take, key=self._source.page_key())

    @Slot(object, int)
    def _current_changed(self, cell_id: int | None, _column: int) -> None:
        if cell_id is None:
            self.current_changed.emit(None, -1)
        else:
            self.current_changed.emit(cell_id // CHECKS_A_RUN, cell_id % CHECKS_A_RUN)

    @Slot(int, bool)
    def _sort_wanted(self, column: int, descending: bool) -> None:
        order = self.model.columns[column].order if 0 <= column < self.model.columnCount() else None
        self._order = (order or "answer", descending and order is not None)
        if order is None:
            self.table.show_sort(-1, False)
        self.read()

    @Slot()
    def _fit(self) -> None:
        character = self.fontMetrics().averageCharWidth()
        self.table.set_widths({column: characters * character + 8 for column, characters in _WIDTHS.items()})


def _cell_ids(
    ids: Sequence[int],
    marks: Sequence[str],
    wanted: ResultFilter,
    order: CellOrder,
    descending: bool,
    _library: Library,
) -> array[int]:
    return cell_ids(ids, marks, wanted, order, descending)


def _cells(ids: Sequence[int], library: Library) -> RowPage:
    return read_cells(library, ids)
