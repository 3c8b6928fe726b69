"""Faults are logged, shown once, and never sent; the log is lines of JSON."""

from __future__ import annotations

import json
import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import qWarning
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from gradewright_desktop.crash import FAULT_NAME, CrashHooks
from gradewright_desktop.diagnostics import diagnostics_text, log_path, start_log, stop_log
from gradewright_desktop.dialogs.crash import CrashDialog
from gradewright_desktop.theme import Theme


@pytest.fixture
def reports() -> list[str]:
    return []


@pytest.fixture
def hooks(reports: list[str], qtbot: QtBot) -> Iterator[CrashHooks]:
    made = CrashHooks(reports.append)
    made.install()
    yield made
    made.remove()


def break_it(words: str) -> None:
    raise ValueError(words)


def report(hooks: CrashHooks, words: str) -> None:
    try:
        break_it(words)
    except ValueError:
        hooks.handle(*sys.exc_info())  # type: ignore[arg-type]


def test_a_fault_that_repeats_is_shown_once(hooks: CrashHooks, reports: list[str], qtbot: QtBot) -> None:
    for number in range(5):
        report(hooks, f"paint {number}")
    qtbot.waitUntil(lambda: bool(reports))
    assert len(reports) == 1
    assert "ValueError: paint 0" in reports[0]
    assert "break_it" in reports[0]


def test_faults_of_other_threads_are_shown_on_this_one(hooks: CrashHooks, reports: list[str], qtbot: QtBot) -> None:
    heard_on: list[threading.Thread] = []
    hooks.tell_to(lambda words: (reports.append(words), heard_on.append(threading.current_thread())))  # type: ignore[func-returns-value]
    thread = threading.Thread(target=break_it, args=("off the window",))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bool(reports))
    assert "off the window" in reports[0]
    assert heard_on == [threading.main_thread()]


def test_hooks_are_given_back(reports: list[str]) -> None:
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    hooks = CrashHooks(reports.append)
    hooks.install()
    assert sys.excepthook == hooks.handle
    hooks.remove()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before


def test_last_words_of_the_time_before_are_found(tmp_path: Path, reports: list[str]) -> None:
    (tmp_path / FAULT_NAME).write_text("Fatal Python error: Segmentation fault", encoding="utf-8")
    hooks = CrashHooks(reports.append)
    assert "Segmentation fault" in hooks.watch_faults(tmp_path)
    hooks.remove()
    assert not (tmp_path / FAULT_NAME).exists(), "an empty file would look like a crash"


def test_the_dialog_shows_its_report_when_asked(theme: Theme, qtbot: QtBot) -> None:
    dialog = CrashDialog(theme, "Traceback: first")
    qtbot.addWidget(dialog)
    dialog.show()
    text = dialog.findChild(QPlainTextEdit)
    assert text.isHidden()
    dialog._toggle()
    assert text.isVisible()
    dialog.add("Traceback: second")
    assert "first" in dialog.report()
    assert "second" in dialog.report()


@pytest.mark.qt_log_ignore("a warning of Qt")
def test_the_log_is_lines_of_json(tmp_path: Path, theme: Theme) -> None:
    path = start_log(tmp_path / "log")
    try:
        logging.getLogger("gradewright_desktop").info("started", extra={"version": "0.1.0"})
        try:
            break_it("in the log")
        except ValueError:
            logging.getLogger("gradewright_desktop").exception("fault")
        qWarning("a warning of Qt")
        assert log_path() == path
        assert "started" in diagnostics_text(theme)
    finally:
        stop_log()
    entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [entry["level"] for entry in entries] == ["info", "error", "warning"]
    assert entries[0]["version"] == "0.1.0"
    assert "ValueError: in the log" in entries[1]["traceback"]
    assert entries[2]["logger"] == "qt"
    assert log_path() is None
