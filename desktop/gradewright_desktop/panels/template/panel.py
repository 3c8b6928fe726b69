"""The Template tab: fields or code, when it passes, and what a program in a file gives away without being run."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from gradewright.model.template import BrokenTemplate, HandWrittenTemplate, Template
from gradewright.workers.code import CodeKind, code_sha256, template_bytes
from gradewright_desktop.dialogs.code.words import allowed_words
from gradewright_desktop.panels.template.code_view import CodeView
from gradewright_desktop.panels.template.fields_view import FieldsView
from gradewright_desktop.panels.template.strategy_bar import StrategyBar
from gradewright_desktop.panels.template.template_draft import TemplateDraft
from gradewright_desktop.widgets.buttons import button
from gradewright_desktop.widgets.labels import line
from gradewright_desktop.widgets.notices import Banner
from gradewright_desktop.widgets.segmented import SegmentedControl
from gradewright_desktop.workbench import Workbench

FIELDS, CODE = "fields", "code"
Actions = tuple[tuple[str, Callable[[], None]], ...]


class TemplatePanel(QWidget):
    """Edits the template of one question. ``field_count_changed`` carries how many fields there are."""

    field_count_changed = Signal(int)

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("template")
        self._workbench = workbench
        theme = workbench.theme
        self.draft = TemplateDraft(workbench.session, theme.motion("flush_idle_ms"), self)
        self.mode = SegmentedControl(theme, ((FIELDS, "Fields"), (CODE, "Code")), "Show the template as", parent=self)
        self.passes = StrategyBar(theme, self)
        self.fields = FieldsView(theme, self.draft, self)
        self.code = CodeView(theme, self.draft, workbench.settings, self)
        self._add = button(theme, "Field", self.fields.begin_add, icon="add", parent=self)
        self._add.setAccessibleName("Add field")
        self._banner: Banner | None = None
        self._banner_words: tuple[str, ...] = ()
        self._pages = QStackedWidget(self)
        self._build()
        self.mode.chosen.connect(self._mode_chosen)
        self.passes.changed.connect(self._strategy_changed)
        self.draft.changed.connect(self._show)
        workbench.code.changed.connect(self._show)
        self._show()

    def show_question(self, question_id: int | None, source: str) -> None:
        """Show the template of a question; news of the same question keep what is being typed."""
        other = question_id != self.draft.question_id
        if other:
            self.code.leave()
            self.fields.forget()
            self.passes.forget()
        self.draft.show_question(question_id, source)
        if other:
            self.code.enter()
            is_program = isinstance(self.draft.reading, HandWrittenTemplate | BrokenTemplate)
            self.set_mode(CODE if is_program or self.code.has_draft else FIELDS)

    def set_mode(self, mode: str) -> None:
        """Show the fields or the code."""
        self.mode.set_current(mode)
        self._mode_chosen(mode)

    def choose_field(self, name: str) -> None:
        """Show a field's form, for whoever points at it: a finding, a result."""
        if self.draft.template is not None:
            self.set_mode(FIELDS)
        self.fields.choose_field(name)

    def show_words(self, name: str, start: int, end: int) -> None:
        """Go to what a finding says about the template: a field, or the source where no field is named."""
        if self.draft.template is None:
            self.set_mode(CODE)
            self.code.go_to_problem()
            return
        if name:
            self.choose_field(name)
            self.fields.form.show_description(start, end)
        else:
            self.set_mode(FIELDS)
            self.fields.table.setFocus()

    def flush(self) -> None:
        """Hand everything typed to the library."""
        self.code.commit()
        self.draft.flush()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._workbench.theme
        bar = QWidget(self)
        bar.setProperty("surface", "window")
        row = QHBoxLayout(bar)
        row.setContentsMargins(theme.space(4), theme.space(2), theme.space(4), theme.space(2))
        row.setSpacing(theme.space(4))
        row.addWidget(self.mode)
        row.addWidget(self.passes)
        row.addStretch(1)
        row.addWidget(self._add)
        self._banner_place = QVBoxLayout()
        self._banner_place.setContentsMargins(theme.space(4), 0, theme.space(4), 0)
        self._pages.addWidget(self.fields)
        self._pages.addWidget(self.code)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(line(parent=self))
        column.addLayout(self._banner_place)
        column.addWidget(self._pages, 1)

    # -- showing ------------------------------------------------------------------------------------------------------

    @Slot()
    def _show(self) -> None:
        reading, template = self.draft.reading, self.draft.template
        editable = self.draft.editable
        shown = template if template is not None else _readable_part(self.draft)
        self.fields.show_fields(shown, editable=editable)
        self.passes.setVisible(template is not None and len(template.verified_fields) > 1)
        self.passes.setEnabled(editable)
        if template is not None:
            self.passes.show_template(template)
        self.fields.show_strategy(template is not None and self.passes.is_custom and self.passes.isVisibleTo(self))
        self._add.setVisible(editable)
        self.code.show_source()
        self._show_banner(reading)
        self.field_count_changed.emit(len(shown.fields))

    def _show_banner(self, reading: object) -> None:
        if isinstance(reading, HandWrittenTemplate):
            count = len(reading.fields)
            words = "1 field could be read." if count == 1 else f"{count} fields could be read."
            caption = "Start a template from it" if count == 1 else "Start a template from them"
            start = (caption, self._start_from_fields)
            actions: Actions = (start,) if count and not self._workbench.session.read_only else ()
            actions = (("See the code…", self._see_code), *actions)
            decision = self._workbench.code.decision(CodeKind.TEMPLATE, self._sha256())
            if decision is None:
                self._put_banner("info", "Written by hand: shown, not run.", words, actions)
            else:
                self._put_banner("ok", "Written by hand, allowed to run.", allowed_words(decision.at), actions)
        elif isinstance(reading, BrokenTemplate):
            place = f"Line {reading.problem.line}: " if reading.problem.line else ""
            self._put_banner("error", "This code cannot be read.", f"{place}{reading.problem.message}", ())
        else:
            self._put_banner("", "", "", ())

    def _put_banner(self, kind: str, strong: str, text: str, actions: Actions) -> None:
        words = (kind, strong, text)
        if words == self._banner_words:
            return
        self._banner_words = words
        if self._banner is not None:
            self._banner_place.removeWidget(self._banner)
            self._banner.hide()
            self._banner.deleteLater()
            self._banner = None
        space = self._workbench.theme.space(2) if kind else 0
        self._banner_place.setContentsMargins(space * 2, space, space * 2, space)
        if kind:
            self._banner = Banner(
                self._workbench.theme,
                kind,
                text,
                strong=strong,
                actions=actions,
                closable=False,
                parent=self,
            )
            self._banner_place.addWidget(self._banner)

    def _sha256(self) -> str:
        return code_sha256(template_bytes(self.draft.source))

    # -- what people do -----------------------------------------------------------------------------------------------

    @Slot(str)
    def _mode_chosen(self, mode: str) -> None:
        if mode == FIELDS:
            self.code.commit()
        self._pages.setCurrentWidget(self.code if mode == CODE else self.fields)

    @Slot(object)
    def _strategy_changed(self, template: Template) -> None:
        self.draft.set_template(template, "set when the template passes")

    def _see_code(self) -> None:
        from gradewright_desktop.dialogs.code.opening import show_program

        benchmark_id = self._workbench.navigator.current.benchmark_id
        if benchmark_id is not None:
            show_program(self._workbench, benchmark_id, CodeKind.TEMPLATE, self._sha256())

    @Slot()
    def _start_from_fields(self) -> None:
        if self.draft.start_from_read_fields():
            self.set_mode(FIELDS)


def _readable_part(draft: TemplateDraft) -> Template:
    reading = draft.reading
    if isinstance(reading, HandWrittenTemplate):
        return Template(tuple(reading.fields))
    return Template()
