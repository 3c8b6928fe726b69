"""The results viewer: figures, filters and tables of a run, and the answer that is looked at beside or below them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gradewright.errors import UserError
from gradewright.model.run import RunState
from gradewright.store.changes import Changes
from gradewright.store.library import Library
from gradewright.store.results import ResultFilter, ResultSort
from gradewright.store.rows import RunCheck, RunRow
from gradewright_desktop.navigator import Place
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.panels.results.answer_window import AnswerWindow
from gradewright_desktop.panels.results.answers_pane import AnswersPane
from gradewright_desktop.panels.results.cells_pane import CellsPane
from gradewright_desktop.panels.results.columns import check_name
from gradewright_desktop.panels.results.configuration import Configuration
from gradewright_desktop.panels.results.detail import AnswerDetail
from gradewright_desktop.panels.results.export import ResultsExport, Wanted
from gradewright_desktop.panels.results.filter_bar import FilterBar
from gradewright_desktop.panels.results.filters import filter_words, is_empty
from gradewright_desktop.panels.results.head import TABS, ResultsHead
from gradewright_desktop.panels.results.outline_words import fitting, interrupted_words, subtitle
from gradewright_desktop.panels.results.reading import AnswerReading, read_answer
from gradewright_desktop.panels.results.source import Outline, ResultsSource
from gradewright_desktop.panels.results.words import tr
from gradewright_desktop.widgets import EmptyState, line
from gradewright_desktop.workbench import Workbench

_DETAIL_BESIDE_FROM = 1200
_DETAIL_WIDTH = 496
_DETAIL_SHARE_BELOW = 0.45
_INTERRUPTED = "results.interrupted"


class ResultsView(QWidget):
    """Shows the run that the current place names, or the newest one."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._session = workbench.session
        self._outline: Outline | None = None
        self._detail_wanted = True
        self._told_interrupted: int | None = None
        self.setAccessibleName(tr("Results"))
        theme = workbench.theme
        self.source = ResultsSource(workbench.session, self)
        self._exporting = ResultsExport(workbench, self)
        self.head = ResultsHead(theme, self)
        self.filter_bar = FilterBar(theme, self)
        self.answers = AnswersPane(theme, self.source.read_page, self.filter_bar.clear, self)
        self.cells = CellsPane(theme, workbench.session, self.source, self)
        self.configuration = Configuration(theme, self)
        self.detail = AnswerDetail(theme, parent=self)
        self._empty = EmptyState(
            theme,
            tr("No run yet"),
            tr("A run checks the recorded answers of a benchmark against its templates and rubrics."),
            (tr("New run"), self._start_run),
            icon="empty-results",
            parent=self,
        )
        self._assemble()
        self._connect()
        self._moved(workbench.navigator.current)

    def _assemble(self) -> None:
        self._tables = QStackedWidget(self)
        self._tables.addWidget(self.answers)
        self._tables.addWidget(self.cells)
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.filter_bar)
        column.addWidget(self._tables, 1)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(left)
        self.splitter.addWidget(self.detail)
        self.splitter.setStretchFactor(0, 1)
        self._body = QStackedWidget(self)
        self._body.addWidget(self.splitter)
        self._body.addWidget(self.configuration)
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(line("h", page))
        column.addWidget(self._body, 1)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)

    def _connect(self) -> None:
        session, navigator = self._session, self._workbench.navigator
        navigator.moved.connect(self._moved)
        session.changed.connect(self._changed)
        session.run_progressed.connect(self._run_progressed)
        session.run_finished.connect(self._run_finished)
        self.source.outlined.connect(self._show_outline)
        self.source.failed.connect(self._failed)
        self.head.tab_chosen.connect(self._tab_chosen)
        self.filter_bar.changed.connect(self._filter_changed)
        self.filter_bar.export_wanted.connect(self.export_results)
        self.filter_bar.set_columns_menu(self.answers.fill_columns_menu)
        self.answers.current_changed.connect(self._answer_looked_at)
        self.answers.sort_wanted.connect(self._sort)
        self.answers.table.opened.connect(self._focus_detail)
        self.cells.current_changed.connect(self._cell_looked_at)
        self.cells.table.opened.connect(self._focus_detail)
        for table in (self.answers.table, self.cells.table):
            table.detail_toggled.connect(self.toggle_detail)
        self.detail.step_wanted.connect(self.step)
        self.detail.window_wanted.connect(self.open_window)
        self.detail.code_wanted.connect(self._see_code)

    # -- which run ----------------------------------------------------------------------------------------------------

    @property
    def outline(self) -> Outline | None:
        """What is shown of the run."""
        return self._outline

    @Slot(object)
    def _moved(self, place: Place) -> None:
        if place.workspace != "results":
            return
        if place.run_id is None:
            work = partial(_newest_run, place.benchmark_id)
            self._session.query(work, self._newest_found, key=(id(self), "newest"))
            return
        if place.run_id != self.source.run_id:
            self._open(place.run_id)
        self._show_tab(place.tab if place.tab in TABS else TABS[0])

    def _open(self, run_id: int) -> None:
        self._outline = None
        blocked = self.filter_bar.blockSignals(True)
        self.filter_bar.clear()
        self.filter_bar.blockSignals(blocked)
        self.detail.show_nothing()
        self.source.open_run(run_id, ResultFilter())

    @Slot(object)
    def _newest_found(self, run: RunRow | None) -> None:
        here = self._workbench.navigator.current
        if here.workspace != "results" or here.run_id is not None:
            return
        if run is None:
            self._stack.setCurrentIndex(0)
            self._workbench.commands.set_fact("results.run", None)
            return
        self._workbench.navigator.refine(here.at(kind="run", benchmark_id=run.benchmark_id, run_id=run.id))

    # -- what it shows ------------------------------------------------------------------------------------------------

    @Slot(object)
    def _show_outline(self, outline: Outline) -> None:
        first = self._outline is None
        self._outline = outline
        run = outline.run
        self._stack.setCurrentIndex(1)
        self.head.show_run(run, subtitle(outline))
        filtered = not is_empty(outline.wanted)
        words = fitting(outline) if filtered else ""
        planned = outline.cells.total if filtered else max(run.planned_cells, outline.cells.total)
        self.head.show_figures(outline.cells, outline.spread, planned, filtered=words)
        self.filter_bar.show_count(fitting(outline))
        self._banner(run)
        self.answers.show_outline(outline)
        self.filter_bar.set_choices(outline.models, outline.checks, self.answers.shown_checks())
        self.answers.show_sort(self.source.sort)
        self.cells.show_outline(outline)
        if self._body.currentWidget() is self.configuration:
            self.configuration.show_outline(outline)
        if first and outline.ids and self.answers.table.current_id() not in outline.ids:
            self.answers.table.go_to(0)
        if not outline.ids:
            self.detail.show_nothing()
        self._tell_facts()

    def filter_in_words(self) -> str:
        """Return what the results are restricted to, in words; ``""`` for nothing."""
        outline = self._outline
        if outline is None:
            return ""
        return ", ".join(filter_words(outline.wanted, {c.ordinal: check_name(c) for c in outline.checks}))

    def _tell_facts(self) -> None:
        commands = self._workbench.commands
        commands.set_fact("results.run", self.source.run_id)
        commands.set_fact("results.answer", self._looked_at())
        commands.set_fact("results.filtered", self._outline is not None and not is_empty(self._outline.wanted))

    # -- filters, order, tabs -----------------------------------------------------------------------------------------

    @Slot(object)
    def _filter_changed(self, wanted: ResultFilter) -> None:
        self.detail.find_words(wanted.text)
        self.source.set_wanted(wanted)

    @Slot(object)
    def _sort(self, sort: ResultSort) -> None:
        self.source.set_sort(sort)

    @Slot(str)
    def _tab_chosen(self, tab: str) -> None:
        here = self._workbench.navigator.current
        self._workbench.navigator.refine(here.at(tab=tab))
        self._show_tab(tab)

    def _show_tab(self, tab: str) -> None:
        self.head.tabs.set_current(tab)
        self._body.setCurrentIndex(1 if tab == "configuration" else 0)
        self._tables.setCurrentIndex(1 if tab == "cells" else 0)
        if tab == "cells":
            self.cells.read()
        elif tab == "configuration" and self._outline is not None:
            self.configuration.show_outline(self._outline)

    @property
    def tab(self) -> str:
        """The part that is shown: answers, cells or configuration."""
        return self.head.tabs.current()

    # -- the answer that is looked at ---------------------------------------------------------------------------------

    def _looked_at(self) -> int | None:
        reading = self.detail.reading
        return reading.row.id if reading is not None else None

    @Slot(object, object)
    def _answer_looked_at(self, result_id: int | None, check: RunCheck | None) -> None:
        self.source.look_near(result_id)
        self._look_at(result_id)
        if check is not None:
            self.detail.choose_check(check.kind, check.name)

    @Slot(object, int)
    def _cell_looked_at(self, result_id: int | None, ordinal: int) -> None:
        self._look_at(result_id)
        checks = self._outline.checks if self._outline is not None else ()
        for check in checks:
            if check.ordinal == ordinal:
                self.detail.choose_check(check.kind, check.name)

    def _look_at(self, result_id: int | None) -> None:
        run_id = self.source.run_id
        if result_id is None or run_id is None or result_id == self._looked_at():
            return
        work = partial(_read_answer, run_id, result_id)
        self._session.query(work, self._show_reading, key=(id(self), "detail"), failed=self._reading_failed)

    @Slot(object)
    def _show_reading(self, reading: AnswerReading | None) -> None:
        if reading is None:
            self.detail.show_nothing(tr("This answer is no longer there"), "")
            return
        self.detail.show_reading(reading)
        check = self.answers.current_check() if self.tab == "answers" else None
        if check is not None:
            self.detail.choose_check(check.kind, check.name)
        self._tell_facts()

    @Slot(object)
    def _reading_failed(self, error: UserError) -> None:
        self.detail.show_nothing(tr("This answer could not be read"), str(error))

    @Slot(int)
    def step(self, step: int) -> None:
        """Go to the next (1) or previous (-1) row."""
        table = self.cells.table if self.tab == "cells" else self.answers.table
        table.go_to(table.currentIndex().row() + step)

    def go_to_fail(self, step: int) -> None:
        """Go to the next (1) or previous (-1) answer with a fail."""
        place = self.answers.next_fail(step)
        if place >= 0:
            self.answers.table.go_to(place)
        else:
            self._workbench.notices.toast(tr("No further fail below.") if step > 0 else tr("No further fail above."))

    def open_window(self) -> None:
        """Open the answer in a window of its own."""
        run_id, result_id = self.source.run_id, self._looked_at()
        if run_id is not None and result_id is not None:
            theme = self._workbench.theme
            window = AnswerWindow(theme, self._session, run_id, result_id, self.answers.model, self)
            window.detail.code_wanted.connect(self._see_code)
            window.show()

    @Slot(str, str)
    def _see_code(self, kind: str, sha256: str) -> None:
        from gradewright_desktop.dialogs.code.opening import show_program

        if self._outline is not None:
            show_program(self._workbench, self._outline.run.benchmark_id, kind, sha256)

    @Slot()
    def toggle_detail(self) -> None:
        """Show or hide the answer beside the table."""
        self._detail_wanted = not self._detail_wanted
        self.detail.setVisible(self._detail_wanted)

    @Slot()
    def _focus_detail(self) -> None:
        if not self._detail_wanted:
            self.toggle_detail()
        self.detail.criteria.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- what happens elsewhere ---------------------------------------------------------------------------------------

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        self.source.forget()
        place = self._workbench.navigator.current
        if place.workspace == "results" and (self.source.run_id is None or changes.structure):
            self._moved(place)
        if self.source.run_id in changes.runs:
            self.source.refresh()

    @Slot(object)
    def _run_progressed(self, progress: object) -> None:
        if getattr(progress, "run_id", None) == self.source.run_id:
            self.source.refresh_soon()

    @Slot(int)
    def _run_finished(self, run_id: int) -> None:
        if run_id == self.source.run_id:
            self.source.refresh()

    @Slot(object)
    def _failed(self, error: UserError) -> None:
        self._workbench.notices.error("results", error, key="results.read")

    def _start_run(self) -> None:
        self._workbench.commands.run("run.start")

    @Slot()
    def export_results(self) -> None:
        """Write the results that fit the filter to a file."""
        if self._outline is not None:
            self._exporting.start(Wanted(self._outline.run, self._outline.wanted, self.filter_in_words()))

    def copy_rows(self) -> None:
        """Put the selected rows on the clipboard as a table."""
        table = self.cells.table if self.tab == "cells" else self.answers.table
        QGuiApplication.clipboard().setText(table.selected_text())

    def _banner(self, run: RunRow) -> None:
        """Say of an interrupted run that nothing is lost, and offer to go on."""
        notices = self._workbench.notices
        if run.state is not RunState.INTERRUPTED:
            notices.clear("results", _INTERRUPTED)
        elif self._told_interrupted != run.id:
            self._told_interrupted = run.id
            actions = (
                NoticeAction(tr("Resume"), partial(self._session.resume_run, run.id, run.benchmark_id)),
                NoticeAction(tr("Leave it"), partial(notices.clear, "results", _INTERRUPTED)),
            )
            strong, text = interrupted_words(run)
            notices.banner("results", "warning", text, strong=strong, actions=actions, key=_INTERRUPTED)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        scale = max(1.0, self._workbench.theme.zoom)
        beside = self.window().width() >= _DETAIL_BESIDE_FROM * scale
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if wanted != self.splitter.orientation() or event.oldSize().width() < 100:
            self.splitter.setOrientation(wanted)
            room = self.splitter.width() if beside else self.height() - self.head.sizeHint().height()
            part = round(_DETAIL_WIDTH * scale) if beside else round(room * _DETAIL_SHARE_BELOW)
            self.splitter.setSizes([max(100, room - part), part])


def _newest_run(benchmark_id: int | None, library: Library) -> RunRow | None:
    runs = library.runs(benchmark_id)
    return runs[0] if runs else None


def _read_answer(run_id: int, result_id: int, library: Library) -> AnswerReading | None:
    return read_answer(library, run_id, result_id)
