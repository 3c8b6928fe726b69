"""Try it: an answer or its values against the template and rubrics of the question, live; kept only when asked to."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gradewright.edits import AddAnswers
from gradewright.errors import NotFound
from gradewright.formats.template_source import read_template
from gradewright.model.answer import Answer
from gradewright.model.kept_test import KeptTest
from gradewright.model.template import DeclarativeTemplate, Template
from gradewright.store.library import Changes, Library
from gradewright.store.rows import StoredAnswer
from gradewright.verify.kept_tests import kept_test
from gradewright.workers.patterns import WatchedPatterns
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.try_it.answer_edit import AnswerEdit
from gradewright_desktop.panels.try_it.keeping import Keeping
from gradewright_desktop.panels.try_it.kept_view import KeptTests
from gradewright_desktop.panels.try_it.result_view import ResultView
from gradewright_desktop.panels.try_it.trying import Trial, Tried, try_answer
from gradewright_desktop.values.form import ValuesForm
from gradewright_desktop.widgets import EmptyState, SegmentedControl, button, label, line
from gradewright_desktop.workbench import Workbench

PASTE, VALUES = "paste", "values"
_REST_MS = 250
_MENU_ANSWERS = 40
_BUDGET_SECONDS = 0.5
NOTHING_TO_KEEP = "A test keeps an outcome, and nothing could be checked yet."
NO_JUDGE = "Reading values from a text needs a judge, and none is set up."
BY_HAND = "by hand"
FROM_RUN = "From a run…"


class TryIt(QWidget):
    """Follows the navigator to the question of the place."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("try_it")
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._workbench = workbench
        self._patterns = WatchedPatterns(budget=_BUDGET_SECONDS)
        self._benchmark_id = 0
        self._question_id = 0
        self._key = ""
        theme = workbench.theme
        self.mode = SegmentedControl(
            theme, ((PASTE, "Paste an answer"), (VALUES, "Enter values")), "Try with", parent=self
        )
        self.from_run = button(theme, FROM_RUN, self._ask_answers, kind="flat", icon="results", parent=self)
        self.from_run.setAccessibleName("Take an answer from a run")
        self.from_run.setToolTip("Take an answer from a run")
        self._from_run_width = self.from_run.sizeHint().width()
        self.answer = AnswerEdit(theme, self)
        self.check = button(theme, "Read and check", kind="tinted", icon="run", parent=self)
        self.note = label(theme, font="small", role="muted", wraps=True, parent=self)
        self.values = ValuesForm(theme, self)
        self.result = ResultView(theme, self)
        self.keep_test = button(theme, "Keep as test", self.keep_as_test, icon="try", parent=self)
        self.keep = button(theme, "Keep as an answer", self.keep_answer, kind="flat", icon="note", parent=self)
        self.kept = KeptTests(theme, self)
        self.keeping = Keeping(workbench, self.kept, self._patterns, self)
        self._trial: Trial | None = None
        self._outcome: KeptTest | None = None
        self._inputs = QStackedWidget(self)
        self._results = QStackedWidget(self)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self.try_now)
        self._build()
        self._connect()
        self._moved(workbench.navigator.current)

    def take_answer(self, stored: StoredAnswer) -> None:
        """Try a recorded answer with the values that were read from it."""
        self.answer.replace_text(stored.answer.text)
        self._show_template()
        fields = stored.answer.fields
        self.values.set_values(fields or {})
        self.set_mode(VALUES if fields is not None and not stored.answer.text else PASTE)
        self._has_values = fields is not None
        self.try_now()

    @Slot(object)
    def take_test(self, test: KeptTest) -> None:
        """Try a kept test again."""
        self.answer.replace_text(test.text)
        self._show_template()
        self.values.set_values(test.values or {})
        self.set_mode(VALUES if test.values is not None and not test.text else PASTE)
        self._has_values = test.values is not None
        self.try_now()

    def show_test(self, number: int) -> None:
        """Try a kept test again and choose it in the list, by its number from 0."""
        tests = self.keeping.tests
        if 0 <= number < len(tests):
            self.take_test(tests[number])
            self.kept.choose(number)

    def set_mode(self, mode: str) -> None:
        """Show the field for an answer, or those for its values."""
        self.mode.set_current(mode)
        self._mode_chosen(mode)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._workbench.theme
        margin = theme.space("panel_margin")
        head = QHBoxLayout()
        head.setContentsMargins(margin, theme.space(2), theme.space(1), theme.space(2))
        head.setSpacing(theme.space(1))
        head.addWidget(self.mode)
        head.addStretch(1)
        head.addWidget(self.from_run)
        self._inputs.addWidget(self._paste_page())
        self._inputs.addWidget(self._values_page())
        empty = EmptyState(
            theme,
            "Nothing tried yet",
            "Paste an answer, or take one from a run. Nothing is stored until you keep it.",
            ("Paste", self._paste),
            (FROM_RUN, self._ask_answers),
            icon="empty-try",
            parent=self,
        )
        self._results.addWidget(empty)
        self._results.addWidget(self.result)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self._inputs)
        splitter.addWidget(self._results)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        keeping = QHBoxLayout()
        keeping.setSpacing(theme.space(2))
        keeping.addWidget(self.keep_test)
        keeping.addWidget(self.keep)
        keeping.addStretch(1)
        foot = QVBoxLayout()
        foot.setContentsMargins(margin, theme.space(2), margin, theme.space(2))
        foot.setSpacing(theme.space(1))
        foot.addLayout(keeping)
        foot.addWidget(self.kept)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(splitter, 1)
        column.addWidget(line("h", self))
        column.addLayout(foot)
        self._has_values = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        needed = self.mode.sizeHint().width() + self._from_run_width + 3 * self._workbench.theme.space("panel_margin")
        self.from_run.setText(FROM_RUN if event.size().width() >= needed else "")

    def _paste_page(self) -> QWidget:
        theme = self._workbench.theme
        page = QWidget(self)
        row = QHBoxLayout()
        row.setSpacing(theme.space(2))
        self.check.setEnabled(False)
        self.check.setToolTip(NO_JUDGE)
        self.note.setText("Needs a judge. Rules about the text itself are checked as you type.")
        row.addWidget(self.check, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.note, 1)
        column = QVBoxLayout(page)
        column.setContentsMargins(theme.space("panel_margin"), 0, theme.space("panel_margin"), theme.space(3))
        column.setSpacing(theme.space(2))
        column.addWidget(self.answer, 1)
        column.addLayout(row)
        return page

    def _values_page(self) -> QWidget:
        theme = self._workbench.theme
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget(area)
        page.setProperty("surface", "clear")
        self._no_fields = label(
            theme, "This question has no template whose values could be entered.", role="muted", wraps=True
        )
        column = QVBoxLayout(page)
        column.setContentsMargins(theme.space("panel_margin"), 0, theme.space("panel_margin"), theme.space(3))
        column.addWidget(self._no_fields)
        column.addWidget(self.values)
        column.addStretch(1)
        area.setWidget(page)
        return area

    def _connect(self) -> None:
        session = self._workbench.session
        self.mode.chosen.connect(self._mode_chosen)
        self.answer.textChanged.connect(self._edited)
        self.values.edited.connect(self._values_edited)
        self.result.chosen.connect(self.answer.choose)
        self.keeping.load_wanted.connect(self.take_test)
        self._workbench.navigator.moved.connect(self._moved)
        session.changed.connect(self._changed)
        session.library_switched.connect(self._forget)
        # The process that watches slow patterns must not outlive the panel.
        self.destroyed.connect(self._patterns.close)

    # -- following ----------------------------------------------------------------------------------------------------

    @Slot(object)
    def _moved(self, place: Place) -> None:
        if place.workspace != "build" or place.question_id is None or place.question_id == self._question_id:
            return
        self._benchmark_id, self._question_id = place.benchmark_id or 0, place.question_id
        self.answer.replace_text("")
        self._has_values = False
        self._show_template()
        self.values.set_values({})
        self._results.setCurrentIndex(0)
        self.try_now()

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        if self._question_id in changes.questions or self._benchmark_id in changes.benchmarks:
            self._show_template()
            self._edited()

    @Slot()
    def _forget(self) -> None:
        self._benchmark_id = self._question_id = 0
        self.answer.replace_text("")
        self.values.show_template(None)
        self._results.setCurrentIndex(0)

    def _show_template(self) -> None:
        template: Template | None = None
        if self._question_id:
            try:
                question = self._workbench.session.library.question(self._question_id)
            except NotFound:
                return
            self._key = question.key
            self.keeping.show_question(self._benchmark_id, self._question_id, question.kept_tests)
            reading = read_template(question.template)
            template = reading.template if isinstance(reading, DeclarativeTemplate) else None
        self.values.show_template(template)
        self._no_fields.setVisible(not self.values.rows)

    # -- trying -------------------------------------------------------------------------------------------------------

    @Slot()
    def try_now(self) -> None:
        """Check what is entered, off the GUI thread; a newer try makes an older one ignored."""
        self._rest.stop()
        text = self.answer.toPlainText()
        values = self.values.values() if self._has_values else None
        something = bool(text.strip()) or values is not None
        self.keep.setEnabled(something and bool(self._question_id) and not self._workbench.session.read_only)
        self._expect(None)
        if not something or not self._question_id:
            self._results.setCurrentIndex(0)
            self.answer.show_marks("", ())
            return
        self._trial = trial = Trial(self._benchmark_id, self._question_id, text, values)
        work = partial(try_answer, trial=trial, patterns=self._patterns)
        self._workbench.session.query(work, self._take, key="try_it", failed=self._gone)

    @Slot(object)
    def _take(self, tried: Tried) -> None:
        self.result.show_tried(tried)
        self.answer.show_marks(tried.text, tried.marks)
        self._results.setCurrentIndex(1)
        if self._trial is not None and not self._rest.isActive():
            self._expect(kept_test(self._trial.text, self._trial.values, tried))

    def _expect(self, outcome: KeptTest | None) -> None:
        """Say what a test would keep: None while nothing was tried as it stands now."""
        can_keep = outcome is not None and outcome.has_outcome
        self._outcome = outcome if can_keep else None
        self.keep_test.setEnabled(can_keep and not self._workbench.session.read_only)
        self._workbench.commands.set_fact("try_it.has_outcome", can_keep)
        self.keep_test.setToolTip("" if can_keep else NOTHING_TO_KEEP)

    @Slot(object)
    def _gone(self, _error: object) -> None:
        self._results.setCurrentIndex(0)

    @Slot()
    def _edited(self) -> None:
        self._expect(None)
        self._rest.start()

    @Slot()
    def _values_edited(self) -> None:
        self._has_values = not self.values.is_empty
        self._edited()

    @Slot(str)
    def _mode_chosen(self, mode: str) -> None:
        self._inputs.setCurrentIndex(0 if mode == PASTE else 1)

    @Slot()
    def _paste(self) -> None:
        self.set_mode(PASTE)
        self.answer.setFocus(Qt.FocusReason.OtherFocusReason)
        self.answer.paste()

    @Slot()
    def keep_as_test(self) -> None:
        """Keep what was tried, with the outcome that it had."""
        if self._outcome is not None:
            self.keeping.keep(self._outcome)

    @Slot()
    def keep_answer(self) -> None:
        """Put what is tried into the library, as a recorded answer of this question."""
        values = self.values.values() if self._has_values else None
        answer = Answer(self._key, BY_HAND, self.answer.toPlainText(), fields=values)
        self._workbench.session.apply(AddAnswers(self._benchmark_id, (answer,), BY_HAND))
        self._workbench.notices.toast("Kept as a recorded answer of this question.")

    # -- recorded answers ---------------------------------------------------------------------------------------------

    @Slot()
    def _ask_answers(self) -> None:
        if self._question_id:
            work = partial(recorded, benchmark_id=self._benchmark_id, question_id=self._question_id)
            self._workbench.session.query(work, self._show_answers, key="try_it.answers")

    @Slot(object)
    def _show_answers(self, answers: list[StoredAnswer]) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for stored in answers:
            action = QAction(answer_words(stored), menu)
            action.triggered.connect(partial(self._answer_chosen, stored.id))
            menu.addAction(action)
        if not answers:
            menu.addAction("No answer to this question was recorded").setEnabled(False)
        menu.popup(self.from_run.mapToGlobal(QPoint(0, self.from_run.height())))
        self.answers_menu = menu

    def _answer_chosen(self, answer_id: int, _checked: bool = False) -> None:
        self.take_answer(self._workbench.session.library.answer(answer_id))


def recorded(library: Library, benchmark_id: int, question_id: int) -> list[StoredAnswer]:
    """Read the first recorded answers of a question."""
    return library.answers_by_id(library.answer_ids(benchmark_id, question_id=question_id)[:_MENU_ANSWERS])


def answer_words(stored: StoredAnswer) -> str:
    """One line of the menu: who said it, and how it begins."""
    answer = stored.answer
    start = " ".join(answer.text[:120].split())[:60]
    number = f", {answer.replicate}" if answer.replicate > 1 else ""
    return f"{answer.model}{number}: {start}…".replace("&", "&&")
