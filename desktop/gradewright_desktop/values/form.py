"""The values of a template's fields, entered by hand: what a judge would read from an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from gradewright.errors import InvalidValue
from gradewright.model.template import FieldKind, Template, TemplateField
from gradewright_desktop.models.pairs import json_text, json_value
from gradewright_desktop.theme import Theme
from gradewright_desktop.values.editors import ChoiceEditor, LineEditor, LinesEditor, ValueEditor
from gradewright_desktop.values.truth import parse_truth, truth_text
from gradewright_desktop.widgets import FieldMessage, label


class ValuesForm(QWidget):
    """One row a field that is read from the answer; ``edited`` follows every change by a person."""

    edited = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shape: tuple[object, ...] = ()
        self.rows: dict[str, ValueRow] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.space(2))

    def show_template(self, template: Template | None) -> None:
        """Bring the rows to the fields of a template. Values stay where name and type do."""
        fields = [f for f in template.fields if not (f.primitive and f.primitive.reads_answer_text)] if template else []
        shape = tuple((f.name, f.kind, f.choices) for f in fields)
        if shape == self._shape:
            return
        self._shape = shape
        kept = {(name, row.kind): row.value() for name, row in self.rows.items() if row.is_valid}
        for row in self.rows.values():
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = {}
        for field in fields:
            row = ValueRow(self._theme, field, self)
            row.edited.connect(self.edited)
            row.set_value(kept.get((field.name, field.kind)))
            self.rows[field.name] = row
            self._column.addWidget(row)

    def values(self) -> dict[str, Any]:
        """The values by field; what cannot be read, or was not found, is None."""
        return {name: row.value() for name, row in self.rows.items()}

    def set_values(self, values: Mapping[str, Any]) -> None:
        """Show values that somebody read from an answer."""
        for name, row in self.rows.items():
            row.set_value(values.get(name))

    @property
    def is_empty(self) -> bool:
        """Whether no value was entered."""
        return all(value is None for value in self.values().values())


class ValueRow(QWidget):
    """A field's name, "not found", and an editor that fits its type."""

    edited = Signal()

    def __init__(self, theme: Theme, field: TemplateField, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind = field.kind
        self.was_edited = False
        self._name = field.name
        caption = label(theme, field.name, font="mono", parent=self)
        caption.setToolTip(field.description)
        self.found = QCheckBox("found in the answer", self)
        self.found.setAccessibleName(f"{field.name} is found in the answer")
        self.editor = _editor(field, self)
        self.message = FieldMessage(theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        for widget in (caption, self.editor, self.message):
            column.addWidget(widget)
        self.found.hide()
        self.editor.edited.connect(self._edited)

    @property
    def is_valid(self) -> bool:
        """Whether what is entered can be read."""
        return not self.message.text()

    def value(self) -> Any:
        """The value, None where nothing was entered or it cannot be read."""
        try:
            raw = self.editor.value()
        except InvalidValue:
            return None
        if raw in ("", []) or raw is None:
            return None
        if isinstance(self.editor, LineEditor):
            try:
                return json_value(raw) if self.kind is FieldKind.OTHER else parse_truth(raw, _read_as(self.kind))
            except InvalidValue:
                return None
        return raw

    def set_value(self, value: Any) -> None:
        """Show a value, or none."""
        self.was_edited = False
        if isinstance(self.editor, LineEditor):
            text = json_text(value) if self.kind is FieldKind.OTHER else truth_text(value, self.kind)
            self.editor.set_value("" if value is None else text)
        elif value is not None or not isinstance(self.editor, ChoiceEditor):
            self.editor.set_value(value)
        self._check()

    @Slot()
    def _edited(self) -> None:
        self.was_edited = True
        self._check()
        self.edited.emit()

    def _check(self) -> None:
        sentence = ""
        if isinstance(self.editor, LineEditor) and self.editor.value():
            try:
                if self.kind is not FieldKind.OTHER:
                    parse_truth(str(self.editor.value()), _read_as(self.kind))
            except InvalidValue as error:
                sentence = str(error)
        self.message.show_message(sentence)
        self.editor.set_invalid(bool(sentence))


def _read_as(kind: FieldKind) -> FieldKind:
    # A judge may write a date in any way; whether it can be read is for the rule to say.
    return FieldKind.TEXT if kind is FieldKind.DATE else kind


def _editor(field: TemplateField, parent: QWidget) -> ValueEditor:
    name = f"Value of {field.name}"
    if field.kind is FieldKind.BOOLEAN:
        return ChoiceEditor(name, {True: "yes", False: "no", None: "not found"}, parent)
    if field.kind is FieldKind.CHOICE:
        return ChoiceEditor(name, {None: "not found", **{choice: str(choice) for choice in field.choices}}, parent)
    if field.kind is FieldKind.LIST:
        return LinesEditor(name, parent)
    editor = LineEditor(name, parent=parent)
    editor.line.setPlaceholderText("not found")
    return editor
