"""What needs care in the current benchmark, for the status bar: questions that are not finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from gradewright_desktop.navigator import Place
from gradewright_desktop.shell.status import MainStatusBar
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright.store.library import Changes, Library
    from gradewright.store.rows import BenchmarkRow


class Care(QObject):
    """Counts again whenever the benchmark changes or another one is shown."""

    def __init__(self, workbench: Workbench, status: MainStatusBar, parent: QObject | None = None):
        super().__init__(parent)
        self._workbench = workbench
        self._status = status
        self._benchmark_id: int | None = None
        workbench.navigator.moved.connect(self._moved)
        workbench.session.changed.connect(self._changed)
        workbench.session.library_switched.connect(self._clear)

    @Slot(object)
    def _moved(self, place: Place) -> None:
        if place.benchmark_id != self._benchmark_id:
            self._benchmark_id = place.benchmark_id
            self._count()

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        if changes.structure or self._benchmark_id in changes.benchmarks or changes.questions:
            self._count()

    @Slot()
    def _clear(self) -> None:
        self._benchmark_id = None
        self._status.set_care("")

    def _count(self) -> None:
        if self._benchmark_id is None or not self._workbench.session.is_open:
            self._status.set_care("")
            return
        self._workbench.session.query(self._read, self._show, key="care")

    def _read(self, library: Library) -> BenchmarkRow | None:
        return next((row for row in library.benchmarks() if row.id == self._benchmark_id), None)

    def _show(self, row: BenchmarkRow | None) -> None:
        if row is None or not row.question_count:
            self._status.set_care("")
            return
        done = row.finished_count == row.question_count
        locale = self._status.locale()
        counts = f"{locale.toString(row.finished_count)} of {locale.toString(row.question_count)}"
        self._status.set_care(f"{counts} questions finished", "question-done" if done else "question-open")
