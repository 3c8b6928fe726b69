"""Taking files in: what they are is found out first, and only what the files leave open is asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from gradewright.errors import UserError
from gradewright.jobs.control import JobControl
from gradewright.store.changes import Changes
from gradewright_desktop.dialogs.found_keys import offer_keys
from gradewright_desktop.navigator import Place
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.prompts import Choice, Decision
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright.jobs.previewing import FilePreview
    from gradewright.jobs.reports import ImportReport

FILTER = (
    "Checkpoints and tables (*.jsonld *.json *.csv *.tsv *.jsonl *.ndjson *.txt);;"
    "Karenina checkpoints (*.jsonld *.json);;Tables (*.csv *.tsv *.jsonl *.ndjson);;All files (*)"
)
MOST_LINES = 6


def import_paths(workbench: Workbench, paths: Sequence[Path], *, as_answers: bool = False) -> None:
    """Take files into the open library, asking only what they do not say themselves.

    With ``as_answers`` a table of questions and answers is taken for recorded answers, not for questions with their
    reference answers; nothing in such a table tells.
    """
    # Parented to the session: it outlives the menus and dialogs that it was asked from.
    Importing(workbench, list(paths), workbench.session, as_answers=as_answers).start()


def ask_import(workbench: Workbench) -> None:
    """Ask which files to take in."""
    workbench.prompts.open_files("Import", FILTER, partial(import_paths, workbench))


def ask_import_answers(workbench: Workbench) -> None:
    """Ask which files of recorded answers to take in."""
    take = partial(import_paths, workbench, as_answers=True)
    workbench.prompts.open_files("Import recorded answers", FILTER, take)


class Importing(QObject):
    """One import, from the files to what became of them."""

    def __init__(self, workbench: Workbench, paths: list[Path], parent: QObject, *, as_answers: bool):
        super().__init__(parent)
        self._workbench = workbench
        self._paths = paths
        self._as_answers = as_answers

    def start(self) -> None:
        """Look into the files."""
        self._workbench.session.job(
            "Looking into files",
            partial(_look, self._paths, self._as_answers),
            self._looked,
            self._failed,
            self.deleteLater,
        )

    def _looked(self, previews: list[FilePreview]) -> None:
        has_benchmark = any(not each.is_answers for each in previews)
        answers = [each for each in previews if each.is_answers]
        if answers and (not has_benchmark or any(each.needs_model for each in answers)):
            from gradewright_desktop.dialogs.import_dialog import ImportDialog

            dialog = ImportDialog(self._workbench, previews, QApplication.activeWindow())
            dialog.decided.connect(self._take)
            dialog.rejected.connect(self.deleteLater)
            dialog.open()
            return
        self._take(None, "", False)

    def _take(self, into: int | None, model: str, strict: bool) -> None:
        work = partial(_import, self._workbench, self._paths, into, model or None, strict, self._as_answers)
        words = self._paths[0].name if len(self._paths) == 1 else f"{len(self._paths)} files"
        self._workbench.session.job(
            f"Importing {words}", work, self._done, self._failed, self.deleteLater, changes=_changes
        )

    def _done(self, reports: list[ImportReport]) -> None:
        workbench = self._workbench
        for report in reports:
            self._tell(report)
            offer_keys(workbench, report)
        last = reports[-1]
        workbench.navigator.go(Place("build", "benchmark", last.benchmark_id))
        self.deleteLater()

    def _tell(self, report: ImportReport) -> None:
        from gradewright.formats.karenina_jsonld.secrets import FOUND

        notices = self._workbench.notices
        undo = NoticeAction("Undo", self._workbench.session.undo)
        if report.left_out:
            why = NoticeAction("Show why", partial(show_left_out, self._workbench, report))
            notices.banner("build", "warning", left_out_words(report), actions=(why,), key=f"import {report.path}")
        elif any(FOUND not in warning for warning in report.warnings):
            show = NoticeAction("Show them", partial(show_warnings, self._workbench, report))
            count = len(report.warnings)
            words = f"{taken_words(report)} {count} {'remark' if count == 1 else 'remarks'} on what was read."
            notices.banner("build", "info", words, actions=(show,), key=f"import {report.path}")
        else:
            notices.toast(taken_words(report), undo)

    def _failed(self, error: UserError) -> None:
        sentence = f"{_place_words(error)}{error.message} Nothing was changed."
        # Hints of the engine name commands of the shell; here the way on is another file.
        choices = (
            Choice("other", "Choose another file", is_default=True),
            Choice("cancel", "Cancel", is_cancel=True),
        )
        self._workbench.prompts.decide(Decision("The file was not imported", sentence, choices), self._decided)

    def _decided(self, choice: str) -> None:
        if choice == "other":
            (ask_import_answers if self._as_answers else ask_import)(self._workbench)
        self.deleteLater()


def taken_words(report: ImportReport) -> str:
    """Return in a sentence what came in."""
    name = report.benchmark_name
    if report.answers and not report.questions:
        return f"{_counted(report.answers, 'answer')} to “{name}” from {report.path.name}."
    parts = [_counted(report.questions, "question")]
    if report.scenarios:
        parts.append(_counted(report.scenarios, "scenario"))
    words = f"“{name}” is in the library: {' and '.join(parts)}."
    if report.is_copy:
        return f"{words} “{report.wanted_name}” was there already, so this is a copy."
    return words


def left_out_words(report: ImportReport) -> str:
    """Return in sentences how many rows came in and which did not."""
    out = len(report.left_out)
    taken = report.answers or report.questions
    lines = sorted({row.line for row in report.left_out if row.line})
    named = ", ".join(str(line) for line in lines[:MOST_LINES]) + (" …" if len(lines) > MOST_LINES else "")
    where = f": {'line' if len(lines) == 1 else 'lines'} {named}" if named else ""
    return f"{_counted(taken + out, 'row')} read, {out} left out{where}. The rest is in."


def show_left_out(workbench: Workbench, report: ImportReport) -> None:
    """Show the rows that were left out, each with its reason."""
    from gradewright_desktop.dialogs.row_list import RowList

    rows = [(str(row.line) if row.line else "", row.message) for row in report.left_out]
    RowList(workbench.theme, f"Left out of {report.path.name}", rows, QApplication.activeWindow()).open()


def show_warnings(workbench: Workbench, report: ImportReport) -> None:
    """Show the remarks on what was read."""
    from gradewright_desktop.dialogs.row_list import RowList

    rows = [("", warning) for warning in report.warnings]
    RowList(workbench.theme, f"Remarks on {report.path.name}", rows, QApplication.activeWindow()).open()


def _look(paths: list[Path], as_answers: bool, _control: JobControl) -> list[FilePreview]:
    from gradewright.jobs.previewing import preview

    return [preview(path, as_answers=as_answers) for path in paths]


def _import(
    workbench: Workbench,
    paths: list[Path],
    into: int | None,
    model: str | None,
    strict: bool,
    as_answers: bool,
    control: JobControl,
) -> list[ImportReport]:
    from gradewright.jobs.importing import import_answer_files, import_files

    library = workbench.session.library
    if as_answers and into is not None:
        return import_answer_files(library, into, paths, model=model, strict=strict, control=control)
    return import_files(library, paths, into=into, model=model, strict=strict, control=control)


def _changes(reports: list[ImportReport]) -> Changes:
    numbers = frozenset(report.benchmark_id for report in reports)
    return Changes(benchmarks=numbers, answers_of=numbers, structure=True, title="import")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _place_words(error: UserError) -> str:
    name = Path(error.file).name if error.file else ""
    words = f"{error.place} of {name}" if error.place and name else error.place or name
    if words.startswith("line "):
        words = f"L{words[1:]}"
    return f"{words}: " if words else ""
