"""The judgements of a run one by one: a row a cell, with state, value, expected, got and reason."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QObject, Qt

from gradewright.model.run import Cell, CellState, CheckKind
from gradewright.store.library import Library
from gradewright.store.marks import Mark
from gradewright.store.results import ResultFilter
from gradewright.store.rows import ResultRow
from gradewright_desktop.models.paged_table import ROOT, Index, PagedTableModel, Reader
from gradewright_desktop.panels.results.delegate import PAINT_ROLE, Painted
from gradewright_desktop.panels.results.reasons import reason_sentence
from gradewright_desktop.panels.results.source import RowPage
from gradewright_desktop.panels.results.words import Look, count_text, look_of, plain_text, tr, value_text

# A cell is known by its result and its check. A run has fewer checks than this, or its last ones share no row.
CHECKS_A_RUN = 1 << 20
Role = Qt.ItemDataRole
CellOrder = Literal["answer", "check", "state"]
_STATE_ORDER = "FNCVP"


@dataclass(frozen=True, slots=True)
class CellRow:
    """One judgement with the answer it is about."""

    id: int
    result: ResultRow
    cell: Cell


@dataclass(frozen=True, slots=True)
class CellColumn:
    """A column of the table; ``order`` names what sorting by it means, None where it cannot."""

    name: str
    order: CellOrder | None = None


def cell_columns() -> list[CellColumn]:
    """Return the columns from left to right."""
    return [
        CellColumn("#", None),
        CellColumn(tr("Question"), "answer"),
        CellColumn(tr("Model"), None),
        CellColumn(tr("Check"), "check"),
        CellColumn(tr("State"), "state"),
        CellColumn(tr("Value"), None),
        CellColumn(tr("Expected"), None),
        CellColumn(tr("Got"), None),
        CellColumn(tr("Reason"), None),
    ]


def cell_ids(
    ids: Sequence[int], marks: Sequence[str], wanted: ResultFilter, order: CellOrder, descending: bool
) -> array[int]:
    """Return the cells of results in order. A filter on checks keeps only the cells that it is about."""
    checks = {ordinal: {mark.value for mark in values} for ordinal, values in wanted.checks}
    cells = array("q")
    keys: list[int] = []
    for result_id, letters in zip(ids, marks, strict=True):
        base = result_id * CHECKS_A_RUN
        for ordinal, letter in enumerate(letters):
            if letter == Mark.NOT_PLANNED.value or (checks and letter not in checks.get(ordinal, ())):
                continue
            cells.append(base + ordinal)
            if order != "answer":
                keys.append(ordinal if order == "check" else _STATE_ORDER.index(letter))
    if order != "answer":
        places = sorted(range(len(cells)), key=keys.__getitem__, reverse=descending)
        cells = array("q", (cells[place] for place in places))
    elif descending:
        cells.reverse()
    return cells


def read_cells(library: Library, ids: Sequence[int]) -> RowPage:
    """Read a page of cells."""
    by_result: dict[int, list[int]] = {}
    for cell_id in ids:
        by_result.setdefault(cell_id // CHECKS_A_RUN, []).append(cell_id)
    rows: list[CellRow] = []
    for result in library.result_rows(list(by_result)):
        # Both come in the order of the checks, so the short forms say which ordinal a whole cell has.
        whole = dict(zip(sorted(result.cells), library.cells_of(result.id), strict=False))
        for cell_id in by_result[result.id]:
            cell = whole.get(cell_id % CHECKS_A_RUN)
            if cell is not None:
                rows.append(CellRow(cell_id, result, cell))
    return RowPage(ids, rows)


def expected_text(cell: Cell) -> str:
    """Return what a check asked for, in a few words."""
    if cell.kind is CheckKind.TEMPLATE:
        return _pairs((outcome.name, outcome.expected) for outcome in cell.fields)
    pattern = cell.detail.get("pattern")
    return str(pattern) if pattern is not None else ""


def got_text(cell: Cell) -> str:
    """Return what a check found, in a few words."""
    if cell.kind is CheckKind.TEMPLATE:
        return _pairs((outcome.name, outcome.got) for outcome in cell.fields)
    if "found" in cell.detail:
        return tr("found") if cell.detail["found"] else tr("not found")
    counts = cell.detail.get("counts")
    if isinstance(counts, Mapping):
        return ", ".join(f"{name} {number}" for name, number in counts.items())
    return ""


def _pairs(pairs: Iterable[tuple[str, Any]]) -> str:
    return "; ".join(f"{name} {plain_text(value)}" for name, value in pairs)


class CellsModel(PagedTableModel):
    """Rows are :class:`CellRow` values."""

    def __init__(self, reader: Reader, parent: QObject | None = None) -> None:
        super().__init__(reader, parent)
        self._columns = cell_columns()

    @property
    def columns(self) -> Sequence[CellColumn]:
        """The columns from left to right."""
        return self._columns

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Role.DisplayRole and section < len(self._columns):
            return self._columns[section].name
        if orientation == Qt.Orientation.Horizontal and role == Role.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignVCenter | (
                Qt.AlignmentFlag.AlignRight if section == 0 else Qt.AlignmentFlag.AlignLeft
            )
        return None

    def placeholder(self, position: int, column: int, role: int) -> Any:
        if role == Role.DisplayRole:
            return count_text(position + 1) if column == 0 else "…" if column == 1 else None
        return tr("being read") if role == Role.AccessibleTextRole else None

    def cell(self, row: CellRow, position: int, column: int, role: int) -> Any:
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column == 0 else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == PAINT_ROLE:
            look = _state_look(row.cell) if column == 4 else Look("", _one_line(self._text(row, position, column)))
            return Painted(look, worded=column > 0, at_end=column == 0)
        if role == Role.DisplayRole:
            return _one_line(self._text(row, position, column))
        if role == Role.ToolTipRole and column > 0:
            return self._text(row, position, column)
        if role == Role.AccessibleTextRole:
            return f"{self._columns[column].name}: {_one_line(self._text(row, position, column))}"
        return None

    def _text(self, row: CellRow, position: int, column: int) -> str:
        cell = row.cell
        texts = (
            lambda: count_text(position + 1),
            lambda: row.result.question_text,
            lambda: row.result.model,
            lambda: tr("Template") if cell.kind is CheckKind.TEMPLATE else cell.check,
            lambda: _state_look(cell).word,
            lambda: _value(cell),
            lambda: expected_text(cell),
            lambda: got_text(cell),
            lambda: reason_sentence(cell),
        )
        return texts[column]()


def _state_look(cell: Cell) -> Look:
    look = look_of(cell)
    is_value = cell.state is CellState.JUDGED and cell.verdict is None
    return Look("", tr("value")) if is_value else look


def _value(cell: Cell) -> str:
    if cell.state is not CellState.JUDGED:
        return ""
    return value_text(cell.score) if cell.kind is CheckKind.TEMPLATE else value_text(cell.value)


def _one_line(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= 240 else shown[:239] + "…"
