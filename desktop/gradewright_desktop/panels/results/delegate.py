"""Paints a table of results: verdicts as glyphs, values as figures, the current cell with a frame."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gradewright_desktop.panels.results.words import Look
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import VerdictPainter

LOOK_ROLE = Qt.ItemDataRole.UserRole + 2
"""The :class:`Look` of a verdict's cell; None in columns of text, which Qt paints."""
BESIDE_ROLE = Qt.ItemDataRole.UserRole + 3
"""A figure beside a verdict's glyph, such as the score of a template; None in columns without one."""

Index = QModelIndex | QPersistentModelIndex
_CENTRED = Qt.AlignmentFlag.AlignCenter
_LEADING = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class ResultsDelegate(QStyledItemDelegate):
    """Cells whose model gives a look are painted here. ``worded`` columns show the word beside the glyph."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._painter = VerdictPainter(theme)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look = index.data(LOOK_ROLE)
        if look is None:
            super().paint(painter, option, index)
        else:
            self._paint_ground(painter, option, index)
            self._paint_look(painter, option, index, look)
        frame = option.rect
        painter.fillRect(frame.left(), frame.bottom(), frame.width(), 1, self._theme.colour("border.subtle"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(self._theme.colour("accent.focus"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        ground.text = ""
        widget = ground.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, ground, painter, widget)

    def _paint_look(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, look: Look) -> None:
        box: QRect = option.rect
        if index.data(Qt.ItemDataRole.TextAlignmentRole) != _CENTRED:
            self._paint_worded(painter, option, look)
            return
        if not look.verdict:
            self._paint_text(painter, option, box.adjusted(3, 0, -3, 0), look.word, _CENTRED)
            return
        beside = index.data(BESIDE_ROLE)
        if beside is None:
            self._painter.paint(painter, box, look.verdict)
            return
        glyph = QRect(box.left(), box.top(), box.width() // 2, box.height())
        figure = QRect(glyph.right() + 1, box.top(), box.width() - glyph.width(), box.height())
        glyph, figure = (QStyle.visualRect(option.direction, box, part) for part in (glyph, figure))
        self._painter.paint(painter, glyph, look.verdict)
        self._paint_text(painter, option, figure, beside, _LEADING)

    def _paint_worded(self, painter: QPainter, option: QStyleOptionViewItem, look: Look) -> None:
        """Paint glyph and word without a tile: in the column of overall verdicts a tile a row would be noise."""
        direction = option.direction
        box: QRect = option.rect.adjusted(8, 0, -4, 0)
        if not look.verdict:
            self._paint_text(painter, option, box, look.word, _LEADING)
            return
        colour = self._theme.colour(f"verdict.{look.verdict}.fg")
        size = self._theme.icon_size("inline")
        glyph = QStyle.visualRect(direction, box, QRect(box.left(), box.top(), size, box.height()))
        words = QStyle.visualRect(direction, box, box.adjusted(size + 6, 0, 0, 0))
        icon = {"pass": "pass", "fail": "fail", "cannot_judge": "cannot-judge"}.get(look.verdict, "unjudged")
        self._theme.paint_icon(painter, icon, QPointF(glyph.center()) + QPointF(0.5, 0.5), size, colour)
        self._paint_text(painter, option, words, look.word, _LEADING, colour)

    def _paint_text(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        box: QRect,
        text: str,
        alignment: Qt.AlignmentFlag,
        colour: QColor | None = None,
    ) -> None:
        selected = option.state & QStyle.StateFlag.State_Selected
        if colour is None:
            colour = self._theme.colour("selection.text" if selected else "text.primary")
        painter.setPen(colour)
        painter.setFont(option.font)
        alignment = QStyle.visualAlignment(option.direction, alignment)
        metrics = option.fontMetrics
        painter.drawText(box, alignment, metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width()))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(super().sizeHint(option, index).width(), self._theme.row_height("table"))
