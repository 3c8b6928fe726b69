"""Writing the results that are shown to a file: those that fit the filter, and the toast says which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from gradewright.jobs.control import JobControl
from gradewright.jobs.exporting import export
from gradewright.jobs.formats import ExportFormat
from gradewright.jobs.reports import ExportReport
from gradewright.store.library import Library
from gradewright.store.results import ResultFilter
from gradewright.store.rows import RunRow
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.panels.results.words import count_text, tr
from gradewright_desktop.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be written: results of a run, restricted by a filter that ``words`` tells."""

    run: RunRow
    filters: ResultFilter
    words: str

    @property
    def file_name(self) -> str:
        """A name for the file that says what it holds."""
        kept = "".join(c if c.isalnum() or c in " -_" else " " for c in self.run.benchmark_name)
        return tr("{benchmark}, run {number}.csv").format(benchmark=" ".join(kept.split()), number=self.run.number)


class ResultsExport(QObject):
    """Asks where to, writes in the background, and says what was written."""

    def __init__(self, workbench: Workbench, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._wanted: Wanted | None = None

    def start(self, wanted: Wanted) -> None:
        """Ask for a file; its ending chooses the format."""
        self._wanted = wanted
        title = tr("Export results")
        if wanted.words:
            title = tr("Export results with {filter}").format(filter=wanted.words)
        filters = ";;".join((tr("Table for spreadsheets (*.csv)"), tr("JSON Lines for programs (*.jsonl)")))
        self._workbench.prompts.save_file(title, wanted.file_name, filters, self._write)

    def _write(self, path: Path) -> None:
        if self._wanted is None:
            return
        work = partial(_export, self._workbench.session.library, self._wanted, path)
        self._workbench.session.job(tr("Exporting results"), work, self._written)

    @Slot(object)
    def _written(self, report: ExportReport) -> None:
        wanted = self._wanted
        if wanted is None or report.path is None:
            return
        values = {
            "count": count_text(report.count),
            "total": count_text(wanted.run.answers.total),
            "filter": wanted.words,
            "file": report.path.name,
        }
        if wanted.words:
            text = tr("Exported {count} of {total} answers (filter: {filter}) to {file}.").format(**values)
        else:
            text = tr("Exported {count} answers to {file}.").format(**values)
        self._workbench.notices.toast(text, NoticeAction(tr("Show file"), _showing(report.path)))


def _showing(path: Path) -> Callable[[], None]:
    def show() -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

    return show


def _export(library: Library, wanted: Wanted, path: Path, control: JobControl) -> ExportReport:
    format: ExportFormat = "jsonl" if path.suffix.lower() in (".jsonl", ".ndjson") else "csv"
    return export(
        library,
        wanted.run.benchmark_id,
        format,
        path,
        run_number=wanted.run.number,
        filters=wanted.filters,
        control=control,
    )
