"""The window: from starting the program to its first paint, and to the sample on the screen."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.frame import Figure

ROUNDS = 7

# What any window of this kind costs: Qt, an application, a main window with a dock and a label in each part.
BARE = """
import os, time
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QMainWindow

class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, finish)

def finish():
    print(time.time() - float(os.environ["STARTED"]), flush=True)
    os._exit(0)

application = QApplication([])
window = Window()
window.resize(1440, 900)
dock = QDockWidget("Dock")
dock.setWidget(QLabel("Side"))
window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
window.setCentralWidget(QLabel("Centre"))
window.show()
application.exec()
"""

# The program itself over a library with the sample; it is on the screen when the tree has painted its rows.
OURS = """
import os, time
from pathlib import Path
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication, QTreeView
from gradewright_desktop.app import Program
from gradewright_desktop.composition import prepare_application

started, folder = float(os.environ["STARTED"]), Path(os.environ["FOLDER"])
application = QApplication([])
prepare_application(application)
settings = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
program = Program(application, settings, folder)
times = []

def look():
    tree = program.frame.findChild(QTreeView)
    if tree is not None and tree.isVisible() and tree.model() is not None and tree.model().rowCount():
        tree.viewport().repaint()
        print(times[0], time.time() - started, flush=True)
        os._exit(0)
    QTimer.singleShot(5, look)

program.frame.resize(1440, 900)
program.frame.painted.connect(lambda: times.append(time.time() - started))
program.start([], folder / "library.gradewright")
QTimer.singleShot(30_000, lambda: os._exit(1))
look()
application.exec()
"""


def run() -> list[Figure]:
    """Measure seconds by the clock, in fresh processes that take turns, offscreen."""
    with tempfile.TemporaryDirectory() as folder:
        _make_library(Path(folder))
        for script in (BARE, OURS):
            _start(script, folder)
        rounds = [(_start(BARE, folder)[0], *_start(OURS, folder)) for _ in range(ROUNDS)]
    bare, first, whole = (statistics.median(values) for values in zip(*rounds, strict=True))
    note = "the frame; menus and panels follow at once"
    return [
        Figure("window, first paint", first, bare, "s", 1.5, "ratio", note),
        Figure("window, sample on the screen", whole, bare, "s", 1.5, "ours"),
    ]


def _make_library(folder: Path) -> None:
    from gradewright.jobs.sample import add_sample
    from gradewright.store.library import Library

    with Library.open(folder / "library.gradewright") as library:
        add_sample(library)


def _start(script: str, folder: str) -> list[float]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "FOLDER": folder, "STARTED": repr(time.time())}
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, env=environment)
    return [float(number) for number in done.stdout.split()]
