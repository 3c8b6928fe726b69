"""Ways to a run: at once where nothing needs a judge, else through the dialog “New run”."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from gradewright.errors import UserError
from gradewright_desktop.dialogs.code.opening import start_run as check_recorded
from gradewright_desktop.dialogs.code.opening import window_for
from gradewright_desktop.dialogs.running.dialog import RunDialog
from gradewright_desktop.dialogs.running.planning import needs_judge
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright.jobs.control import JobControl
    from gradewright.store.library import Library


def start_run(workbench: Workbench, benchmark_id: int) -> None:
    """Start a run, or ask how where the rubric has something that a judge decides."""
    RunOpening(workbench, benchmark_id).start()


def show_new_run(workbench: Workbench, benchmark_id: int) -> None:
    """Show the dialog about a new run."""
    dialog = RunDialog(workbench, benchmark_id, window_for(workbench))
    dialog.open()


class RunOpening(QObject):
    """Looks whether a run needs a judge, off the GUI thread, and goes on."""

    def __init__(self, workbench: Workbench, benchmark_id: int):
        super().__init__(workbench.session)
        self._workbench, self._benchmark_id = workbench, benchmark_id

    def start(self) -> None:
        """Look, after everything that was typed is kept."""
        session = self._workbench.session
        work = partial(_look, session.library, self._benchmark_id)
        session.job("Looking at the rubric", work, self._go_on, self._failed, self.deleteLater)

    @Slot(object)
    def _go_on(self, needs: bool) -> None:
        go = show_new_run if needs else check_recorded
        go(self._workbench, self._benchmark_id)
        self.deleteLater()

    @Slot(object)
    def _failed(self, error: UserError) -> None:
        self._workbench.session.failed.emit(error)
        self.deleteLater()


def _look(library: Library, benchmark_id: int, _control: JobControl) -> bool:
    return needs_judge(library, benchmark_id)
