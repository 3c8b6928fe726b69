"""The ground truth of a field, in the editor that fits its type."""

from __future__ import annotations

from datetime import date
from typing import Any

from PySide6.QtCore import QDate, Qt, Slot
from PySide6.QtWidgets import QCalendarWidget, QHBoxLayout, QMenu, QStackedLayout, QWidget, QWidgetAction

from gradewright.model.template import ConditionalGroundTruth, FieldKind, TemplateField
from gradewright_desktop.panels.template.words import unit_of
from gradewright_desktop.theme import Theme
from gradewright_desktop.values.editors import (
    ChoiceEditor,
    LineEditor,
    LinesEditor,
    NumberEditor,
    ValueEditor,
)
from gradewright_desktop.values.truth import parse_date
from gradewright_desktop.widgets.buttons import tool_button
from gradewright_desktop.widgets.fields import GrowingTextEdit
from gradewright_desktop.widgets.labels import label

NAME = "Ground truth"


class TextEditor(ValueEditor):
    """Text of one or more lines."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = GrowingTextEdit(theme, parent=self)
        self.edit.setAccessibleName(name)
        self.edit.textChanged.connect(self._typed)
        self._fill(self.edit)
        self.setFocusProxy(self.edit)
        self._shown = ""

    def value(self) -> str:
        return self.edit.toPlainText()

    def set_value(self, value: Any) -> None:
        text = "" if value is None else str(value)
        if text != self.value():
            self._shown = text
            self.edit.replace_text(text)
        self._shown = text

    @Slot()
    def _typed(self) -> None:
        if self.value() != self._shown:
            self._shown = self.value()
            self.edited.emit()


class DateEditor(LineEditor):
    """A date as text, with a calendar to choose one; a rule with a format of its own takes any text."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self.checked = True
        self.line.setPlaceholderText("2026-03-31")
        self.line.setMaximumWidth(24 * self.line.fontMetrics().averageCharWidth())
        self._calendar = QCalendarWidget(self)
        self._calendar.setAccessibleName("Calendar")
        self._calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self._calendar.activated.connect(self._chosen)
        self._calendar.clicked.connect(self._chosen)
        self._menu = QMenu(self)
        action = QWidgetAction(self._menu)
        action.setDefaultWidget(self._calendar)
        self._menu.addAction(action)
        self._menu.aboutToShow.connect(self._open_at_date)
        choose = tool_button(theme, "calendar", "Choose a date", self._open, parent=self)
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        row.addWidget(choose)
        row.addStretch(1)

    def value(self) -> Any:
        text = str(super().value())
        return parse_date(text) if self.checked and text.strip() else text

    @Slot()
    def _open(self) -> None:
        self._menu.popup(self.line.mapToGlobal(self.line.rect().bottomLeft()))

    @Slot()
    def _open_at_date(self) -> None:
        shown = QDate.fromString(self.line.text().strip()[:10], Qt.DateFormat.ISODate)
        self._calendar.setSelectedDate(shown if shown.isValid() else QDate.currentDate())

    @Slot(QDate)
    def _chosen(self, chosen: QDate) -> None:
        self._menu.close()
        picked = date(chosen.year(), chosen.month(), chosen.day()).isoformat()
        if picked != self.line.text():
            self.line.setText(picked)
            self.edited.emit()


class UnitNumberEditor(NumberEditor):
    """A number with the unit that the field's name tells, as in "recheck_months"."""

    def __init__(self, theme: Theme, name: str, *, whole: bool, parent: QWidget | None = None) -> None:
        super().__init__(name, whole=whole, parent=parent)
        self._unit = label(theme, role="muted", parent=self)
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        row.addWidget(self._unit)
        row.addStretch(1)

    def set_unit(self, unit: str) -> None:
        """Show another unit, or none."""
        self._unit.setText(unit)


