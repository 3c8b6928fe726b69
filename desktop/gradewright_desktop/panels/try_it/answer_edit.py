"""The field for an answer, with the words marked that a verdict rests on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QTextEdit, QWidget

from gradewright.verify.evidence import Mark
from gradewright_desktop.shown_text import ShownText
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import GrowingTextEdit


class AnswerEdit(GrowingTextEdit):
    """Marks are drawn only on the text that they were made for, and never while an input method composes."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, placeholder="Paste or type an answer", parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("The answer to try")
        self._made_for = ""
        self._marks: tuple[Mark, ...] = ()
        self._chosen: tuple[str, bool] | None = None
        self.textChanged.connect(self._text_changed)
        theme.changed.connect(self.redraw)

    def show_marks(self, text: str, marks: Sequence[Mark]) -> None:
        """Mark words of ``text``; nothing is drawn while another text stands here."""
        self._made_for, self._marks = text, tuple(marks)
        self.redraw()

    def choose(self, check: str, is_field: bool) -> None:
        """Light up the words of one field or trait, and bring them into view."""
        self._chosen = (check, is_field)
        self.redraw()
        first = next((mark for mark in self._marks if self._is_chosen(mark)), None)
        if first is not None and self._shows_marked_text():
            cursor = self._cursor(first, ShownText(self._made_for))
            cursor.clearSelection()
            bar = self.verticalScrollBar()
            bar.setValue(max(0, self.cursorRect(cursor).top() + bar.value() - self.viewport().height() // 2))

    @Slot()
    def _fit(self) -> None:
        # The splitter gives this field its height; a long answer scrolls in it.
        self.setMinimumHeight(4 * self.fontMetrics().lineSpacing())

    @Slot()
    def redraw(self) -> None:
        """Draw the marks anew."""
        selections = []
        if self._marks and self._shows_marked_text():
            shown = ShownText(self._made_for)
            for mark in sorted(self._marks, key=self._is_chosen):
                selections.append(self._selection(mark, shown))
        self.setExtraSelections(selections)

    def marked_words(self) -> list[str]:
        """The words that are marked now, for tests and for a screen reader's description."""
        return [selection.cursor.selectedText() for selection in self.extraSelections()]

    def _selection(self, mark: Mark, shown: ShownText) -> QTextEdit.ExtraSelection:
        tone = "active" if self._is_chosen(mark) else "supports" if mark.supports else "against"
        look = QTextCharFormat()
        look.setBackground(self._theme.colour(f"evidence.{tone}.bg"))
        look.setForeground(self._theme.colour("text.primary"))
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        look.setUnderlineColor(self._theme.colour(f"evidence.{tone}.line"))
        selection = QTextEdit.ExtraSelection()
        selection.cursor = self._cursor(mark, shown)
        selection.format = look
        return selection

    def _cursor(self, mark: Mark, shown: ShownText) -> QTextCursor:
        start, end = shown.span(mark)
        last = self.document().characterCount() - 1
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(start, last))
        cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _shows_marked_text(self) -> bool:
        return not self._composing and self.toPlainText() == ShownText(self._made_for).text

    def _is_chosen(self, mark: Mark) -> bool:
        if self._chosen is None:
            return False
        check, is_field = self._chosen
        return mark.field == check if is_field else mark.check == check and not mark.field

    @Slot()
    def _text_changed(self) -> None:
        if self._marks and not self._shows_marked_text():
            self.setExtraSelections([])
