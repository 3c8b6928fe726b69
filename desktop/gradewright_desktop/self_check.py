"""``--self-check``: the whole program tried once in a temporary library, a line a check. For installed packages."""

from __future__ import annotations

import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from PySide6.QtCore import QCoreApplication, QEventLoop, QSettings, QTimer
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication

from gradewright.jobs.formats import EXPORT_FORMATS, ExportFormat
from gradewright_desktop.app import Program
from gradewright_desktop.composition import prepare_application
from gradewright_desktop.navigator import Place
from gradewright_desktop.theme import Mode
from gradewright_desktop.theme.icon_names import ICONS

if TYPE_CHECKING:
    from gradewright.store.library import Library

SECONDS = 60.0
QUESTION_TABS = ("question", "template", "rubric", "examples", "history")
# More than one foreground and one background colour: something was drawn.
LEAST_COLOURS = 8


class CheckFailed(Exception):
    """Something is not as it should be, in words."""


class Checks:
    """Runs checks one after another and says what came of each."""

    def __init__(self, out: TextIO):
        self._out = out
        self.failed = 0

    @contextmanager
    def check(self, name: str) -> Iterator[None]:
        """Print whether the block went through; a failure is counted and the next check goes on."""
        try:
            yield
        except Exception as error:
            self.failed += 1
            where = traceback.extract_tb(error.__traceback__)[-1]
            self._say(f"FAILED  {name}: {type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})")
        else:
            self._say(f"ok      {name}")

    def _say(self, words: str) -> None:
        print(words, file=self._out, flush=True)


def self_check(out: TextIO | None = None) -> int:
    """Try everything; returns 0 where all checks went through, else 1."""
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    prepare_application(application)
    checks = Checks(out or sys.stdout)
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="gradewright-check-") as folder:
        settings = QSettings(str(Path(folder) / "window.ini"), QSettings.Format.IniFormat)
        program = Program(application, settings, Path(folder))
        program.assemble()
        program.crash.tell_to(faults.append)
        try:
            _check_all(program, Path(folder), checks)
            with checks.check("no fault went by unseen"):
                if faults:
                    raise CheckFailed(faults[0].strip().splitlines()[-1])
        finally:
            program.frame.close()
            program.close()
    return 1 if checks.failed else 0


def _check_all(program: Program, folder: Path, checks: Checks) -> None:
    with checks.check("tokens, icons and fonts"):
        _looks(program)
    with checks.check("a window on the screen"):
        program.frame.show()
        _wait(lambda: program.frame.isVisible(), "the window did not show")
    with checks.check("a new library opens"):
        program.window.libraries.make(folder / "check.gradewright")
        _wait(lambda: program.session.is_open, "the library did not open")
    with checks.check("the sample comes in"):
        program.window.libraries.open_sample()
        _wait(lambda: bool(_library(program).benchmarks() and not program.session.jobs), "the sample did not come in")
    for place in _build_places(program):
        with checks.check(f"panels of {place.kind} {place.tab}".rstrip()):
            _show(program, place)
    for name in ("findings", "try_it"):
        with checks.check(f"inspector: {name}"):
            program.window.show_inspector(name)
            _painted(program)
    with checks.check("the sample runs"):
        _run(program)
    with checks.check("panels of results"):
        run = _library(program).runs()[0]
        _show(program, Place("results", "run", run.benchmark_id, run_id=run.id))
    for format_name in EXPORT_FORMATS:
        with checks.check(f"export as {format_name}"):
            _export(program, folder, format_name)
    with checks.check("palette, help and welcome page"):
        _small_pages(program)
    for mode in Mode:
        with checks.check(f"colours: {mode}"):
            program.theme.set_choice(mode)
            _painted(program)


def _library(program: Program) -> Library:
    return program.session.library


def _looks(program: Program) -> None:
    for name in ICONS:
        if program.theme.pixmap(name).isNull():
            raise CheckFailed(f"the icon {name} is empty")
    wanted = program.theme.font("mono")
    if QFontInfo(wanted).family() != wanted.families()[0]:
        raise CheckFailed(f"the font {wanted.families()[0]} is not there")
    if "{{" in QApplication.instance().styleSheet():  # type: ignore[union-attr]
        raise CheckFailed("the style sheet has a place that was not filled in")


def _build_places(program: Program) -> Iterator[Place]:
    rows = _library(program).benchmarks() if program.session.is_open else []
    if not rows:
        return
    number = rows[0].id
    question = _library(program).question_ids(number)[0]
    yield Place("build", "benchmark", number)
    yield Place("build", "rubric", number)
    for tab in QUESTION_TABS:
        yield Place("build", "question", number, question, tab=tab)


def _show(program: Program, place: Place) -> None:
    program.workbench.navigator.go(place)
    _painted(program)


def _painted(program: Program) -> None:
    _let_run(120)
    image = program.frame.grab().toImage()
    seen = {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
    if len(seen) < LEAST_COLOURS:
        raise CheckFailed("nothing was painted")


def _run(program: Program) -> None:
    session = program.session
    session.start_run(_library(program).benchmarks()[0].id)
    _wait(lambda: session.running_benchmark is None and bool(_library(program).runs()), "the run did not end")
    run = _library(program).runs()[0]
    if run.state != "complete" or not run.answers.passed or not run.answers.failed:
        raise CheckFailed(f"the run ended {run.state} with {run.answers.passed} passes and {run.answers.failed} fails")


def _export(program: Program, folder: Path, format_name: ExportFormat) -> None:
    from gradewright.jobs.exporting import export

    path = folder / f"sample.{format_name}"
    report = export(_library(program), _library(program).benchmarks()[0].id, format_name, path)
    if not report.count or not path.stat().st_size:
        raise CheckFailed("the file is empty")


def _small_pages(program: Program) -> None:
    window = program.window
    window.open_palette()
    _let_run(60)
    window.palette_box.dismiss()
    for page in (window.help_pages().show_keyboard(""), window.help_pages().show_about()):
        _let_run(60)
        page.reject()
    window.show_welcome()
    _painted(program)


def _wait(condition: Callable[[], bool], otherwise: str) -> None:
    for _ in range(round(SECONDS * 20)):
        if condition():
            return
        _let_run(50)
    raise CheckFailed(otherwise)


def _let_run(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents()
