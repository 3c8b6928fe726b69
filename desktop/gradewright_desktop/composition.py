"""How the services of a window are put together: for the program, for the self-check and for tests."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from gradewright_desktop.theme.theme import ZOOM_STEPS, Mode, Theme

if TYPE_CHECKING:
    from gradewright.endpoints.keys import Keys
    from gradewright_desktop.prompts import Prompts
    from gradewright_desktop.session import Session
    from gradewright_desktop.workbench import Workbench

APPLICATION = "gradewright-desktop"
TITLE = "Gradewright"
TURN_SECONDS = 0.0005


def prepare_application(app: QApplication) -> None:
    """Give the application its name and the one style that looks the same everywhere, and its threads short turns."""
    app.setApplicationName(APPLICATION)
    app.setApplicationDisplayName(TITLE)
    app.setOrganizationName(TITLE)
    app.setDesktopFileName(APPLICATION)
    app.setStyle("Fusion")
    # A thread that computes keeps Python from all others for a turn, and a view asks the GUI thread for hundreds of
    # things in Python: with turns of 5 ms, typing took three times as long while a large benchmark was checked.
    sys.setswitchinterval(TURN_SECONDS)


def saved_theme(app: QApplication, settings: QSettings) -> Theme:
    """Return the theme in the colours and the size of text that were chosen last."""
    colours = str(settings.value("view/colours", ""))
    choice = Mode(colours) if colours in set(Mode) else None
    try:
        zoom = float(str(settings.value("view/zoom", "1.0")))
    except ValueError:
        zoom = 1.0
    return Theme(app, choice=choice, zoom=zoom if ZOOM_STEPS[0] <= zoom <= ZOOM_STEPS[-1] else 1.0)


def build_workbench(
    session: Session, theme: Theme, prompts: Prompts, settings: QSettings, keys: Keys | None = None
) -> Workbench:
    """Return the services over an open session, without any window yet; ``keys`` are the system's by default."""
    from gradewright.endpoints.keys import Keys
    from gradewright_desktop.commands.registry import CommandRegistry
    from gradewright_desktop.dialogs.code.decisions import CodeDecisions
    from gradewright_desktop.navigator import Navigator
    from gradewright_desktop.notices import Notices
    from gradewright_desktop.workbench import Workbench

    return Workbench(
        session=session,
        navigator=Navigator(parent=session),
        theme=theme,
        prompts=prompts,
        commands=CommandRegistry(theme, session),
        notices=Notices(session),
        settings=settings,
        code=CodeDecisions(session, settings, session),
        keys=keys or Keys(os.environ),
    )
