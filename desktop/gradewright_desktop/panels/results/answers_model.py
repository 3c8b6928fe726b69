"""The answers of a run as a table: one row an answer, one column a check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt

from gradewright.store.rows import CellBrief, ResultRow
from gradewright_desktop.models.paged_table import ROOT, Index, PagedTableModel, Reader
from gradewright_desktop.panels.results.columns import Column, Kind
from gradewright_desktop.panels.results.delegate import NOTHING, PAINT_ROLE, Painted
from gradewright_desktop.panels.results.words import Look, count_text, look_of, number_text, overall_look, spoken, tr

Role = Qt.ItemDataRole
_CENTRED = Qt.AlignmentFlag.AlignCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class AnswersModel(PagedTableModel):
    """Rows are :class:`gradewright.store.rows.ResultRow` values."""

    def __init__(self, reader: Reader, parent: QObject | None = None) -> None:
        super().__init__(reader, parent)
        self._columns: list[Column] = []

    @property
    def columns(self) -> Sequence[Column]:
        """The columns from left to right."""
        return self._columns

    def set_columns(self, columns: Sequence[Column]) -> None:
        """Show these columns; those at the end come and go one by one, as another run has more or fewer checks."""
        new = list(columns)
        if new == self._columns:
            return
        had, has = len(self._columns), len(new)
        if has < had:
            self.beginRemoveColumns(ROOT, has, had - 1)
            self._columns = self._columns[:has]
            self.endRemoveColumns()
        elif has > had:
            self.beginInsertColumns(ROOT, had, has - 1)
            self._columns = self._columns + new[had:]
            self.endInsertColumns()
        self._columns = new
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, has - 1)
        if self.ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.ids) - 1, has - 1))

    def result(self, position: int) -> ResultRow | None:
        """Return a row if it was read already."""
        row: ResultRow | None = self.row_at(position)
        return row

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        column = self._columns[section]
        if role == Role.DisplayRole:
            return column.head
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return column.name
        if role == Role.TextAlignmentRole:
            return _CENTRED if column.kind is Kind.CHECK else _alignment(column)
        return None

    def cell(self, row: ResultRow, position: int, column: int, role: int) -> Any:
        spec = self._columns[column]
        if role == Role.TextAlignmentRole:
            return _alignment(spec)
        if spec.kind is Kind.CHECK:
            return self._check(row.cells.get(spec.ordinal), spec, role)
        if spec.kind is Kind.OVERALL:
            look = overall_look(row.overall)
            if role == Role.AccessibleTextRole:
                return tr("{check}: {state}").format(check=spec.name, state=look.word)
            return Painted(look, worded=True) if role == PAINT_ROLE else _word(look, role)
        if role == PAINT_ROLE:
            at_end = spec.kind in (Kind.POSITION, Kind.REPLICATE)
            return Painted(Look("", self._text(row, position, spec)), worded=not at_end, at_end=at_end)
        if role == Role.DisplayRole:
            return self._text(row, position, spec)
        if role == Role.ToolTipRole and spec.kind is Kind.QUESTION:
            return row.question_text
        if role == Role.AccessibleTextRole:
            return f"{spec.name}: {self._text(row, position, spec)}"
        return None

    def placeholder(self, position: int, column: int, role: int) -> Any:
        spec = self._columns[column]
        if role == Role.DisplayRole:
            if spec.kind is Kind.POSITION:
                return count_text(position + 1)
            return "…" if spec.kind is Kind.QUESTION else None
        if role == Role.AccessibleTextRole:
            return tr("being read")
        return _alignment(spec) if role == Role.TextAlignmentRole else None

    def _text(self, row: ResultRow, position: int, spec: Column) -> str:
        if spec.kind is Kind.POSITION:
            return count_text(position + 1)
        if spec.kind is Kind.QUESTION:
            return " ".join(row.question_text.split())
        if spec.kind is Kind.REPLICATE:
            return count_text(row.replicate)
        return row.model

    def _check(self, cell: CellBrief | None, spec: Column, role: int) -> Any:
        if cell is None:
            # The question of this answer has no such check: an empty cell, not a missing judgement.
            if role == PAINT_ROLE:
                return NOTHING
            return tr("{check}: no such check").format(check=spec.name) if role == Role.AccessibleTextRole else None
        if role in (Role.AccessibleTextRole, Role.ToolTipRole):
            return spoken(spec.name, cell)
        look = look_of(cell)
        if role == PAINT_ROLE:
            score = "" if cell.score is None else number_text(cell.score)
            return Painted(look, beside=score if spec.is_template else None)
        return _word(look, role)


def _word(look: Look, role: int) -> Any:
    return look.word if role == Role.DisplayRole else None


def _alignment(column: Column) -> Qt.AlignmentFlag:
    if column.kind is Kind.CHECK:
        return _CENTRED
    return _RIGHT if column.kind in (Kind.POSITION, Kind.REPLICATE) else _LEFT
