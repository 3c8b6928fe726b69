"""The range of numbers that a rule accepts, drawn on an axis. The words beside it say the same."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from gradewright_desktop.theme import Theme
from gradewright_desktop.values.words import number_words

_TICKS = 7


@dataclass(frozen=True, slots=True)
class DrawnRange:
    """Bounds of what is accepted (None is open), whether they themselves pass, and the ground truth if it counts.

    ``fades_below`` and ``fades_above`` are where the credit of a graded rule reaches 0.
    """

    lower: float | None
    upper: float | None
    lower_included: bool = True
    upper_included: bool = True
    truth: float | None = None
    fades_below: float | None = None
    fades_above: float | None = None


@dataclass(frozen=True, slots=True)
class Axis:
    """A number axis from ``low`` to ``high`` with a tick every ``step``."""

    low: float
    high: float
    step: float

    @property
    def ticks(self) -> list[float]:
        """The numbers that get a tick, rounded so that 0.1 + 0.2 reads 0.3."""
        first = math.ceil(self.low / self.step - 1e-9)
        last = math.floor(self.high / self.step + 1e-9)
        return [round(number * self.step, 12) for number in range(first, last + 1)]

    def position(self, value: float) -> float:
        """Where ``value`` lies between the ends, 0 to 1; values outside are set on the nearer end."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))


def axis_for(shown: DrawnRange) -> Axis:
    """Choose an axis that shows the bounds and the ground truth with room at both sides, on round numbers."""
    known = (shown.lower, shown.upper, shown.truth, shown.fades_below, shown.fades_above)
    marks = [mark for mark in known if mark is not None and math.isfinite(mark)]
    low, high = (min(marks), max(marks)) if marks else (0.0, 1.0)
    # Not so narrow that its ticks are the same number once it is written.
    span = max((high - low) or abs(high) or 1.0, 1e-9 * max(abs(low), abs(high)), 1e-12)
    # As much room outside the range as half of it: the eye then sees it lying between what fails.
    step = _round_step(2 * span / _TICKS)
    start = math.floor((low - span / 2) / step + 1e-9) * step
    end = math.ceil((high + span / 2) / step - 1e-9) * step
    if low >= 0 > start:
        start = 0.0
    return Axis(start, end, step)


def _round_step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    for factor in (1, 2, 5, 10):
        if rough <= factor * power * 1.0001:
            return factor * power
    return 10 * power


class AcceptedRange(QWidget):
    """Paints a :class:`DrawnRange`; empty where there is none. Its accessible description is the sentence in words."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: DrawnRange | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Accepted range")
        theme.changed.connect(self.update)

    def show_range(self, shown: DrawnRange | None, words: str = "") -> None:
        """Draw another range; ``words`` is what a screen reader says of it."""
        self._shown = shown
        self.setAccessibleDescription(words)
        self.update()

    def shown_range(self) -> DrawnRange | None:
        """What is drawn now."""
        return self._shown

    def sizeHint(self) -> QSize:
        return QSize(24 * self.fontMetrics().averageCharWidth(), round(3.4 * self.fontMetrics().height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(14 * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._shown is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = self.fontMetrics()
        margin = 3 * metrics.averageCharWidth()
        line = QRectF(margin, 2.2 * metrics.height(), max(1, self.width() - 2 * margin), 1)
        axis = axis_for(self._shown)
        self._paint_axis(painter, line, axis)
        self._paint_band(painter, line, axis, self._shown)
        if self._shown.truth is not None and math.isfinite(self._shown.truth):
            self._paint_truth(painter, line, axis, self._shown.truth)

    def _paint_axis(self, painter: QPainter, line: QRectF, axis: Axis) -> None:
        metrics = self.fontMetrics()
        painter.setPen(QPen(self._theme.colour("border.control"), 1))
        painter.drawLine(line.topLeft(), line.topRight())
        taken = -math.inf
        for tick in axis.ticks:
            x = line.left() + axis.position(tick) * line.width()
            painter.setPen(QPen(self._theme.colour("border.control"), 1))
            painter.drawLine(QPointF(x, line.top()), QPointF(x, line.top() + 4))
            text = number_words(tick)
            width = metrics.horizontalAdvance(text)
            if x - width / 2 <= taken:
                continue
            taken = x + width / 2 + metrics.averageCharWidth()
            painter.setPen(self._theme.colour("text.muted"))
            painter.drawText(QPointF(x - width / 2, line.top() + 5 + metrics.ascent()), text)

    def _paint_band(self, painter: QPainter, line: QRectF, axis: Axis, shown: DrawnRange) -> None:
        height = 0.5 * self.fontMetrics().height()
        low = axis.low if shown.lower is None else shown.lower
        high = axis.high if shown.upper is None else shown.upper
        if low > high:
            return
        left = line.left() + axis.position(low) * line.width()
        right = line.left() + axis.position(high) * line.width()
        band = QRectF(left, line.top() - height, max(2.0, right - left), height)
        self._paint_fade(painter, line, axis, shown, band)
        painter.fillRect(band, self._theme.colour("verdict.pass.soft"))
        edge = self._theme.colour("verdict.pass.fill")
        painter.setPen(QPen(edge, 1.5))
        painter.drawLine(band.topLeft(), band.topRight())
        painter.drawLine(band.bottomLeft(), band.bottomRight())
        for x, bound, included in (
            (band.left(), shown.lower, shown.lower_included),
            (band.right(), shown.upper, shown.upper_included),
        ):
            if bound is not None:
                painter.setPen(QPen(edge, 1.5, Qt.PenStyle.SolidLine if included else Qt.PenStyle.DotLine))
                painter.drawLine(QPointF(x, band.top()), QPointF(x, band.bottom()))

    def _paint_fade(self, painter: QPainter, line: QRectF, axis: Axis, shown: DrawnRange, band: QRectF) -> None:
        """Wedges from the band to where the credit is gone: the height is the credit (linear, whatever the decay)."""
        for end, edge in ((shown.fades_below, band.left()), (shown.fades_above, band.right())):
            if end is None:
                continue
            x = line.left() + axis.position(end) * line.width()
            wedge = QPolygonF([QPointF(edge, band.top()), QPointF(x, line.top()), QPointF(edge, line.top())])
            painter.setPen(QPen(self._theme.colour("verdict.pass.fill"), 1, Qt.PenStyle.DotLine))
            painter.setBrush(QBrush(self._theme.colour("verdict.pass.soft"), Qt.BrushStyle.BDiagPattern))
            painter.drawPolygon(wedge)

    def _paint_truth(self, painter: QPainter, line: QRectF, axis: Axis, truth: float) -> None:
        metrics = self.fontMetrics()
        x = line.left() + axis.position(truth) * line.width()
        painter.setPen(QPen(self._theme.colour("verdict.pass.fg"), 2))
        painter.drawLine(QPointF(x, line.top() - 0.9 * metrics.height()), QPointF(x, line.top()))
        font = self.font()
        font.setBold(True)
        painter.setFont(font)
        text = number_words(truth)
        width = painter.fontMetrics().horizontalAdvance(text)
        left = min(max(0.0, x - width / 2), self.width() - width)
        painter.drawText(QPointF(left, line.top() - metrics.height()), text)
