"""The paged table: what it reads and when, and that a new order or filter keeps selections with their rows."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QItemSelectionModel, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from gradewright_desktop.models.paged_table import KEPT_PAGES, KEPT_ROWS, PAGE_ROWS, Page, PagedTableModel, rows_at_once


@dataclass(frozen=True)
class Row:
    id: int
    text: str


@dataclass(frozen=True)
class Rows:
    ids: list[int]
    rows: list[Row]


class Shelf:
    """A reader whose answers wait until they are let go, as a database in another thread would."""

    def __init__(self) -> None:
        self.texts: dict[int, str] = {}
        self.missing: set[int] = set()
        self.asked: list[list[int]] = []
        self._waiting: list[tuple[list[int], Callable[[Page], None]]] = []

    def read(self, ids: list[int], take: Callable[[Page], None]) -> None:
        self.asked.append(ids)
        self._waiting.append((ids, take))

    def answer(self) -> None:
        waiting, self._waiting = self._waiting, []
        for ids, take in waiting:
            rows = [Row(i, self.texts.get(i, f"row {i}")) for i in ids if i not in self.missing]
            take(Rows(ids, rows))


class Numbers(PagedTableModel):
    def columnCount(self, parent: Any = None) -> int:
        return 2

    def cell(self, row: Row, position: int, column: int, role: int) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return row.text if column else str(position + 1)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def model(shelf: Shelf, qapp: Any) -> Numbers:
    return Numbers(shelf.read)


def ids(*values: int) -> array[int]:
    return array("q", values)


def shown(model: Numbers, position: int) -> Any:
    return model.data(model.index(position, 1))


def settle(model: Numbers, shelf: Shelf, qtbot: Any, position: int = 0) -> None:
    """Look at a row, let the event loop turn, and let the reader answer."""
    before = len(shelf.asked)
    model.data(model.index(position, 1))
    qtbot.waitUntil(lambda: len(shelf.asked) > before)
    shelf.answer()


def test_a_page_is_read_when_a_row_of_it_is_looked_at(model: Numbers, shelf: Shelf, qtbot: Any) -> None:
    model.set_ids(array("q", range(1000, 2000)))
    assert shown(model, 300) is None
    assert model.data(model.index(300, 0)) == "…"
    settle(model, shelf, qtbot, 300)
    assert shelf.asked == [list(range(1000 + PAGE_ROWS, 1000 + 2 * PAGE_ROWS))]
    assert shown(model, 300) == "row 1300"
    assert model.data(model.index(300, 0)) == "301"


def test_a_page_is_asked_for_once(model: Numbers, shelf: Shelf, qtbot: Any) -> None:
    model.set_ids(ids(1, 2, 3))
    for _ in range(3):
        model.data(model.index(0, 0))
        model.data(model.index(2, 0))
    settle(model, shelf, qtbot)
    assert shelf.asked == [[1, 2, 3]]


def test_a_row_that_is_no_longer_there_is_not_asked_for_again(model: Numbers, shelf: Shelf, qtbot: Any) -> None:
    shelf.missing = {2}
    model.set_ids(ids(1, 2, 3))
    settle(model, shelf, qtbot)
    assert shown(model, 1) is None
    assert not model._timer.isActive()


def test_refresh_keeps_the_old_row_until_the_new_one_is_there(model: Numbers, shelf: Shelf, qtbot: Any) -> None:
    model.set_ids(ids(1, 2, 3))
    settle(model, shelf, qtbot)
    shelf.texts[2] = "new"
    with qtbot.assertNotEmitted(model.dataChanged):
        model.refresh([2, 77])
    assert shelf.asked[-1] == [2]
    assert shown(model, 1) == "row 2"
    with qtbot.waitSignal(model.dataChanged):
        shelf.answer()
    assert shown(model, 1) == "new"


def test_rows_appended_while_a_run_goes_on_reset_nothing(model: Numbers, shelf: Shelf, qtbot: Any) -> None:
    model.set_ids(ids(1, 2))
    settle(model, shelf, qtbot)
    with (
        qtbot.assertNotEmitted(model.modelReset),
        qtbot.assertNotEmitted(model.layoutChanged),
        qtbot.waitSignal(model.rowsInserted) as inserted,
    ):
        model.set_ids(ids(1, 2, 3, 4))
    assert inserted.args[1:] == [2, 3]
    assert shown(model, 0) == "row 1"


def test_selection_goes_with_the_row(model: Numbers, qtbot: Any) -> None:
    model.set_ids(array("q", range(100)))
    selection = QItemSelectionModel(model)
    flag = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    selection.select(model.index(7, 0), flag)
    selection.select(model.index(50, 0), flag)
    selection.setCurrentIndex(model.index(50, 1), QItemSelectionModel.SelectionFlag.NoUpdate)
    model.set_ids(array("q", [i for i in range(99, -1, -1) if i % 5 == 0]))
    assert [model.id_at(index.row()) for index in selection.selectedRows()] == [50]
    assert model.id_at(selection.currentIndex().row()) == 50
    assert selection.currentIndex().column() == 1


def test_what_was_read_survives_a_new_order(model: Numbers, shelf: Shelf, qtbot: Any) -> None:
    model.set_ids(ids(1, 2, 3))
    settle(model, shelf, qtbot)
    model.set_ids(ids(3, 1))
    assert shown(model, 0) == "row 3"
    assert len(shelf.asked) == 1


def test_memory_is_bounded(model: Numbers, shelf: Shelf, qtbot: Any) -> None:
    model.set_ids(array("q", range(KEPT_ROWS * 2)))
    for page in range(0, KEPT_ROWS * 2, PAGE_ROWS):
        model.data(model.index(page, 0))
    qtbot.waitUntil(lambda: len(shelf.asked) == 2 * KEPT_ROWS // PAGE_ROWS)
    shelf.answer()
    assert len(model._rows) == KEPT_ROWS


def test_rows_of_many_cells_are_read_and_kept_in_smaller_pages(model: Numbers, shelf: Shelf, qtbot: Any) -> None:
    assert [rows_at_once(cells) for cells in (0, 8, 24, 48, 300)] == [PAGE_ROWS, PAGE_ROWS, PAGE_ROWS, 128, 32]
    model.set_row_cells(300)
    model.set_ids(array("q", range(10_000)))
    settle(model, shelf, qtbot, 70)
    assert shelf.asked == [list(range(64, 96))]
    for position in range(0, 10_000, 32):
        model.data(model.index(position, 0))
    qtbot.waitUntil(lambda: len(shelf.asked) == 313)
    shelf.answer()
    assert len(model._rows) == KEPT_PAGES * 32


def test_forget_reads_again(model: Numbers, shelf: Shelf, qtbot: Any) -> None:
    model.set_ids(ids(1, 2))
    settle(model, shelf, qtbot)
    shelf.texts[1] = "other"
    model.forget()
    settle(model, shelf, qtbot)
    assert shown(model, 0) == "other"


ORDERS = st.lists(st.integers(0, 40), unique=True, max_size=30)


@given(orders=st.lists(ORDERS, min_size=1, max_size=6))
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_order_after_any_other(orders: list[list[int]], qapp: Any) -> None:
    model = Numbers(Shelf().read)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    kept: dict[int, QPersistentModelIndex] = {}
    for order in orders:
        model.set_ids(array("q", order))
        assert list(model.ids) == order
        for row_id, index in kept.items():
            assert index.isValid() == (row_id in order)
            if index.isValid():
                assert model.id_at(index.row()) == row_id
        kept = {i: QPersistentModelIndex(model.index(p, 1)) for p, i in enumerate(order)}
    del tester
