"""The judge prompt of the chosen entry, exactly as it is sent, with whose words each stretch is."""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QStackedWidget, QTextEdit, QVBoxLayout, QWidget

from gradewright.errors import InvalidValue
from gradewright.judge.criteria import prompt_for
from gradewright.judge.prompts import Origin, Span
from gradewright.judge.questions import Framing, JudgeQuestion
from gradewright_desktop.panels.drawer.page import DrawerPage
from gradewright_desktop.widgets import EmptyState
from gradewright_desktop.workbench import Workbench

# Nobody can foresee the marks of a real call; in the preview they stay the same from key to key.
_MARK = "7f3c91"
_QUESTION = "the question goes here"
_ANSWER = "the answer goes here"
_REFERENCE = "the reference answer goes here"
_CHARACTERS_A_TOKEN = 4

COLOURS = {
    Origin.PROMPT: "text.primary",
    Origin.RUBRIC: "accent.text",
    Origin.QUESTION: "text.muted",
    Origin.ANSWER: "text.muted",
    Origin.REFERENCE: "text.muted",
    Origin.BOUNDARY: "chart.series.4",
}


class PromptPage(DrawerPage):
    """The words of the rubric's author are in the accent colour, marks around evidence in one of their own."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(workbench, parent)
        self._question: JudgeQuestion | None = None
        self._entry_id = ""
        self.text = QTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setProperty("surface", "reading")
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName("The prompt as it is sent to a judge")
        self._nothing = EmptyState(workbench.theme, "No prompt", "", icon="empty-rubric", parent=self)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(self.text)
        column = QVBoxLayout(self)
        column.setContentsMargins(workbench.theme.space(3), workbench.theme.space(1), 0, 0)
        column.addWidget(self._pages)
        workbench.theme.changed.connect(self._repaint)

    def refresh(self) -> None:
        """Make the prompt of the chosen entry; only what changed is painted again, where the reader was."""
        entry = self.shown.entry
        if entry is None:
            self._say("Nothing chosen", "Choose a criterion, and the prompt that a judge gets stands here.")
            return
        try:
            made = prompt_for(
                entry, self.shown.own, _QUESTION, _ANSWER, reference=_REFERENCE, framing=Framing(boundary=_MARK)
            )
        except InvalidValue as error:
            self._say("No judge is asked", error.message)
            return
        tokens = sum(len(message["content"]) for message in made.messages) // _CHARACTERS_A_TOKEN
        self.note.emit(f"prompt {made.version}, about {tokens:,} tokens without question and answer")
        if self._question is None or made.messages != self._question.messages:
            is_other = entry.id != self._entry_id
            self._question, self._entry_id = made, entry.id
            self._repaint()
            if is_other:
                self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self._pages.setCurrentWidget(self.text)

    def copied_text(self) -> str:
        if self._question is None or self._pages.currentWidget() is not self.text:
            return ""
        parts = [f"{message['role']}\n{message['content']}" for message in self._question.messages]
        return "\n\n".join([*parts, f"reply as JSON\n{_schema(self._question)}"])

    def _say(self, title: str, sentence: str) -> None:
        self._question, self._entry_id = None, ""
        self._nothing.set_words(title, sentence)
        self._pages.setCurrentWidget(self._nothing)
        self.note.emit("")

    @Slot()
    def _repaint(self) -> None:
        question = self._question
        if question is None:
            return
        scroll = self.text.verticalScrollBar().value()
        self.text.clear()
        cursor = self.text.textCursor()
        cursor.beginEditBlock()
        spans = [*question.spans, *(() for _ in range(len(question.messages) - len(question.spans)))]
        for number, (message, marked) in enumerate(zip(question.messages, spans, strict=False)):
            self._heading(cursor, message["role"], first=number == 0)
            self._content(cursor, message["content"], marked)
        self._heading(cursor, "reply as JSON", first=False)
        self._content(cursor, _schema(question), ())
        cursor.endEditBlock()
        self.text.verticalScrollBar().setValue(scroll)

    def _heading(self, cursor: QTextCursor, words: str, *, first: bool) -> None:
        theme = self.workbench.theme
        form = QTextBlockFormat()
        form.setTopMargin(0 if first else theme.space(3))
        if first:
            cursor.setBlockFormat(form)
        else:
            cursor.insertBlock(form)
        cursor.insertText(words, self._format("text.muted"))
        body = QTextBlockFormat()
        body.setLeftMargin(theme.space(4))
        cursor.insertBlock(body)

    def _content(self, cursor: QTextCursor, text: str, spans: Sequence[Span]) -> None:
        place = 0
        for span in spans:
            cursor.insertText(text[place : span.start], self._format(COLOURS[Origin.PROMPT]))
            cursor.insertText(text[span.start : span.end], self._format(COLOURS[span.origin]))
            place = span.end
        cursor.insertText(text[place:], self._format(COLOURS[Origin.PROMPT]))

    def _format(self, colour: str) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setFont(self.workbench.theme.font("mono"))
        form.setForeground(self.workbench.theme.colour(colour))
        return form


def _schema(question: JudgeQuestion) -> str:
    return json.dumps(question.schema, ensure_ascii=False)
