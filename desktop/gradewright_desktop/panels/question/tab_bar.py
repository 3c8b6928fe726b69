"""The tabs of the question editor, with their counts in pills."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QToolButton,
    QWidget,
)

from gradewright_desktop.theme import Theme


class TabBar(QWidget):
    """``chosen`` carries the key of a tab when the person changes it."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, tabs: Sequence[tuple[str, str]], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.buttons: dict[str, TabButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for key, words in tabs:
            made = TabButton(theme, key, words, self)
            self._group.addButton(made)
            self.buttons[key] = made
            row.addWidget(made)
        self.buttons[tabs[0][0]].setChecked(True)
        self._group.buttonClicked.connect(self._clicked)

    def current(self) -> str:
        """The key of the chosen tab."""
        return next(key for key, made in self.buttons.items() if made.isChecked())

    def set_current(self, key: str) -> None:
        """Choose a tab without telling about it."""
        self.buttons[key].setChecked(True)

    def set_count(self, key: str, count: str) -> None:
        """Show a count behind a tab's words; an empty text takes it away."""
        self.buttons[key].set_count(count)

    def full_width(self) -> int:
        """The width with all counts."""
        return sum(made.full_width() for made in self.buttons.values())

    def show_counts(self, shown: bool) -> None:
        """Show the counts, or leave them out where there is no room; screen readers say them in any case."""
        for made in self.buttons.values():
            made.show_count(shown)

    @Slot(QAbstractButton)
    def _clicked(self, clicked: QAbstractButton) -> None:
        if isinstance(clicked, TabButton):
            self.chosen.emit(clicked.key)


class TabButton(QToolButton):
    """One tab. Its accessible name says the count, too."""

    def __init__(self, theme: Theme, key: str, words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.key = key
        self._theme = theme
        self._words = words
        self._count = ""
        self._shows_count = True
        self.setText(words)
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setProperty("kind", "tab")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(words)

    def set_count(self, count: str) -> None:
        """Show a count, or none."""
        if count != self._count:
            self._count = count
            self.setAccessibleName(f"{self._words}, {count}" if count else self._words)
            self.updateGeometry()
            self.update()

    def show_count(self, shown: bool) -> None:
        """Show the count, or leave it out."""
        if shown is not self._shows_count:
            self._shows_count = shown
            self.updateGeometry()
            self.update()

    def full_width(self) -> int:
        """The width with the count."""
        # Chosen tabs are bold: the room for that is kept, so that choosing one moves none.
        return super().sizeHint().width() + self.fontMetrics().averageCharWidth() + self._pill_width(always=True)

    def sizeHint(self) -> QSize:
        without = self.full_width() - self._pill_width(always=True)
        return QSize(without + self._pill_width(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QPainter(self)
        self.style().drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option, painter, self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self._theme.font("strong" if self.isChecked() else "base"))
        painter.setFont(font)
        painter.setPen(self._theme.colour("text.primary" if self.isChecked() else "text.secondary"))
        words, pill = QFontMetrics(font).horizontalAdvance(self._words), self._pill_width()
        left = (self.width() - words - pill) // 2
        painter.drawText(QRect(left, 0, words + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, self._words)
        if pill:
            self._paint_pill(painter, left + words + self._theme.space(2), pill - self._theme.space(2))

    def _paint_pill(self, painter: QPainter, left: int, width: int) -> None:
        font = self._theme.font("small")
        height = QFontMetrics(font).height() + 2
        area = QRectF(left, (self.height() - height) / 2, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("surface.sunken"))
        painter.drawRoundedRect(area, height / 2, height / 2)
        painter.setFont(font)
        painter.setPen(self._theme.colour("text.secondary"))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, self._count)

    def _pill_width(self, *, always: bool = False) -> int:
        if not self._count or not (always or self._shows_count):
            return 0
        metrics = QFontMetrics(self._theme.font("small"))
        return metrics.horizontalAdvance(self._count) + 3 * self._theme.space(2)
