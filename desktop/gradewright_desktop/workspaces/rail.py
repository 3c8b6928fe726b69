"""The narrow bar of icons that stands where a folded panel was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets.buttons import tool_button
from gradewright_desktop.widgets.labels import CountBadge

WIDTH = 36


@dataclass(frozen=True, slots=True)
class RailItem:
    """One icon of a rail: the key of the panel that it opens, its icon, its words."""

    key: str
    icon: str
    words: str


class Rail(QWidget):
    """Icons that open what is folded, each with a count under it where there is one."""

    def __init__(self, theme: Theme, items: tuple[RailItem, ...], opened: Callable[[str], None], parent: QWidget):
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._buttons: dict[str, QToolButton] = {}
        self._counts: dict[str, CountBadge] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(3, theme.space(2), 3, theme.space(2))
        column.setSpacing(2)
        for item in items:
            button = tool_button(theme, item.icon, item.words, partial(opened, item.key), kind="rail", parent=self)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            count = CountBadge(theme, hides_zero=True, parent=self)
            # There is little room beside the digits of a large font.
            count.setProperty("role", "count-small")
            column.addWidget(button)
            column.addWidget(count, 0, Qt.AlignmentFlag.AlignHCenter)
            self._buttons[item.key] = button
            self._counts[item.key] = count
        column.addStretch(1)
        self.setFixedWidth(WIDTH)

    def set_count(self, key: str, count: int) -> None:
        """Show a number under an icon; none for 0."""
        if key in self._counts:
            self._counts[key].set_count(count)
            words = self._buttons[key].toolTip().partition(":")[0]
            self._buttons[key].setAccessibleName(f"{words}: {count}" if count else words)
