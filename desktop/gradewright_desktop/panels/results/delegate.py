"""Paints a table of results: verdicts as glyphs, values as figures, the current cell with a frame."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gradewright_desktop.panels.results.words import Look
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import VerdictPainter

PAINT_ROLE = Qt.ItemDataRole.UserRole + 2
"""What to paint in a cell, a :class:`Painted`; None where Qt shall paint the text as it is."""
_TILE = 26


@dataclass(frozen=True, slots=True)
class Painted:
    """A cell: a verdict with its word beside the glyph, or with a figure (None for none), or the glyph alone.

    A look without a verdict is text: in the middle, at the beginning (``worded``) or at the end (``at_end``).
    """

    look: Look
    worded: bool = False
    beside: str | None = None
    at_end: bool = False


NOTHING = Painted(Look("", ""))


Index = QModelIndex | QPersistentModelIndex
_CENTRED = Qt.AlignmentFlag.AlignCenter
_ENDING = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_LEADING = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class ResultsDelegate(QStyledItemDelegate):
    """Cells for which the model says so are painted here."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._painter = VerdictPainter(theme)
        self._glyphs: dict[tuple[str, float], QPixmap] = {}
        theme.changed.connect(self._glyphs.clear)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painted: Painted | None = index.data(PAINT_ROLE)
        state = option.state
        if painted is None:
            super().paint(painter, option, index)
        else:
            # The ground of a plain row is the view's own: painting it cell by cell took half of the time.
            if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
                self._paint_ground(painter, option, index)
            self._paint_look(painter, option, painted)
        frame = option.rect
        painter.fillRect(frame.left(), frame.bottom(), frame.width(), 1, self._theme.colour("border.subtle"))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(self._theme.colour("accent.focus"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        ground.text = ""
        widget = ground.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, ground, painter, widget)

    def _paint_look(self, painter: QPainter, option: QStyleOptionViewItem, painted: Painted) -> None:
        box: QRect = option.rect
        look = painted.look
        if painted is NOTHING:
            return
        if painted.at_end:
            self._paint_text(painter, option, box.adjusted(8, 0, -8, 0), look.word, _ENDING)
        elif painted.worded:
            self._paint_worded(painter, option, look)
        elif not look.verdict:
            self._paint_text(painter, option, box.adjusted(3, 0, -3, 0), look.word, _CENTRED)
        elif painted.beside is None:
            self._paint_glyph(painter, box, look.verdict)
        else:
            glyph = QRect(box.left(), box.top(), box.width() // 2, box.height())
            figure = QRect(glyph.right() + 1, box.top(), box.width() - glyph.width(), box.height())
            self._paint_glyph(painter, QStyle.visualRect(option.direction, box, glyph), look.verdict)
            place = QStyle.visualRect(option.direction, box, figure)
            self._paint_text(painter, option, place, painted.beside, _LEADING)

    def _paint_glyph(self, painter: QPainter, box: QRect, verdict: str) -> None:
        """Draw a verdict's glyph; outlines are turned into pixels once for each verdict, not for each cell."""
        ratio = painter.device().devicePixelRatioF()
        key = (verdict, ratio)
        pixmap = self._glyphs.get(key)
        if pixmap is None:
            side = max(_TILE, self._theme.icon_size() + 8)
            pixmap = QPixmap(round(side * ratio), round(side * ratio))
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            inner = QPainter(pixmap)
            self._painter.paint(inner, QRect(0, 0, side, side), verdict)
            inner.end()
            self._glyphs[key] = pixmap
        size = pixmap.deviceIndependentSize()
        left = box.left() + (box.width() - size.width()) / 2
        painter.drawPixmap(QPointF(left, box.top() + (box.height() - size.height()) / 2), pixmap)

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
