"""The program: reads its arguments, puts everything together, shows the window, and tidies up behind it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from gradewright_desktop import __version__

if TYPE_CHECKING:
    import argparse

    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from gradewright_desktop.main_window import MainWindow
    from gradewright_desktop.prompts import Prompts

FOLDER = "gradewright"


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the program's arguments."""
    import argparse

    parser = argparse.ArgumentParser(
        prog="gradewright-desktop", description="Say what a good answer is. Then check it."
    )
    parser.add_argument("file", nargs="*", type=Path, metavar="FILE", help="a library to open, or a file to take in")
    parser.add_argument("--library", type=Path, metavar="F", help="the library to open; made where there is none")
    parser.add_argument("--self-check", action="store_true", help="try everything in a temporary library, then end")
    parser.add_argument("--version", action="version", version=f"Gradewright {__version__}")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code: 0 in order, 1 a failed self-check, 2 bad use."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    if find_spec("PySide6") is None:
        print(
            "gradewright-desktop: the window needs Qt. Install it with: pip install 'gradewright[desktop]'",
            file=sys.stderr,
        )
        return 2
    if not arguments:
        return run([], None)
    options = build_parser().parse_args(arguments)
    if options.self_check:
        from gradewright_desktop.self_check import self_check

        return self_check()
    return run(options.file, options.library)


def run(files: list[Path], library: Path | None) -> int:
    """Show the window over a library and stay until it is closed."""
    from PySide6.QtCore import QSettings, QStandardPaths
    from PySide6.QtWidgets import QApplication

    from gradewright_desktop.composition import prepare_application

    application = QApplication(sys.argv[:1])
    prepare_application(application)
    places = QStandardPaths.StandardLocation
    config = Path(QStandardPaths.writableLocation(places.GenericConfigLocation)) / FOLDER
    data = Path(QStandardPaths.writableLocation(places.GenericDataLocation)) / FOLDER
    settings = QSettings(str(config / "window.ini"), QSettings.Format.IniFormat)
    program = Program(application, settings, data)
    program.start(files, library)
    try:
        return application.exec()
    finally:
        program.close()


class Program:
    """One running program.

    :meth:`start` shows the bare frame of the window at once; what fills it is imported and built after the frame's
    first paint. :meth:`assemble` does that at any time, for those who do not want to wait.
    """

    def __init__(self, application: QApplication, settings: QSettings, data: Path, prompts: Prompts | None = None):
        from gradewright_desktop.composition import TITLE, saved_theme
        from gradewright_desktop.window_frame import WindowFrame

        self._application = application
        self._settings = settings
        self._data = data
        self._prompts = prompts
        self._wanted: tuple[list[Path], Path | None] | None = None
        self.theme = saved_theme(application, settings)
        self.theme.apply_palette()
        self.frame = WindowFrame(settings, TITLE)
        self.assembled = False

    def start(self, files: list[Path], library: Path | None) -> None:
        """Show the frame; the rest follows when it has been painted."""
        from PySide6.QtCore import QTimer

        self._wanted = (files, library)
        self.frame.painted.connect(lambda: QTimer.singleShot(0, self.frame, self._continue))
        self.frame.show()

    def _continue(self) -> None:
        self.assemble()
        if self._wanted is not None:
            self.open(*self._wanted)

    def assemble(self) -> None:
        """Build everything that goes into the frame. The library is not open yet."""
        from PySide6.QtGui import QIcon

        from gradewright_desktop.assets import desktop_resource
        from gradewright_desktop.bridge import Bridge
        from gradewright_desktop.composition import build_workbench
        from gradewright_desktop.crash import CrashHooks
        from gradewright_desktop.main_window import MainWindow
        from gradewright_desktop.prompts import QtPrompts
        from gradewright_desktop.session import Session

        self.crash = CrashHooks(self._show_fault, self._application)
        self._start_reporting()
        self.bridge = Bridge(self._application)
        self.session = Session(None, self.bridge, self._application)
        self.theme.apply()
        self._application.setWindowIcon(QIcon(str(desktop_resource("icons/gradewright.svg"))))
        prompts = self._prompts or QtPrompts(self._application.activeWindow)
        self.workbench = build_workbench(self.session, self.theme, prompts, self._settings)
        self.window: MainWindow = MainWindow(self.workbench, self.frame, is_starting=self._wanted is not None)
        self.assembled = True

    def open(self, files: list[Path], library: Path | None) -> None:
        """Open the library that was asked for, else the last one, else a new one with the sample in it."""
        from gradewright.jobs.places import ENVIRONMENT, default_library
        from gradewright_desktop.shell.libraries import LAST, SUFFIX

        named = [path for path in files if path.suffix.casefold() == SUFFIX]
        others = [path for path in files if path.suffix.casefold() != SUFFIX]
        self.window.libraries.open_after_start(others)
        wanted = library or (named[0] if named else None)
        if wanted is not None:
            self.window.libraries.open(wanted, create=library is not None)
            return
        last = Path(str(self._settings.value(LAST, "")))
        path = last if last.suffix and last.is_file() and ENVIRONMENT not in os.environ else default_library()
        self.window.libraries.open(path, create=True, sample_if_new=not others)

    def close(self) -> None:
        """Keep what was typed, end what is going on, close the library."""
        if not self.assembled:
            return
        from gradewright_desktop.diagnostics import stop_log

        self.session.stop_run()
        for job in self.session.jobs:
            job.cancel()
        self.session.settling.emit()
        ended = self.bridge.close()
        library = self.session.library if self.session.is_open else None
        if library is not None and ended:
            library.close()
        self._settings.sync()
        self.crash.remove()
        stop_log()

    def _start_reporting(self) -> None:
        from gradewright_desktop.diagnostics import log, start_log

        self.crash.install()
        try:
            start_log(self._data / "log")
            self.crash.watch_faults(self._data / "log")
        except OSError as error:
            # A full or read-only disk must not keep the window from opening; the library will say so in words.
            print(f"No log is written: {error}", file=sys.stderr)
        log.info("started", extra={"version": __version__})

    def _show_fault(self, report: str) -> None:
        from PySide6.QtWidgets import QWidget

        from gradewright_desktop.dialogs.crash import CrashDialog

        open_dialog = self.frame.findChild(QWidget, "crash")
        if isinstance(open_dialog, CrashDialog) and open_dialog.isVisible():
            open_dialog.add(report)
        else:
            CrashDialog(self.theme, report, self.frame).open()


if __name__ == "__main__":
    sys.exit(main())
