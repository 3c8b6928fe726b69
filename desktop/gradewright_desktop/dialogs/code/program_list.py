"""The list of programs: icon, name, what it is, and a word where it may run or nobody can read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gradewright.workers.code import CodeKind
from gradewright_desktop.dialogs.code.words import item_chip, item_meta, item_spoken, item_title
from gradewright_desktop.models.record_list import RECORD_ROLE, RecordListModel
from gradewright_desktop.theme import Mode, Theme

if TYPE_CHECKING:
    from gradewright.jobs.code import CodeItem

Index = QModelIndex | QPersistentModelIndex
_LINE = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value | Qt.AlignmentFlag.AlignLeft.value
_CHIP_PADDING = 6


def _key(item: CodeItem) -> tuple[str, str]:
    return item.kind, item.sha256


class ProgramList(QListView):
    """``chosen`` carries the program that is current, or None."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName("Code in this file")
        self.rows: RecordListModel[CodeItem] = RecordListModel(
            key=_key, text=item_title, spoken=item_spoken, tip=item_title, parent=self
        )
        self.setModel(self.rows)
        self.setItemDelegate(_ProgramDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._current_changed)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def show_items(self, items: Sequence[CodeItem]) -> None:
        """Show these programs; the current one stays so."""
        self.rows.set_records(items)
        if items and not self.currentIndex().isValid():
            self.setCurrentIndex(self.rows.index(0))

    def choose(self, item: CodeItem) -> None:
        """Make a program the current one."""
        position = self.rows.position_of(_key(item))
        if position >= 0:
            self.setCurrentIndex(self.rows.index(position))

    def current_item(self) -> CodeItem | None:
        """Return the current program."""
        return self.rows.record(self.currentIndex().row())

    def height_of_rows(self) -> int:
        """Return how high the list is with all its rows, in pixels."""
        return self._theme.row_height("table_two_line") * self.rows.rowCount()

    @Slot(QModelIndex, QModelIndex)
    def _current_changed(self, _current: QModelIndex, _previous: QModelIndex) -> None:
        self.chosen.emit(self.current_item())


class _ProgramDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, self._theme.row_height("table_two_line"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item: CodeItem | None = index.data(RECORD_ROLE)
        if item is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        self._paint_background(painter, option, selected)
        space, size = self._theme.space(3), self._theme.icon_size()
        rect = QRect(option.rect)
        strong, weak = ("selection.text",) * 2 if selected else ("text.primary", "text.muted")
        centre = QPointF(rect.left() + space + size / 2, rect.top() + rect.height() / 2)
        self._theme.paint_icon(painter, _icon(item), centre, size, self._theme.colour(strong))
        left = rect.left() + space + size + self._theme.space(2)
        right = self._paint_chip(painter, rect, item) - self._theme.space(2)
        base, small = self._theme.font("base"), self._theme.font("small")
        line, small_line = QFontMetrics(base).height(), QFontMetrics(small).height()
        top = rect.top() + (rect.height() - line - small_line) // 2
        for font, role, text, y, height in (
            (base, strong, item_title(item), top, line),
            (small, weak, item_meta(item), top + line, small_line),
        ):
            painter.setFont(font)
            painter.setPen(self._theme.colour(role))
            shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, max(0, right - left))
            painter.drawText(QRect(left, y, right - left, height), _LINE, shown)
        painter.restore()

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem, selected: bool) -> None:
        has_focus = bool(option.widget.hasFocus())
        if selected:
            painter.fillRect(option.rect, self._theme.colour("selection.active"))
            if has_focus or self._theme.mode is Mode.CONTRAST:
                painter.setPen(QPen(self._theme.colour("accent.focus"), 1.5))
                painter.drawRoundedRect(option.rect.adjusted(1, 1, -2, -2), 3, 3)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, self._theme.colour("surface.hover"))
        painter.setPen(self._theme.colour("border.subtle"))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())

    def _paint_chip(self, painter: QPainter, rect: QRect, item: CodeItem) -> int:
        """Paint the word at the end; return where the room before it ends."""
        word, severity = item_chip(item)
        right = rect.right() - self._theme.space(3)
        if not word:
            return right
        font = self._theme.font("small")
        metrics = QFontMetrics(font)
        width, height = metrics.horizontalAdvance(word) + 2 * _CHIP_PADDING, metrics.height() + 4
        box = QRectF(right - width, rect.top() + (rect.height() - height) / 2, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(f"severity.{severity}.soft"))
        painter.drawRoundedRect(box, self._theme.radius("badge"), self._theme.radius("badge"))
        painter.setFont(font)
        painter.setPen(self._theme.colour(f"severity.{severity}.fg"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)
        return round(box.left())


def _icon(item: CodeItem) -> str:
    if item.kind == CodeKind.TEMPLATE:
        return "template"
    return "locked" if item.source is None else "code"
