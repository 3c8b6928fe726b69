"""What goes on, above the status bar of every workspace: how far a run is, how it goes, and the way to end it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, QPointF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from gradewright.model.run import RunState
from gradewright_desktop.navigator import Place
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import button, label, line
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    # Running is imported with the first run, not with the window.
    from gradewright.runs.judged import JudgedProgress
    from gradewright.runs.progress import RunProgress

_COUNTS_FROM = 700


def tr(text: str) -> str:
    """Translate a text of this panel."""
    return QCoreApplication.translate("RunBar", text)


def time_left(done: int, total: int, seconds: float) -> str:
    """Return about how long the rest takes, judging by what was done in ``seconds``; ``""`` where nobody can know."""
    if done <= 0 or total <= done or seconds < 1:
        return ""
    left = seconds * (total - done) / done
    if left < 50:
        return tr("about {count} s left").format(count=max(1, round(left)))
    if left < 3600:
        return tr("about {count} min left").format(count=max(1, round(left / 60)))
    return tr("about {count} h left").format(count=QLocale().toString(left / 3600, "f", 1))


class _Count(QWidget):
    """A verdict with its number."""

    def __init__(self, theme: Theme, icon: str, verdict: str, word: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._icon, self._verdict, self._word = theme, icon, verdict, word
        self._count = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self.updateGeometry)
        self.show_count(0)

    def show_count(self, count: int) -> None:
        """Show another number."""
        self._count = count
        self.setAccessibleName(f"{self._word} {QLocale().toString(count)}")
        self.updateGeometry()
        self.update()

    @property
    def count(self) -> int:
        """The number."""
        return self._count

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        # Room for a digit more than there is, so that the bar does not jump with every batch.
        words = metrics.horizontalAdvance(f"{self._word} 0{QLocale().toString(max(self._count, 100))}")
        return QSize(self._theme.icon_size() + 8 + words, metrics.height() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        size = self._theme.icon_size("inline")
        colour = self._theme.colour(f"verdict.{self._verdict}.fg")
        right_to_left = self.isRightToLeft()
        x = self.width() - size / 2 - 1 if right_to_left else size / 2 + 1
        self._theme.paint_icon(painter, self._icon, QPointF(x, self.height() / 2), size, colour)
        gap = size + 7
        box = self.rect().adjusted(0, 0, -gap, 0) if right_to_left else self.rect().adjusted(gap, 0, 0, 0)
        side = Qt.AlignmentFlag.AlignRight if right_to_left else Qt.AlignmentFlag.AlignLeft
        painter.setPen(self._theme.colour("text.primary"))
        painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, f"{self._word} {QLocale().toString(self._count)}")


class RunBar(QWidget):
    """Hidden unless a run goes on. At its end a toast says how it went."""

    def __init__(
        self, workbench: Workbench, parent: QWidget | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._clock = clock
        self._started = (0.0, 0)
        self._latest: RunProgress | None = None
        self._judging: JudgedProgress | None = None
        self._judgements_before = 0
        self._stopping = False
        self.setObjectName("run_bar")
        self.setAccessibleName(tr("Run that is going on"))
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        theme = workbench.theme
        self.name = label(theme, font="strong", parent=self)
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(tr("Progress of the run"))
        self.words = label(theme, font="small", role="secondary", parent=self)
        self.passed = _Count(theme, "pass", "pass", tr("pass"), self)
        self.failed = _Count(theme, "fail", "fail", tr("fail"), self)
        self.blank = _Count(theme, "unjudged", "unjudged", tr("blank"), self)
        self.stop = button(theme, tr("Stop"), self._stop, icon="stop", parent=self)
        self.stop.setToolTip(tr("Stop the run; what it has judged stays (Shift+F5)"))
        self._assemble()
        session = workbench.session
        session.run_started.connect(self._run_started)
        session.run_progressed.connect(self._progressed)
        session.judging_progressed.connect(self._judged)
        session.run_finished.connect(self._finished)
        session.busy.connect(self._settle)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.setVisible(session.running_benchmark is not None)

    def _assemble(self) -> None:
        space = self._workbench.theme.space
        middle = QVBoxLayout()
        middle.setSpacing(3)
        middle.addStretch(1)
        middle.addWidget(self.progress)
        middle.addWidget(self.words)
        middle.addStretch(1)
        row = QHBoxLayout()
        row.setContentsMargins(space(3), 0, space(2), 0)
        row.setSpacing(space(3))
        row.addWidget(self.name)
        row.addLayout(middle, 2)
        for count in (self.passed, self.failed, self.blank):
            row.addWidget(count)
        row.addStretch(3)
        row.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(line(parent=self))
        column.addLayout(row, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.blank.setVisible(self.width() >= _COUNTS_FROM * max(1.0, self._workbench.theme.zoom))

    # -- a run --------------------------------------------------------------------------------------------------------

    @Slot(int)
    def _run_started(self, run_id: int) -> None:
        run = self._workbench.session.library.run(run_id)
        number = QLocale().toString(run.number)
        self.name.setText(tr("Run {number}").format(number=number))
        self.name.setToolTip(run.benchmark_name)
        self._started = (self._clock(), run.answers.total)
        self._judging = None
        self._stopping = False
        self._show(0, run.planned_answers, 0, 0, 0)
        self.stop.setEnabled(True)
        self.show()

    @Slot(object)
    def _progressed(self, progress: RunProgress) -> None:
        self._latest = progress
        if progress.state is RunState.GOING:
            self._show(progress.done, progress.total, progress.passed, progress.failed, progress.blank)

    def _show(self, done: int, total: int, passed: int, failed: int, blank: int) -> None:
        locale = QLocale()
        for count, number in ((self.passed, passed), (self.failed, failed), (self.blank, blank)):
            count.show_count(number)
        if self._judging is not None or self._stopping:
            return
        self.progress.setRange(0, max(1, total))
        self.progress.setValue(done)
        words = tr("{done} of {total} answers settled").format(done=locale.toString(done), total=locale.toString(total))
        began, before = self._started
        left = time_left(done - before, total - before, self._clock() - began)
        self.words.setText(f"{words}, {left}" if left else words)

    @Slot(object)
    def _judged(self, progress: JudgedProgress) -> None:
        """Show how many judgements are there, and why no more come where a judge asks to wait."""
        if self._judging is None:
            self._judgements_before = progress.done
        self._judging = progress
        self.progress.setRange(0, max(1, progress.total))
        self.progress.setValue(progress.done)
        if self._stopping or progress.state is not RunState.GOING:
            return
        locale = QLocale()
        words = tr("{done} of {total} judgements settled").format(
            done=locale.toString(progress.done), total=locale.toString(progress.total)
        )
        if progress.paused is not None:
            wait = max(1, round(progress.paused.until - time.time()))
            rest = tr("{name} asks to wait: next call in {count} s").format(name=progress.paused.endpoint, count=wait)
            self.words.setToolTip(progress.paused.said)
        else:
            before = self._judgements_before
            rest = time_left(progress.done - before, progress.total - before, self._clock() - self._started[0])
        self.words.setText(f"{words}, {rest}" if rest else words)

    @Slot(int)
    def _finished(self, run_id: int) -> None:
        self.hide()
        said = self._judging.said if self._judging is not None else ""
        self._latest = self._judging = None
        run = self._workbench.session.library.run(run_id)
        locale = QLocale()
        counts = tr("{passed} pass, {failed} fail, {blank} blank").format(
            passed=locale.toString(run.answers.passed),
            failed=locale.toString(run.answers.failed),
            blank=locale.toString(run.answers.not_judged),
        )
        name = tr("Run {number}").format(number=locale.toString(run.number))
        show = NoticeAction(tr("Show results"), _Going(self._workbench, run.benchmark_id, run_id))
        if run.state is RunState.COMPLETE:
            words = tr("{name} is complete: {count} answers, {counts}.")
            text = words.format(name=name, count=locale.toString(run.answers.total), counts=counts)
        else:
            words = tr("{name} was stopped: {count} of {planned} answers are judged and kept.")
            text = words.format(
                name=name,
                count=locale.toString(run.answers.total),
                planned=locale.toString(run.planned_answers),
            )
        text = f"{text} {said}".strip()
        here = self._workbench.navigator.current
        self._workbench.notices.toast(text, None if here.run_id == run_id else show)

    @Slot(str, object)
    def _settle(self, _title: str, _fraction: object) -> None:
        """Hide when a run ended without a result: it could not start, or the library could not be written."""
        if self._workbench.session.running_benchmark is None:
            self.hide()

    def _stop(self) -> None:
        self.stop.setEnabled(False)
        self._stopping = True
        self.words.setText(tr("Stopping; what was judged stays"))
        self._workbench.session.stop_run()

    @Slot()
    def _restyle(self) -> None:
        self.setFixedHeight(self._workbench.theme.row_height("run_bar"))


class _Going:
    """Goes to the results of a run."""

    def __init__(self, workbench: Workbench, benchmark_id: int, run_id: int) -> None:
        self._workbench = workbench
        self._place = Place("results", "run", benchmark_id, run_id=run_id)

    def __call__(self) -> None:
        self._workbench.navigator.go(self._place)
