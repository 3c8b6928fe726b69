"""A window over a library, without the rest of the program."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from gradewright_desktop.main_window import MainWindow
from gradewright_desktop.workbench import Workbench


def shown(workbench: Workbench, qtbot: QtBot) -> MainWindow:
    """Return a window of 1440 x 900 over the workbench, shown."""
    window = MainWindow(workbench)
    qtbot.addWidget(window)
    window.resize(1440, 900)
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.fixture
def window(workbench: Workbench, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window over an empty library."""
    made = shown(workbench, qtbot)
    yield made
    made.workbench.session.flush()


@pytest.fixture
def sample_window(sample_workbench: Workbench, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window over the sample."""
    made = shown(sample_workbench, qtbot)
    yield made
    made.workbench.session.flush()
