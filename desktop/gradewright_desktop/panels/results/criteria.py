"""The checks of one answer as a list: verdict, name, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gradewright.model.run import Cell, CellState, CheckKind
from gradewright_desktop.models.record_list import RECORD_ROLE, RecordListModel
from gradewright_desktop.panels.results.words import (
    Look,
    count_text,
    look_of,
    metric_items,
    spoken,
    state_words,
    tr,
    value_text,
)
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import VerdictPainter

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class CriterionLine:
    """One line: ``remark`` is what stands at its end."""

    cell: Cell
    name: str
    look: Look
    remark: str


def line_of(cell: Cell) -> CriterionLine:
    """Return the line of a cell."""
    name = tr("Template") if cell.kind is CheckKind.TEMPLATE else cell.check
    return CriterionLine(cell, name, look_of(cell), _remark(cell))


def _remark(cell: Cell) -> str:
    if cell.state is not CellState.JUDGED:
        return state_words(cell)
    if cell.kind is CheckKind.TEMPLATE and cell.fields:
        passed = sum(outcome.passed is True for outcome in cell.fields)
        return tr("{passed} of {count} fields").format(passed=count_text(passed), count=count_text(len(cell.fields)))
    if isinstance(cell.value, Mapping):
        return ", ".join(f"{name} {figure}" for name, figure in metric_items(cell.value))
    return value_text(cell.value) if cell.verdict is None else look_of(cell).word


def _key(line: CriterionLine) -> tuple[str, str]:
    return line.cell.kind.value, line.cell.check


def _name(line: CriterionLine) -> str:
    return line.name


def _spoken(line: CriterionLine) -> str:
    said = spoken(line.name, line.cell)
    return said if line.remark == line.look.word else f"{said}, {line.remark}"


class CriteriaDelegate(QStyledItemDelegate):
    """Glyph, name, and the remark at the end of the line."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._verdicts = VerdictPainter(theme)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, self._theme.row_height("table") + 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: CriterionLine = index.data(RECORD_ROLE)
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        ground.text = ""
        ground.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, ground, painter, ground.widget)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        box = option.rect.adjusted(self._theme.space(3), 0, -self._theme.space(3), 0)
        glyph = QRect(box.left(), box.top(), 24, box.height())
        if line.look.verdict:
            self._verdicts.paint(painter, QStyle.visualRect(option.direction, box, glyph), line.look.verdict)
        # The name may have two thirds; the remark gets what the name leaves.
        painter.setFont(self._theme.font("strong" if selected else "base"))
        metrics = painter.fontMetrics()
        room = box.width() - 32
        name_width = min(metrics.horizontalAdvance(line.name) + 2, max(room * 2 // 3, room - 60))
        name = QRect(box.left() + 32, box.top(), name_width, box.height())
        painter.setPen(self._theme.colour("selection.text" if selected else "text.primary"))
        self._text(painter, option, box, name, line.name, Qt.AlignmentFlag.AlignLeft)
        painter.setFont(self._theme.font("small"))
        painter.setPen(self._theme.colour("selection.text" if selected else "text.muted"))
        left = name.right() + self._theme.space(3)
        remark = QRect(left, box.top(), max(0, box.right() - left + 1), box.height())
        self._text(painter, option, box, remark, line.remark, Qt.AlignmentFlag.AlignRight)

    def _text(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        frame: QRect,
        place: QRect,
        text: str,
        side: Qt.AlignmentFlag,
    ) -> None:
        shown = QStyle.visualRect(option.direction, frame, place)
        alignment = QStyle.visualAlignment(option.direction, side | Qt.AlignmentFlag.AlignVCenter)
        words = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, shown.width())
        painter.drawText(shown, alignment, words)


class CriteriaList(QListView):
    """One line a check. ``chosen`` carries the cell of the current line."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: RecordListModel[CriterionLine] = RecordListModel(_key, _name, _spoken, _spoken, parent=self)
        self.setModel(self._lines)
        self.setItemDelegate(CriteriaDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(tr("Criteria"))
        self.selectionModel().currentChanged.connect(self._moved)
        self._lines.dataChanged.connect(self._line_changed)
        theme.changed.connect(self._restyle)

    def show_cells(self, cells: Sequence[Cell]) -> None:
        """Show these cells. The check that was current stays current, as far as this answer has it."""
        self._lines.set_records([line_of(cell) for cell in cells])
        if not self.currentIndex().isValid() and cells:
            self.choose(0)

    def lines(self) -> Sequence[CriterionLine]:
        """The lines as they stand."""
        return self._lines.records

    def current_cell(self) -> Cell | None:
        """Return the cell of the current line."""
        line = self._lines.record(self.currentIndex().row())
        return line.cell if line is not None else None

    def choose(self, position: int) -> None:
        """Make a line the current one."""
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self._lines.index(position), flags)
        self.scrollTo(self.currentIndex())

    def choose_check(self, kind: CheckKind, check: str) -> None:
        """Make the line of a check the current one, if there is one."""
        position = self._lines.position_of((kind.value, check))
        if position >= 0:
            self.choose(position)

    @Slot(QModelIndex, QModelIndex)
    def _moved(self, current: QModelIndex, _previous: QModelIndex) -> None:
        line = self._lines.record(current.row()) if current.isValid() else None
        self.chosen.emit(line.cell if line is not None else None)

    @Slot(QModelIndex, QModelIndex)
    def _line_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        if first.row() <= self.currentIndex().row() <= last.row():
            self.chosen.emit(self.current_cell())

    @Slot()
    def _restyle(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
