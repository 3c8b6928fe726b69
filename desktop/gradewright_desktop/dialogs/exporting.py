"""Writing a benchmark to a file: as a checkpoint that Karenina reads, or as Markdown that people read."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from gradewright.jobs.control import JobControl
from gradewright_desktop.dialogs.file_names import suggested_stem
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright.jobs.reports import ExportReport

FILTERS = "Karenina checkpoint (*.jsonld);;Markdown (*.md)"


def ask_export(workbench: Workbench) -> None:
    """Ask where to write the current benchmark; the ending chooses the form."""
    benchmark_id = workbench.navigator.current.benchmark_id
    if benchmark_id is not None:
        BenchmarkExport(workbench, benchmark_id, workbench.session).start()


class BenchmarkExport(QObject):
    """One export, from the question where to, to what was written."""

    def __init__(self, workbench: Workbench, benchmark_id: int, parent: QObject):
        super().__init__(parent)
        self._workbench = workbench
        self._benchmark_id = benchmark_id

    def start(self) -> None:
        """Ask for the file."""
        name = self._workbench.session.library.benchmark_row(self._benchmark_id).name
        suggested = f"{suggested_stem(name, 'benchmark')}.jsonld"
        self._workbench.prompts.save_file(f"Export “{name}”", suggested, FILTERS, self._write)

    def _write(self, path: Path) -> None:
        work = partial(_export, self._workbench, self._benchmark_id, path)
        self._workbench.session.job(f"Exporting {path.name}", work, self._written, None, self.deleteLater)

    def _written(self, report: ExportReport) -> None:
        notices = self._workbench.notices
        if report.path is not None:
            noun = report.what if report.count == 1 else f"{report.what}s"
            show = NoticeAction("Show file", partial(show_file, report.path))
            notices.toast(f"Exported {report.count} {noun} to {report.path.name}.", show)
        if report.warnings:
            notices.banner("build", "warning", " ".join(report.warnings), key=f"export {report.path}")
        self.deleteLater()


def show_file(path: Path) -> None:
    """Show a file in the system's file browser."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))


def _export(workbench: Workbench, benchmark_id: int, path: Path, control: JobControl) -> ExportReport:
    from gradewright.jobs.exporting import export

    markdown = path.suffix.lower() in (".md", ".markdown")
    return export(workbench.session.library, benchmark_id, "markdown" if markdown else "jsonld", path, control=control)
