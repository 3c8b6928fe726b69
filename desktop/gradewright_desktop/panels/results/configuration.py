"""How a run was made: what was checked, what waits for a judge, and how each check came out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QDateTime, QLocale, QObject, Qt
from PySide6.QtWidgets import QHeaderView, QSplitter, QTableView, QVBoxLayout, QWidget

from gradewright.model.run import CheckKind, Tally
from gradewright.stats.intervals import wilson
from gradewright.store.marks import Mark
from gradewright.store.rows import RunCheck, RunRow
from gradewright_desktop.models.paged_table import ROOT, Index
from gradewright_desktop.panels.results.columns import check_name
from gradewright_desktop.panels.results.pairs_page import PairsPage
from gradewright_desktop.panels.results.source import Outline
from gradewright_desktop.panels.results.summary import state_chip
from gradewright_desktop.panels.results.words import count_text, percent, tr
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import label

_LETTERS = (Mark.PASS, Mark.FAIL, Mark.VALUE, Mark.CANNOT_JUDGE, Mark.NOT_JUDGED)


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A check with its counts. Checks that need a judge were not part of the run and have ``waiting`` answers."""

    name: str
    kind: str
    tally: Tally
    waiting: int = 0


def moment(stamp: str) -> str:
    """Return a stored time as the locale writes it, in local time."""
    when = QDateTime.fromString(stamp, Qt.DateFormat.ISODateWithMs)
    return QLocale().toString(when.toLocalTime(), QLocale.FormatType.ShortFormat) if when.isValid() else stamp


def needs_judge(run: RunRow) -> list[tuple[str, int]]:
    """Return the checks that only a judge can decide, with the number of answers it would be asked about."""
    return [(str(entry["trait"]), int(entry["answers"])) for entry in run.config.get("needs_judge", ())]


def run_pairs(outline: Outline, without_values: int) -> list[tuple[str, str]]:
    """Return what there is to say about a run, as names and texts."""
    run = outline.run
    pairs = [
        (tr("Benchmark"), run.benchmark_name),
        (tr("What it does"), tr("Checks recorded answers; no model was asked.")),
        (tr("State"), state_chip(run.state)[2]),
        (tr("Started"), moment(run.started)),
    ]
    if run.ended:
        pairs.append((tr("Ended"), moment(run.ended)))
    models = run.config.get("models") or outline.models
    pairs.append((tr("Models"), ", ".join(str(model) for model in models) or tr("none")))
    answers = tr("{done} of {planned} answers checked").format(
        done=count_text(run.answers.total), planned=count_text(run.planned_answers)
    )
    pairs.append((tr("Answers"), answers))
    cells = tr("{done} of {planned} judgements made").format(
        done=count_text(run.cells.total), planned=count_text(run.planned_cells)
    )
    pairs.append((tr("Judgements"), cells))
    if without_values:
        words = tr("The template could not be checked for {count} of {total} answers: no usable field values recorded.")
        told = words.format(count=count_text(without_values), total=count_text(run.answers.total))
        pairs.append((tr("Without values"), told))
    waiting = needs_judge(run)
    if waiting:
        names = ", ".join(name for name, _ in waiting)
        pairs.append((tr("Needs a judge"), tr("{names}. These checks are not part of this run.").format(names=names)))
    return pairs


def check_lines(run: RunRow, checks: Sequence[RunCheck], marks: Sequence[str]) -> list[CheckLine]:
    """Return a line for each check of a run, then those that wait for a judge."""
    counts: list[Counter[str]] = [Counter() for _ in checks]
    for letters, times in Counter(marks).items():
        for ordinal, letter in enumerate(letters):
            if ordinal < len(counts):
                counts[ordinal][letter] += times
    lines = []
    for check, found in zip(checks, counts, strict=True):
        numbers = [found[mark.value] for mark in _LETTERS]
        kind = tr("template") if check.kind is CheckKind.TEMPLATE else tr("trait")
        lines.append(CheckLine(check_name(check), kind, Tally(sum(numbers), *numbers)))
    lines += [CheckLine(name, tr("needs a judge"), Tally(), answers) for name, answers in needs_judge(run)]
    return lines


