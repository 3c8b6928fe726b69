"""The log, and what of it helps to find a fault."""

from __future__ import annotations

import json
import logging
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMessageLogContext, QSysInfo, QtMsgType, qInstallMessageHandler, qVersion
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from gradewright_desktop.theme import Theme

LOG_NAME = "gradewright.jsonl"
LOG_BYTES = 500_000
LOG_FILES = 4
LAST_LINES = 40
PACKAGES = ("PySide6_Essentials", "SQLAlchemy", "pydantic", "QtAwesome")
# Plain attributes of every record; what else a record carries was given with ``extra=``.
STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}

log = logging.getLogger("gradewright_desktop")
LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, the traceback if there is one, and extras."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        entry |= {name: value for name, value in vars(record).items() if name not in STANDARD}
        return json.dumps(entry, ensure_ascii=False, default=str)


def start_log(folder: Path) -> Path:
    """Write the log into a folder, a few files of half a megabyte at most; returns the current file.

    Raises:
        OSError: the folder cannot be made or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOG_NAME
    handler = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    qInstallMessageHandler(_log_qt)
    return path


def stop_log() -> None:
    """Close the log and give Qt its own handler back."""
    qInstallMessageHandler(None)
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if isinstance(handler, RotatingFileHandler)]:
        root.removeHandler(handler)
        handler.close()


def _log_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    logging.getLogger("qt").log(LEVELS.get(kind, logging.WARNING), message, extra={"category": context.category})


def log_path() -> Path | None:
    """Return the file that the log goes to, None where it goes nowhere."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, RotatingFileHandler):
            return Path(handler.baseFilename)
    return None


def versions() -> dict[str, str]:
    """Return the versions of the program and of what it stands on."""
    from gradewright_desktop import __version__

    found = {"Gradewright": __version__, "Python": platform.python_version(), "Qt": qVersion()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            # A frozen program may carry a package without its metadata.
            found[package] = "unknown"
    return found


def diagnostics_text(theme: Theme) -> str:
    """Return versions, system, screen, fonts, theme and the latest log lines. No text of the library is in it."""
    screen = QGuiApplication.primaryScreen()
    lines = [
        *(f"{name}: {number}" for name, number in versions().items()),
        f"System: {QSysInfo.prettyProductName()}, {platform.machine()}",
        f"Platform: {QGuiApplication.platformName()}, {sys.platform}",
        f"Screen: {screen.size().width()} x {screen.size().height()}, ratio {screen.devicePixelRatio()}",
        f"Font: {theme.font().family()} {theme.font().pointSizeF():.1f}, mono {theme.font('mono').families()[0]}",
        f"Colours: {theme.mode}, text {theme.zoom:.0%}",
    ]
    path = log_path()
    if path is not None and path.is_file():
        lines += ["", f"Log ({path.name}):", *path.read_text(encoding="utf-8").splitlines()[-LAST_LINES:]]
    return "\n".join(lines)
