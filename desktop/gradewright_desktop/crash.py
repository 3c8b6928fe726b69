"""What happens when the program has a fault: it is logged, shown once, and never sent anywhere."""

from __future__ import annotations

import faulthandler
import hashlib
import logging
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

FAULT_NAME = "fault.txt"

log = logging.getLogger("gradewright_desktop.crash")


class CrashHooks(QObject):
    """Catches what nobody caught, on every thread, and reports each fault once.

    ``show`` gets a report as text, on the GUI thread. A fault is known by its traceback, so that one which repeats at
    every paint is shown a single time.
    """

    _reported = Signal(str)

    def __init__(self, show: Callable[[str], None], parent: QObject | None = None):
        super().__init__(parent)
        self._show = show
        self._seen: set[str] = set()
        self._before: tuple[Any, Any, Any] | None = None
        self._fault_file: IO[str] | None = None
        self._reported.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def tell_to(self, show: Callable[[str], None]) -> None:
        """Give reports to somebody else from now on."""
        self._show = show

    def install(self) -> None:
        """Take the place of Python's own hooks."""
        self._before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        sys.excepthook = self.handle
        threading.excepthook = self._handle_thread
        sys.unraisablehook = self._handle_unraisable

    def remove(self) -> None:
        """Give the hooks back, and take the fault file away: the program ended as it should."""
        if self._before is not None:
            sys.excepthook, threading.excepthook, sys.unraisablehook = self._before
            self._before = None
        if self._fault_file is not None:
            faulthandler.disable()
            path = Path(self._fault_file.name)
            self._fault_file.close()
            self._fault_file = None
            if path.is_file() and path.stat().st_size == 0:
                path.unlink()

    def watch_faults(self, folder: Path) -> str:
        """Let the interpreter write its last words into a file; returns what the time before wrote there, if any.

        Raises:
            OSError: the folder cannot be written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / FAULT_NAME
        before = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        self._fault_file = path.open("w", encoding="utf-8")
        faulthandler.enable(self._fault_file)
        return before

    def handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log a fault, and show it unless it was shown before."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        log.error("unexpected fault", exc_info=(kind, error, trace))
        sys.__excepthook__(kind, error, trace)
        report = "".join(traceback.format_exception(kind, error, trace))
        print_of = fingerprint(kind, trace)
        if print_of not in self._seen:
            self._seen.add(print_of)
            self._reported.emit(report)

    def _handle_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self.handle(args.exc_type, args.exc_value, args.exc_traceback)

    def _handle_unraisable(self, args: Any) -> None:
        if args.exc_value is not None:
            self.handle(args.exc_type, args.exc_value, args.exc_traceback)

    @Slot(str)
    def _tell(self, report: str) -> None:
        self._show(report)


def fingerprint(kind: type[BaseException], trace: TracebackType | None) -> str:
    """Return what a fault is known by: its kind and the lines that it went through, without values."""
    frames = [f"{frame.filename}:{frame.lineno}:{frame.name}" for frame in traceback.extract_tb(trace)]
    return hashlib.sha256("\n".join([kind.__qualname__, *frames]).encode()).hexdigest()