def without_values(checks: Sequence[RunCheck], marks: Sequence[str]) -> int:
    """Return how many answers had a template that was not judged."""
    template = next((check.ordinal for check in checks if check.kind is CheckKind.TEMPLATE), None)
    if template is None:
        return 0
    return sum(1 for letters in marks if letters[template : template + 1] == Mark.NOT_JUDGED.value)


class ChecksModel(QAbstractTableModel):
    """A row a check with its counts."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[CheckLine] = []
        self._names = [
            tr("Check"),
            tr("Kind"),
            tr("Pass rate"),
            tr("Pass"),
            tr("Fail"),
            tr("Value"),
            tr("Cannot judge"),
            tr("Not judged"),
        ]

    def show_lines(self, lines: Sequence[CheckLine]) -> None:
        """Show these checks. They are those of one run, which only ever get more."""
        if len(lines) < len(self._lines):
            self.beginRemoveRows(ROOT, len(lines), len(self._lines) - 1)
            del self._lines[len(lines) :]
            self.endRemoveRows()
        had = len(self._lines)
        self._lines[:had] = lines[:had]
        if had:
            self.dataChanged.emit(self.index(0, 0), self.index(had - 1, len(self._names) - 1))
        if len(lines) > had:
            self.beginInsertRows(ROOT, had, len(lines) - 1)
            self._lines += lines[had:]
            self.endInsertRows()

    def lines(self) -> Sequence[CheckLine]:
        """The checks as they stand."""
        return self._lines

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._names)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(section)
        return self._names[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        text = _texts(self._lines[index.row()])[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._names[index.column()]}: {text or tr('none')}"
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == 0:
            return text
        return _side(index.column()) if role == Qt.ItemDataRole.TextAlignmentRole else None


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column < 2 else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


def _texts(line: CheckLine) -> list[str]:
    if line.waiting:
        waits = tr("{count} answers wait").format(count=count_text(line.waiting))
        return [line.name, line.kind, waits, "", "", "", "", ""]
    tally = line.tally
    numbers = (tally.passed, tally.failed, tally.valued, tally.cannot_judge, tally.not_judged)
    return [line.name, line.kind, _rate(tally), *(count_text(number) if number else "" for number in numbers)]


def _rate(tally: Tally) -> str:
    """Return the rate of one check with its interval: one check an answer, so the answers are the trials."""
    interval = wilson(tally.passed, tally.passed + tally.failed)
    if interval is None:
        return "–"
    low = percent(interval.low, 0).rpartition("\N{NO-BREAK SPACE}")[0]
    return tr("{rate} ({low} to {high})").format(
        rate=percent(interval.value, 0), low=low, high=percent(interval.high, 0)
    )


class Configuration(QWidget):
    """The page: what is known about the run at the left, its checks at the right."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.pairs = PairsPage(theme, tr("How this run was made"), parent=self)
        self.checks = ChecksModel(self)
        self.table = QTableView(self)
        self.table.setModel(self.checks)
        self.table.setAccessibleName(tr("Checks of this run"))
        self.table.setFrameShape(QTableView.Shape.NoFrame)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setTabKeyNavigation(False)
        self.table.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        head = self.table.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head.setMinimumSectionSize(60)
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, theme.space(3), 0, 0)
        column.setSpacing(theme.space(2))
        title = label(theme, tr("Checks"), font="section", parent=right)
        title.setContentsMargins(theme.space(3), 0, 0, 0)
        column.addWidget(title)
        column.addWidget(self.table, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.pairs)
        splitter.addWidget(right)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 5)
        splitter.setSizes([320, 800])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(splitter)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_outline(self, outline: Outline) -> None:
        """Show how a run was made."""
        self.pairs.show_pairs(run_pairs(outline, without_values(outline.checks, outline.marks)))
        self.checks.show_lines(check_lines(outline.run, outline.checks, outline.marks))
        self._fit_columns()

    def _fit_columns(self) -> None:
        for column in range(1, self.checks.columnCount()):
            wanted = max(self.table.sizeHintForColumn(column), self.table.horizontalHeader().sectionSizeHint(column))
            self.table.setColumnWidth(column, wanted + self._theme.space(3))

    def _restyle(self) -> None:
        self.table.verticalHeader().setDefaultSectionSize(self._theme.row_height("table"))
