"""Drives the real program in this process: keys, clicks and menus in, what stands in library and window out."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from support.prompts import ScriptedPrompts

from gradewright.store.library import Library
from gradewright_desktop.a11y import spoken_name
from gradewright_desktop.app import Program

W = TypeVar("W", bound=QWidget)
SECONDS = 30.0


class AppDriver:
    """One running program. Everything waits for what it asked for, never for a while."""

    def __init__(self, application: QApplication, folder: Path, files: list[Path] | None = None):
        settings = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
        self.prompts = ScriptedPrompts()
        self.faults: list[str] = []
        self.is_closed = False
        self.program = Program(application, settings, folder, self.prompts)
        self.program.start(files or [], None)
        self.wait(lambda: self.program.assembled, "the window was not filled")
        self.program.crash.tell_to(self.faults.append)
        self.wait(lambda: self.program.session.is_open, "no library was opened")
        self.program.frame.activateWindow()
        self.settle()

    @property
    def library(self) -> Library:
        return self.program.session.library

    @property
    def frame(self) -> QWidget:
        return self.program.frame

    def settle(self) -> None:
        """Wait until no job goes on and every edit made so far is kept and told about."""
        self.wait(lambda: not self.program.session.jobs, "a job did not end")
        self.program.session.flush()
        self.run_events(50)

    def do(self, command: str) -> None:
        """Run a command as its menu does."""
        reason = self.program.workbench.commands.reason(command)
        assert reason is None, f"{command} cannot run: {reason}"
        self.program.workbench.commands.action(command).trigger()

    def keys(self, widget: QWidget, keys: str) -> None:
        """Press a key combination in a widget."""
        combination = QKeySequence(keys)[0]
        QTest.keyClick(widget, combination.key(), combination.keyboardModifiers())
        self.run_events(20)

    def type(self, widget: QWidget, words: str) -> None:
        """Replace what stands in a field by typing."""
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
        self.keys(widget, "Ctrl+A")
        QTest.keyClicks(widget, words)

    def find(self, kind: type[W], name: str = "", *, containing: str = "") -> W:
        """Return the one shown widget of a kind, by its object name or by what its name for readers contains."""
        found = [
            widget
            for widget in QApplication.allWidgets()
            if isinstance(widget, kind)
            and widget.isVisible()
            and (not name or widget.objectName() == name)
            and containing.casefold() in spoken_name(widget).casefold()
        ]
        assert len(found) == 1, [(widget.objectName(), spoken_name(widget)) for widget in found]
        return found[0]

    def words(self) -> str:
        """Return all words that labels show now."""
        return "\n".join(shown.text() for shown in self.frame.findChildren(QLabel) if shown.isVisible())

    def wait(self, condition: Callable[[], object], otherwise: str) -> None:
        """Let the program run until a condition holds.

        Raises:
            AssertionError: it does not within half a minute.
        """
        deadline = time.monotonic() + SECONDS
        while not condition():
            assert time.monotonic() < deadline, otherwise
            self.run_events(20)

    def run_events(self, milliseconds: int) -> None:
        """Let the program run for a moment."""
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def close(self) -> None:
        """Close the window as a person does, and end the program.

        Raises:
            AssertionError: a fault of the program came up on the way.
        """
        self.is_closed = True
        self.program.frame.close()
        self.program.close()
        self.program.frame.deleteLater()
        assert self.faults == []
