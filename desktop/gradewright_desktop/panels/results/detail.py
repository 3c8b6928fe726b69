"""One answer with what was judged about it: the text with marks, the fields, the checks and their reasons."""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gradewright.model.run import Cell, CheckKind
from gradewright.model.traits import CallableTrait
from gradewright.workers.code import CodeKind, code_sha256, template_bytes
from gradewright_desktop.panels.results.answer_text import AnswerText
from gradewright_desktop.panels.results.check_page import definition, kind_of
from gradewright_desktop.panels.results.criteria import CriteriaList
from gradewright_desktop.panels.results.field_list import FieldList
from gradewright_desktop.panels.results.pairs_page import PairsPage
from gradewright_desktop.panels.results.reading import AnswerReading
from gradewright_desktop.panels.results.reasons import Reasons
from gradewright_desktop.panels.results.words import count_text, tr
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import ElidedLabel, EmptyState, SegmentedControl, label, line, tool_button

_SIDE_BY_SIDE = 700
TABS = ("answer", "fields", "question", "check")


def length_words(text: str) -> str:
    """Return how long a text is: in words, or in characters where words are not set apart by spaces."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text[:2000])
    if wide * 3 > len(text[:2000]):
        return tr("{count} characters").format(count=count_text(sum(not c.isspace() for c in text)))
    count = len(text.split())
    return tr("1 word") if count == 1 else tr("{count} words").format(count=count_text(count))


class AnswerDetail(QWidget):
    """Shows an :class:`AnswerReading`. ``step_wanted`` carries 1 for the next answer and -1 for the previous one.

    ``code_wanted`` carries the kind and the hash of the code that stood in the way of a check.
    """

    step_wanted = Signal(int)
    window_wanted = Signal()
    check_chosen = Signal(object)
    code_wanted = Signal(str, str)

    def __init__(self, theme: Theme, *, own_window: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._reading: AnswerReading | None = None
        self.setAccessibleName(tr("Answer in detail"))
        self.text = AnswerText(theme, self)
        self.fields = FieldList(theme, self)
        self._no_fields = EmptyState(theme, tr("No fields"), "", icon="empty-template", parent=self)
        self._question = PairsPage(theme, tr("Question"), parent=self)
        self._check = PairsPage(theme, tr("Check"), frozenset({tr("Pattern")}), self)
        self.criteria = CriteriaList(theme, self)
        self.reasons = Reasons(theme, self)
        self._stack = QStackedWidget(self)
        self._empty = EmptyState(
            theme,
            tr("Choose an answer"),
            tr("Its text, its fields and the reasons for its verdicts show up here."),
            icon="empty-results",
            parent=self,
        )
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._build_page(own_window))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self.criteria.chosen.connect(self._criterion_chosen)
        self.reasons.code_wanted.connect(self._see_code)
        self.fields.chosen.connect(self._field_chosen)
        self.tabs.chosen.connect(self._tab_chosen)

    def _build_page(self, own_window: bool) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._build_head(own_window))
        self.tabs = SegmentedControl(
            self._theme,
            [("answer", tr("Answer")), ("fields", tr("Fields")), ("question", tr("Question")), ("check", tr("Check"))],
            tr("Parts of the answer"),
            kind="tab",
            parent=page,
        )
        self.tabs.setContentsMargins(self._theme.space(1), 0, 0, 0)
        column.addWidget(self.tabs)
        column.addWidget(line("h", page))
        self._pages = QStackedWidget(page)
        self._fields_stack = QStackedWidget(page)
        self._fields_stack.addWidget(self.fields)
        self._fields_stack.addWidget(self._no_fields)
        for widget in (self.text, self._fields_stack, self._question, self._check):
            self._pages.addWidget(widget)
        self.splitter = QSplitter(Qt.Orientation.Vertical, page)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self._pages)
        self.splitter.addWidget(self._build_checks(page))
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([900, 1000])
        column.addWidget(self.splitter, 1)
        return page

    def _build_head(self, own_window: bool) -> QVBoxLayout:
        space = self._theme.space
        head = QVBoxLayout()
        head.setContentsMargins(space(3), space(3), space(2), space(1))
        head.setSpacing(space(1))
        first = QHBoxLayout()
        first.setSpacing(space(1))
        self._title = ElidedLabel(self._theme, font="title", parent=self)
        first.addWidget(self._title, 1)
        self._buttons = [
            tool_button(self._theme, "previous", tr("Previous answer (Alt+Up)"), self._go_back, parent=self),
            tool_button(self._theme, "collapse", tr("Next answer (Alt+Down)"), self._go_on, parent=self),
        ]
        if not own_window:
            words = tr("Open in a window of its own (Ctrl+Shift+O)")
            self._buttons.append(tool_button(self._theme, "open-window", words, self._open_window, parent=self))
        for made in self._buttons:
            first.addWidget(made)
        head.addLayout(first)
        self._meta = ElidedLabel(self._theme, font="small", role="muted", parent=self)
        head.addWidget(self._meta)
        return head

    def _build_checks(self, parent: QWidget) -> QWidget:
        box = QWidget(parent)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        bar = QWidget(box)
        bar.setProperty("surface", "panel")
        row = QHBoxLayout(bar)
        row.setContentsMargins(self._theme.space(3), self._theme.space(1), self._theme.space(3), self._theme.space(1))
        row.addWidget(label(self._theme, tr("Criteria"), font="section", parent=bar))
        row.addStretch(1)
        self._count = label(self._theme, font="small", role="muted", parent=bar)
        row.addWidget(self._count)
        column.addWidget(line("h", box))
        column.addWidget(bar)
        self._lists = QSplitter(Qt.Orientation.Vertical, box)
        self._lists.setChildrenCollapsible(False)
        self._lists.addWidget(self.criteria)
        self._lists.addWidget(self.reasons)
        self._lists.setStretchFactor(0, 1)
        self._lists.setStretchFactor(1, 1)
        self._lists.setSizes([1000, 800])
        column.addWidget(self._lists, 1)
        return box

    # -- what is shown ------------------------------------------------------------------------------------------------

    @property
    def reading(self) -> AnswerReading | None:
        """The answer that is shown."""
        return self._reading

    def show_nothing(self, title: str = "", sentence: str = "") -> None:
        """Show the empty state, with other words where the answer could not be read."""
        self._reading = None
        if title:
            self._empty.set_words(title, sentence)
        else:
            self._empty.set_words(
                tr("Choose an answer"), tr("Its text, its fields and the reasons for its verdicts show up here.")
            )
        self._stack.setCurrentIndex(0)

    def show_title(self, question: str, model: str) -> None:
        """Show title and model at once; text and judgements follow when they were read."""
        self._title.set_full_text(" ".join(question.split()))
        self._meta.set_full_text(model)
        self._stack.setCurrentIndex(1)

    def show_reading(self, reading: AnswerReading) -> None:
        """Show an answer. Tab and criterion stay as they were."""
        same = self._reading is not None and self._reading.row.id == reading.row.id
        self._reading = reading
        row = reading.row
        self.show_title(row.question_text, row.model)
        meta = [row.model, length_words(reading.text)]
        if row.replicate > 1:
            meta.append(tr("replicate {number}").format(number=count_text(row.replicate)))
        self._meta.set_full_text(" · ".join(meta))
        if same and self.text.toPlainText() and self.text.marks:
            self.text.show_marks(reading.marks)
        else:
            self.text.show_answer(reading.text, reading.marks)
        self._show_fields(reading)
        self._question.show_pairs(_question_pairs(reading))
        self._count.setText(
            tr("1 check") if len(reading.cells) == 1 else tr("{count} checks").format(count=len(reading.cells))
        )
        self.criteria.show_cells(reading.cells)
        self._criterion_chosen(self.criteria.current_cell())

    def _show_fields(self, reading: AnswerReading) -> None:
        template = next((cell for cell in reading.cells if cell.kind is CheckKind.TEMPLATE), None)
        fields = template.fields if template is not None else ()
        self.fields.show_fields(fields)
        self._fields_stack.setCurrentIndex(0 if fields else 1)
        if template is None:
            self._no_fields.set_words(tr("No template"), tr("This question has no template to compare fields with."))
        elif not fields:
            self._no_fields.set_words(tr("No fields compared"), template.message or tr("No field was compared."))
        passed = sum(outcome.passed is True for outcome in fields)
        words = tr("Fields {passed}/{count}").format(passed=passed, count=len(fields)) if fields else tr("Fields")
        self.tabs.set_text("fields", words)

    def choose_check(self, kind: CheckKind, check: str) -> None:
        """Choose the criterion of a column of the table."""
        self.criteria.choose_check(kind, check)

    def choose_tab(self, tab: str) -> None:
        """Show one of :data:`TABS`."""
        self.tabs.set_current(tab)
        self._tab_chosen(tab)

    def find_words(self, words: str) -> None:
        """Mark what the search field looks for in the text."""
        self.text.find_words(words)

    def next_quote(self) -> None:
        """Go to the next words that a verdict rests on, the first ones after the last."""
        self.choose_tab("answer")
        check = self.text.next_mark()
        cell = next((line for line in self.criteria.lines() if line.cell.check == check), None)
        if cell is not None:
            self.criteria.choose_check(cell.cell.kind, cell.cell.check)

    @Slot(object)
    def _criterion_chosen(self, cell: Cell | None) -> None:
        trait = self._reading.traits.get(cell.check) if self._reading is not None and cell is not None else None
        # Of a template all values are marked anyway; one of its fields is chosen in the list of fields.
        chosen = cell is not None and cell.kind is not CheckKind.TEMPLATE
        self.text.choose(cell.check if cell is not None and chosen else "")
        if cell is None:
            self.reasons.show_reason(None, "", "", [])
            self._check.show_pairs([])
            return
        kind = kind_of(cell, trait)
        supports = {number: mark.supports for number, mark in self.text.marks}
        quotes = [(number, words, supports[number]) for number, words in self.text.numbers_of(cell.check)]
        self.reasons.show_reason(cell, kind.words, kind.icon, quotes)
        self._check.show_pairs(definition(cell, trait))
        self.check_chosen.emit(cell)

    @Slot()
    def _see_code(self) -> None:
        cell, reading = self.criteria.current_cell(), self._reading
        if cell is None or reading is None:
            return
        trait = reading.traits.get(cell.check)
        if cell.kind is CheckKind.TEMPLATE:
            source = template_bytes(reading.question.template)
            self.code_wanted.emit(str(CodeKind.TEMPLATE), code_sha256(source))
        elif isinstance(trait, CallableTrait):
            self.code_wanted.emit(str(CodeKind.CALLABLE), code_sha256(trait.callable_code))

    @Slot(str)
    def _field_chosen(self, name: str) -> None:
        template = next((c for c in self.criteria.lines() if c.cell.kind is CheckKind.TEMPLATE), None)
        if template is not None and name:
            self.text.choose(template.cell.check, name)

    @Slot(str)
    def _tab_chosen(self, tab: str) -> None:
        self._pages.setCurrentIndex(TABS.index(tab))

    def _go_back(self) -> None:
        self.step_wanted.emit(-1)

    def _go_on(self) -> None:
        self.step_wanted.emit(1)

    def _open_window(self) -> None:
        self.window_wanted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= _SIDE_BY_SIDE * max(1.0, self._theme.zoom)
        wanted = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if self.splitter.orientation() != wanted:
            self.splitter.setOrientation(wanted)
            self.splitter.setSizes([1000, 1200 if wide else 1000])
            self._lists.setOrientation(wanted)
            self._lists.setSizes([1000, 900 if wide else 800])


def _question_pairs(reading: AnswerReading) -> list[tuple[str, str]]:
    pairs = [(tr("Question"), reading.question.text)]
    if reading.question.reference:
        pairs.append((tr("Reference answer"), reading.question.reference))
    if reading.question.keywords:
        pairs.append((tr("Keywords"), ", ".join(reading.question.keywords)))
    return pairs
