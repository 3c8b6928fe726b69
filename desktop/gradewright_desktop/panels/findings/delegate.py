"""Paints findings: glyph, the exact words and why on one line, place and rule on the next."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gradewright.lint.finding import Finding
from gradewright_desktop.models.record_list import RECORD_ROLE
from gradewright_desktop.panels.findings.rows import FindingRow, Heading, meta_words
from gradewright_desktop.theme import Mode, Theme

Index = QModelIndex | QPersistentModelIndex
SINGLE_LINE = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value
LEFT = SINGLE_LINE | Qt.AlignmentFlag.AlignLeft.value | Qt.AlignmentFlag.AlignAbsolute.value


class FindingsDelegate(QStyledItemDelegate):
    """``dimmed`` is set while a newer look is going on: the last findings stay, quieter."""

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self._theme = theme
        self.dimmed = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        is_heading = isinstance(index.data(RECORD_ROLE), Heading)
        return QSize(160, self._theme.row_height("tree" if is_heading else "table_two_line"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(RECORD_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Heading):
            self._paint_heading(painter, QRect(option.rect), row)
        elif isinstance(row, FindingRow):
            self._paint_background(painter, option)
            self._paint_finding(painter, option, row.finding)
        painter.restore()

    def _paint_heading(self, painter: QPainter, rect: QRect, row: Heading) -> None:
        painter.fillRect(rect, self._theme.colour("surface.sunken"))
        space = self._theme.space(3)
        font = self._theme.font("section")
        painter.setFont(font)
        count = row.counted
        painter.setPen(self._theme.colour("text.muted"))
        advance = QFontMetrics(font).horizontalAdvance(count)
        right = rect.right() - space
        painter.drawText(QRect(right - advance, rect.top(), advance + 2, rect.height()), LEFT, count)
        painter.setPen(self._theme.colour("text.muted" if self.dimmed else "text.primary"))
        room = QRect(rect.left() + space, rect.top(), right - advance - rect.left() - 2 * space, rect.height())
        painter.drawText(room, LEFT, _elided(font, row.title, room.width()))

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        has_focus = bool(option.widget.hasFocus())
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, self._theme.colour("selection.active"))
            if has_focus or self._theme.mode is Mode.CONTRAST:
                painter.setPen(QPen(self._theme.colour("accent.focus"), 1.5))
                painter.drawRoundedRect(option.rect.adjusted(1, 1, -2, -2), 3, 3)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, self._theme.colour("surface.hover"))

    def _paint_finding(self, painter: QPainter, option: QStyleOptionViewItem, finding: Finding) -> None:
        rect, space = QRect(option.rect), self._theme.space(3)
        base, small = self._theme.font("base"), self._theme.font("small")
        line, small_line = QFontMetrics(base).height(), QFontMetrics(small).height()
        top = rect.top() + (rect.height() - line - small_line) // 2
        size = self._theme.icon_size()
        left = rect.left() + space + size + self._theme.space(2)
        kind = "info" if finding.severity == "hint" else str(finding.severity)
        is_silenced = finding.silenced is not None
        token = "severity.silenced.fg" if is_silenced else f"severity.{kind}.fg"
        colour = self._theme.colour("text.muted" if self.dimmed else token)
        kind = "silence" if is_silenced else kind
        self._theme.paint_icon(painter, kind, QPointF(rect.left() + space + size / 2, top + line / 2), size, colour)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        strong, weak = ("selection.text",) * 2 if selected else ("text.primary", "text.secondary")
        if self.dimmed or (is_silenced and not selected):
            strong = weak = "text.muted"
        room = QRect(left, top, rect.right() - space - left, line)
        self._paint_words(painter, room, finding, base, strong, weak)
        painter.setFont(small)
        painter.setPen(self._theme.colour("selection.text" if selected else "text.muted"))
        below = QRect(left, top + line, room.width(), small_line)
        painter.drawText(below, LEFT, _elided(small, meta_words(finding), below.width()))

    def _paint_words(
        self, painter: QPainter, room: QRect, finding: Finding, font: QFont, strong: str, weak: str
    ) -> None:
        painter.setFont(font)
        metrics = QFontMetrics(font)
        quoted = f"“{finding.words}”" if finding.words else ""
        why = finding.why
        # The reason keeps its place; of long words only the beginning is shown.
        least = min(metrics.horizontalAdvance(f" {why}"), room.width() * 2 // 3)
        quoted = _elided(font, quoted, room.width() - least)
        painter.setPen(self._theme.colour(strong))
        painter.drawText(room, LEFT, quoted)
        taken = metrics.horizontalAdvance(f"{quoted} ") if quoted else 0
        painter.setPen(self._theme.colour(weak))
        rest = room.adjusted(taken, 0, 0, 0)
        painter.drawText(rest, LEFT, _elided(font, why, rest.width()))


def _elided(font: QFont, text: str, width: int) -> str:
    return QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, max(0, width))
