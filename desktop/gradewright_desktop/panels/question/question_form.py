"""The Question tab: what is asked, the reference answer, notes, where it comes from, and the recorded answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from gradewright.edits import SetQuestion
from gradewright.model.question import Question
from gradewright_desktop.models.pairs import json_pairs, json_value, refuse_double_names
from gradewright_desktop.panels.question.recorded import RecordedAnswers
from gradewright_desktop.widgets import FieldMessage, GrowingTextEdit, LineField, SectionHeader
from gradewright_desktop.widgets.form_grid import FormGrid
from gradewright_desktop.widgets.pairs_table import PairsTable
from gradewright_desktop.widgets.person_field import PersonField
from gradewright_desktop.widgets.sources_field import SourcesField
from gradewright_desktop.widgets.text_selection import select_words
from gradewright_desktop.workbench import Workbench


class QuestionForm(QScrollArea):
    """Edits one question, field by field; every field is one edit when typing rests."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = workbench.session
        self._question_id: int | None = None
        self._question: Question | None = None
        theme = workbench.theme
        self._theme = theme
        self.text = GrowingTextEdit(theme, placeholder="What is asked", font="reading", min_lines=2, max_lines=14)
        self.reference = GrowingTextEdit(
            theme, placeholder="What a right answer says", font="reading", min_lines=2, max_lines=14
        )
        self.keywords = LineField(theme, placeholder="Separated by commas")
        self.notes = GrowingTextEdit(theme, placeholder="For the people who grade and edit")
        self.author = PersonField(theme, "Author")
        self.sources = SourcesField(theme)
        self.workspace = LineField(theme, placeholder="Folder that an agent works in, relative to the benchmark")
        self.custom = PairsTable(theme, "Custom metadata", ("Name", "Value"), "Type a name", refuse_double_names)
        self.message = FieldMessage(theme)
        self.answers = RecordedAnswers(workbench)
        self._build()
        self._connect()

    def show_question(self, benchmark_id: int, question_id: int, question: Question) -> None:
        """Show a question. News of the same one leave typing that is not kept yet alone."""
        other = question_id != self._question_id
        if other:
            self.flush()
        self._question_id, self._question = question_id, question
        for field, text in self._texts(question):
            if other:
                field.replace_text(text)
            else:
                field.set_text(text)
        self.author.set_value(question.author, replace=other)
        self.sources.set_value(question.sources, replace=other)
        self.custom.set_pairs(json_pairs(question.custom))
        self.message.show_message("")
        self._set_read_only(self._session.read_only)
        self.answers.show_question(benchmark_id, question_id, question)
        if other:
            self.verticalScrollBar().setValue(0)

    @Slot()
    def flush(self) -> None:
        """Hand everything typed to the library."""
        for field in (self.text, self.reference, self.notes, self.keywords, self.workspace, self.author, self.sources):
            field.flush()

    def focus_part(self, part: str, start: int = 0, end: int = 0) -> None:
        """Put the focus into the field that a finding names, and select its words."""
        fields = {"text": self.text, "reference": self.reference, "notes": self.notes}
        field = fields.get(part, self.text)
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        select_words(field, start, end)
        self.ensureWidgetVisible(field)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._theme
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget(self)
        page.setProperty("surface", "base")
        column = QVBoxLayout(page)
        column.setContentsMargins(theme.space(4), theme.space(4), theme.space(5), theme.space(6))
        column.setSpacing(theme.space(1))
        for words, field in (("Question", self.text), ("Reference answer", self.reference)):
            self._add(column, words, field)
        form = FormGrid(theme)
        rows: tuple[tuple[str, QWidget, QWidget | None], ...] = (
            ("Keywords", self.keywords, None),
            ("Notes", self.notes, None),
            ("Author", self.author, self.author.lines["name"]),
            ("Sources", self.sources, self.sources.table),
            ("Workspace path", self.workspace, None),
            ("Custom metadata", self.custom, None),
        )
        for row, (words, widget, buddy) in enumerate(rows):
            form.add_row(row, words, widget, buddy)
        column.addSpacing(theme.space("form_group_gap") - theme.space(1))
        column.addLayout(form)
        column.addWidget(self.message)
        column.addSpacing(theme.space("form_group_gap") - theme.space(1))
        column.addWidget(self.answers)
        column.addStretch(1)
        self.setWidget(page)

    def _add(self, column: QVBoxLayout, words: str, field: GrowingTextEdit) -> None:
        head = SectionHeader(self._theme, words)
        head.title.setBuddy(field)
        field.setAccessibleName(words)
        column.addWidget(head)
        column.addWidget(field)
        column.addSpacing(self._theme.space(3))

    def _connect(self) -> None:
        self.text.committed.connect(self._text_committed)
        self.reference.committed.connect(self._reference_committed)
        self.notes.committed.connect(self._notes_committed)
        self.keywords.committed.connect(self._keywords_committed)
        self.workspace.committed.connect(self._workspace_committed)
        self.author.committed.connect(self._author_committed)
        self.sources.committed.connect(self._sources_committed)
        self.custom.changed.connect(self._custom_changed)
        self.custom.refused.connect(self.message.show_message)
        self._session.settling.connect(self.flush)

    def _texts(self, question: Question) -> tuple[tuple[GrowingTextEdit | LineField, str], ...]:
        return (
            (self.text, question.text),
            (self.reference, question.reference),
            (self.notes, question.notes),
            (self.keywords, ", ".join(question.keywords)),
            (self.workspace, question.workspace_path),
        )

    def _set_read_only(self, read_only: bool) -> None:
        for edit in (self.text, self.reference, self.notes):
            edit.set_read_only(read_only)
        for line in (self.keywords, self.workspace):
            line.setReadOnly(read_only)
        self.author.set_read_only(read_only)
        self.sources.set_read_only(read_only)
        self.custom.set_editable(not read_only)

    # -- edits --------------------------------------------------------------------------------------------------------

    def _set(self, aspect: str, value: Any) -> None:
        if self._question_id is None or self._question is None or self._session.read_only:
            return
        if getattr(self._question, aspect) == value:
            return
        self._question = replace(self._question, **{aspect: value})
        self._session.apply(SetQuestion(self._question_id, aspect, value))

    @Slot(str)
    def _text_committed(self, text: str) -> None:
        self._set("text", text)

    @Slot(str)
    def _reference_committed(self, text: str) -> None:
        self._set("reference", text)

    @Slot(str)
    def _notes_committed(self, text: str) -> None:
        self._set("notes", text)

    @Slot(str)
    def _keywords_committed(self, text: str) -> None:
        words = (" ".join(word.split()) for word in text.replace("，", ",").replace("、", ",").split(","))
        self._set("keywords", tuple(dict.fromkeys(word for word in words if word)))

    @Slot(str)
    def _workspace_committed(self, text: str) -> None:
        self._set("workspace_path", text.strip())

    @Slot(object)
    def _author_committed(self, value: Any) -> None:
        self._set("author", value or None)

    @Slot(object)
    def _sources_committed(self, value: Any) -> None:
        self._set("sources", value)

    @Slot()
    def _custom_changed(self) -> None:
        self.message.show_message("")
        self._set("custom", {name: json_value(text) for name, text in self.custom.pairs()})
