"""Verdicts as they are painted everywhere: a glyph, a word, and a tile only where something needs care."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gradewright.model.run import CellState
from gradewright_desktop.theme import Theme

# key -> icon and word. The keys are the names of the verdict tokens.
VERDICTS = {
    "pass": ("pass", "pass"),
    "fail": ("fail", "fail"),
    "cannot_judge": ("cannot-judge", "cannot judge"),
    "unjudged": ("unjudged", "not judged"),
    "stale": ("stale", "stale"),
}
STATE_WORDS = {
    CellState.JUDGED: "judged",
    CellState.CANNOT_JUDGE: "cannot judge",
    CellState.PARSE_ERROR: "reply not readable",
    CellState.TRUNCATED: "reply cut off",
    CellState.REFUSED: "judge refused",
    CellState.FAILED: "call failed",
}


def verdict_name(state: CellState | None, verdict: bool | None) -> str:
    """Return the verdict token of a cell; ``""`` for a judged cell without pass or fail, which shows its value."""
    if state is None:
        return "unjudged"
    if state is CellState.JUDGED:
        return "" if verdict is None else "pass" if verdict else "fail"
    return "cannot_judge" if state is CellState.CANNOT_JUDGE else "unjudged"


class VerdictPainter:
    """Paints verdicts into delegates. A pass is a plain check; everything else gets a tinted tile."""

    def __init__(self, theme: Theme):
        self._theme = theme

    def paint(self, painter: QPainter, rect: QRect, verdict: str, *, stale: bool = False) -> None:
        """Draw the glyph of a verdict in the middle of ``rect``; ``stale`` puts a clock in the corner."""
        icon, _word = VERDICTS[verdict]
        size = self._theme.icon_size()
        centre = QPointF(rect.center()) + QPointF(0.5, 0.5)
        if verdict != "pass":
            self.paint_tile(painter, QRectF(centre.x() - 12, centre.y() - 11, 24, 22), verdict)
        self._theme.paint_icon(painter, icon, centre, size, self._theme.colour(f"verdict.{verdict}.fg"))
        if stale:
            corner = centre + QPointF(10, -8)
            self._theme.paint_icon(painter, "stale", corner, 10, self._theme.colour("verdict.stale.fg"))

    def paint_tile(self, painter: QPainter, rect: QRectF, verdict: str) -> None:
        """Draw the tinted ground of a verdict."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(f"verdict.{verdict}.soft"))
        radius = self._theme.radius("badge")
        painter.drawRoundedRect(rect, radius, radius)
        painter.restore()

    def paint_with_word(self, painter: QPainter, rect: QRect, verdict: str) -> None:
        """Draw glyph and word at the left of ``rect``, in the painter's font."""
        icon, word = VERDICTS[verdict]
        size = self._theme.icon_size()
        colour = self._theme.colour(f"verdict.{verdict}.fg")
        middle = rect.center().y() + 0.5
        if verdict != "pass":
            width = size + 14 + painter.fontMetrics().horizontalAdvance(word)
            self.paint_tile(painter, QRectF(rect.left(), middle - 11, min(width, rect.width()), 22), verdict)
        self._theme.paint_icon(painter, icon, QPointF(rect.left() + 4 + size / 2, middle), size, colour)
        painter.save()
        painter.setPen(colour)
        words = rect.adjusted(size + 9, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, word)
        painter.restore()


class VerdictChip(QWidget):
    """A verdict or a severity as a chip: glyph and word on a soft ground.

    ``token`` is ``"verdict.pass"`` or ``"severity.warning"``; ``word`` replaces the usual word.
    """

    def __init__(self, theme: Theme, token: str = "verdict.unjudged", word: str = "", parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._token = token
        self._word = word
        self._icon_name = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_token(self, token: str, word: str = "", icon: str = "") -> None:
        """Show another verdict or severity; ``icon`` replaces the usual glyph."""
        self._token = token
        self._word = word
        self._icon_name = icon
        self._restyle()

    def word(self) -> str:
        """Return the word on the chip."""
        family, _dot, name = self._token.partition(".")
        if self._word:
            return self._word
        if family == "verdict":
            return VERDICTS[name][1]
        return "hint" if name == "info" else name

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = self._theme.icon_size("inline") + metrics.horizontalAdvance(self.word()) + 18
        return QSize(width, metrics.height() + 6)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(f"{self._token}.soft"))
        radius = self._theme.radius("badge")
        painter.drawRoundedRect(self.rect(), radius, radius)
        size = self._theme.icon_size("inline")
        colour = self._theme.colour(f"{self._token}.fg")
        self._theme.paint_icon(painter, self._icon(), QPointF(6 + size / 2, self.height() / 2), size, colour)
        painter.setPen(colour)
        words = self.rect().adjusted(size + 11, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.word())

    def _icon(self) -> str:
        if self._icon_name:
            return self._icon_name
        family, _dot, name = self._token.partition(".")
        if family == "verdict":
            return VERDICTS[name][0]
        return {"silenced": "silence"}.get(name, name)

    def _restyle(self) -> None:
        self.setFont(self._theme.font("small"))
        self.setAccessibleName(self.word())
        self.updateGeometry()
        self.update()