class TruthEditor(ValueEditor):
    """Shows one of the editors above; another type, or other choices, bring another one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._made_for: tuple[Any, ...] | None = None
        self._editor: ValueEditor | None = None
        self._conditional = label(theme, role="secondary", wraps=True, selectable=True, parent=self)
        self._stack = QStackedLayout(self)
        self._stack.setSizeConstraint(QStackedLayout.SizeConstraint.SetMinAndMaxSize)
        self._stack.addWidget(self._conditional)

    def show_field(self, field: TemplateField) -> None:
        """Show the ground truth of a field."""
        if isinstance(field.ground_truth, ConditionalGroundTruth):
            self._conditional.setText(_conditional_words(field.ground_truth))
            self._stack.setCurrentWidget(self._conditional)
            return
        made_for = (field.kind, field.choices, type(field.ground_truth) if field.kind is FieldKind.OTHER else None)
        if made_for != self._made_for:
            self._rebuild(field)
            self._made_for = made_for
        assert self._editor is not None
        if isinstance(self._editor, UnitNumberEditor):
            self._editor.set_unit(unit_of(field.name))
        if isinstance(self._editor, DateEditor):
            self._editor.checked = not getattr(field.primitive, "format", None)
        self._editor.set_value(field.ground_truth)
        self._stack.setCurrentWidget(self._editor)

    @property
    def editor(self) -> ValueEditor | None:
        """The editor that is shown, None before the first field."""
        return self._editor

    def value(self) -> Any:
        assert self._editor is not None
        return self._editor.value()

    def set_value(self, value: Any) -> None:
        if self._editor is not None:
            self._editor.set_value(value)

    def set_invalid(self, invalid: bool) -> None:
        if self._editor is not None:
            self._editor.set_invalid(invalid)

    def _rebuild(self, field: TemplateField) -> None:
        if self._editor is not None:
            self._stack.removeWidget(self._editor)
            self._editor.hide()
            self._editor.deleteLater()
        self._editor = self._make(field)
        self._editor.setObjectName("truth")
        self._editor.edited.connect(self.edited)
        self._stack.addWidget(self._editor)
        self.setFocusProxy(self._editor)

    def _make(self, field: TemplateField) -> ValueEditor:
        match field.kind:
            case FieldKind.BOOLEAN:
                return ChoiceEditor(NAME, {True: "yes", False: "no"}, self)
            case FieldKind.WHOLE_NUMBER | FieldKind.NUMBER:
                whole = field.kind is FieldKind.WHOLE_NUMBER
                return UnitNumberEditor(self._theme, NAME, whole=whole, parent=self)
            case FieldKind.LIST:
                return LinesEditor(NAME, self)
            case FieldKind.CHOICE:
                return ChoiceEditor(NAME, {choice: str(choice) for choice in field.choices}, self)
            case FieldKind.DATE:
                return DateEditor(self._theme, NAME, self)
            case FieldKind.OTHER if not isinstance(field.ground_truth, str | None):
                return JsonEditor(self._theme, self)
            case _:
                return TextEditor(self._theme, NAME, self)


class JsonEditor(LineEditor):
    """A value of a type that the form has no words for, as JSON."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(NAME, parent=parent)
        self.line.setFont(theme.font("mono"))

    def value(self) -> Any:
        import json

        from gradewright.errors import InvalidValue

        try:
            return json.loads(self.line.text())
        except (ValueError, RecursionError):
            raise InvalidValue('Write the value as JSON: 3, "text", [1, 2], {"a": 1}.') from None

    def set_value(self, value: Any) -> None:
        import json

        if not self._already(value):
            self.line.setText(json.dumps(value, ensure_ascii=False, default=str))


def _conditional_words(truth: ConditionalGroundTruth) -> str:
    cases = ", ".join(f"{name}: {case.value}" for name, case in truth.cases.items())
    return f"Depends on {truth.source} ({cases}; else {truth.default.value}). Only the code can change it."
