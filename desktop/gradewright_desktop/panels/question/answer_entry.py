"""The fields for one recorded answer: who gave it, what it says, and the values that a judge read from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from gradewright.model.answer import Answer
from gradewright.model.template import Template
from gradewright_desktop.theme import Theme
from gradewright_desktop.values.form import ValuesForm
from gradewright_desktop.widgets import FieldMessage, GrowingTextEdit, LineField, button, label


class AnswerEntry(QWidget):
    """Opened for a new answer or for one to change; ``kept`` carries the answer as it is then wanted."""

    kept = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answer = Answer("", "", "")
        self._template: Template | None = None
        self.title = label(theme, font="strong", parent=self)
        self.model = LineField(theme, placeholder="Model or person that gave it", parent=self)
        self.model.setAccessibleName("Who gave the answer")
        self.text = GrowingTextEdit(
            theme, placeholder="The answer, as it was given", min_lines=3, max_lines=12, parent=self
        )
        self.text.setAccessibleName("The answer")
        self.has_values = QCheckBox("With the field values that were read from it", self)
        self.values = ValuesForm(theme, self)
        self.message = FieldMessage(theme, self)
        self.keep = button(theme, "Add", self._keep, kind="tinted", parent=self)
        leave = button(theme, "Cancel", self.close_entry, kind="flat", parent=self)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(leave)
        foot.addWidget(self.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.space(2), 0, 0)
        column.setSpacing(theme.space(2))
        for widget in (self.title, self.model, self.text, self.has_values, self.values, self.message):
            column.addWidget(widget)
        column.addLayout(foot)
        self.has_values.toggled.connect(self._values_toggled)
        self.hide()

    @property
    def is_open(self) -> bool:
        """Whether the fields are shown."""
        return not self.isHidden()

    def open_new(self, template: Template | None) -> None:
        """Show empty fields and put the focus into them; ``template`` names the values that an answer can have."""
        self._open(Answer("", "", ""), template, "Another answer", "Add")
        self.model.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_for(self, answer: Answer, template: Template | None) -> None:
        """Show the fields of an answer that is to be changed."""
        self._open(answer, template, "Change this answer", "Change")
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def close_entry(self) -> None:
        """Hide the fields and forget what was in them."""
        was_open = self.is_open
        self._open(Answer("", "", ""), None, "", "Add")
        self.hide()
        if was_open:
            self.closed.emit()

    def _open(self, answer: Answer, template: Template | None, title: str, keep: str) -> None:
        self._answer, self._template = answer, template
        self.title.setText(title)
        self.keep.setText(keep)
        self.model.replace_text(answer.model)
        self.text.replace_text(answer.text)
        self.values.show_template(template)
        self.values.set_values(answer.fields or {})
        self.has_values.setVisible(bool(self.values.rows))
        self.has_values.setChecked(answer.fields is not None)
        self._values_toggled()
        self.message.show_message("")
        self.show()

    @Slot()
    def _values_toggled(self, *_checked: bool) -> None:
        self.values.setVisible(bool(self.values.rows) and self.has_values.isChecked())

    @Slot()
    def _keep(self) -> None:
        model, text = self.model.text().strip(), self.text.toPlainText()
        if not model or not text.strip():
            self.message.show_message("An answer needs its text and the name of who gave it.")
            return
        wrong = [name for name, row in self.values.rows.items() if not row.is_valid and self._is_touched(name)]
        if wrong and self.has_values.isChecked():
            self.message.show_message(f"The value of {wrong[0]} cannot be read.")
            return
        self.kept.emit(replace(self._answer, model=model, text=text, fields=self._fields()))
        self.close_entry()

    def _fields(self) -> Mapping[str, Any] | None:
        """The values as they are wanted: those that nobody touched stay exactly as they were recorded."""
        before = self._answer.fields
        if not self.values.rows:
            return before
        if not self.has_values.isChecked():
            return None
        now = self.values.values()
        if before is None:
            return now
        changed = {name: value for name, value in now.items() if self._is_touched(name)}
        return {**before, **changed}

    def _is_touched(self, name: str) -> bool:
        return self.values.rows[name].was_edited
