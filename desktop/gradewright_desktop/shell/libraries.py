"""Opening libraries: at the start, from a dialog, from the list of recent ones, by dropping a file."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from gradewright.errors import UserError
from gradewright.jobs.control import JobControl
from gradewright_desktop.navigator import Place
from gradewright_desktop.prompts import Choice, Decision
from gradewright_desktop.shell.recent import RecentLibraries
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright.jobs.reports import ImportReport
    from gradewright.store.library import Changes, Library

SUFFIX = ".gradewright"
LIBRARY_FILTER = f"Libraries (*{SUFFIX});;All files (*)"
OPEN_FILTER = (
    f"Libraries, checkpoints, tables (*{SUFFIX} *.jsonld *.json *.csv *.tsv *.jsonl);;"
    f"Libraries (*{SUFFIX});;Karenina checkpoints (*.jsonld *.json);;Tables (*.csv *.tsv *.jsonl);;All files (*)"
)
LAST = "library/last"


def open_library(path: Path, create: bool, read_only: bool, _control: JobControl) -> Library:
    """Open a library, off the GUI thread.

    Raises:
        LibraryUnusable: it cannot be opened, in words.
    """
    from gradewright.store.library import Library

    return Library.open(path, create=create, read_only=read_only)


def sample_changes(report: ImportReport) -> Changes:
    """Return what adding a benchmark with answers changed."""
    from gradewright.store.changes import Changes

    number = frozenset({report.benchmark_id})
    return Changes(benchmarks=number, answers_of=number, structure=True, title=f"add “{report.benchmark_name}”")


class Libraries(QObject):
    """Takes the wish to open something to the session, and says what went wrong."""

    opened = Signal()
    gave_up = Signal()

    def __init__(
        self,
        workbench: Workbench,
        recent: RecentLibraries,
        import_files: Callable[[list[Path]], None],
        parent: QObject | None = None,
    ):
        super().__init__(parent)
        self._workbench = workbench
        self._recent = recent
        self._import_files = import_files
        self._wanted: Path | None = None
        self._after: list[Path] = []
        self._adds_sample = False

    # -- ways in ------------------------------------------------------------------------------------------------

    @Slot()
    def ask_open(self) -> None:
        """Ask for a library or a file to take in."""
        self._workbench.prompts.open_file("Open", OPEN_FILTER, self.open_path)

    @Slot()
    def ask_new(self) -> None:
        """Ask where a new library should be."""
        self._workbench.prompts.save_file("New library", f"Library{SUFFIX}", LIBRARY_FILTER, self.make)

    def ask_find(self, lost: str) -> None:
        """Ask where a library went that is not where it was."""
        self._recent.forget(lost)
        self._workbench.prompts.open_file(f"Find “{Path(lost).stem}”", LIBRARY_FILTER, self.open_path)

    def open_path(self, path: Path) -> None:
        """Open a library, or take any other file into the one that is open."""
        if path.suffix.casefold() == SUFFIX:
            self.open(path, create=False)
        else:
            self._import_files([path])

    def open_many(self, paths: list[Path]) -> None:
        """Open what was dropped on the window: the first library, and take the other files in after that."""
        libraries = [path for path in paths if path.suffix.casefold() == SUFFIX]
        files = [path for path in paths if path.suffix.casefold() != SUFFIX]
        if libraries:
            self._after = files
            self.open(libraries[0], create=False)
        elif files:
            self._import_files(files)

    def make(self, path: Path) -> None:
        """Make a new, empty library. The dialog has asked about a file that is there already; that one is opened."""
        self.open(path, create=True)

    def open(self, path: Path, *, create: bool = True, read_only: bool = False, sample_if_new: bool = False) -> None:
        """Open a library in place of the one that is open, which stays if this does not work."""
        self._wanted = path
        self._adds_sample = sample_if_new and not path.exists()
        work = partial(open_library, path, create, read_only)
        self._workbench.session.job(f"Opening {path.stem}", work, self._opened, self._failed)

    def open_after_start(self, files: list[Path]) -> None:
        """Take files in once the first library is open: what was named on the command line."""
        self._after = files

    @Slot()
    def open_sample(self) -> None:
        """Put the sample into the open library, and go there."""
        session = self._workbench.session
        if not session.is_open:
            self._adds_sample = True
            return

        session.job("Adding the sample", self._add_sample, self._sample_added, changes=sample_changes)

    # -- what comes of it ---------------------------------------------------------------------------------------

    def _opened(self, library: Library) -> None:
        session = self._workbench.session
        self.note_contents()
        before = session.switch(library)
        if before is not None:
            session.bridge.job(before.close)
        self._recent.note(library.path, datetime.now().isoformat(timespec="seconds"))
        self._workbench.settings.setValue(LAST, str(library.path))
        self.opened.emit()
        if self._adds_sample:
            self._adds_sample = False
            self.open_sample()
        files, self._after = self._after, []
        if files:
            self._import_files(files)
        if library.interrupted_runs:
            self._workbench.notices.banner(
                "window",
                "warning",
                "What it had judged is kept. Open it in Results to go on or to leave it.",
                strong=_interrupted_words(library.interrupted_runs),
                key="interrupted",
            )

    def _failed(self, error: UserError) -> None:
        can_read = "read-only" in (error.hint or "")
        choices = [Choice("cancel", "Cancel" if can_read else "Close", is_cancel=True, is_default=not can_read)]
        if can_read:
            choices.insert(0, Choice("read", "Open read-only", is_default=True))
        else:
            choices.insert(0, Choice("other", "Choose another file"))
        sentence = f"{error.message} {error.hint or ''}".strip()
        decision = Decision("The library was not opened", sentence, tuple(choices), detail=error.file or "")
        self._workbench.prompts.decide(decision, self._decided)

    def _decided(self, choice: str) -> None:
        if choice == "read" and self._wanted is not None:
            self.open(self._wanted, create=False, read_only=True)
        elif choice == "other":
            self.ask_open()
        elif not self._workbench.session.is_open:
            self.gave_up.emit()

    def _add_sample(self, control: JobControl) -> ImportReport:
        from gradewright.jobs.sample import add_sample

        return add_sample(self._workbench.session.library, control=control)

    def _sample_added(self, report: ImportReport) -> None:
        self._workbench.navigator.go(Place("build", "benchmark", report.benchmark_id))
        if report.is_copy:
            self._workbench.notices.toast(f"The sample was there already; this one is “{report.benchmark_name}”.")

    def note_contents(self) -> None:
        """Write down what is in the open library, for the list of recent ones."""
        session = self._workbench.session
        if session.is_open:
            self._recent.describe(session.library.path, summary_of(session.library))


def summary_of(library: Library) -> str:
    """Return what is in a library in few words: "3 benchmarks, 232 questions, 15 runs"."""
    rows = library.benchmarks()
    counts = (
        (len(rows), "benchmark"),
        (sum(row.question_count for row in rows), "question"),
        (sum(row.run_count for row in rows), "run"),
    )
    return ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for count, word in counts)


def _interrupted_words(count: int) -> str:
    if count == 1:
        return "A run was interrupted when the program ended."
    return f"{count} runs were interrupted when the program ended."
