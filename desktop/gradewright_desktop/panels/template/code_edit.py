"""An editor for source: mono, left to right, with line numbers and marks on lines that have an error."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QTextEdit, QToolTip, QWidget

from gradewright_desktop.panels.template.python_highlighter import PythonHighlighter
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets.fields import CodeEdit

_SIGNS = {"error": "✕", "warning": "!"}


class TemplateCodeEdit(CodeEdit):
    """Python source. ``set_problems`` marks lines; the number of a marked line carries a sign, not colour alone.

    ``mark`` is the severity that marks stand for: ``"error"`` or ``"warning"``.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, mark: str = "error") -> None:
        super().__init__(theme, parent=parent)
        self._problems: dict[int, str] = {}
        self._mark = mark
        self._gutter = _Gutter(self)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setAccessibleName("Template as code")
        self._highlighter = PythonHighlighter(self.document(), theme)
        self.blockCountChanged.connect(self._set_margin)
        self.updateRequest.connect(self._scroll_gutter)
        theme.changed.connect(self._follow_theme)
        self._follow_theme()

    def replace_text(self, text: str) -> None:
        """Show another text, keeping the caret's place where the line is still there."""
        if text == self.toPlainText():
            super().replace_text(text)
            return
        line, column = self.textCursor().blockNumber(), self.textCursor().positionInBlock()
        scroll = self.verticalScrollBar().value()
        super().replace_text(text)
        block = self.document().findBlockByNumber(min(line, self.blockCount() - 1))
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(column, max(0, block.length() - 1)))
        self.setTextCursor(cursor)
        self.verticalScrollBar().setValue(scroll)

    def set_problems(self, problems: Mapping[int, str]) -> None:
        """Mark lines (counted from 1) and keep their sentences for the gutter's tooltip; empty takes all marks away."""
        self._problems = dict(problems)
        self._mark_lines()
        self._gutter.update()

    def problem_at(self, line: int) -> str:
        """The sentence about a line, or an empty text."""
        return self._problems.get(line, "")

    def go_to_line(self, line: int) -> None:
        """Put the caret at the start of a line, counted from 1, and the focus here."""
        block = self.document().findBlockByNumber(max(0, line - 1))
        if block.isValid():
            self.setTextCursor(QTextCursor(block))
            self.centerCursor()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def gutter_width(self) -> int:
        """Room for the longest line number, the sign before it, and a space at both sides."""
        digits = max(2, len(str(self.blockCount())))
        return (digits + 3) * self.fontMetrics().horizontalAdvance("0") + self._theme.space(2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        area = self.contentsRect()
        self._gutter.setGeometry(QRect(area.left(), area.top(), self.gutter_width(), area.height()))

    def paint_gutter(self, event: QPaintEvent) -> None:
        """Paint the line numbers of the visible lines, called by the gutter."""
        painter = QPainter(self._gutter)
        painter.fillRect(event.rect(), self._theme.colour("surface.sunken"))
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        right = self._gutter.width() - self._theme.space(2)
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            number = block.blockNumber() + 1
            wrong = number in self._problems
            painter.setPen(self._theme.colour(f"severity.{self._mark}.fg" if wrong else "text.muted"))
            text = f"{_SIGNS[self._mark]} {number}" if wrong else str(number)
            painter.drawText(QRect(0, round(top), right, round(height)), Qt.AlignmentFlag.AlignRight, text)
            top += height
            block = block.next()

    def line_at(self, y: int) -> int:
        """The number of the line at a height in the viewport; the last one below all lines."""
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.next().isValid() and top + self.blockBoundingRect(block).height() <= y:
            top += self.blockBoundingRect(block).height()
            block = block.next()
        return block.blockNumber() + 1

    def _mark_lines(self) -> None:
        marks = []
        soft = QColor(self._theme.colour(f"severity.{self._mark}.soft"))
        for line in self._problems:
            block = self.document().findBlockByNumber(line - 1)
            if not block.isValid():
                continue
            mark = QTextEdit.ExtraSelection()
            mark.format.setBackground(soft)
            mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
            mark.cursor = QTextCursor(block)
            marks.append(mark)
        self.setExtraSelections(marks)

    @Slot()
    def _follow_theme(self) -> None:
        self._set_margin()
        self._mark_lines()

    @Slot()
    def _set_margin(self) -> None:
        self.setViewportMargins(self.gutter_width(), 0, 0, 0)

    @Slot(QRect, int)
    def _scroll_gutter(self, area: QRect, distance: int) -> None:
        if distance:
            self._gutter.scroll(0, distance)
        else:
            self._gutter.update(0, area.y(), self._gutter.width(), area.height())


class _Gutter(QWidget):
    def __init__(self, editor: TemplateCodeEdit) -> None:
        super().__init__(editor)
        self._editor = editor

    def sizeHint(self) -> QSize:
        return QSize(self._editor.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._editor.paint_gutter(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            sentence = self._editor.problem_at(self._editor.line_at(event.pos().y()))
            QToolTip.showText(event.globalPos(), sentence, self)
            return True
        return super().event(event)
