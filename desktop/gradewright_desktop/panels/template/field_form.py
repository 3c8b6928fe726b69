"""The form of one template field: what the judge is told, type, right value, rule with its range, weight."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gradewright.errors import InvalidValue
from gradewright.model.primitives import Primitive
from gradewright.model.template import FieldKind, Template, TemplateField
from gradewright_desktop.panels.template import drafting
from gradewright_desktop.panels.template.accepts_row import AcceptsRow
from gradewright_desktop.panels.template.comparison_combo import ComparisonCombo
from gradewright_desktop.panels.template.field_extras import FieldExtras
from gradewright_desktop.panels.template.parameters import OLD_RULE_STAYS, ParameterForm
from gradewright_desktop.panels.template.rule_change import begin_rule
from gradewright_desktop.panels.template.source_problems import unknown_option_sentence
from gradewright_desktop.panels.template.truth_editor import TextEditor, TruthEditor
from gradewright_desktop.panels.template.words import KIND_WORDS, share_words
from gradewright_desktop.theme import Theme
from gradewright_desktop.values.editors import LinesEditor, NumberEditor
from gradewright_desktop.widgets.buttons import button
from gradewright_desktop.widgets.form_grid import FormGrid
from gradewright_desktop.widgets.labels import FieldMessage, label
from gradewright_desktop.widgets.text_selection import select_words

_PARAMETER_ROWS = 10
_NARROW_CHARACTERS = 80


class FieldForm(QWidget):
    """``changed`` carries the changed field and the words of the undo, without the field's name."""

    changed = Signal(object, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._template = Template()
        self._field: TemplateField | None = None
        self.description = TextEditor(theme, "Tell the judge", self)
        self.kind = QComboBox(self)
        self.choices = LinesEditor("Choices", self)
        self.truth = TruthEditor(theme, self)
        self.comparison = ComparisonCombo(self)
        self.accepts = AcceptsRow(theme, self)
        self.weight = NumberEditor("Weight", parent=self)
        self.share = label(theme, role="muted", parent=self)
        self.extras = FieldExtras(theme, self)
        self._messages = {
            name: FieldMessage(theme, self) for name in ("description", "truth", "rule", "weight", "choices")
        }
        self._drop_unknown = button(theme, "Leave it out", self._forget_unknown, kind="flat", parent=self)
        self._labels: dict[str, QLabel] = {}
        self._grid = FormGrid(theme)
        self.parameters = ParameterForm(theme, self._grid, 10, self)
        self._build()
        self._connect()

    @property
    def field(self) -> TemplateField | None:
        """The field that is shown."""
        return self._field

    def show_field(self, template: Template, field: TemplateField | None, *, editable: bool) -> None:
        """Show a field of a template. What is being typed stays where it means the same value."""
        self._template = template
        self._field = field
        self.setEnabled(editable and field is not None)
        if field is None:
            return
        self.description.set_value(field.description)
        self._show_kind(field)
        self.truth.show_field(field)
        self.comparison.show_rule(field.primitive, field.kind)
        self.parameters.show_rule(field.primitive)
        self.accepts.show_field(field)
        self.weight.set_value(field.weight)
        self.share.setText(share_words(template, field, drafting.weight_share(template, field)))
        self.extras.show_field(field)
        self._show_rows(field)
        self._clear_messages(field)

    def show_description(self, start: int, end: int) -> None:
        """Put the focus into what the judge is told, and select words of it."""
        self.description.setFocus(Qt.FocusReason.OtherFocusReason)
        select_words(self.description.edit, start, end)

    def message(self, name: str) -> str:
        """The sentence under a row: description, truth, rule, weight, choices, or a parameter's name."""
        shown = self._messages.get(name)
        return shown.text() if shown is not None else self.parameters.message(name)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        grid = self._grid
        self.kind.setAccessibleName("Type")
        for kind, words in KIND_WORDS.items():
            self.kind.addItem(words, kind)
        self._row(0, "Tell the judge", self.description, "description")
        self._row(2, "Type", _left(self.kind))
        self._row(4, "Choices", self.choices, "choices")
        self._row(6, "Ground truth", self.truth, "truth")
        comparison = QWidget(self)
        self._comparison_row = QBoxLayout(QBoxLayout.Direction.LeftToRight, comparison)
        self._comparison_row.setContentsMargins(0, 0, 0, 0)
        self._comparison_row.setSpacing(self._theme.space(2))
        # At the leading edge in either direction: a widget of fixed width stands in the middle by default.
        self._comparison_row.addWidget(self.comparison, 0, Qt.AlignmentFlag.AlignLeading)
        self._comparison_row.addWidget(self.parameters.inline, 1)
        self._row(8, "Comparison", comparison, "rule")
        self._labels["Comparison"].setBuddy(self.comparison)
        after = 10 + _PARAMETER_ROWS
        self._row(after, "Accepts", self.accepts)
        self._row(after + 2, "Weight", self._weight_row(), "weight")
        self._labels["Weight"].setBuddy(self.weight)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(2))
        column.addLayout(grid)
        column.addWidget(self.extras)
        column.addStretch(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # A tolerance stands beside its rule where there is room, else below it.
        narrow = event.size().width() < _NARROW_CHARACTERS * self.fontMetrics().averageCharWidth()
        directions = QBoxLayout.Direction
        self._comparison_row.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)

    def minimumSizeHint(self) -> QSize:
        # What the narrow form needs; the layout's own answer is that of the wide one until it was narrowed.
        return QSize(40 * self.fontMetrics().averageCharWidth(), super().minimumSizeHint().height())

    def _row(self, row: int, words: str, widget: QWidget, message: str = "") -> None:
        self._labels[words] = self._grid.add_row(row, words, widget)
        if message == "rule":
            line = QHBoxLayout()
            line.addWidget(self._messages[message], 1)
            line.addWidget(self._drop_unknown, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addLayout(line, row + 1, 1)
        elif message:
            self._grid.addWidget(self._messages[message], row + 1, 1)

    def _weight_row(self) -> QWidget:
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self._theme.space(2))
        row.addWidget(self.weight)
        row.addWidget(self.share)
        row.addStretch(1)
        return holder

    def _connect(self) -> None:
        self.description.edited.connect(self._description_edited)
        self.kind.activated.connect(self._kind_chosen)
        self.choices.edited.connect(self._choices_edited)
        self.truth.edited.connect(self._truth_edited)
        self.comparison.chosen.connect(self._rule_chosen)
        self.parameters.changed.connect(self._parameter_edited)
        self.weight.edited.connect(self._weight_edited)
        self.extras.changed.connect(self.changed)

    # -- showing ------------------------------------------------------------------------------------------------------

    def _show_kind(self, field: TemplateField) -> None:
        row = self.kind.findData(field.kind)
        other = self.kind.findData(FieldKind.OTHER)
        self.kind.setItemText(other, f"other: {field.annotation}" if field.kind is FieldKind.OTHER else "other")
        model = self.kind.model()
        model.item(other).setEnabled(field.kind is FieldKind.OTHER)  # type: ignore[attr-defined]
        self.kind.setCurrentIndex(row)
        self.choices.set_value([str(choice) for choice in field.choices])

    def _show_rows(self, field: TemplateField) -> None:
        choice = field.kind is FieldKind.CHOICE
        self._show_row("Choices", self.choices, choice)
        self._show_row("Accepts", self.accepts, self.accepts.has_range)
        compared = field.primitive is not None
        self.weight.setEnabled(compared)
        self.truth.setEnabled(compared)
        unused = compared and field.primitive is not None and field.primitive.ignores_ground_truth
        self._labels["Ground truth"].setToolTip("This rule does not look at the ground truth." if unused else "")

    def _show_row(self, words: str, widget: QWidget, visible: bool) -> None:
        self._labels[words].setVisible(visible)
        widget.setVisible(visible)

    def _clear_messages(self, field: TemplateField) -> None:
        for name in ("description", "truth", "weight", "choices"):
            self._messages[name].show_message("")
        for editor in (self.description, self.truth, self.weight, self.choices):
            editor.set_invalid(False)
        sentence = unknown_option_sentence(field)
        self._drop_unknown.setVisible(sentence is not None)
        if sentence is not None:
            self._messages["rule"].show_message(f"{sentence} It came with the file and has no effect.", "warning")
            return
        self._messages["rule"].show_message(self.accepts.caution, "info")

    # -- edits --------------------------------------------------------------------------------------------------------

    @Slot()
    def _description_edited(self) -> None:
        text = str(self.description.value())
        if not text.strip():
            self._refuse(
                "description",
                self.description,
                "A judge needs to be told what to look for.",
                stays="The old words stay.",
            )
            return
        self._change("set what to tell the judge for", description=text)

    @Slot(int)
    def _kind_chosen(self, _row: int) -> None:
        kind = FieldKind(self.kind.currentData())
        if self._field is not None and kind is not self._field.kind:
            self.changed.emit(drafting.with_kind(self._field, kind), "set type of")

    @Slot()
    def _choices_edited(self) -> None:
        if self._field is None:
            return
        by_text = {str(choice): choice for choice in self._field.choices}
        texts = [line.strip() for line in self.choices.value()]
        if len(texts) < 1 or len(set(texts)) < len(texts):
            reason = "Each choice may stand there once." if texts else "At least one choice is needed."
            self._refuse("choices", self.choices, reason, stays="The old choices stay.")
            return
        self.changed.emit(
            drafting.with_choices(self._field, tuple(by_text.get(text, text) for text in texts)), "set choices of"
        )

    @Slot()
    def _truth_edited(self) -> None:
        try:
            value = self.truth.value()
        except InvalidValue as error:
            self._refuse("truth", self.truth, str(error), stays="The old value stays until this is right.")
            return
        self._change("set ground truth of", ground_truth=value)

    @Slot(str)
    def _rule_chosen(self, name: str) -> None:
        field = self._field
        if field is None or name == (field.primitive.type_name() if field.primitive else ""):
            return
        primitive = begin_rule(name, field.primitive, field.ground_truth) if name else None
        truth = field.ground_truth
        if primitive is not None and truth is None and not primitive.ignores_ground_truth:
            from gradewright_desktop.values.truth import empty_truth

            truth = empty_truth(field.kind, field.choices)
        self.changed.emit(replace(field, primitive=primitive, unknown={}, ground_truth=truth), "set comparison of")

    @Slot(object, str)
    def _parameter_edited(self, primitive: Primitive, name: str) -> None:
        title = (primitive.parameters()[name].title or name).lower()
        self._change(f"set {title} of", primitive=primitive)

    @Slot()
    def _weight_edited(self) -> None:
        try:
            weight = float(self.weight.value())
        except InvalidValue as error:
            self._refuse("weight", self.weight, str(error), stays="The old weight stays until this is right.")
            return
        self._change("set weight of", weight=weight)

    @Slot()
    def _forget_unknown(self) -> None:
        self._change("leave out an unknown option of", unknown={})

    def _change(self, title: str, **values: Any) -> None:
        if self._field is None:
            return
        changed = replace(self._field, **values)
        if changed != self._field or any(type(values[name]) is not type(getattr(self._field, name)) for name in values):
            self.changed.emit(changed, title)
        else:
            self._clear_messages(self._field)

    def _refuse(self, name: str, editor: Any, sentence: str, *, stays: str = OLD_RULE_STAYS) -> None:
        self._messages[name].show_message(f"{sentence} {stays}")
        editor.set_invalid(True)


def _left(widget: QWidget) -> QWidget:
    """The widget at its own width, at the leading edge of the row."""
    holder = QWidget(widget.parentWidget())
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(widget)
    row.addStretch(1)
    holder.setFocusProxy(widget)
    return holder
