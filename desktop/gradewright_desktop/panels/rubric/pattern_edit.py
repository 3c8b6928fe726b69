"""The field for a pattern: mono, left to right, one line that grows, with modest colours for its parts."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent, QSyntaxHighlighter, Qt, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QTextEdit, QWidget

from gradewright_desktop.panels.rubric.underlines import utf16_offset
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import CodeEdit

MOST_LINES = 5
_PARTS = re.compile(
    r"(?P<escape>\\.)|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<group>\(\?[:=!<>PiLmsuxa#-]*|[()|])"
    r"|(?P<count>[*+?]|\{\d*,?\d*\})|(?P<anchor>[\^$])",
    re.DOTALL,
)
_ROLES = {"escape": 2, "set": 0, "group": 3, "count": 1, "anchor": 1}


class PatternHighlighter(QSyntaxHighlighter):
    """Colours sets, groups, repetitions and escapes in the colours of chart series, which are told apart by all."""

    def __init__(self, theme: Theme, edit: QPlainTextEdit):
        super().__init__(edit.document())
        self._theme = theme
        theme.changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        for found in _PARTS.finditer(text):
            form = QTextCharFormat()
            form.setForeground(self._theme.colour(f"chart.series.{_ROLES[str(found.lastgroup)]}"))
            start, end = utf16_offset(text, found.start()), utf16_offset(text, found.end())
            self.setFormat(start, end - start, form)


class PatternEdit(CodeEdit):
    """Edits a pattern. Enter keeps what was typed; a line break needs Shift."""

    def __init__(self, theme: Theme, text: str = "", *, parent: QWidget | None = None):
        super().__init__(theme, text, parent=parent)
        self._highlighter = PatternHighlighter(theme, self)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme.changed.connect(self._fit)
        self._fit()

    def mark_error(self, position: int | None) -> None:
        """Underline the place where the pattern stops making sense; None takes the mark away."""
        self.setProperty("invalid", position is not None)
        self.style().unpolish(self)
        self.style().polish(self)
        if position is None:
            self.setExtraSelections([])
            return
        text = self.toPlainText()
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(utf16_offset(text, min(position, max(0, len(text) - 1))))
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        selection.format.setUnderlineColor(self._theme.colour("severity.error.line"))
        self.setExtraSelections([selection])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.flush()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(240, self.height())

    @Slot()
    def _fit(self) -> None:
        # A plain text document measures itself in lines, wrapped ones counted.
        lines = max(1, min(MOST_LINES, round(self.document().size().height())))
        fits = lines < MOST_LINES
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(policy)
        height = lines * self.fontMetrics().lineSpacing() + 18
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)
