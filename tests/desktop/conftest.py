"""What the tests of the window share: an application, a theme, and a workbench over a library of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtWidgets import QApplication
from support.fake_keyring import FakeKeyring, finding
from support.prompts import ScriptedPrompts

from gradewright.endpoints.keys import Keys
from gradewright_desktop.bridge import Bridge
from gradewright_desktop.composition import build_workbench, prepare_application
from gradewright_desktop.main_window import MainWindow
from gradewright_desktop.session import Session
from gradewright_desktop.theme import Mode, Theme
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright.store.library import Library


@pytest.fixture(scope="session")
def qapp_cls() -> type[QApplication]:
    """The class that pytest-qt makes the application of."""
    return QApplication


@pytest.fixture(scope="session")
def application_theme(qapp: QApplication) -> Theme:
    """The one theme of the test run; tests take :func:`theme`, which puts it back as it was."""
    prepare_application(qapp)
    theme = Theme(qapp, choice=Mode.LIGHT)
    theme.apply()
    return theme


@pytest.fixture
def theme(application_theme: Theme) -> Iterator[Theme]:
    """The theme, light and at 100 % when the test begins."""
    yield application_theme
    application_theme.set_choice(Mode.LIGHT)
    application_theme.set_zoom(1.0)


@pytest.fixture(autouse=True)
def no_widgets_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Takes down every window of a test when it has ended.

    What was only told to go later goes when an event loop comes round, and between tests none does: thousands of dead
    widgets would be styled again with every change of the theme.
    """
    yield
    if QApplication.instance() is None:
        return
    for widget in QApplication.topLevelWidgets():
        widget.hide()
        widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    """Settings in a file of the test's own."""
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def prompts() -> ScriptedPrompts:
    """Prompts that answer from ``prompts.answers`` and note what was asked in ``prompts.asked``."""
    return ScriptedPrompts()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An empty library on disk."""
    from gradewright.store.library import Library

    opened = Library.open(tmp_path / "library.gradewright")
    yield opened
    opened.close()


@pytest.fixture
def bridge(qapp: QApplication) -> Iterator[Bridge]:
    """A bridge whose threads have ended when the test has."""
    made = Bridge()
    yield made
    assert made.close(), "a thread of the bridge did not end"


@pytest.fixture
def session(library: Library, bridge: Bridge) -> Session:
    """The session over the empty library. ``session.flush()`` waits until every edit is in and told about."""
    return Session(library, bridge)


@pytest.fixture
def workbench(session: Session, theme: Theme, prompts: ScriptedPrompts, settings: QSettings) -> Iterator[Workbench]:
    """What every panel takes as its first argument, over an empty library."""
    made = build_workbench(session, theme, prompts, settings, Keys({}, finding(FakeKeyring())))
    yield made
    # Garbage is collected on any thread, and a timer that is still running then would fire into nothing.
    made.commands.stop()
    made.code.stop()


@pytest.fixture
def sample_workbench(workbench: Workbench) -> Workbench:
    """The same, with the sample benchmark and its recorded answers in the library."""
    from gradewright.jobs.sample import add_sample

    add_sample(workbench.session.library)
    return workbench


@contextmanager
def open_window(workbench: Workbench) -> Iterator[MainWindow]:
    """Show a window of 1440 x 900 over a workbench, and take it down while its library is still open."""
    window = MainWindow(workbench)
    window.frame.resize(1440, 900)
    window.frame.show()
    yield window
    workbench.session.flush()
    window.frame.close()
    window.frame.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def window(workbench: Workbench) -> Iterator[MainWindow]:
    """The main window over an empty library."""
    with open_window(workbench) as made:
        yield made


@pytest.fixture
def sample_window(sample_workbench: Workbench) -> Iterator[MainWindow]:
    """The main window over the sample."""
    with open_window(sample_workbench) as made:
        yield made
