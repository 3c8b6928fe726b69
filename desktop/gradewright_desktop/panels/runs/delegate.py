"""Paints a run: glyph of its state, name, pass rate, one line more, and a bar while it goes."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gradewright_desktop.models.record_list import RECORD_ROLE
from gradewright_desktop.panels.runs.items import RunItem
from gradewright_desktop.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_BAR = 4


class RunDelegate(QStyledItemDelegate):
    """Rows of two lines; headings of one."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        item: RunItem = index.data(RECORD_ROLE)
        height = self._theme.row_height("tree" if item.run is None else "run")
        return QSize(120, height + (_BAR + 4 if item.fraction is not None else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item: RunItem = index.data(RECORD_ROLE)
        space = self._theme.space
        if item.run is None:
            box = option.rect.adjusted(space(3), 0, -space(2), 0)
            painter.setFont(self._theme.font("section"))
            painter.setPen(self._theme.colour("text.secondary"))
            self._text(painter, option, box, box, item.title, Qt.AlignmentFlag.AlignLeft)
            return
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        ground.text = ""
        ground.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, ground, painter, ground.widget)
        box = option.rect.adjusted(space(3), space(1), -space(3), -space(1))
        if item.fraction is not None:
            self._paint_bar(painter, option, box, item.fraction)
            box.adjust(0, 0, 0, -_BAR - 4)
        self._paint_lines(painter, option, box, item)

    def _paint_lines(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, item: RunItem) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        half = box.height() // 2
        size = self._theme.icon_size()
        first = QRect(box.left() + size + 9, box.top(), box.width() - size - 9, half)
        glyph = QStyle.visualRect(option.direction, box, QRect(box.left(), box.top(), size, half))
        colour = self._theme.colour(item.colour)
        self._theme.paint_icon(painter, item.glyph, QPointF(glyph.center()) + QPointF(0.5, 0.5), size, colour)
        painter.setFont(self._theme.font("base"))
        painter.setPen(self._theme.colour("selection.text" if selected else "text.primary"))
        rate_width = painter.fontMetrics().horizontalAdvance(item.rate) + 2
        rate = QRect(first.right() + 1 - rate_width, first.top(), rate_width, half)
        self._text(painter, option, box, rate, item.rate, Qt.AlignmentFlag.AlignRight)
        painter.setFont(self._theme.font("strong"))
        name = QRect(first.left(), first.top(), max(0, first.width() - rate_width - 8), half)
        self._text(painter, option, box, name, item.title, Qt.AlignmentFlag.AlignLeft)
        painter.setFont(self._theme.font("small"))
        painter.setPen(self._theme.colour("selection.text" if selected else "text.muted"))
        second = first.translated(0, half)
        self._text(painter, option, box, second, item.line, Qt.AlignmentFlag.AlignLeft)

    def _paint_bar(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, fraction: float) -> None:
        left = self._theme.icon_size() + 9
        whole = QRect(box.left() + left, box.bottom() - _BAR, box.width() - left, _BAR)
        done = QRect(whole.left(), whole.top(), round(whole.width() * min(1.0, fraction)), _BAR)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for part, token in ((whole, "border.default"), (done, "accent.fill")):
            painter.setBrush(self._theme.colour(token))
            shown = QStyle.visualRect(option.direction, box, part)
            painter.drawRoundedRect(QRectF(shown), _BAR / 2, _BAR / 2)
        painter.restore()

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
        words = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, shown.width())
        painter.drawText(shown, QStyle.visualAlignment(option.direction, side | Qt.AlignmentFlag.AlignVCenter), words)
