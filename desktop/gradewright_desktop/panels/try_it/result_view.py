"""The result of a try: the verdict, how many fields and how much weight passed, and one row a field or trait."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gradewright_desktop.models.record_list import RECORD_ROLE, RecordListModel
from gradewright_desktop.panels.try_it.trying import Line, State, Tried
from gradewright_desktop.theme import Theme
from gradewright_desktop.values.words import number_words, value_words
from gradewright_desktop.widgets import FieldMessage, VerdictChip, label, line

Index = QModelIndex | QPersistentModelIndex

_ICONS = {State.PASS: "pass", State.FAIL: "fail", State.UNREAD: "unjudged", State.ERROR: "error"}
_COLOURS = {
    State.PASS: "verdict.pass.fg",
    State.FAIL: "verdict.fail.fg",
    State.UNREAD: "verdict.unjudged.fg",
    State.ERROR: "severity.error.fg",
}


class ResultView(QWidget):
    """``chosen`` carries the check of the row that is chosen, and whether it is a field."""

    chosen = Signal(str, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.verdict = VerdictChip(theme, parent=self)
        self.fields = label(theme, font="strong", parent=self)
        self.weight = label(theme, role="secondary", parent=self)
        self.message = FieldMessage(theme, self)
        self.model: RecordListModel[Line] = RecordListModel(_key, _name, _spoken, parent=self)
        self.list = QListView(self)
        self.list.setAccessibleName("Result by field and trait")
        self.list.setProperty("surface", "panel")
        self.list.setModel(self.model)
        self.list.setItemDelegate(LineDelegate(theme, self.list))
        self.list.setUniformItemSizes(False)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.foot = label(theme, font="small", role="muted", wraps=True, parent=self)
        head = QHBoxLayout()
        head.setContentsMargins(theme.space(3), theme.space(2), theme.space(3), theme.space(2))
        head.setSpacing(theme.space(2))
        for widget in (self.verdict, self.fields):
            head.addWidget(widget)
        head.addStretch(1)
        head.addWidget(self.weight)
        note = QHBoxLayout()
        note.setContentsMargins(theme.space(3), 0, theme.space(3), 0)
        note.addWidget(self.message)
        last = QHBoxLayout()
        last.setContentsMargins(theme.space(3), theme.space(2), theme.space(3), theme.space(2))
        last.addWidget(self.foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(line("h", self))
        column.addLayout(head)
        column.addLayout(note)
        column.addWidget(self.list, 1)
        column.addLayout(last)
        self.list.selectionModel().currentChanged.connect(self._current_changed)

    def show_tried(self, tried: Tried) -> None:
        """Show what became of an answer."""
        token = "unjudged" if tried.verdict is None else "pass" if tried.verdict else "fail"
        self.verdict.set_token(f"verdict.{token}")
        self.verdict.setVisible(bool(tried.fields))
        self.fields.setText(fields_words(tried))
        self.weight.setText(weight_words(tried))
        self.message.show_message(tried.message, "warning")
        self.model.set_records(tried.lines)
        self.foot.setText(foot_words(tried))

    @Slot(QModelIndex, QModelIndex)
    def _current_changed(self, current: Index, _previous: Index) -> None:
        found = self.model.record(current.row())
        if found is not None:
            self.chosen.emit(found.check, found.is_field)


class LineDelegate(QStyledItemDelegate):
    """A glyph, the name in mono with the value at the end of the line, and below it why.

    ``line_of`` makes a line of the records of a list that has others.
    """

    def __init__(self, theme: Theme, parent: QWidget, line_of: Callable[[Any], Line] | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._line_of = line_of

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        record = self._line(index)
        base = self._theme.row_height("criterion")
        view = self.parent()
        if record is None or not isinstance(view, QListView):
            return QSize(120, base)
        metrics = QFontMetrics(self._theme.font("small"))
        width = view.viewport().width() - self._left() - self._theme.space(3)
        height = metrics.boundingRect(
            QRect(0, 0, max(60, width), 1000), Qt.TextFlag.TextWordWrap, record.words
        ).height()
        return QSize(120, base - metrics.height() + max(metrics.height(), height) + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        record = self._line(index)
        if record is None:
            return
        shown = QStyleOptionViewItem(option)
        self.initStyleOption(shown, index)
        selected = bool(shown.state & shown.state.State_Selected)
        rect = QRect(shown.rect)
        painter.save()
        self._paint_ground(painter, rect, record, selected)
        colour = self._theme.colour(_COLOURS[record.state])
        top = rect.top() + self._theme.space(2)
        name_font = self._theme.font("mono" if record.is_field else "base")
        height = QFontMetrics(self._theme.font("base")).height()
        size = self._theme.icon_size()
        centre = QPointF(rect.left() + self._theme.space(3) + size / 2, top + height / 2 + 1)
        self._theme.paint_icon(painter, _ICONS[record.state], centre, size, colour)
        inner = QRect(rect.left() + self._left(), top, rect.width() - self._left() - self._theme.space(3), height)
        value = found_words(record)
        taken = QFontMetrics(self._theme.font("strong")).horizontalAdvance(value) + self._theme.space(3)
        room = max(inner.width() * 2 // 3, inner.width() - taken)
        name_width = self._paint_name(painter, inner, record.check, name_font, room)
        self._paint_value(painter, inner.adjusted(name_width + self._theme.space(3), 0, 0, 0), value)
        painter.setFont(self._theme.font("small"))
        quiet = record.state in (State.PASS, State.UNREAD)
        painter.setPen(self._theme.colour("text.muted") if quiet else colour)
        below = QRect(inner.left(), inner.bottom() + 1, inner.width(), rect.bottom() - inner.bottom())
        painter.drawText(below, Qt.TextFlag.TextWordWrap, record.words)
        painter.restore()

    def _line(self, index: Index) -> Line | None:
        record = index.data(RECORD_ROLE)
        if record is not None and self._line_of is not None:
            return self._line_of(record)
        return record if isinstance(record, Line) else None

    def _left(self) -> int:
        return self._theme.icon_size() + 2 * self._theme.space(3)

    def _paint_ground(self, painter: QPainter, rect: QRect, record: Line, selected: bool) -> None:
        if record.state is State.FAIL:
            painter.fillRect(rect, self._theme.colour("verdict.fail.soft"))
        elif record.state is State.ERROR:
            painter.fillRect(rect, self._theme.colour("severity.error.soft"))
        elif selected:
            painter.fillRect(rect, self._theme.colour("selection.active"))
        painter.setPen(QPen(self._theme.colour("border.subtle"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if selected:
            painter.setPen(QPen(self._theme.colour("accent.focus"), 1.5))
            painter.drawRect(rect.adjusted(1, 1, -2, -2))

    def _paint_name(self, painter: QPainter, inner: QRect, name: str, font: QFont, room: int) -> int:
        painter.setFont(font)
        painter.setPen(self._theme.colour("text.primary"))
        metrics = QFontMetrics(font)
        elided = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, elided)
        return metrics.horizontalAdvance(elided)

    def _paint_value(self, painter: QPainter, room: QRect, value: str) -> None:
        font = self._theme.font("strong")
        painter.setFont(font)
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        elided = QFontMetrics(font).elidedText(value, Qt.TextElideMode.ElideRight, max(0, room.width()))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(room, flags.value | Qt.TextFlag.TextSingleLine.value, elided)


def found_words(found: Line) -> str:
    """What was found, on one line; "" where nothing could be."""
    if not found.has_value:
        return ""
    return "not found" if found.value is None else value_words(found.value)


def fields_words(tried: Tried) -> str:
    """ "4 of 5 fields"."""
    if not tried.fields:
        return ""
    return f"{tried.passed_fields} of {tried.fields} {'field' if tried.fields == 1 else 'fields'}"


def weight_words(tried: Tried) -> str:
    """ "6 of 9 by weight, 0.67"."""
    if tried.score is None:
        return ""
    credit, total = (number_words(round(weight, 2)) for weight in (tried.credit, tried.total_weight))
    return f"{credit} of {total} by weight, {tried.score:.2f}"


def foot_words(tried: Tried) -> str:
    """What was not asked, and by whom the rest was checked."""
    parts = []
    if tried.unasked == 1:
        parts.append("1 trait needs a judge and was not asked.")
    elif tried.unasked:
        parts.append(f"{tried.unasked} traits need a judge and were not asked.")
    if tried.lines:
        parts.append("The comparison ran here, without a model. Choose a row to see its words.")
    return " ".join(parts)


def _key(record: Line) -> tuple[str, bool]:
    return record.check, record.is_field


def _name(record: Line) -> str:
    return record.check


def _spoken(record: Line) -> str:
    word = {"unjudged": "not judged"}.get(str(record.state), str(record.state))
    return ", ".join(part for part in (f"{record.check}: {word}", found_words(record), record.words) if part)
