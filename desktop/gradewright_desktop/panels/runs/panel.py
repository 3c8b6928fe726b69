"""The list of runs: by benchmark, newest first, with what goes on and what can be resumed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QDate, QItemSelectionModel, QModelIndex, Qt, QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QListView, QStackedWidget, QVBoxLayout, QWidget

from gradewright.model.run import RunState
from gradewright.store.changes import Changes
from gradewright.store.library import Library
from gradewright.store.rows import RunRow
from gradewright_desktop.models.record_list import RecordListModel
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.runs.delegate import RunDelegate
from gradewright_desktop.panels.runs.items import RESUMABLE, RunItem, line_text, run_items, tr
from gradewright_desktop.widgets import EmptyState, button, label, line, tool_button
from gradewright_desktop.widgets.search_field import SearchField
from gradewright_desktop.workbench import Workbench

_REFRESH_MS = 400


class RunsList(QWidget):
    """Choosing a run goes to its results."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._runs: Sequence[RunRow] = ()
        self._settling = False
        self.setAccessibleName(tr("Runs"))
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        theme = workbench.theme
        self.field = SearchField(theme, tr("Filter the runs"), tr("Filter"), self)
        self.model: RecordListModel[RunItem] = RecordListModel(_key, _title, _spoken, _tip, _is_run, self)
        self.view = QListView(self)
        self._empty = EmptyState(
            theme,
            tr("No run yet"),
            tr("A run checks recorded answers against templates and rubrics. It works offline and costs nothing."),
            (tr("New run"), partial(self._run_command, "runs.new")),
            icon="empty-results",
            parent=self,
        )
        self._nothing = EmptyState(
            theme,
            tr("Nothing fits this filter"),
            "",
            (tr("Clear the filter"), self.field.clear),
            icon="empty-search",
            parent=self,
        )
        self._pages = QStackedWidget(self)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_REFRESH_MS)
        self._later.timeout.connect(self.read)
        self._build()
        self._connect()
        self.read()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._workbench.theme
        space = theme.space
        head = QHBoxLayout()
        head.setContentsMargins(space("panel_margin"), space(1), space(1), 0)
        head.addWidget(label(theme, tr("Runs"), font="strong", parent=self))
        head.addStretch(1)
        self._add = tool_button(theme, "add", tr("New run"), partial(self._run_command, "runs.new"), parent=self)
        head.addWidget(self._add)
        field = QHBoxLayout()
        field.setContentsMargins(space(2), 0, space(2), space(1))
        field.addWidget(self.field)
        self._build_view()
        for page in (self.view, self._empty, self._nothing):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(space(1))
        column.addLayout(head)
        column.addLayout(field)
        column.addWidget(self._pages, 1)
        column.addWidget(self._build_foot())

    def _build_view(self) -> None:
        view = self.view
        view.setModel(self.model)
        view.setItemDelegate(RunDelegate(self._workbench.theme, view))
        view.setProperty("surface", "panel")
        view.setFrameShape(QListView.Shape.NoFrame)
        view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setResizeMode(QListView.ResizeMode.Adjust)
        view.setAccessibleName(tr("Runs"))

    def _build_foot(self) -> QWidget:
        """The foot is there for runs that can go on: rows of a list hold no buttons."""
        theme = self._workbench.theme
        self._foot = QWidget(self)
        column = QVBoxLayout(self._foot)
        margin = theme.space("panel_margin")
        column.setContentsMargins(0, 0, 0, theme.space(2))
        column.setSpacing(theme.space(2))
        column.addWidget(line(parent=self._foot))
        row = QHBoxLayout()
        row.setContentsMargins(margin, 0, margin, 0)
        self._foot_words = label(theme, font="small", role="muted", wraps=True, parent=self._foot)
        self._resume = button(
            theme, tr("Resume"), partial(self._run_command, "runs.resume"), kind="tinted", icon="run", parent=self._foot
        )
        row.addWidget(self._foot_words, 1)
        row.addWidget(self._resume)
        column.addLayout(row)
        self._foot.hide()
        return self._foot

    def _connect(self) -> None:
        session = self._workbench.session
        session.changed.connect(self._changed)
        session.run_started.connect(self._run_moved)
        session.run_finished.connect(self._run_moved)
        session.run_progressed.connect(self._run_progressed)
        self._workbench.navigator.moved.connect(self._moved)
        self._workbench.theme.changed.connect(self._restyle)
        self.field.textChanged.connect(self._show)
        self.view.selectionModel().currentChanged.connect(self._chosen)

    # -- what is shown ------------------------------------------------------------------------------------------------

    @property
    def runs(self) -> Sequence[RunRow]:
        """All runs of the library, newest first."""
        return self._runs

    @Slot()
    def read(self) -> None:
        """Read the runs of the library again."""
        self._workbench.session.query(_read_runs, self._take, key=(id(self), "runs"))

    @Slot(object)
    def _take(self, runs: Sequence[RunRow]) -> None:
        self._runs = runs
        self._show()

    @Slot()
    def _show(self) -> None:
        items = run_items(self._runs, self.field.text(), QDate.currentDate())
        self._settling = True
        self.model.set_records(items)
        self._settling = False
        self._pages.setCurrentWidget(self.view if items else self._nothing if self._runs else self._empty)
        if not items and self._runs:
            words = tr("{count} runs are here, none fits “{filter}”.")
            text = words.format(count=len(self._runs), filter=self.field.text().strip())
            self._nothing.set_words(tr("Nothing fits this filter"), text)
        self.field.setEnabled(bool(self._runs))
        self._mark_current()

    def _mark_current(self) -> None:
        """Select the run that the window is at, without going there again."""
        place = self._workbench.navigator.current
        position = self.model.position_of(f"run:{place.run_id}") if place.run_id is not None else -1
        self._settling = True
        if position >= 0:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.view.selectionModel().setCurrentIndex(self.model.index(position), flags)
        else:
            self.view.selectionModel().clear()
        self._settling = False
        self._show_foot()

    def current_run(self) -> RunRow | None:
        """Return the run that is chosen."""
        item = self.model.record(self.view.currentIndex().row())
        return item.run if item is not None else None

    def _show_foot(self) -> None:
        run = self.current_run()
        resumable = run is not None and run.state in RESUMABLE
        if run is not None and resumable:
            text = line_text(run, QDate.currentDate())
            self._foot_words.setText(tr("Run {number}: {line} judged and kept.").format(number=run.number, line=text))
        self._foot.setVisible(resumable)
        self._workbench.commands.set_fact("runs.resumable", run.id if run is not None and resumable else None)

    # -- signals ------------------------------------------------------------------------------------------------------

    @Slot(QModelIndex, QModelIndex)
    def _chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        item = self.model.record(current.row()) if current.isValid() else None
        if self._settling or item is None or item.run is None:
            return
        self._show_foot()
        here = self._workbench.navigator.current
        place = Place("results", "run", item.run.benchmark_id, run_id=item.run.id, tab=here.tab)
        # Walking through the list with the arrow keys is one step of the history, not one a row.
        go = self._workbench.navigator.refine if here.kind == "run" else self._workbench.navigator.go
        go(place)

    @Slot(object)
    def _moved(self, place: Place) -> None:
        if place.workspace == "results":
            self._mark_current()

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        if changes.runs or changes.benchmarks or changes.structure:
            self.read()

    @Slot(int)
    def _run_moved(self, _run_id: int) -> None:
        self.read()

    @Slot(object)
    def _run_progressed(self, progress: object) -> None:
        if getattr(progress, "state", None) is RunState.GOING and not self._later.isActive():
            self._later.start()

    @Slot()
    def _restyle(self) -> None:
        self.view.scheduleDelayedItemsLayout()

    def _run_command(self, command_id: str) -> None:
        commands = self._workbench.commands
        reason = commands.reason(command_id)
        if reason is not None:
            self._workbench.notices.toast(reason)
        else:
            commands.run(command_id)


def _read_runs(library: Library) -> Sequence[RunRow]:
    return library.runs()


def _key(item: RunItem) -> str:
    return item.key


def _title(item: RunItem) -> str:
    return item.title


def _spoken(item: RunItem) -> str:
    return item.spoken


def _tip(item: RunItem) -> str:
    return f"{item.title}: {item.line}" if item.run is not None else item.title


def _is_run(item: RunItem) -> bool:
    return item.run is not None
