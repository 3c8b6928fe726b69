"""Paints the rows of the list of criteria: headings, and entries with number, name, kind and findings."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gradewright_desktop.models.record_list import RECORD_ROLE
from gradewright_desktop.panels.rubric.drafts import kind_icon
from gradewright_desktop.panels.rubric.entries import EntryRow, HeadingRow
from gradewright_desktop.theme import Mode, Theme

Index = QModelIndex | QPersistentModelIndex
_LEFT = (Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter).value
SINGLE = _LEFT | Qt.TextFlag.TextSingleLine.value


class EntryDelegate(QStyledItemDelegate):
    """Paints number and name, kind, and how many findings there are."""

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self._theme = theme
        # Asked for once a row whenever the view lays itself out.
        self._heights = (0, 0)
        theme.changed.connect(self._measure)
        self._measure()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        entry, heading = self._heights
        return QSize(120, heading if isinstance(index.data(RECORD_ROLE), HeadingRow) else entry)

    @Slot()
    def _measure(self) -> None:
        self._heights = self._theme.row_height("criterion"), self._theme.row_height("tree")

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(RECORD_ROLE)
        if not isinstance(row, EntryRow | HeadingRow):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, HeadingRow):
            self._paint_heading(painter, option, row)
            painter.restore()
            return
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        self._paint_background(painter, option, selected)
        rect = QRect(option.rect)
        space, size = self._theme.space(2), self._theme.icon_size()
        handle = "link" if row.inherited else "retired" if row.entry.retired else "drag"
        muted = self._theme.colour("selection.text" if selected else "text.muted")
        self._theme.paint_icon(painter, handle, QPointF(rect.left() + space + 5, rect.center().y()), 14, muted)
        left = rect.left() + space + size
        right = self._paint_marks(painter, rect, row)
        self._paint_words(painter, QRect(left, rect.top(), right - left, rect.height()), row, selected)
        painter.restore()

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, row: HeadingRow) -> None:
        rect, space, size = QRect(option.rect), self._theme.space(2), self._theme.icon_size("inline")
        painter.setPen(self._theme.colour("border.subtle"))
        painter.drawLine(rect.left(), rect.top(), rect.right(), rect.top())
        self._paint_background(painter, option, bool(option.state & QStyle.StateFlag.State_Selected))
        left = rect.left() + space
        if row.is_open is not None:
            colour = self._theme.colour("text.secondary")
            centre = QPointF(left + size / 2, rect.center().y() + 0.5)
            self._theme.paint_icon(painter, "collapse" if row.is_open else "expand", centre, size, colour)
            left += size + space
        font = self._theme.font("section")
        painter.setFont(font)
        painter.setPen(self._theme.colour("text.secondary"))
        room = QRect(left, rect.top(), rect.right() - space - left, rect.height())
        title = QFontMetrics(font).elidedText(row.words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, SINGLE, title)

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem, selected: bool) -> None:
        if selected:
            painter.fillRect(option.rect, self._theme.colour("selection.active"))
            if option.widget.hasFocus() or self._theme.mode is Mode.CONTRAST:
                painter.setPen(QPen(self._theme.colour("accent.focus"), 1.5))
                painter.drawRoundedRect(option.rect.adjusted(1, 1, -2, -2), 3, 3)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, self._theme.colour("surface.hover"))

    def _paint_marks(self, painter: QPainter, rect: QRect, row: EntryRow) -> int:
        right = rect.right() - self._theme.space(2)
        kind, count = ("error", row.errors) if row.errors else ("warning", row.warnings)
        if not count:
            return right
        font, size = self._theme.font("small"), self._theme.icon_size("inline")
        colour = self._theme.colour(f"severity.{kind}.fg")
        painter.setFont(font)
        painter.setPen(colour)
        width = QFontMetrics(font).horizontalAdvance(str(count))
        box = QRect(right - width, rect.top(), width + 1, rect.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, str(count))
        right -= width + 4 + size
        self._theme.paint_icon(painter, kind, QPointF(right + size / 2, rect.center().y() + 0.5), size, colour)
        return right - self._theme.space(1)

    def _paint_words(self, painter: QPainter, room: QRect, row: EntryRow, selected: bool) -> None:
        name_font, meta_font = self._theme.font("strong" if selected else "base"), self._theme.font("small")
        name_height, meta_height = QFontMetrics(name_font).height(), QFontMetrics(meta_font).height()
        top = room.top() + (room.height() - name_height - meta_height) // 2
        painter.setFont(name_font)
        plain = "text.muted" if row.entry.retired else "text.primary"
        painter.setPen(self._theme.colour("selection.text" if selected else plain))
        name = QFontMetrics(name_font).elidedText(row.name, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(QRect(room.left(), top, room.width(), name_height), SINGLE, name)
        size = self._theme.icon_size("inline")
        colour = self._theme.colour("selection.text" if selected else "text.muted")
        centre = QPointF(room.left() + size / 2, top + name_height + meta_height / 2)
        self._theme.paint_icon(painter, kind_icon(row.entry.trait), centre, size, colour)
        painter.setFont(meta_font)
        painter.setPen(colour)
        left = room.left() + size + 4
        meta = QFontMetrics(meta_font).elidedText(row.meta, Qt.TextElideMode.ElideRight, room.right() - left)
        painter.drawText(QRect(left, top + name_height, room.right() - left, meta_height), SINGLE, meta)
