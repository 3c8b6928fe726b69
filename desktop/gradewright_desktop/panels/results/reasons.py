"""Why a check came out as it did: one sentence, the figures behind it, and the words it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gradewright.model.run import Cell, CellState, CheckKind
from gradewright_desktop.panels.results.code_words import code_sentence, is_about_code
from gradewright_desktop.panels.results.pairs_page import let_wrap
from gradewright_desktop.panels.results.words import (
    count_text,
    look_of,
    metric_items,
    number_text,
    tr,
    value_text,
    why_not,
)
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import ElidedLabel, button, label

_MOST_QUOTES = 8
_LONGEST_QUOTE = 240


def reason_sentence(cell: Cell) -> str:
    """Return why a cell came out as it did, as sentences."""
    if is_about_code(cell):
        return code_sentence(cell)
    if cell.state is not CellState.JUDGED:
        return why_not(cell, cell.kind, cell.message)
    if cell.kind is CheckKind.TEMPLATE and cell.fields:
        return _template_sentence(cell)
    if isinstance(cell.value, Mapping):
        return _metric_sentence(cell)
    if cell.message:
        return cell.message
    if "pattern" in cell.detail:
        return _pattern_sentence(cell)
    if cell.verdict is None:
        return tr("The value is {value}.").format(value=value_text(cell.value))
    return tr("The verdict is {verdict}.").format(verdict=look_of(cell).word)


def _template_sentence(cell: Cell) -> str:
    passed = [outcome for outcome in cell.fields if outcome.passed]
    weight = sum(outcome.weight for outcome in cell.fields)
    reached = sum((outcome.score or 0.0) * outcome.weight for outcome in cell.fields)
    sentence = tr("{passed} of {count} fields pass, {reached} of {weight} by weight.").format(
        passed=count_text(len(passed)),
        count=count_text(len(cell.fields)),
        reached=number_text(reached),
        weight=number_text(weight),
    )
    return f"{sentence} {cell.message}" if cell.message else sentence


def _pattern_sentence(cell: Cell) -> str:
    found = bool(cell.detail.get("found"))
    told = tr("The answer matches the pattern") if found else tr("The answer does not match the pattern")
    if cell.verdict is None:
        return tr("{told}; this trait has no pass or fail reading.").format(told=told)
    verdict = tr("which passes") if cell.verdict else tr("which fails")
    return tr("{told}, {verdict}.").format(told=told, verdict=verdict)


def _metric_sentence(cell: Cell) -> str:
    figures = ", ".join(f"{name} {figure}" for name, figure in metric_items(cell.value))
    counts = cell.detail.get("counts")
    if not isinstance(counts, Mapping):
        return f"{figures}."
    words = {"tp": tr("right"), "fn": tr("missed"), "fp": tr("wrong"), "tn": tr("rightly left out")}
    told = ", ".join(f"{_size(counts[key])} {word}" for key, word in words.items() if key in counts)
    return f"{figures}: {told}."


def _size(value: Any) -> str:
    return count_text(len(value) if isinstance(value, (list, tuple)) else int(value))


class _Tile(QWidget):
    """The number of a mark, as in the gutter of the answer."""

    def __init__(self, theme: Theme, number: int, verdict: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._number, self._verdict = theme, number, verdict
        side = self.fontMetrics().height() + 2
        self.setFixedSize(QSize(side, side))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(f"verdict.{self._verdict}.soft"))
        radius = self._theme.radius("badge")
        painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        painter.setFont(self._theme.font("section"))
        painter.setPen(self._theme.colour(f"verdict.{self._verdict}.fg"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, str(self._number))


class _Glyph(QWidget):
    """The icon of a kind of check."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = "rubric"
        self.setFixedSize(QSize(theme.icon_size(), theme.icon_size()))

    def show_icon(self, icon: str) -> None:
        self._icon = icon
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        centre = QPointF(self.width() / 2, self.height() / 2)
        colour = self._theme.colour("text.muted")
        self._theme.paint_icon(painter, self._icon, centre, self._theme.icon_size("inline"), colour)


class Reasons(QScrollArea):
    """Shows the reason of one check at a time; ``code_wanted`` is for seeing the code where that was in the way."""

    code_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._quoted: list[str] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Reason"))
        page = QWidget(self)
        self._column = QVBoxLayout(page)
        margin = theme.space(3)
        self._column.setContentsMargins(margin, theme.space(2), margin, theme.space(2))
        self._column.setSpacing(theme.space(1))
        head = QHBoxLayout()
        head.setSpacing(theme.space(2))
        self._glyph = _Glyph(theme, page)
        self._kind = ElidedLabel(theme, font="small", role="muted", parent=page)
        head.addWidget(self._glyph)
        head.addWidget(self._kind, 1)
        self._sentence = label(theme, wraps=True, selectable=True, parent=page)
        let_wrap(self._sentence)
        self._column.addLayout(head)
        self._column.addWidget(self._sentence)
        self.see_code = button(theme, tr("See the code…"), self.code_wanted.emit, icon="code", parent=page)
        self._column.addWidget(self.see_code, 0, Qt.AlignmentFlag.AlignLeft)
        self._quotes = QVBoxLayout()
        self._quotes.setSpacing(theme.space(1))
        self._column.addLayout(self._quotes)
        self._column.addStretch(1)
        self.setWidget(page)
        theme.changed.connect(self._restyle)
        self.show_reason(None, "", "", [])

    def show_reason(self, cell: Cell | None, kind: str, icon: str, quotes: Sequence[tuple[int, str, bool]]) -> None:
        """Show a cell's reason. ``kind`` names the sort of check, ``quotes`` are number, words, and whether for it."""
        self._quoted = [words for _, words, _ in quotes]
        self._glyph.setVisible(cell is not None)
        self.see_code.setVisible(cell is not None and is_about_code(cell))
        self._kind.set_full_text(kind)
        self._sentence.setText("" if cell is None else reason_sentence(cell))
        if icon:
            self._glyph.show_icon(icon)
        while (item := self._quotes.takeAt(0)) is not None:
            row = item.widget()
            if row is not None:
                row.hide()
                row.deleteLater()
        for number, words, supports in quotes[:_MOST_QUOTES]:
            self._quotes.addWidget(self._quote(number, words, supports))
        if len(quotes) > _MOST_QUOTES:
            more = tr("{count} more in the answer").format(count=count_text(len(quotes) - _MOST_QUOTES))
            self._quotes.addWidget(label(self._theme, more, font="small", role="muted", parent=self.widget()))

    def text(self) -> str:
        """Return the sentence that is shown."""
        return self._sentence.text()

    def quotes(self) -> list[str]:
        """Return the words that are quoted."""
        return list(self._quoted)

    def _quote(self, number: int, words: str, supports: bool) -> QWidget:
        row = QWidget(self.widget())
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(self._theme.space(2))
        tile = _Tile(self._theme, number, "pass" if supports else "fail", row)
        line.addWidget(tile, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(0)
        shown = words if len(words) <= _LONGEST_QUOTE else words[: _LONGEST_QUOTE - 1] + "…"
        quoted = label(self._theme, f"“{shown}”", wraps=True, selectable=True, parent=row)
        let_wrap(quoted)
        column.addWidget(quoted)
        where = ElidedLabel(self._theme, tr("found word for word"), font="small", role="muted", parent=row)
        column.addWidget(where)
        line.addLayout(column, 1)
        return row

    @Slot()
    def _restyle(self) -> None:
        self._glyph.setFixedSize(QSize(self._theme.icon_size(), self._theme.icon_size()))
        self.update()
