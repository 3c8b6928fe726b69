"""Rows of two lines: a name, and quieter words below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gradewright_desktop.models.record_list import RECORD_ROLE
from gradewright_desktop.theme import Theme

Index = QModelIndex | QPersistentModelIndex


class TwoLineDelegate(QStyledItemDelegate):
    """``title`` and ``meta`` say what stands on the two lines of a record."""

    def __init__(self, theme: Theme, title: Callable[[Any], str], meta: Callable[[Any], str], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = title
        self._meta = meta

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, self._theme.row_height("criterion"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown = QStyleOptionViewItem(option)
        self.initStyleOption(shown, index)
        shown.text = ""
        shown.state &= ~QStyle.StateFlag.State_HasFocus
        shown.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, shown, painter, shown.widget)
        record = index.data(RECORD_ROLE)
        if record is None:
            return
        selected = bool(shown.state & QStyle.StateFlag.State_Selected)
        inner = shown.rect.adjusted(self._theme.space(2), 0, -self._theme.space(2), 0)
        half = inner.height() // 2
        painter.save()
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        upper = QRect(inner.left(), inner.top(), inner.width(), half)
        lower = QRect(inner.left(), inner.top() + half, inner.width(), half)
        primary = "selection.text" if selected else "text.primary"
        quiet = "selection.text" if selected else "text.muted"
        self._line(painter, upper, Qt.AlignmentFlag.AlignBottom, self._title(record), "base", primary)
        self._line(painter, lower, Qt.AlignmentFlag.AlignTop, self._meta(record), "small", quiet)
        painter.restore()

    def _line(
        self, painter: QPainter, rect: QRect, vertical: Qt.AlignmentFlag, text: str, font: str, role: str
    ) -> None:
        painter.setFont(self._theme.font(font))
        painter.setPen(self._theme.colour(role))
        elided = QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        flags = vertical | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(rect, flags.value | Qt.TextFlag.TextSingleLine.value, elided)
