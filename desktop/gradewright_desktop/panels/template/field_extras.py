"""The rarer settings of a field, folded away: the hint for reading, the default, and what only the code can change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from gradewright.errors import InvalidValue
from gradewright.model.template import MISSING, FieldKind, TemplateField
from gradewright_desktop.models.pairs import json_text
from gradewright_desktop.panels.template.truth_editor import TextEditor
from gradewright_desktop.theme import Theme
from gradewright_desktop.values.editors import LineEditor
from gradewright_desktop.values.truth import parse_truth, truth_text
from gradewright_desktop.widgets.form_grid import FormGrid
from gradewright_desktop.widgets.labels import FieldMessage, label

_DEFAULT_HELP = "Used where a judge gives no value; empty: the value is needed. Write “none” for nothing at all."


class FieldExtras(QWidget):
    """``changed`` carries the changed field and the words of the undo, without the field's name."""

    changed = Signal(object, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._field: TemplateField | None = None
        self.toggle = QToolButton(self)
        self.toggle.setText("More")
        self.toggle.setProperty("kind", "link")
        self.toggle.setCheckable(True)
        self.toggle.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setAccessibleName("More settings of the field")
        theme.set_icon(self.toggle, "expand", "text.link")
        self.toggle.toggled.connect(self._fold)
        self._body = QWidget(self)
        self.hint = TextEditor(theme, "Extraction hint", self._body)
        self.default = LineEditor("Default", parent=self._body)
        self._message = FieldMessage(theme, self._body)
        self._other = label(theme, font="mono", role="secondary", wraps=True, selectable=True, parent=self._body)
        self._build()
        self.hint.edited.connect(self._hint_edited)
        self.default.edited.connect(self._default_edited)
        self._body.hide()

    def message(self) -> str:
        """The sentence under the default, or an empty text."""
        return self._message.text()

    def show_field(self, field: TemplateField) -> None:
        """Show the settings of a field; they unfold by themselves where there are any."""
        other_field = self._field is None or self._field.name != field.name
        self._field = field
        self.hint.set_value(field.extraction_hint or "")
        self._message.show_message("")
        self.default.set_invalid(False)
        shown = _default_text(field)
        if shown != self.default.line.text() and (other_field or not self.default.line.hasFocus()):
            self.default.set_value(shown)
        self._other.setText(_other_words(field))
        self._other_label.setVisible(bool(self._other.text()))
        self._other.setVisible(bool(self._other.text()))
        if other_field:
            self.toggle.setChecked(bool(field.extraction_hint or field.default is not MISSING or self._other.text()))

    def _build(self) -> None:
        grid = FormGrid(self._theme)
        self._body.setLayout(grid)
        help_words = label(self._theme, _DEFAULT_HELP, font="small", role="muted", wraps=True, parent=self._body)
        grid.add_row(0, "Extraction hint", self.hint)
        grid.add_row(1, "Default", self.default)
        grid.addWidget(help_words, 2, 1)
        grid.addWidget(self._message, 3, 1)
        self._other_label = label(self._theme, "In the code", role="secondary", parent=self._body)
        grid.addWidget(self._other_label, 4, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self._other, 4, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(2))
        column.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._body)

    @Slot(bool)
    def _fold(self, open_: bool) -> None:
        self._body.setVisible(open_)
        self._theme.set_icon(self.toggle, "collapse" if open_ else "expand", "text.link")

    @Slot()
    def _hint_edited(self) -> None:
        if self._field is not None:
            self.changed.emit(replace(self._field, extraction_hint=str(self.hint.value()) or None), "set hint of")

    @Slot()
    def _default_edited(self) -> None:
        if self._field is None:
            return
        try:
            value = _read_default(self.default.line.text(), self._field)
        except InvalidValue as error:
            self._message.show_message(f"{error} The old default stays until this is right.")
            self.default.set_invalid(True)
            return
        self.changed.emit(replace(self._field, default=value), "set default of")


def _default_text(field: TemplateField) -> str:
    if field.default is MISSING:
        return ""
    if field.default is None:
        return "none"
    if field.kind is FieldKind.LIST and isinstance(field.default, list):
        return json_text(field.default)
    return truth_text(field.default, field.kind)


def _read_default(text: str, field: TemplateField) -> Any:
    stripped = text.strip()
    if not stripped:
        return MISSING
    if stripped == "none":
        return None
    if field.kind is FieldKind.CHOICE:
        for choice in field.choices:
            if str(choice) == stripped:
                return choice
        raise InvalidValue(f"“{stripped}” is none of the choices.")
    if field.kind is FieldKind.LIST:
        return [item.strip() for item in stripped.strip("[]").replace('"', "").split(",") if item.strip()]
    return parse_truth(text, field.kind)


def _other_words(field: TemplateField) -> str:
    parts = [f"{name}={value!r}" for name, value in field.options.items()]
    plain = field.kind in (FieldKind.OTHER,)
    return ", ".join([*([f"type {field.annotation}"] if plain else []), *parts])
