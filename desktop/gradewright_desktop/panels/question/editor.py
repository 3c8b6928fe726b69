"""The editor of one question: its text, template, rubric, examples and history in tabs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from gradewright.edits import SetQuestion
from gradewright.errors import NotFound
from gradewright.lint.finding import Place as Where
from gradewright.model.question import Question
from gradewright.store.library import Changes, Library
from gradewright.store.rows import StoredAnswer
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.question.examples import ExamplesEditor
from gradewright_desktop.panels.question.head import QuestionHead
from gradewright_desktop.panels.question.history import QuestionHistory
from gradewright_desktop.panels.question.question_form import QuestionForm
from gradewright_desktop.panels.template import TemplatePanel
from gradewright_desktop.widgets import EmptyState, line
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright_desktop.panels.studio import RubricStudio

_FIRST_TAB = "question"


class QuestionEditor(QWidget):
    """Follows the navigator to the question of the place, and the session to what became of it."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("question")
        self._workbench = workbench
        self._benchmark_id = 0
        self._question_id = 0
        self._question: Question | None = None
        self.head = QuestionHead(workbench, self)
        self.form = QuestionForm(workbench, self)
        self.template = TemplatePanel(workbench, self)
        self.examples = ExamplesEditor(workbench, self)
        self.history = QuestionHistory(workbench, self)
        self._rubric_page = QWidget(self)
        self._rubric_wanted = False
        self._rubric: RubricStudio | None = None
        self._pages = QStackedWidget(self)
        self._whole = QStackedWidget(self)
        self._build()
        self._connect()
        self._moved(workbench.navigator.current)

    @property
    def question_id(self) -> int:
        """The question that is shown, 0 for none."""
        return self._question_id

    @property
    def question(self) -> Question | None:
        """What is shown."""
        return self._question

    def current_tab(self) -> str:
        """The key of the chosen tab."""
        return self.head.tabs.current()

    def setFocus(self, *reason: object) -> None:
        """Put the focus into the question's text, where work on a question begins."""
        self.form.focus_part("text")

    def show_words(self, where: Where) -> None:
        """Go to what a finding is about: a field of the template, or words of the question."""
        part, _colon, name = where.part.partition(":")
        if where.entry_id is not None:
            self._show_tab("rubric")
            if self._rubric is not None:
                self._rubric.show_words(where)
        elif part == "kept-test":
            self._show_tab("template")
            self._try_test(int(name))
        elif part in ("field", "template", "code"):
            self.template.show_words(name, where.start, where.end)
        else:
            self.form.focus_part(part, where.start, where.end)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        QVBoxLayout(self._rubric_page).setContentsMargins(0, 0, 0, 0)
        for page in (self.form, self.template, self._rubric_page, self.examples, self.history):
            self._pages.addWidget(page)
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(line("h-strong", self))
        column.addWidget(self._pages, 1)
        gone = EmptyState(
            self._workbench.theme,
            "This question is not in the library",
            "It was removed. Undo brings it back.",
            icon="empty-question",
            parent=self,
        )
        self._whole.addWidget(content)
        self._whole.addWidget(gone)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._whole)

    def _connect(self) -> None:
        workbench = self._workbench
        workbench.navigator.moved.connect(self._moved)
        workbench.session.changed.connect(self._changed)
        workbench.session.library_switched.connect(self._forget)
        self.head.tabs.chosen.connect(self._tab_chosen)
        self.head.overview_wanted.connect(self._go_to_benchmark)
        self.head.finished_toggled.connect(self.toggle_finished)
        self.head.step_wanted.connect(self.step)
        self.template.field_count_changed.connect(self._field_count_changed)
        self.examples.count_changed.connect(self._example_count_changed)
        self.form.answers.try_wanted.connect(self._try_answer)

    # -- showing ------------------------------------------------------------------------------------------------------

    @Slot(object)
    def _moved(self, place: Place) -> None:
        if place.workspace != "build" or place.kind != "question" or place.question_id is None:
            return
        self._show_tab(place.tab or _FIRST_TAB)
        if place.question_id != self._question_id:
            self._question_id, self._benchmark_id = place.question_id, place.benchmark_id or 0
            self._read()

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        if self._question_id in changes.questions or (changes.structure and self._question_id):
            self._read()
        elif self._benchmark_id in changes.benchmarks and self._question is not None:
            self._show_head(self._question)

    @Slot()
    def _forget(self) -> None:
        self._question_id, self._question = 0, None

    def _read(self) -> None:
        library = self._workbench.session.library
        try:
            question = library.question(self._question_id)
            self._benchmark_id = library.benchmark_of(self._question_id)
            removed = not library.question_is_there(self._question_id)
        except NotFound:
            self._whole.setCurrentIndex(1)
            return
        self._whole.setCurrentIndex(1 if removed else 0)
        self._question = question
        self._show(question)

    def _show(self, question: Question) -> None:
        self._show_head(question)
        self.form.show_question(self._benchmark_id, self._question_id, question)
        self.template.show_question(self._question_id, question.template)
        self.examples.show_question(self._question_id, question.few_shot)
        self.history.show_question(self._question_id)

    def _show_head(self, question: Question) -> None:
        row = self._workbench.session.library.benchmark_row(self._benchmark_id)
        self.head.crumb.setText(f"{row.name} › Questions")
        self.head.title.set_full_text(question.text or "No text yet")
        self.head.show_finished(question.finished, editable=not self._workbench.session.read_only)
        own, of_all = len(question.rubric), row.entry_count
        self.head.tabs.set_count("rubric", f"{of_all} + {own}" if own or of_all else "")
        self._workbench.commands.set_fact("question.finished", question.finished)

    @Slot(int)
    def _field_count_changed(self, count: int) -> None:
        self.head.tabs.set_count("template", str(count) if count else "")

    @Slot(int)
    def _example_count_changed(self, count: int) -> None:
        self.head.tabs.set_count("examples", str(count) if count else "")

    def _show_tab(self, tab: str) -> None:
        if tab not in self.head.tabs.buttons:
            tab = _FIRST_TAB
        self.head.tabs.set_current(tab)
        if tab == "rubric":
            self._need_rubric()
        pages = {
            "question": self.form,
            "template": self.template,
            "rubric": self._rubric_page,
            "examples": self.examples,
            "history": self.history,
        }
        self._pages.setCurrentWidget(pages[tab])

    def _need_rubric(self) -> None:
        """Build the rubric's editor when its tab is first shown. It follows the navigator by itself."""
        if not self._rubric_wanted:
            # Set first: the editor goes to its first criterion while it is built, which leads here again.
            self._rubric_wanted = True
            from gradewright_desktop.panels.studio import RubricStudio

            self._rubric = RubricStudio(self._workbench, self._rubric_page, kind="question")
            self._workbench.panels.register("question.rubric", self._rubric)
            self._workbench.commands.attach(self._rubric, "rubric")
            layout = self._rubric_page.layout()
            assert layout is not None
            layout.addWidget(self._rubric)

    # -- doing --------------------------------------------------------------------------------------------------------

    @Slot(str)
    def _tab_chosen(self, tab: str) -> None:
        place = self._workbench.navigator.current
        if place.kind == "question" and place.question_id == self._question_id:
            self._workbench.navigator.refine(place.at(tab="" if tab == _FIRST_TAB else tab))
        else:
            self._show_tab(tab)

    @Slot()
    def _go_to_benchmark(self) -> None:
        self._workbench.navigator.go(Place("build", "benchmark", self._benchmark_id))

    @Slot()
    def toggle_finished(self) -> None:
        """Mark the question as finished, or as not finished."""
        if self._question is not None and not self._workbench.session.read_only:
            finished = not self._question.finished
            self._workbench.session.apply(SetQuestion(self._question_id, "finished", finished))

    @Slot(int)
    def step(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) question of the benchmark."""
        work = partial(neighbour, benchmark_id=self._benchmark_id, question_id=self._question_id, step=step)
        self._workbench.session.query(work, self._go_to_neighbour, key="question.step")

    @Slot(object)
    def _go_to_neighbour(self, question_id: int | None) -> None:
        if question_id is not None:
            tab = self.head.tabs.current()
            tab = "" if tab == _FIRST_TAB else tab
            place = Place("build", "question", self._benchmark_id, question_id, tab=tab)
            self._workbench.navigator.go(place)

    def _try_test(self, number: int) -> None:
        """Load a kept test into Try it, where that is open; the findings beside it stay in view."""
        from gradewright_desktop.panels.try_it import TryIt

        panel = self._workbench.panels.get("try_it")
        if isinstance(panel, TryIt):
            panel.show_test(number)

    @Slot(object)
    def _try_answer(self, stored: StoredAnswer) -> None:
        from gradewright_desktop.panels.try_it import TryIt

        if "view.try_it" in self._workbench.commands:
            self._workbench.commands.run("view.try_it")
        panel = self._workbench.panels.get("try_it")
        if isinstance(panel, TryIt):
            panel.take_answer(stored)


def neighbour(library: Library, benchmark_id: int, question_id: int, step: int) -> int | None:
    """Return the question that stands next to another one; None at the ends."""
    ids = library.question_ids(benchmark_id)
    position = ids.index(question_id) + step if question_id in ids else -1
    return ids[position] if 0 <= position < len(ids) else None
