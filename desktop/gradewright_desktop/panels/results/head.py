"""The head of a run's results: its name and state, pass rate with interval, coverage, and how the checks came out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gradewright.model.run import RunState, Tally
from gradewright.store.rows import RunRow
from gradewright_desktop.panels.results.summary import Spread, coverage_words, pass_rate, rate_words, state_chip
from gradewright_desktop.panels.results.words import count_text, tr
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import ElidedLabel, Part, PartsBar, SegmentedControl, VerdictChip, label

TABS = ("answers", "cells", "configuration")


def parts_of(cells: Tally, planned: int) -> list[Part]:
    """Return the four parts of a run; what is still to come counts as not judged. Values are no verdicts."""
    waiting = max(0, planned - cells.total)
    return [
        Part("pass", cells.passed, tr("pass")),
        Part("fail", cells.failed, tr("fail")),
        Part("cannot_judge", cells.cannot_judge, tr("cannot judge")),
        Part("unjudged", cells.not_judged + waiting, tr("not judged")),
    ]


class Legend(QWidget):
    """The parts of the bar in words, each with a square that looks like its part."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: Sequence[Part] = ()
        self._more = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def set_parts(self, parts: Sequence[Part], more: str = "") -> None:
        """Show other counts; ``more`` follows them."""
        self._parts, self._more = parts, more
        self.setAccessibleName(", ".join([f"{part.word} {part.count}" for part in parts] + ([more] if more else [])))
        self.setToolTip(self.accessibleName())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, self.fontMetrics().height() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        small, strong = self._theme.font("small"), self._theme.font("section")
        x, gap, side = 0, self._theme.space(1), 9
        for part in self._parts:
            count = count_text(part.count)
            painter.setFont(small)
            word_width = painter.fontMetrics().horizontalAdvance(part.word)
            painter.setFont(strong)
            count_width = painter.fontMetrics().horizontalAdvance(count)
            square = QRect(x, (self.height() - side) // 2, side, side)
            self._paint_square(painter, self._placed(square), part.verdict)
            word = QRect(square.right() + gap + 2, 0, word_width, self.height())
            number = QRect(word.right() + gap + 1, 0, count_width + 1, self.height())
            painter.setFont(small)
            painter.setPen(self._theme.colour("text.secondary"))
            painter.drawText(self._placed(word), Qt.AlignmentFlag.AlignCenter, part.word)
            painter.setFont(strong)
            painter.setPen(self._theme.colour("text.primary"))
            painter.drawText(self._placed(number), Qt.AlignmentFlag.AlignCenter, count)
            x = number.right() + self._theme.space(3)
        painter.setFont(small)
        painter.setPen(self._theme.colour("text.muted"))
        rest = QRect(x, 0, max(0, self.width() - x), self.height())
        more = painter.fontMetrics().elidedText(self._more, Qt.TextElideMode.ElideRight, rest.width())
        side_of = Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        painter.drawText(self._placed(rest), side_of | Qt.AlignmentFlag.AlignVCenter, more)

    def _placed(self, box: QRect) -> QRect:
        if self.isRightToLeft():
            box = QRect(self.width() - box.right() - 1, box.top(), box.width(), box.height())
        return box

    def _paint_square(self, painter: QPainter, box: QRect, verdict: str) -> None:
        colour = self._theme.colour(f"verdict.{verdict}.fill")
        if verdict == "unjudged":
            painter.fillRect(box, QBrush(colour, Qt.BrushStyle.BDiagPattern))
        else:
            painter.fillRect(box, colour)


class _Figure(QWidget):
    """A figure with its name over it and what belongs to it beside it."""

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = label(theme, name, font="small", role="muted", parent=self)
        self.value = label(theme, font="display", parent=self)
        self.beside = label(theme, font="small", role="muted", parent=self)
        row = QHBoxLayout()
        row.setSpacing(theme.space(2))
        row.addWidget(self.value, 0, Qt.AlignmentFlag.AlignBaseline)
        row.addWidget(self.beside, 0, Qt.AlignmentFlag.AlignBaseline)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.name)
        column.addLayout(row)

    def show_figure(self, value: str, beside: str) -> None:
        self.value.setText(value)
        self.beside.setText(beside)
        self.setAccessibleName(f"{self.name.text()}: {value}, {beside}")


class ResultsHead(QWidget):
    """Shows a run's figures; ``tab_chosen`` carries one of :data:`TABS`."""

    tab_chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = RunState.COMPLETE
        self.setProperty("surface", "panel")
        self.title = label(theme, font="title", parent=self)
        self.subtitle = ElidedLabel(theme, role="secondary", parent=self)
        self.chip = VerdictChip(theme, "severity.ok", tr("complete"), parent=self)
        self.tabs = SegmentedControl(
            theme,
            [("answers", tr("Answers")), ("cells", tr("Cells")), ("configuration", tr("Configuration"))],
            tr("Parts of the results"),
            parent=self,
        )
        self.tabs.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.rate = _Figure(theme, tr("Pass rate"), self)
        self.coverage = _Figure(theme, tr("Coverage"), self)
        self.bar = PartsBar(theme, parent=self)
        self.legend = Legend(theme, self)
        self.tabs.chosen.connect(self.tab_chosen)
        self._assemble()

    def _assemble(self) -> None:
        space = self._theme.space
        first = QHBoxLayout()
        first.setSpacing(space(2))
        first.addWidget(self.title)
        first.addWidget(self.subtitle, 1)
        first.addWidget(self.chip)
        first.addSpacing(space(2))
        first.addWidget(self.tabs)
        second = QHBoxLayout()
        second.setSpacing(space(6))
        second.addWidget(self.rate)
        second.addWidget(self.coverage)
        bars = QVBoxLayout()
        bars.setSpacing(space(1))
        bars.addStretch(1)
        bars.addWidget(self.bar)
        bars.addWidget(self.legend)
        bars.addStretch(1)
        second.addLayout(bars, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(space(4), space(3), space(4), space(3))
        column.setSpacing(space(2))
        column.addLayout(first)
        column.addLayout(second)

    def show_run(self, run: RunRow, subtitle: str) -> None:
        """Show name and state of a run."""
        self._state = run.state
        self.title.setText(tr("Run {number}").format(number=count_text(run.number)))
        self.subtitle.set_full_text(subtitle)
        token, icon, word = state_chip(run.state)
        self.chip.set_token(token, word, icon)
        going = run.state is RunState.GOING
        self.rate.name.setText(tr("Pass rate so far") if going else tr("Pass rate"))

    def show_figures(self, cells: Tally, spread: Spread, planned: int, *, filtered: str) -> None:
        """Show rate and coverage. ``filtered`` says what they are restricted to, ``""`` for everything."""
        rate = pass_rate(cells, spread)
        self.rate.show_figure(*rate_words(rate))
        self.rate.setToolTip(
            tr(
                "Passes among the checks with a verdict. Interval: Wilson's, for as many independent checks as these "
                "are worth, because the checks of one answer hang together."
            )
        )
        self.coverage.show_figure(*coverage_words(cells, planned))
        parts = parts_of(cells, planned)
        self.bar.set_parts(parts)
        more = [tr("value {count}").format(count=count_text(cells.valued))] if cells.valued else []
        if filtered:
            more.append(filtered)
        self.legend.set_parts(parts, "   ".join(more))
