"""The fields of a template: the table above, the form of the chosen one below, the rule tree where there is one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gradewright.errors import InvalidValue
from gradewright.model.template import Template, TemplateField
from gradewright_desktop.panels.template import drafting
from gradewright_desktop.panels.template.field_form import FieldForm
from gradewright_desktop.panels.template.fields_model import FieldsModel
from gradewright_desktop.panels.template.fields_table import FieldsTable
from gradewright_desktop.panels.template.strategy_tree import StrategyTree
from gradewright_desktop.panels.template.strategy_words import with_current_fields
from gradewright_desktop.panels.template.template_draft import TemplateDraft
from gradewright_desktop.panels.template.words import kind_words
from gradewright_desktop.theme import Theme
from gradewright_desktop.values.truth import parse_number
from gradewright_desktop.widgets.buttons import button
from gradewright_desktop.widgets.empty_state import EmptyState
from gradewright_desktop.widgets.labels import Chip, FieldMessage, label


class FieldsView(QWidget):
    """Shows the draft as fields and turns what is done to them into changes of the draft."""

    def __init__(self, theme: Theme, draft: TemplateDraft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._draft = draft
        self._chosen = ""
        self.model = FieldsModel(self)
        self.table = FieldsTable(theme, self.model, self)
        self.message = FieldMessage(theme, self)
        self.form = FieldForm(theme, self)
        self.strategy = StrategyTree(theme, self)
        self._name = label(theme, font="strong", parent=self)
        self._kind = Chip(theme, "", parent=self)
        self._duplicate = button(theme, "Duplicate", self.duplicate_field, kind="flat", icon="duplicate", parent=self)
        self._remove = button(theme, "Remove", self.remove_field, kind="flat", icon="remove", parent=self)
        self._stack = QStackedWidget(self)
        self._build()
        self._connect()

    # -- showing ------------------------------------------------------------------------------------------------------

    def show_fields(self, template: Template, *, editable: bool) -> None:
        """Show these fields; the chosen one stays chosen while it is there."""
        self.model.set_template(template, editable=editable)
        field = template.field(self._chosen)
        if field is None and template.fields:
            row = min(max(0, self.table.currentIndex().row()), len(template.fields) - 1)
            field = template.fields[row]
        self._show_field(template, field, editable)
        self.strategy.setEnabled(editable)
        if template.strategy is not None:
            self.strategy.show_template(template)
        self._duplicate.setVisible(editable)
        self._remove.setVisible(editable)

    def forget(self) -> None:
        """Another question: no field is chosen yet."""
        self._chosen = ""
        self.message.show_message("")

    def show_strategy(self, visible: bool) -> None:
        """Show or hide the tree of a rule of its own."""
        self.strategy.setVisible(visible)

    @property
    def chosen(self) -> str:
        """The name of the field whose form is shown."""
        return self._chosen

    def choose_field(self, name: str) -> None:
        """Choose a field and show its form."""
        self.table.choose(name)

    def _show_field(self, template: Template, field: TemplateField | None, editable: bool) -> None:
        self._chosen = field.name if field is not None else ""
        self._stack.setCurrentIndex(1 if field is not None else 0)
        self.form.show_field(template, field, editable=editable)
        if field is not None:
            self._name.setText(field.name)
            self._kind.setText(kind_words(field))
            if self.table.currentIndex().row() != self.model.add_row or not self.table.hasFocus():
                self.table.choose(field.name)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        empty = EmptyState(
            self._theme,
            "No fields yet",
            "A template checks facts: each field has a type, the right value and a rule.",
            ("Add field", self.begin_add),
            icon="empty-template",
            parent=self,
        )
        self._stack.addWidget(empty)
        self._stack.addWidget(self._form_page())
        upper = QWidget(self)
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        column.addWidget(self.message)
        self.strategy.setContentsMargins(*(self._theme.space(4), self._theme.space(2)) * 2)
        self.strategy.hide()
        self.splitter = QSplitter(Qt.Orientation.Vertical, self)
        self.splitter.setObjectName("template.splitter")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(upper)
        self.splitter.addWidget(self.strategy)
        self.splitter.addWidget(self._stack)
        for part in range(3):
            self.splitter.setStretchFactor(part, 1)
        self.splitter.setSizes([260, 220, 340])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.splitter)

    def _form_page(self) -> QWidget:
        page = QWidget(self)
        page.setProperty("surface", "base")
        head = QHBoxLayout()
        head.setSpacing(self._theme.space(2))
        self._name.setFont(self._theme.font("mono"))
        for widget in (self._name, self._kind):
            head.addWidget(widget)
        head.addStretch(1)
        head.addWidget(self._duplicate)
        head.addWidget(self._remove)
        area = QScrollArea(page)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        holder = QWidget(area)
        holder.setProperty("surface", "base")
        inside = QVBoxLayout(holder)
        inside.setContentsMargins(0, 0, self._theme.space(3), self._theme.space(4))
        inside.addWidget(self.form)
        area.setWidget(holder)
        column = QVBoxLayout(page)
        column.setContentsMargins(self._theme.space(5), self._theme.space(3), self._theme.space(2), 0)
        column.addLayout(head)
        column.addWidget(area, 1)
        return page

    def _connect(self) -> None:
        self.table.field_chosen.connect(self._field_chosen)
        self.table.remove_wanted.connect(self._remove_named)
        self.table.duplicate_wanted.connect(self._duplicate_named)
        self.table.step_wanted.connect(self._step_named)
        self.table.open_wanted.connect(self._open_form)
        self.model.add_wanted.connect(self._add_named)
        self.model.rename_wanted.connect(self._rename)
        self.model.weight_wanted.connect(self._weigh)
        self.model.move_wanted.connect(self._move)
        self.form.changed.connect(self._field_changed)
        self.strategy.changed.connect(self._strategy_changed)

    # -- what people do -----------------------------------------------------------------------------------------------

    @Slot()
    def begin_add(self) -> None:
        """Let a new name be typed."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self.table.begin_add()

    @Slot()
    def duplicate_field(self) -> None:
        """Put a copy of the chosen field behind it."""
        if self._chosen:
            self._duplicate_named(self._chosen)

    @Slot()
    def remove_field(self) -> None:
        """Take the chosen field out."""
        if self._chosen:
            self._remove_named(self._chosen)

    @Slot(str)
    def _field_chosen(self, name: str) -> None:
        template = self._draft.template
        if template is not None and name and name != self._chosen:
            self._show_field(template, template.field(name), self._draft.editable)
        elif template is None and name:
            self._chosen = name
            self._draft.changed.emit()

    @Slot(str)
    def _open_form(self, _name: str) -> None:
        self.form.description.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def _add_named(self, words: str) -> None:
        template = self._draft.template
        if template is None:
            return
        name = drafting.identifier_from(words)
        if self._refuses(drafting.name_problem(template, name or words)):
            return
        self._chosen = name
        changed = drafting.add_field(template, drafting.new_field(name))
        self._put(changed, f"add field {name}", template, at_once=True)

    @Slot(str, str)
    def _rename(self, old: str, new: str) -> None:
        template = self._draft.template
        field = template.field(old) if template is not None else None
        if template is None or field is None or self._refuses(drafting.name_problem(template, new, old)):
            return
        if self._chosen == old:
            self._chosen = new
        self._put(drafting.replace_field(template, old, replace(field, name=new)), f"rename field {old}", at_once=True)

    @Slot(str, str)
    def _weigh(self, name: str, text: str) -> None:
        template = self._draft.template
        field = template.field(name) if template is not None else None
        if template is None or field is None:
            return
        try:
            weight = parse_number(text)
        except InvalidValue as error:
            self._refuses(f"{error} The old weight stays.")
            return
        self._put(drafting.replace_field(template, name, replace(field, weight=weight)), f"set weight of {name}")

    @Slot(str, int)
    def _move(self, name: str, position: int) -> None:
        self._edit(lambda template: drafting.move_field(template, name, position), f"move field {name}")

    @Slot(str, int)
    def _step_named(self, name: str, step: int) -> None:
        row = self.model.row_of(name) + step
        if 0 <= row < self.model.add_row:
            self._move(name, row)

    @Slot(str)
    def _remove_named(self, name: str) -> None:
        self._edit(lambda template: drafting.remove_field(template, name), f"remove field {name}")

    @Slot(str)
    def _duplicate_named(self, name: str) -> None:
        template = self._draft.template
        if template is not None:
            changed, copy = drafting.duplicate_field(template, name)
            self._chosen = copy
            self._put(changed, f"add field {copy}", template, at_once=True)

    @Slot(object, str)
    def _field_changed(self, field: TemplateField, title: str) -> None:
        template = self._draft.template
        if template is not None and self._chosen:
            self._put(drafting.replace_field(template, self._chosen, field), f"{title} {field.name}", template)

    @Slot(object)
    def _strategy_changed(self, template: Template) -> None:
        self._put(template, "set when the template passes")

    def _edit(self, change: Callable[[Template], Template], title: str) -> None:
        template = self._draft.template
        if template is not None:
            self._put(change(template), title, template, at_once=True)

    def _put(self, template: Template, title: str, before: Template | None = None, *, at_once: bool = False) -> None:
        """Hand a changed template to the draft; "any field" and "at least n" go on meaning all compared fields."""
        if before is not None:
            template = replace(template, strategy=_kept_strategy(template, before))
        self.message.show_message("")
        try:
            self._draft.set_template(template, title, at_once=at_once)
        except InvalidValue as error:
            self._refuses(str(error))

    def _refuses(self, sentence: str | None) -> bool:
        self.message.show_message(sentence or "")
        return sentence is not None


def _kept_strategy(template: Template, before: Template):  # type: ignore[no-untyped-def]
    compared = [field.name for field in template.verified_fields]
    same = compared == [field.name for field in before.verified_fields]
    return template.strategy if same else with_current_fields(template, before)
