"""Ways to the dialog about code: from the banner, from a card, from a result, and from a run that needs it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication, QWidget

from gradewright.errors import UserError
from gradewright_desktop.dialogs.code.listing import CodeListing, look, read_listing
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright.jobs.code import CodeItem
    from gradewright.jobs.control import JobControl
    from gradewright.store.library import Library
    from gradewright_desktop.dialogs.code.dialog import CodeDialog

Wanted = Callable[["CodeItem"], bool]


def show_code(workbench: Workbench, benchmark_id: int, wanted: Wanted | None = None) -> None:
    """Show the code of a benchmark, at the first piece that is ``wanted``."""
    CodeOpening(workbench, benchmark_id, wanted=wanted).start()


def show_program(workbench: Workbench, benchmark_id: int, kind: str, sha256: str) -> None:
    """Show the code of a benchmark at one piece."""
    show_code(workbench, benchmark_id, partial(_is_program, kind, sha256))


def show_code_of_check(workbench: Workbench, benchmark_id: int, name: str) -> None:
    """Show the code of a benchmark at the piece that a trait or a question needs."""
    show_code(workbench, benchmark_id, partial(_is_needed_by, name))


def start_run(workbench: Workbench, benchmark_id: int) -> None:
    """Start a run. Where it would meet code about which nothing was decided yet, ask about that first."""
    CodeOpening(workbench, benchmark_id, go_on=partial(workbench.session.start_run, benchmark_id)).start()


def window_for(workbench: Workbench) -> QWidget | None:
    """Return the window that a dialog belongs to, also while another program has the focus."""
    return QApplication.activeWindow() or workbench.panels.get("window")


class CodeOpening(QObject):
    """Reads what code there is, and opens the dialog where there is something to show or to decide."""

    def __init__(
        self,
        workbench: Workbench,
        benchmark_id: int,
        *,
        wanted: Wanted | None = None,
        go_on: Callable[[], None] | None = None,
    ):
        super().__init__(workbench.session)
        self._workbench = workbench
        self._benchmark_id = benchmark_id
        self._wanted = wanted
        self._go_on = go_on
        # Held until it is done: a dialog that nothing holds is taken down by whichever thread collects garbage.
        self._dialog: CodeDialog | None = None

    def start(self) -> None:
        """Look at the code; a listing that was read since the last change is good enough for a run."""
        known = self._workbench.code.listing(self._benchmark_id)
        if self._go_on is None:
            self._read(read_listing, self._show)
        elif known is not None:
            self._consider(known)
        else:
            self._read(look, self._consider)

    def _read(self, reading: Callable[[int, Library], CodeListing], done: Callable[[CodeListing], None]) -> None:
        work = partial(_work, reading, self._workbench.session.library, self._benchmark_id)
        self._workbench.session.job("Looking for code", work, done, self._failed, self.deleteLater)

    @Slot(object)
    def _consider(self, listing: CodeListing) -> None:
        """Go on with the run, or look closer."""
        if not self._workbench.code.needs_decision(listing):
            self._continue()
        elif listing.is_whole:
            self._show(listing)
        else:
            self._read(read_listing, self._show)

    @Slot(object)
    def _show(self, listing: CodeListing) -> None:
        code = self._workbench.code
        code.take(listing)
        if self._go_on is not None and not code.undecided(listing):
            self._continue()
            return
        if not listing.items:
            self._workbench.notices.toast("No check of this benchmark is code.")
            self.deleteLater()
            return
        from gradewright_desktop.dialogs.code.dialog import CodeDialog

        item = next((each for each in listing.items if self._wanted is None or self._wanted(each)), None)
        if self._wanted is None:
            item = next(iter((*code.undecided(listing), *listing.closed)), item)
        dialog = CodeDialog(
            self._workbench,
            listing,
            item=item,
            waits=self._go_on is not None,
            parent=window_for(self._workbench),
        )
        self._dialog = dialog
        dialog.continued.connect(self._continue)
        dialog.finished.connect(self.deleteLater)
        dialog.open()

    @Slot()
    def _continue(self) -> None:
        if self._go_on is not None:
            self._go_on()
        if self._dialog is None:
            self.deleteLater()

    @Slot(object)
    def _failed(self, error: UserError) -> None:
        self._workbench.session.failed.emit(error)
        self.deleteLater()


def _work(
    reading: Callable[[int, Library], CodeListing], library: Library, benchmark_id: int, _control: JobControl
) -> CodeListing:
    return reading(benchmark_id, library)


def _is_program(kind: str, sha256: str, item: CodeItem) -> bool:
    return (item.kind, item.sha256) == (kind, sha256)


def _is_needed_by(name: str, item: CodeItem) -> bool:
    return name in item.needed_by
