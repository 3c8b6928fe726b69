"""The program: reads its arguments, puts everything together, shows the window, and tidies up behind it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gradewright_desktop import __version__

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from gradewright_desktop.main_window import MainWindow

LIBRARY_NAME = "My library.gradewright"


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the program's arguments."""
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
    options = build_parser().parse_args(argv)
    if options.self_check:
        from gradewright_desktop.self_check import self_check

        return self_check()
    return run(options.file, options.library)


def run(files: list[Path], library: Path | None) -> int:
    """Show the window over a library and stay until it is closed."""
    import platformdirs
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from gradewright_desktop.composition import prepare_application

    application = QApplication(sys.argv[:1])
    prepare_application(application)
    settings_path = Path(platformdirs.user_config_dir("gradewright", appauthor=False)) / "window.ini"
    settings = QSettings(str(settings_path), QSettings.Format.IniFormat)
    data = Path(platformdirs.user_data_dir("gradewright", appauthor=False))
    program = Program(application, settings, data)
    program.show()
    program.open(files, library)
    try:
        return application.exec()
    finally:
        program.close()


class Program:
    """One running program: the window with its services, its log and its crash hooks."""

    def __init__(self, application: QApplication, settings: QSettings, data: Path):
        from gradewright_desktop.bridge import Bridge
        from gradewright_desktop.composition import build_workbench, saved_theme
        from gradewright_desktop.crash import CrashHooks
        from gradewright_desktop.main_window import MainWindow
        from gradewright_desktop.prompts import QtPrompts
        from gradewright_desktop.session import Session

        self._data = data
        self._settings = settings
        self._previous_fault = ""
        self.crash = CrashHooks(self._show_fault, application)
        self._start_reporting()
        self.bridge = Bridge(application)
        self.session = Session(None, self.bridge, application)
        theme = saved_theme(application, settings)
        theme.apply()
        self.workbench = build_workbench(self.session, theme, QtPrompts(application.activeWindow), settings)
        self.window: MainWindow = MainWindow(self.workbench)

    def show(self) -> None:
        """Show the window; the library is not open yet, so the frame is there at once."""
        self.window.show()

    def open(self, files: list[Path], library: Path | None) -> None:
        """Open the library that was asked for, else the last one, else a new one with the sample in it."""
        from gradewright_desktop.shell.libraries import LAST, SUFFIX

        named = [path for path in files if path.suffix.casefold() == SUFFIX]
        others = [path for path in files if path.suffix.casefold() != SUFFIX]
        self.window.libraries.open_after_start(others)
        wanted = library or (named[0] if named else None)
        if wanted is not None:
            self.window.libraries.open(wanted, create=library is not None)
            return
        last = Path(str(self._settings.value(LAST, "")))
        default = self._data / LIBRARY_NAME
        path = last if last.suffix and last.is_file() else default
        self.window.libraries.open(path, create=True, sample_if_new=not others)

    def close(self) -> None:
        """Keep what was typed, end what is going on, close the library."""
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
            self._previous_fault = self.crash.watch_faults(self._data / "log")
        except OSError as error:
            # A full or read-only disk must not keep the window from opening; the library will say so in words.
            print(f"No log is written: {error}", file=sys.stderr)
        log.info("started", extra={"version": __version__})

    def _show_fault(self, report: str) -> None:
        from PySide6.QtWidgets import QWidget

        from gradewright_desktop.dialogs.crash import CrashDialog

        open_dialog = self.window.findChild(QWidget, "crash")
        if isinstance(open_dialog, CrashDialog) and open_dialog.isVisible():
            open_dialog.add(report)
        else:
            CrashDialog(self.workbench.theme, report, self.window).open()


if __name__ == "__main__":
    sys.exit(main())
