"""The overview of a benchmark: what it is, what it holds, what needs care."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gradewright.edits import SetBenchmark
from gradewright.errors import NotFound
from gradewright.lint.finding import Place as Where
from gradewright.model.question import Benchmark
from gradewright.store.library import Changes
from gradewright_desktop.models.pairs import json_pairs, json_value, refuse_double_names
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.overview.summary_view import SummaryView
from gradewright_desktop.panels.overview.words import Summary, read_summary, scenario_lines
from gradewright_desktop.widgets import (
    FieldMessage,
    GrowingTextEdit,
    LineField,
    SectionHeader,
    label,
)
from gradewright_desktop.widgets.form_grid import FormGrid
from gradewright_desktop.widgets.pairs_table import PairsTable
from gradewright_desktop.widgets.person_field import PersonField
from gradewright_desktop.widgets.text_selection import select_words
from gradewright_desktop.workbench import Workbench

# Counting reads all questions; while somebody types, once in a while is enough.
_RECOUNT_MS = 400


class BenchmarkOverview(QWidget):
    """Follows the navigator to a benchmark, and the session to what became of it."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("overview")
        self._workbench = workbench
        self._benchmark_id: int | None = None
        self._is_old = False
        self._benchmark: Benchmark | None = None
        theme = workbench.theme
        self.name = LineField(theme, placeholder="Name of the benchmark", parent=self)
        self.description = GrowingTextEdit(theme, placeholder="What this benchmark is for", min_lines=2, parent=self)
        self.version = LineField(theme, parent=self)
        self.creator = PersonField(theme, "Creator", self)
        self.identifier = LineField(theme, placeholder="Address or identifier, if it has one", parent=self)
        self.created = LineField(theme, placeholder="As the file says it", parent=self)
        self.modified = label(theme, role="secondary", selectable=True, parent=self)
        self.custom = PairsTable(
            theme, "Custom properties", ("Name", "Value"), "Type a name", refuse_double_names, self
        )
        self.message = FieldMessage(theme, self)
        self.summary = SummaryView(workbench, self)
        self.scenarios = label(theme, role="secondary", wraps=True, selectable=True, parent=self)
        self._scenario_head = SectionHeader(
            theme, "Scenarios", "kept as they came and written back; they do not run here"
        )
        self._recount = QTimer(self)
        self._recount.setSingleShot(True)
        self._recount.setInterval(_RECOUNT_MS)
        self._recount.timeout.connect(self._count)
        self._build()
        self._connect()
        self._moved(workbench.navigator.current)

    @property
    def benchmark_id(self) -> int | None:
        """The benchmark that is shown."""
        return self._benchmark_id

    @Slot()
    def flush(self) -> None:
        """Hand everything typed to the library."""
        for field in (self.name, self.description, self.version, self.identifier, self.created, self.creator):
            field.flush()

    def show_words(self, where: Where) -> None:
        """Go to the field that a finding names, and select its words."""
        field = self.name if where.part == "name" else self.description
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        select_words(field, where.start, where.end)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._workbench.theme
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget(area)
        page.setProperty("surface", "base")
        column = QVBoxLayout(page)
        column.setContentsMargins(theme.space(5), theme.space(4), theme.space(6), theme.space(6))
        column.setSpacing(theme.space(3))
        self.name.setFont(theme.font("title"))
        self.name.setAccessibleName("Name")
        column.addWidget(self.name)
        column.addWidget(self.summary)
        column.addSpacing(theme.space(2))
        column.addLayout(self._form())
        column.addWidget(SectionHeader(theme, "Custom properties", "kept in the file beside the benchmark"))
        column.addWidget(self.custom)
        column.addWidget(self.message)
        column.addWidget(self._scenario_head)
        column.addWidget(self.scenarios)
        column.addStretch(1)
        area.setWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        theme.changed.connect(self._follow_theme)

    def _form(self) -> FormGrid:
        theme = self._workbench.theme
        form = FormGrid(theme)
        self.version.setMaximumWidth(20 * self.fontMetrics().averageCharWidth())
        dates = QWidget(self)
        row = QHBoxLayout(dates)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(4))
        row.addWidget(self.created, 1)
        row.addWidget(self.modified, 1)
        form.add_row(0, "Description", self.description)
        form.add_row(1, "Version", self.version)
        form.add_row(2, "Creator", self.creator, self.creator.lines["name"])
        form.add_row(3, "Identifier", self.identifier)
        form.add_row(4, "Created", dates, self.created)
        return form

    def _connect(self) -> None:
        workbench = self._workbench
        for aspect in ("name", "description", "version", "identifier", "created"):
            getattr(self, aspect).committed.connect(partial(self._text_committed, aspect))
        self.creator.committed.connect(self._creator_committed)
        self.custom.changed.connect(self._custom_changed)
        self.custom.refused.connect(self.message.show_message)
        workbench.session.settling.connect(self.flush)
        workbench.session.changed.connect(self._changed)
        workbench.session.library_switched.connect(self._forget)
        workbench.navigator.moved.connect(self._moved)

    # -- showing ------------------------------------------------------------------------------------------------------

    @Slot(object)
    def _moved(self, place: Place) -> None:
        if place.workspace != "build" or place.kind not in ("benchmark", "questions") or place.benchmark_id is None:
            return
        if place.benchmark_id != self._benchmark_id:
            self.flush()
            self._benchmark_id = place.benchmark_id
            self.summary.show_summary(Summary(), Benchmark(""))
            self._read(replace_typed=True)

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        if self._benchmark_id in changes.benchmarks and not self.isVisible():
            # Somebody works on something else of the benchmark; reading it can wait until it is looked at.
            self._is_old = True
        elif self._benchmark_id in changes.benchmarks:
            self._read(replace_typed=False)
        elif self._benchmark_id in changes.answers_of or changes.questions or changes.runs:
            self._recount.start()

    @Slot()
    def _forget(self) -> None:
        self._benchmark_id, self._benchmark = None, None

    @Slot()
    def _follow_theme(self) -> None:
        self.name.setFont(self._workbench.theme.font("title"))

    def _read(self, *, replace_typed: bool) -> None:
        self._is_old = False
        if self._benchmark_id is None:
            return
        try:
            self._benchmark = self._workbench.session.library.benchmark(self._benchmark_id)
        except NotFound:
            self._forget()
            return
        self._show(self._benchmark, replace_typed)
        if replace_typed:
            self._count()
        else:
            self._recount.start()

    def _show(self, benchmark: Benchmark, replace_typed: bool) -> None:
        for aspect in ("name", "description", "version", "identifier", "created"):
            field, text = getattr(self, aspect), getattr(benchmark, aspect)
            (field.replace_text if replace_typed else field.set_text)(text)
        self.creator.set_value(benchmark.creator, replace=replace_typed)
        self.modified.setText(f"Changed {benchmark.modified}" if benchmark.modified else "")
        self.custom.set_pairs(json_pairs(benchmark.custom))
        self.message.show_message("")
        self.scenarios.setText("\n".join(scenario_lines(benchmark.scenarios)))
        self._scenario_head.setVisible(bool(benchmark.scenarios))
        self.scenarios.setVisible(bool(benchmark.scenarios))
        read_only = self._workbench.session.read_only
        self.description.set_read_only(read_only)
        for line in (self.name, self.version, self.identifier, self.created):
            line.setReadOnly(read_only)
        self.creator.set_read_only(read_only)
        self.custom.set_editable(not read_only)

    @Slot()
    def _count(self) -> None:
        if self._benchmark_id is not None and self.isVisible():
            work = partial(read_summary, benchmark_id=self._benchmark_id)
            self._workbench.session.query(work, self._take, key="overview.summary", failed=self._gone)

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        if self._is_old:
            self._read(replace_typed=False)
        self._count()

    @Slot(object)
    def _take(self, summary: Summary) -> None:
        if self._benchmark is None:
            return
        self.summary.show_summary(summary, self._benchmark)

    @Slot(object)
    def _gone(self, _error: object) -> None:
        # The benchmark was removed while it was counted; the tree and the undo say so.
        self.summary.show_summary(Summary(), Benchmark(""))

    # -- edits --------------------------------------------------------------------------------------------------------

    def _set(self, aspect: str, value: Any) -> None:
        if self._benchmark_id is None or self._benchmark is None or self._workbench.session.read_only:
            return
        if getattr(self._benchmark, aspect) != value:
            self._benchmark = replace(self._benchmark, **{aspect: value})
            self._workbench.session.apply(SetBenchmark(self._benchmark_id, aspect, value))

    def _text_committed(self, aspect: str, text: str) -> None:
        if aspect == "name" and not text.strip():
            self.message.show_message("A benchmark needs a name. The old name stays.")
            if self._benchmark is not None:
                self.name.replace_text(self._benchmark.name)
            return
        self._set(aspect, text)

    @Slot(object)
    def _creator_committed(self, value: Any) -> None:
        self._set("creator", dict(value) if isinstance(value, Mapping) else value)

    @Slot()
    def _custom_changed(self) -> None:
        self.message.show_message("")
        self._set("custom", {name: json_value(text) for name, text in self.custom.pairs()})
