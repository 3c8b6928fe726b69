"""A table over a query: the ids of all rows in an array, the rows themselves in pages that are read when looked at.

The database filters and sorts; this model only holds the outcome. A new outcome is compared with the old one by id, so
that selection, current row and scroll position stay with what the person was looking at. Nothing is ever reset.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Slot,
)

PAGE_ROWS = 256
KEPT_PAGES = 64
KEPT_ROWS = KEPT_PAGES * PAGE_ROWS
# What a page may hold, and the fewest rows that are worth a reading: a screen has some forty.
_PAGE_CELLS = 24 * PAGE_ROWS
_FEWEST_ROWS = 32
# So many rows are sooner found one by one than by going through all of them.
_FEW = 8

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class Row(Protocol):
    """What a page is made of: anything that knows its own id."""

    @property
    def id(self) -> int: ...


class Page(Protocol):
    """The answer to a reading: the ids that were asked for, and the rows that exist."""

    @property
    def ids(self) -> Sequence[int]: ...

    @property
    def rows(self) -> Sequence[Any]: ...


Reader = Callable[[list[int], Callable[[Page], None]], None]
"""Reads rows by id, elsewhere, and hands the page to the slot that is given, on the GUI thread."""


class PagedTableModel(QAbstractTableModel):
    """Rows by id and page. Subclasses say what a cell of a row shows (:meth:`cell`) and name the columns."""

    def __init__(self, reader: Reader, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader = reader
        self._page_rows = PAGE_ROWS
        self._ids: array[int] = array("q")
        self._rows: dict[int, Any] = {}
        self._gone: set[int] = set()
        self._asked: set[int] = set()
        self._wanted: dict[int, None] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._ask_for_wanted)

    # -- what subclasses say ------------------------------------------------------------------------------------------

    def cell(self, row: Any, position: int, column: int, role: int) -> Any:
        """Return what a cell of a row that was read shows in a role; ``position`` counts from 0."""
        raise NotImplementedError

    def placeholder(self, position: int, column: int, role: int) -> Any:
        """Return what a cell shows until its page was read."""
        return "…" if role == Qt.ItemDataRole.DisplayRole and column == 0 else None

    def set_row_cells(self, count: int) -> None:
        """Say how much a row holds: of rows with hundreds of cells, fewer are read and kept at once."""
        self._page_rows = rows_at_once(count)
        self._wanted.clear()

    # -- ids ----------------------------------------------------------------------------------------------------------

    @property
    def ids(self) -> array[int]:
        """The ids of all rows in their order. Not to be changed: use :meth:`set_ids`."""
        return self._ids

    def id_at(self, position: int) -> int | None:
        """Return the id of the row at a position, or None outside the table."""
        return self._ids[position] if 0 <= position < len(self._ids) else None

    def position_of(self, row_id: int) -> int:
        """Return where a row stands, or -1."""
        try:
            return self._ids.index(row_id)
        except ValueError:
            return -1

    def row_at(self, position: int) -> Any | None:
        """Return a row if it was read already; asking for one that was not starts its reading."""
        row_id = self._ids[position]
        row = self._rows.get(row_id)
        if row is None and row_id not in self._gone:
            self._want(position // self._page_rows)
        return row

    def set_ids(self, ids: array[int]) -> None:
        """Show these rows in this order. What stays keeps its place in selections; the rest is removed or added.

        Only what is selected is looked for among the new rows: comparing 100,000 of them takes longer than people wait.
        """
        old = self._ids
        if ids == old:
            return
        if len(ids) > len(old):
            self._add(ids[len(old) :])
        if ids[: len(old)] != old[: len(ids)]:
            # Rows that are too many keep the end until they are removed; nobody holds on to them any more.
            self._rearrange(ids + self._ids[len(ids) :], len(ids))
        self._remove_from(len(ids))

    def refresh(self, ids: Iterable[int]) -> None:
        """Read these rows again where they were read before; what is shown stays until the new rows are there."""
        known = [i for i in ids if i in self._rows or i in self._gone]
        for start in range(0, len(known), self._page_rows):
            self._reader(known[start : start + self._page_rows], self.take)

    def forget(self) -> None:
        """Drop all rows that were read: they are read again when they are looked at."""
        self._rows.clear()
        self._gone.clear()
        self._asked.clear()
        if self._ids:
            self._tell(0, len(self._ids) - 1)

    def _add(self, ids: array[int]) -> None:
        if not ids:
            return
        first = len(self._ids)
        self.beginInsertRows(QModelIndex(), first, first + len(ids) - 1)
        self._ids = self._ids + ids
        self.endInsertRows()

    def _remove_from(self, first: int) -> None:
        if first >= len(self._ids):
            return
        self.beginRemoveRows(QModelIndex(), first, len(self._ids) - 1)
        self._ids = self._ids[:first]
        self.endRemoveRows()

    def _rearrange(self, order: array[int], count: int) -> None:
        """Put the rows into an order; what was held of a row goes with its id if that is among the first ``count``."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        old, self._ids = self._ids, order
        places = _places(order[:count], {old[index.row()] for index in before})
        after = [
            self.createIndex(places[row_id], index.column()) if (row_id := old[index.row()]) in places else ROOT
            for index in before
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    # -- pages --------------------------------------------------------------------------------------------------------

    def _want(self, page: int) -> None:
        self._wanted[page] = None
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _ask_for_wanted(self) -> None:
        """Ask for the pages that were looked at since the last turn of the event loop, the latest first."""
        wanted, self._wanted = list(self._wanted), {}
        for page in reversed(wanted):
            ids = self._ids[page * self._page_rows : (page + 1) * self._page_rows]
            missing = [i for i in ids if i not in self._rows and i not in self._asked and i not in self._gone]
            if missing:
                self._asked.update(missing)
                self._reader(missing, self.take)

    @Slot(object)
    def take(self, page: Page) -> None:
        """Take rows that were read. Ids without a row are not asked for again: those rows are no longer there."""
        self._asked.difference_update(page.ids)
        for row in page.rows:
            self._rows.pop(row.id, None)
            self._rows[row.id] = row
        gone = [i for i in page.ids if i not in self._rows]
        self._gone.update(gone)
        self._gone.difference_update(row.id for row in page.rows)
        for oldest in list(self._rows)[: max(0, len(self._rows) - KEPT_PAGES * self._page_rows)]:
            del self._rows[oldest]
        self._tell_about(page.ids)

    def _tell_about(self, ids: Sequence[int]) -> None:
        """Say that these rows changed, as one range a page: they stand together unless the order changed meanwhile."""
        start = self.position_of(ids[0]) if ids else -1
        end = start + len(ids)
        if start >= 0 and list(self._ids[start:end]) == list(ids):
            self._tell(start, end - 1)
            return
        wanted = set(ids)
        places = [position for position, row_id in enumerate(self._ids) if row_id in wanted]
        if places:
            self._tell(places[0], places[-1])

    def _tell(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.createIndex(first, 0), self.createIndex(last, self.columnCount() - 1))

    # -- Qt -----------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        position = index.row()
        row = self.row_at(position)
        if row is None:
            return self.placeholder(position, index.column(), role)
        return self.cell(row, position, index.column(), role)


def rows_at_once(cells: int) -> int:
    """Return how many rows of so many cells make a page."""
    return max(_FEWEST_ROWS, min(PAGE_ROWS, _PAGE_CELLS // max(1, cells)))


def _places(ids: array[int], wanted: set[int]) -> dict[int, int]:
    """Return the positions of the wanted ids, as far as they are there."""
    if len(wanted) > _FEW:
        return {row_id: position for position, row_id in enumerate(ids) if row_id in wanted}
    places = {}
    for row_id in wanted:
        with suppress(ValueError):
            places[row_id] = ids.index(row_id)
    return places
