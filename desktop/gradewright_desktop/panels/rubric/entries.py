"""The list of a rubric's entries: order, kinds, findings; dragging asks for a move and does not make it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gradewright.model.rubric import RubricEntry
from gradewright_desktop.models.record_list import RECORD_ROLE, RecordListModel
from gradewright_desktop.panels.rubric.drafts import kind_icon, kind_words
from gradewright_desktop.theme import Mode, Theme

Index = QModelIndex | QPersistentModelIndex
ENTRY_MIME = "application/x-gradewright-place-in-rubric"


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry as the list shows it. ``inherited`` entries are the global rubric's, seen from a question."""

    entry: RubricEntry
    number: int
    inherited: bool = False
    errors: int = 0
    warnings: int = 0

    @property
    def key(self) -> str:
        """What tells rows apart; the same entry may stand in two rubrics."""
        return f"{'global' if self.inherited else 'own'}:{self.entry.id}"

    @property
    def name(self) -> str:
        """Number and name."""
        return f"{self.number}. {self.entry.trait.name}"

    @property
    def meta(self) -> str:
        """The second line: kind, and where it comes from."""
        words = kind_words(self.entry.trait)
        if self.entry.gated:
            words = f"{words}, only where it applies"
        return f"global, {words}" if self.inherited else words


def spoken(row: EntryRow) -> str:
    """Return what a screen reader says for a row."""
    marks = f", {row.errors} errors" * bool(row.errors) + f", {row.warnings} warnings" * bool(row.warnings)
    return f"{row.name}, {row.meta}{marks}"


class EntriesModel(RecordListModel[EntryRow]):
    """``move_wanted`` carries the id of an entry and the position among the own entries where it should stand."""

    move_wanted = Signal(str, int)

    def __init__(self, parent: QObject | None = None):
        super().__init__(key=lambda row: row.key, text=lambda row: row.name, spoken=spoken, parent=parent)
        self.editable = True

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled if self.editable else Qt.ItemFlag.NoItemFlags
        row = self.record(index.row())
        can_move = self.editable and row is not None and not row.inherited
        return super().flags(index) | (Qt.ItemFlag.ItemIsDragEnabled if can_move else Qt.ItemFlag.NoItemFlags)

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [ENTRY_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        row = self.record(indexes[0].row()) if indexes else None
        if row is not None:
            data.setData(ENTRY_MIME, QByteArray(row.entry.id.encode()))
        return data

    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        entry_id = bytes(data.data(ENTRY_MIME).data()).decode()
        source = self.position_of(f"own:{entry_id}")
        if source < 0:
            return False
        inherited = sum(record.inherited for record in self.records)
        target = parent.row() if row < 0 and parent.isValid() else row if row >= 0 else len(self.records)
        target = max(inherited, target)
        self.move_wanted.emit(entry_id, (target - 1 if target > source else target) - inherited)
        # False: the view must not take the source row out; the move arrives as a changed rubric.
        return False


class EntryDelegate(QStyledItemDelegate):
    """Paints number and name, kind, and how many findings there are."""

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, self._theme.row_height("criterion"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(RECORD_ROLE)
        if not isinstance(row, EntryRow):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        self._paint_background(painter, option, selected)
        rect = QRect(option.rect)
        space, size = self._theme.space(2), self._theme.icon_size()
        handle = "link" if row.inherited else "drag"
        muted = self._theme.colour("selection.text" if selected else "text.muted")
        self._theme.paint_icon(painter, handle, QPointF(rect.left() + space + 5, rect.center().y()), 14, muted)
        left = rect.left() + space + size
        right = self._paint_marks(painter, rect, row)
        self._paint_words(painter, QRect(left, rect.top(), right - left, rect.height()), row, selected)
        painter.restore()

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
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        single = flags.value | Qt.TextFlag.TextSingleLine.value
        painter.setFont(name_font)
        painter.setPen(self._theme.colour("selection.text" if selected else "text.primary"))
        name = QFontMetrics(name_font).elidedText(row.name, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(QRect(room.left(), top, room.width(), name_height), single, name)
        size = self._theme.icon_size("inline")
        colour = self._theme.colour("selection.text" if selected else "text.muted")
        centre = QPointF(room.left() + size / 2, top + name_height + meta_height / 2)
        self._theme.paint_icon(painter, kind_icon(row.entry.trait), centre, size, colour)
        painter.setFont(meta_font)
        painter.setPen(colour)
        left = room.left() + size + 4
        meta = QFontMetrics(meta_font).elidedText(row.meta, Qt.TextElideMode.ElideRight, room.right() - left)
        painter.drawText(QRect(left, top + name_height, room.right() - left, meta_height), single, meta)
