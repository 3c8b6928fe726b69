"""Writing a rubric to a file as a version, or copying its summary for a product document."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from gradewright.edits.target import RubricOwner
from gradewright.errors import UserError
from gradewright.formats.atomic import atomic_write
from gradewright.formats.rubric_markdown import summary_markdown
from gradewright.jobs.control import JobControl
from gradewright.jobs.rubrics import ExportedRubric, RubricFormat, export_rubric
from gradewright.model.rubric import Rubric
from gradewright.store.changes import Changes
from gradewright_desktop.dialogs.exporting import show_file
from gradewright_desktop.dialogs.file_names import suggested_stem
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.workbench import Workbench

FILTERS = "Rubric (*.rubric.json);;Markdown for labelers (*.md)"
SUFFIX = ".rubric.json"


class RubricExport(QObject):
    """One export, from the question where to, to what was written. It deletes itself when it is done."""

    def __init__(self, workbench: Workbench, owner: RubricOwner, name: str, parent: QObject):
        super().__init__(parent)
        self._workbench, self._owner, self._name = workbench, owner, name
        self._path = Path()

    def start(self) -> None:
        """Ask for the file."""
        suggested = f"{suggested_stem(self._name, 'rubric')}{SUFFIX}"
        self._workbench.prompts.save_file("Export the rubric", suggested, FILTERS, self._write)

    def _write(self, path: Path) -> None:
        self._path = path if path.suffix else path.with_name(path.name + SUFFIX)
        work = partial(_written, self._workbench, self._owner, self._path)
        title = f"Exporting {self._path.name}"
        self._workbench.session.job(title, work, self._tell, self._refuse, self.deleteLater, changes=_changes)

    def _tell(self, made: ExportedRubric) -> None:
        path = self._path
        number = made.rubric.versions.number
        words = f"Version {number} is new, and written" if made.is_new else f"Version {number} written, as it was"
        show = NoticeAction("Show file", partial(show_file, path))
        self._workbench.notices.toast(f"{words} to {path.name}.", show)
        if made.warnings:
            text = " ".join(made.warnings)
            self._workbench.notices.banner("build", "warning", text, key=f"export {path}")
        self.deleteLater()

    def _refuse(self, error: UserError) -> None:
        self._workbench.session.failed.emit(error)
        self.deleteLater()


def copy_summary(workbench: Workbench, rubric: Rubric) -> None:
    """Put the rubric's summary for a product document on the clipboard, as Markdown."""
    QGuiApplication.clipboard().setText(summary_markdown(rubric))
    count = sum(not entry.retired for entry in rubric.entries)
    noun = "1 criterion" if count == 1 else f"{count:,} criteria"
    workbench.notices.toast(f"Summary copied as Markdown: {noun}.")


def _changes(made: ExportedRubric) -> Changes:
    return made.changes


def _written(workbench: Workbench, owner: RubricOwner, path: Path, _control: JobControl) -> ExportedRubric:
    format: RubricFormat = "markdown" if path.suffix.lower() in (".md", ".markdown") else "json"
    made = export_rubric(workbench.session.library, owner, format)
    atomic_write(path, made.content)
    return made
