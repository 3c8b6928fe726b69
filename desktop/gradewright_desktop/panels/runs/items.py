"""The rows of the list of runs: a heading a benchmark, its runs under it, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale, Qt

from gradewright.model.run import RunState
from gradewright.store.rows import RunRow

_GLYPHS = {
    RunState.PLANNED: ("waiting", "text.muted"),
    RunState.GOING: ("run-going", "accent.text"),
    RunState.COMPLETE: ("ok", "text.muted"),
    RunState.STOPPED: ("paused", "text.muted"),
    RunState.INTERRUPTED: ("warning-outline", "severity.warning.fg"),
}
RESUMABLE = (RunState.STOPPED, RunState.INTERRUPTED)


def tr(text: str) -> str:
    """Translate a text of this panel."""
    return QCoreApplication.translate("Runs", text)


@dataclass(frozen=True, slots=True)
class RunItem:
    """One row. A heading has no ``run``; ``fraction`` is how far a going run is, None for the others."""

    key: str
    title: str
    run: RunRow | None = None
    rate: str = ""
    line: str = ""
    glyph: str = ""
    colour: str = ""
    fraction: float | None = None

    @property
    def spoken(self) -> str:
        """What a screen reader says."""
        if self.run is None:
            return self.title
        rate = tr("pass rate {rate}").format(rate=self.rate) if self.run.cells.passed + self.run.cells.failed else ""
        return ", ".join(part for part in (self.title, self.run.benchmark_name, rate, self.line) if part)


def run_item(run: RunRow, today: QDate) -> RunItem:
    """Return the row of a run."""
    glyph, colour = _GLYPHS[run.state]
    title = tr("Run {number}").format(number=QLocale().toString(run.number))
    planned = max(run.planned_cells, run.cells.total)
    fraction = run.cells.total / planned if run.state is RunState.GOING and planned else None
    return RunItem(f"run:{run.id}", title, run, rate_text(run), line_text(run, today), glyph, colour, fraction)


def rate_text(run: RunRow) -> str:
    """Return the share of passes among the verdicts of a run, a dash where there is none."""
    verdicts = run.cells.passed + run.cells.failed
    if not verdicts:
        return "—"
    return f"{QLocale().toString(100 * run.cells.passed / verdicts, 'f', 1)}\N{NO-BREAK SPACE}%"


def line_text(run: RunRow, today: QDate) -> str:
    """Return the second line of a run: when and on what, or how far it came."""
    locale = QLocale()
    settled = tr("{done} of {planned}").format(
        done=locale.toString(run.cells.total), planned=locale.toString(max(run.planned_cells, run.cells.total))
    )
    if run.state is RunState.GOING:
        return tr("going, {counts} settled").format(counts=settled)
    if run.state is RunState.STOPPED:
        return tr("stopped, {counts}").format(counts=settled)
    if run.state is RunState.INTERRUPTED:
        return tr("interrupted, {counts}").format(counts=settled)
    return ", ".join(part for part in (when_text(run.started, today), models_text(run)) if part)


def models_text(run: RunRow) -> str:
    """Return which models a run is about: their name, or how many they are."""
    models = [str(model) for model in run.config.get("models", ())]
    if len(models) == 1:
        return models[0]
    return tr("{count} models").format(count=QLocale().toString(len(models))) if models else ""


def when_text(stamp: str, today: QDate) -> str:
    """Return a stored time as people say it: "today 11:06", "yesterday", or a date."""
    when = QDateTime.fromString(stamp, Qt.DateFormat.ISODateWithMs)
    if not when.isValid():
        return stamp
    local = when.toLocalTime()
    days = local.date().daysTo(today)
    if days == 0:
        time = QLocale().toString(local.time(), QLocale.FormatType.ShortFormat)
        return tr("today {time}").format(time=time)
    if days == 1:
        return tr("yesterday")
    return QLocale().toString(local.date(), QLocale.FormatType.ShortFormat)


def run_items(runs: Sequence[RunRow], wanted: str, today: QDate) -> list[RunItem]:
    """Return the rows for runs that fit a filter; every word has to occur in benchmark, name, line or models."""
    words = wanted.casefold().split()
    groups: dict[int, list[RunItem]] = {}
    names: dict[int, str] = {}
    for run in runs:
        item = run_item(run, today)
        models = " ".join(str(model) for model in run.config.get("models", ()))
        searched = f"{run.benchmark_name} {item.title} {item.line} {models} {run.state.value}".casefold()
        if all(word in searched for word in words):
            groups.setdefault(run.benchmark_id, []).append(item)
            names[run.benchmark_id] = run.benchmark_name
    rows: list[RunItem] = []
    for benchmark_id, items in groups.items():
        rows.append(RunItem(f"benchmark:{benchmark_id}", names[benchmark_id]))
        rows += items
    return rows
