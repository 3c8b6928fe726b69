"""A row of joined buttons of which one is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QToolButton, QWidget

from gradewright_desktop.theme import Theme


class SegmentedControl(QWidget):
    """One choice of a few. The chosen one carries a check mark, so that it is not told by colour alone.

    ``options`` are pairs of a key and its words; ``chosen`` carries the key when the person changes it.
    """

    chosen = Signal(str)

    def __init__(
        self,
        theme: Theme,
        options: Sequence[tuple[str, str]],
        name: str,
        *,
        kind: str = "segment",
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self._theme = theme
        self._kind = kind
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for position, (key, words) in enumerate(options):
            row.addWidget(self._add(key, words, position, len(options)))
        row.addStretch(1)
        self._group.buttonClicked.connect(self._clicked)
        if options:
            self.set_current(options[0][0])

    def current(self) -> str:
        """Return the key of the chosen option."""
        return next((key for key, made in self._buttons.items() if made.isChecked()), "")

    def set_current(self, key: str) -> None:
        """Choose an option without telling about it.

        Raises:
            KeyError: there is no such option.
        """
        self._buttons[key].setChecked(True)
        self._mark()

    def set_text(self, key: str, words: str) -> None:
        """Change the words of an option, for a count in them."""
        self._buttons[key].setText(words)
        self._buttons[key].setAccessibleName(words)

    def button(self, key: str) -> QToolButton:
        """Return the button of an option."""
        return self._buttons[key]

    def _add(self, key: str, words: str, position: int, count: int) -> QToolButton:
        made = QToolButton(self)
        made.setText(words)
        made.setCheckable(True)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        made.setProperty("kind", self._kind)
        edge = "only" if count == 1 else "first" if position == 0 else "last" if position == count - 1 else "middle"
        made.setProperty("edge", edge)
        made.setProperty("segment_key", key)
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        made.setAccessibleName(words)
        self._group.addButton(made)
        self._buttons[key] = made
        return made

    @Slot(QAbstractButton)
    def _clicked(self, clicked: QAbstractButton) -> None:
        self._mark()
        self.chosen.emit(clicked.property("segment_key"))

    def _mark(self) -> None:
        if self._kind != "segment":
            return
        for made in self._buttons.values():
            if made.isChecked():
                self._theme.set_icon(made, "check", "accent.text", self._theme.icon_size("inline"))
            else:
                made.setProperty("gradewright_icon", None)
                made.setIcon(type(made.icon())())
