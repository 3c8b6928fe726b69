"""Names and texts below each other, to read and to copy: a question with its reference, what a check looks for."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import label


class PairsPage(QScrollArea):
    """A page of pairs. ``mono`` names the pairs whose text is code."""

    def __init__(self, theme: Theme, name: str, mono: frozenset[str] = frozenset(), parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._mono = mono
        self._shown: list[tuple[str, str]] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        page = QWidget(self)
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(*(theme.space(3),) * 4)
        self._column.setSpacing(theme.space(1))
        self.setWidget(page)

    def show_pairs(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Show these pairs in their order."""
        if list(pairs) == self._shown:
            return
        self._shown = list(pairs)
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for position, (name, text) in enumerate(pairs):
            head = label(self._theme, name, font="section", role="secondary", parent=self.widget())
            if position:
                head.setContentsMargins(0, self._theme.space(2), 0, 0)
            self._column.addWidget(head)
            self._column.addWidget(self._text(name, text))
        self._column.addStretch(1)

    def pairs(self) -> list[tuple[str, str]]:
        """Return what is shown."""
        return list(self._shown)

    def _text(self, name: str, text: str) -> QLabel:
        words = label(
            self._theme,
            text,
            font="mono" if name in self._mono else "base",
            wraps=True,
            selectable=True,
            parent=self.widget(),
        )
        let_wrap(words)
        if _is_right_to_left(text):
            words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute)
        return words


def let_wrap(words: QLabel) -> None:
    """Let a label be as narrow as its place and as high as that asks for."""
    policy = words.sizePolicy()
    policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
    policy.setHeightForWidth(True)
    words.setSizePolicy(policy)


def _is_right_to_left(text: str) -> bool:
    """Say whether the first letter with a direction reads from right to left."""
    directions = (unicodedata.bidirectional(character) for character in text[:400])
    return next((kind for kind in directions if kind in ("L", "R", "AL")), "L") != "L"
