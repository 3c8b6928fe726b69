"""Small drawn measures: the bar of four parts, and a value with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gradewright_desktop.theme import Theme

BAR_HEIGHT = 10


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a bar: a verdict token (``"pass"``, ``"fail"`` …), how many, and its word for screen readers."""

    verdict: str
    count: int
    word: str = ""


@dataclass(frozen=True, slots=True)
class Interval:
    """A rate between 0 and 1 with the bounds of its interval."""

    value: float
    low: float
    high: float


class PartsBar(QWidget):
    """How a total splits; what was not judged is hatched, so that it never looks like a verdict."""

    def __init__(self, theme: Theme, parts: Sequence[Part] = (), parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._parts: tuple[Part, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)
        self.set_parts(parts)

    def set_parts(self, parts: Sequence[Part]) -> None:
        """Show other counts."""
        self._parts = tuple(parts)
        words = ", ".join(f"{part.word or part.verdict}: {self.locale().toString(part.count)}" for part in self._parts)
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, BAR_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, BAR_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        total = sum(part.count for part in self._parts)
        box = QRectF(self.rect())
        painter.fillRect(box, self._theme.colour("surface.sunken"))
        if not total:
            return
        left = box.left()
        for part in self._parts:
            if not part.count:
                continue
            # A part that exists is seen, however small its share is.
            width = max(2.0, box.width() * part.count / total)
            self._paint_part(painter, QRectF(left, box.top(), width, box.height()), part.verdict)
            left += width

    def _paint_part(self, painter: QPainter, box: QRectF, verdict: str) -> None:
        colour = self._theme.colour(f"verdict.{verdict}.fill")
        if verdict == "unjudged":
            painter.fillRect(box, self._theme.colour("verdict.unjudged.soft"))
            painter.fillRect(box, QBrush(colour, Qt.BrushStyle.BDiagPattern))
        else:
            painter.fillRect(box, colour)
        painter.fillRect(QRectF(box.right() - 1, box.top(), 1, box.height()), self._theme.colour("surface.base"))


class IntervalBar(QWidget):
    """A rate as a dot with its interval as a line, on a scale from 0 to 1."""

    def __init__(self, theme: Theme, interval: Interval | None = None, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._interval: Interval | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)
        self.set_interval(interval)

    def set_interval(self, interval: Interval | None) -> None:
        """Show another rate, or none."""
        self._interval = interval
        self.setAccessibleName(
            "no rate yet"
            if interval is None
            else f"{interval.value:.0%}, interval {interval.low:.0%} to {interval.high:.0%}"
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, 16)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, left, width = self.height() / 2, 6.0, self.width() - 12.0
        painter.setPen(QPen(self._theme.colour("border.subtle"), 2))
        painter.drawLine(QPointF(left, middle), QPointF(left + width, middle))
        if self._interval is None:
            return
        colour = self._theme.colour("chart.series.0")
        painter.setPen(QPen(colour, 2))
        low, high = (left + width * bound for bound in (self._interval.low, self._interval.high))
        painter.drawLine(QPointF(low, middle), QPointF(high, middle))
        for end in (low, high):
            painter.drawLine(QPointF(end, middle - 4), QPointF(end, middle + 4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(left + width * self._interval.value, middle), 4, 4)
