"""What a panel shows where there is nothing: a title, one sentence, a button, a link."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets.buttons import button
from gradewright_desktop.widgets.labels import label

SENTENCE_WIDTH = 320


class EmptyState(QWidget):
    """Says that there is nothing here, why that is fine, and what to do.

    ``action`` and ``link`` are pairs of a text and what it does; either may be left out.
    """

    def __init__(
        self,
        theme: Theme,
        title: str,
        sentence: str,
        action: tuple[str, Callable[[], None]] | None = None,
        link: tuple[str, Callable[[], None]] | None = None,
        *,
        icon: str = "",
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon
        self._glyph = QLabel(self)
        self._glyph.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title = label(theme, title, font="strong", wraps=True, parent=self)
        self._sentence = label(theme, sentence, font="small", role="secondary", wraps=True, parent=self)
        self._sentence.setMaximumWidth(SENTENCE_WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.space(6),) * 4)
        column.setSpacing(theme.space(2))
        column.addStretch(1)
        column.addWidget(self._glyph)
        for words in (self._title, self._sentence):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self._title)
        centred = QHBoxLayout()
        centred.addStretch(1)
        centred.addWidget(self._sentence, 20)
        centred.addStretch(1)
        column.addLayout(centred)
        column.addLayout(self._buttons(action, link))
        column.addStretch(2)
        theme.changed.connect(self._redraw)
        self._redraw()

    def set_words(self, title: str, sentence: str) -> None:
        """Say something else: another filter, another reason."""
        self._title.setText(title)
        self._sentence.setText(sentence)

    def _buttons(
        self, action: tuple[str, Callable[[], None]] | None, link: tuple[str, Callable[[], None]] | None
    ) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, self._theme.space(2), 0, 0)
        row.setSpacing(self._theme.space(2))
        row.addStretch(1)
        if action is not None:
            row.addWidget(button(self._theme, *action, kind="tinted", parent=self))
        if link is not None:
            row.addWidget(button(self._theme, *link, kind="flat", parent=self))
        row.addStretch(1)
        return row

    def _redraw(self) -> None:
        self._glyph.setVisible(bool(self._icon_name))
        if self._icon_name:
            size = self._theme.icon_size("empty")
            self._glyph.setPixmap(self._theme.pixmap(self._icon_name, "text.secondary", size))
