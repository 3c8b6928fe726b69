"""The parameters of a rule as a form, generated from the fields of its class."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any, Union, get_args, get_origin

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from gradewright.errors import InvalidValue
from gradewright.model.primitives import Primitive, dump_primitive, make_primitive
from gradewright_desktop.panels.template.normalizers import NormalizersEditor
from gradewright_desktop.theme import Theme
from gradewright_desktop.values.editors import (
    ChoiceEditor,
    FlagsEditor,
    LineEditor,
    LinesEditor,
    NumberEditor,
    SwitchEditor,
    ValueEditor,
    mono,
)
from gradewright_desktop.widgets.form_grid import FormGrid
from gradewright_desktop.widgets.labels import FieldMessage

OLD_RULE_STAYS = "The old rule stays until this is right."
_MONO = frozenset({"pattern", "format"})
_INLINE = frozenset({"NumericTolerance", "DateTolerance"})


def editor_for(rule: type[Primitive], name: str, theme: Theme, parent: QWidget) -> ValueEditor:
    """Make the editor that fits the declared type of a parameter."""
    info = rule.parameters()[name]
    title = info.title or name
    inner, optional = _without_none(info.annotation)
    choices = rule.choices(name)
    if name == "normalize":
        return NormalizersEditor(theme, title, choices, parent)
    if get_origin(inner) is tuple:
        return FlagsEditor(title, choices, parent) if choices else LinesEditor(title, parent)
    if choices:
        return ChoiceEditor(title, choices, parent)
    if inner is bool:
        return SwitchEditor(title, title, parent)
    if inner in (int, float):
        return NumberEditor(title, whole=inner is int, optional=optional, parent=parent)
    line = LineEditor(title, optional=optional, parent=parent)
    return mono(line, theme) if name in _MONO else line


class ParameterForm(QObject):
    """The rows of one rule in a grid of two columns; ``changed`` carries the new rule and the parameter's name.

    A tolerance with its mode stands beside the rule's name, in the widget :attr:`inline`; all else in rows of its own.
    Values that do not make a rule are told under their field, and nothing is said to the outside.
    """

    changed = Signal(object, str)

    def __init__(self, theme: Theme, grid: FormGrid, first_row: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._grid = grid
        self._first_row = first_row
        self._host = parent
        self._rule: type[Primitive] | None = None
        self._shown: Primitive | None = None
        self._editors: dict[str, ValueEditor] = {}
        self._messages: dict[str, FieldMessage] = {}
        self._widgets: list[QWidget] = []
        self._last: QWidget | None = None
        self.inline = QWidget(parent)
        row = QHBoxLayout(self.inline)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(2))

    @property
    def row_count(self) -> int:
        """How many rows of the grid are kept for parameters."""
        return 8

    def show_rule(self, primitive: Primitive | None) -> None:
        """Show the parameters of a rule; the fields stay where it is a rule of the same kind."""
        rule = type(primitive) if primitive is not None else None
        if rule is not self._rule:
            self._rebuild(rule)
        self._shown = primitive
        if primitive is None:
            return
        for name, editor in self._editors.items():
            editor.set_value(_shown_value(getattr(primitive, name)))
            self._tell(name, "")

    def focus_first(self) -> bool:
        """Put the focus into the first parameter, if the rule has one."""
        first = next(iter(self._editors.values()), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)
        return first is not None

    def editors(self) -> Mapping[str, ValueEditor]:
        """The editors by parameter name."""
        return self._editors

    def message(self, name: str) -> str:
        """The sentence under a parameter, or an empty text."""
        message = self._messages.get(name)
        return message.text() if message is not None else ""

    # -- building -----------------------------------------------------------------------------------------------------

    def _rebuild(self, rule: type[Primitive] | None) -> None:
        for widget in self._widgets:
            widget.hide()
            self._grid.removeWidget(widget)
            widget.setParent(None)
            widget.deleteLater()
        layout = self.inline.layout()
        assert layout is not None
        while layout.count():
            layout.takeAt(0)
        self._widgets, self._editors, self._messages = [], {}, {}
        self._rule = rule
        if rule is not None:
            self._build(rule)
        self.inline.setVisible(bool(layout.count()))

    def _build(self, rule: type[Primitive]) -> None:
        names = list(rule.parameters())
        inline = rule.type_name() in _INLINE
        if inline:
            # As one reads it: absolute, ± 1.
            names.sort(key=lambda name: name == "tolerance" and rule.type_name() == "NumericTolerance")
        previous: QWidget = self.inline
        for offset, name in enumerate(names):
            editor = editor_for(rule, name, self._theme, self._host)
            editor.setObjectName(f"parameter.{name}")
            editor.edited.connect(self._edited)
            self._editors[name] = editor
            self._widgets.append(editor)
            self._messages[name] = FieldMessage(self._theme, self._host)
            self._widgets.append(self._messages[name])
            if inline:
                self._put_inline(name, editor)
            else:
                self._put_row(rule, name, editor, self._first_row + offset)
            QWidget.setTabOrder(previous, editor)
            previous = editor
        if inline:
            for offset, name in enumerate(names):
                self._grid.addWidget(self._messages[name], self._first_row + offset, 1)
            layout = self.inline.layout()
            assert isinstance(layout, QHBoxLayout)
            layout.addStretch(1)

    def _put_inline(self, name: str, editor: ValueEditor) -> None:
        layout = self.inline.layout()
        assert layout is not None
        if name == "tolerance":
            sign = QLabel("±", self._host)
            sign.setBuddy(editor)
            sign.setProperty("role", "secondary")
            self._widgets.append(sign)
            layout.addWidget(sign)
        layout.addWidget(editor)

    def _put_row(self, rule: type[Primitive], name: str, editor: ValueEditor, row: int) -> None:
        info = rule.parameters()[name]
        editor.setToolTip(info.description or "")
        editor.setAccessibleDescription(info.description or "")
        cell = QWidget(self._host)
        column = QGridLayout(cell)
        column.setContentsMargins(0, 0, 0, 0)
        column.setHorizontalSpacing(self._theme.space(2))
        column.setVerticalSpacing(2)
        column.addWidget(editor, 0, 0)
        if info.description and isinstance(editor, NumberEditor | SwitchEditor):
            hint = QLabel(info.description, cell)
            hint.setProperty("role", "muted")
            hint.setWordWrap(True)
            column.addWidget(hint, 0, 1)
            column.setColumnStretch(1, 1)
        column.addWidget(self._messages[name], 1, 0, 1, 2)
        self._widgets.append(cell)
        caption = self._grid.add_row(row, "" if isinstance(editor, SwitchEditor) else info.title or name, cell, editor)
        caption.setToolTip(info.description or "")
        self._widgets.append(caption)

    # -- values -------------------------------------------------------------------------------------------------------

    @Slot()
    def _edited(self) -> None:
        sender = self.sender()
        name = next((name for name, editor in self._editors.items() if editor is sender), "")
        if not name or self._rule is None or self._shown is None:
            return
        params: dict[str, Any] = {}
        for key, editor in self._editors.items():
            try:
                params[key] = editor.value()
            except InvalidValue as error:
                self._tell(key, f"{error} {OLD_RULE_STAYS}")
                return
        try:
            made = make_primitive(self._rule.type_name(), params)
        except InvalidValue as error:
            self._tell(name, f"{_in_titles(str(error), self._rule)} {OLD_RULE_STAYS}")
            return
        for key in self._editors:
            self._tell(key, "")
        if dump_primitive(made) != dump_primitive(self._shown):
            self._shown = made
            self.changed.emit(made, name)

    def _tell(self, name: str, sentence: str) -> None:
        self._messages[name].show_message(sentence)
        self._editors[name].set_invalid(bool(sentence))


def _without_none(annotation: Any) -> tuple[Any, bool]:
    """The declared type without None, and whether None was part of it."""
    if get_origin(annotation) in (Union, types.UnionType):
        rest = [part for part in get_args(annotation) if part is not type(None)]
        return rest[0], len(rest) < len(get_args(annotation))
    return annotation, False


def _in_titles(sentence: str, rule: type[Primitive]) -> str:
    """A sentence about parameters under the names that the form has for them."""
    for name, info in rule.parameters().items():
        sentence = sentence.replace(f"“{name}”", f"“{info.title or name}”")
    return sentence.removeprefix(f"{rule.label}: ")


def _shown_value(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
