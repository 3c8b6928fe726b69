"""The list of the palette: rows under section heads, with the found letters in the accent colour."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gradewright_desktop.shell.palette_items import PaletteItem
from gradewright_desktop.theme import Theme

Index = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole.UserRole
MARGIN = 14


class PaletteModel(QAbstractListModel):
    """Items with a head before the first of each section. Heads are strings; they cannot be chosen."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._rows: list[PaletteItem | str] = []

    def show(self, items: Sequence[PaletteItem]) -> None:
        """Show other items. The list is a fresh answer to what was typed, so it is reset as a whole."""
        rows: list[PaletteItem | str] = []
        section = ""
        for item in items:
            if item.section != section:
                section = item.section
                rows.append(section)
            rows.append(item)
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def first(self) -> QModelIndex:
        """Return the first row that can be chosen, an invalid index where there is none."""
        return self.next_from(-1, 1)

    def next_from(self, row: int, step: int) -> QModelIndex:
        """Return the next row that can be chosen in a direction, round the ends."""
        for _ in range(len(self._rows)):
            row = (row + step) % len(self._rows)
            if isinstance(self._rows[row], PaletteItem):
                return self.index(row)
        return QModelIndex()

    def item(self, row: int) -> PaletteItem | None:
        """Return the item of a row, None for a head."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, PaletteItem) else None

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._rows[index.row()] if index.isValid() else ""
        if role == ItemRole:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title if isinstance(row, PaletteItem) else row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.title}, {row.where}, {row.keys}".rstrip(", ") if isinstance(row, PaletteItem) else row
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or not isinstance(self._rows[index.row()], PaletteItem):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren


class PaletteDelegate(QStyledItemDelegate):
    """Paints a row: icon, title, where, key."""

    def __init__(self, theme: Theme, parent: QObject | None = None):
        super().__init__(parent)
        self._theme = theme
        self.words = ""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        head = isinstance(index.data(ItemRole), str)
        return QSize(100, self._theme.row_height("tree") + (2 if head else 6))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ItemRole)
        rect: QRect = option.rect
        painter.save()
        if isinstance(row, str):
            painter.setFont(self._theme.font("section"))
            painter.setPen(self._theme.colour("text.secondary"))
            painter.drawText(rect.adjusted(MARGIN, 2, 0, 0), Qt.AlignmentFlag.AlignVCenter, row)
        else:
            state = option.state
            self._paint_item(painter, rect, row, bool(state & QStyle.StateFlag.State_Selected))
        painter.restore()

    def _paint_item(self, painter: QPainter, rect: QRect, item: PaletteItem, selected: bool) -> None:
        if selected:
            painter.fillRect(rect, self._theme.colour("selection.active"))
            if self._theme.mode == "contrast":
                painter.setPen(QPen(self._theme.colour("accent.focus"), 2))
                painter.drawRect(rect.adjusted(1, 1, -1, -1))
        strong = "text.primary" if item.enabled else "text.muted"
        muted = "selection.text" if selected else "text.muted"
        size = self._theme.icon_size()
        centre = QPointF(rect.left() + MARGIN + size / 2, rect.center().y() + 0.5)
        self._theme.paint_icon(painter, item.icon, centre, size, self._theme.colour("text.secondary"))
        left = rect.left() + MARGIN + size + 10
        right = self._paint_key(painter, rect, item.keys) if item.keys else rect.right() - MARGIN
        room = max(0, right - left - 12)
        shown = QFontMetrics(self._theme.font("strong")).elidedText(
            item.title, Qt.TextElideMode.ElideRight, round(room * (0.62 if item.where else 1.0))
        )
        end = self._paint_title(
            painter, QRect(left, rect.top(), room, rect.height()), shown, self._theme.colour(strong)
        )
        painter.setFont(self._theme.font("small"))
        painter.setPen(self._theme.colour(muted))
        where = painter.fontMetrics().elidedText(item.where, Qt.TextElideMode.ElideRight, max(0, right - end - 16))
        words = QRect(end + 10, rect.top(), max(0, right - end - 12), rect.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, where)

    def _paint_title(self, painter: QPainter, rect: QRect, title: str, colour: QColor) -> int:
        """Draw the title with the first word found in it set off; returns where it ends."""
        word = self.words.split()[0] if self.words.split() else ""
        at = title.casefold().find(word.casefold()) if word else -1
        # Folding case can change lengths; set off nothing rather than the wrong letters then.
        if at < 0 or (title.isascii() is False and title.casefold() != title.lower()):
            parts = [(title, False)]
        else:
            parts = [(title[:at], False), (title[at : at + len(word)], True), (title[at + len(word) :], False)]
        left = rect.left()
        for text, found in parts:
            if text:
                painter.setFont(self._theme.font("strong" if found else "base"))
                painter.setPen(self._theme.colour("accent.text") if found else colour)
                box = QRect(left, rect.top(), rect.width(), rect.height())
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
                left += painter.fontMetrics().horizontalAdvance(text)
        return left

    def _paint_key(self, painter: QPainter, rect: QRect, keys: str) -> int:
        painter.setFont(self._theme.font("small"))
        metrics = painter.fontMetrics()
        width, height = metrics.horizontalAdvance(keys) + 10, metrics.height() + 2
        box = QRect(rect.right() - MARGIN - width, rect.top() + (rect.height() - height) // 2, width, height)
        painter.setPen(QPen(self._theme.colour("border.control"), 1))
        painter.setBrush(self._theme.colour("surface.base"))
        painter.drawRect(box)
        painter.setPen(self._theme.colour("text.secondary"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, keys)
        return box.left()
