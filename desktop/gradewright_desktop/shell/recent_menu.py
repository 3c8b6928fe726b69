"""The menu of the library button: the libraries that were open lately, and how to get others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QMenu, QWidget

from gradewright_desktop.shell.recent import RecentLibraries
from gradewright_desktop.workbench import Workbench


class RecentMenu(QMenu):
    """Made afresh each time that it opens."""

    def __init__(
        self,
        workbench: Workbench,
        recent: RecentLibraries,
        open_path: Callable[[Path], None],
        *,
        title: str = "Open recent",
        commands: tuple[str, ...] = (),
        parent: QWidget | None = None,
    ):
        super().__init__(title, parent)
        self.setToolTipsVisible(True)
        self._workbench = workbench
        self._recent = recent
        self._open_path = open_path
        self._commands = commands
        self.aboutToShow.connect(self.fill)

    @Slot()
    def fill(self) -> None:
        """Put in what is known now."""
        self.clear()
        for entry in self._recent.all():
            action = self.addAction(entry.name.replace("&", "&&"))
            action.setToolTip(entry.path)
            action.setEnabled(entry.exists)
            self._workbench.theme.set_icon(action, "library" if entry.exists else "warning-outline")
            action.triggered.connect(partial(self._open, entry.path))
        if self.isEmpty():
            self.addAction("No other library yet").setEnabled(False)
        if self._commands:
            self.addSeparator()
        for command in self._commands:
            self.addAction(self._workbench.commands.action(command))

    def _open(self, path: str, _checked: bool = False) -> None:
        self._open_path(Path(path))
