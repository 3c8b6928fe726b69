"""What every panel is given: the services of one window, made once in the composition root."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from gradewright.endpoints.keys import Keys
from gradewright_desktop.commands.registry import CommandRegistry
from gradewright_desktop.dialogs.code.decisions import CodeDecisions
from gradewright_desktop.navigator import Navigator
from gradewright_desktop.notices import Notices
from gradewright_desktop.prompts import Prompts
from gradewright_desktop.session import Session
from gradewright_desktop.theme import Theme


class Panels:
    """The panels that exist, by name: how a command finds the panel that it is about."""

    def __init__(self) -> None:
        self._panels: dict[str, QWidget] = {}

    def register(self, name: str, panel: QWidget) -> None:
        """Make a panel known by its name, such as ``"tree"`` or ``"findings"``."""
        self._panels[name] = panel

    def get(self, name: str) -> QWidget | None:
        """Return the panel of this name, None where it was not built yet."""
        return self._panels.get(name)

    def names(self) -> tuple[str, ...]:
        """Return the names of all panels that exist."""
        return tuple(self._panels)

    def panel_of(self, widget: QWidget | None) -> str:
        """Return the name of the innermost panel around a widget, ``""`` where there is none."""
        names = {id(panel): name for name, panel in self._panels.items()}
        while widget is not None:
            if id(widget) in names:
                return names[id(widget)]
            widget = widget.parentWidget()
        return ""


@dataclass(frozen=True)
class Workbench:
    """The services of one window. Panels take it as their first argument and look nothing up anywhere else."""

    session: Session
    navigator: Navigator
    theme: Theme
    prompts: Prompts
    commands: CommandRegistry
    notices: Notices
    settings: QSettings
    code: CodeDecisions
    keys: Keys
    panels: Panels = field(default_factory=Panels)
