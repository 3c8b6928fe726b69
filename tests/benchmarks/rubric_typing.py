"""Typing into a criterion of a rubric with 500 of them: how long the window is blocked at worst."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from gradewright.model.criterion import Criterion, Scale
from gradewright.model.question import Benchmark
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.store.library import Library
from tests.benchmarks.frame import Figure

CRITERIA = 500
ROOT = Path(__file__).resolve().parents[2]
TYPED = "Names the interaction with alcohol and says when to call the ward on the same day"
# Between two keys, in seconds: a quick typist, who rests after each word so that it is kept.
BETWEEN_KEYS, REST = 0.06, 0.7
# Criteria of a real rubric are about different things, so each has words of its own, made of these.
SYLLABLES = ("do", "se", "ka", "ri", "mo", "len", "tu", "pa", "vi", "ner", "sol", "gi")


def run() -> list[Figure]:
    """Make the library and measure in a process of its own, offscreen; milliseconds by the clock."""
    with tempfile.TemporaryDirectory() as folder:
        make_library(Path(folder) / "criteria.gradewright")
        figures = _look(folder)
    return [
        Figure("rubric of 500: longest block, typing", figures["typing"], None, "ms", 30, "ours", "whole window"),
        Figure("rubric of 500: a keystroke, median", figures["key"], None, "ms", 10, "ours"),
        Figure("rubric of 500: to the next criterion", figures["next"], None, "ms", 30, "ours", "card shown"),
    ]


def make_library(path: Path) -> None:
    """Write a library with one benchmark whose global rubric has 500 criteria."""
    with Library.open(path) as library:
        entries = tuple(RubricEntry(f"criterion-{n}", _criterion(n)) for n in range(CRITERIA))
        library.add_checkpoint(Benchmark("Criteria", rubric=Rubric(entries)), [])


def _criterion(n: int) -> Criterion:
    own = [_word(12 * n + at) for at in range(12)]
    scale = Scale(points=4, anchors=("none", "some", "most", "all"), pass_line=3) if n % 5 == 0 else None
    return Criterion(
        name=f"{own[0]} {own[1]}",
        definition=f"The {own[2]} of the {own[3]} holds.",
        must=(
            f"States the {own[4]} in {own[5]}.",
            f"Uses clear {own[6]} for the {own[7]}.",
            f"Names the {own[8]} and says when {own[9]} applies.",
        ),
        must_not=(f"Changes the {own[10]}.", f"Never gives {own[11]} without {own[0]}."),
        pass_examples=(f"Take the {own[4]} as written, and the {own[5]} at noon.",),
        fail_examples=(f"Mind the {own[7]}.",),
        scoring="scale" if scale is not None else "pass-fail",
        scale=scale,
        must_pass=n % 3 == 0,
    )


def _word(number: int) -> str:
    count = len(SYLLABLES)
    return "".join(SYLLABLES[number // count**at % count] for at in range(4))


def _look(folder: str) -> dict[str, Any]:
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.benchmarks.rubric_typing import look; look()"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "FOLDER": folder}
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True, env=environment
    )
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def look() -> None:
    """Open the library in the real window, type into a criterion, and print figures as JSON."""
    import statistics

    from PySide6.QtCore import QSettings
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from gradewright_desktop.app import Program
    from gradewright_desktop.composition import prepare_application
    from gradewright_desktop.navigator import Place
    from tests.benchmarks.large_benchmark import Stopwatch

    folder = Path(os.environ["FOLDER"])
    application = QApplication([])
    prepare_application(application)
    program = Program(application, QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat), folder)
    program.frame.resize(1440, 900)
    watch = Stopwatch(application)
    program.start([], folder / "criteria.gradewright")
    watch.until(lambda: program.assembled and program.session.is_open)
    panels, navigator = program.workbench.panels, program.workbench.navigator
    benchmark_id = program.session.library.benchmarks()[0].id
    navigator.go(Place("build", "rubric", benchmark_id, entry_id="criterion-250"))
    watch.until(lambda: panels.get("rubric") is not None)
    editor: Any = panels.get("rubric")
    watch.until(lambda: bool(editor.findings))
    _rest(watch, 2.0)
    field = editor.card.field("must:1")
    field.setFocus()
    watch.longest = 0.0
    keys = []
    for letter in TYPED:
        start = time.perf_counter()
        QTest.keyClicks(field, letter)
        keys.append(1000 * (time.perf_counter() - start))
        _rest(watch, REST if letter == " " else BETWEEN_KEYS)
    _rest(watch, 2.0)
    typing = max(watch.longest, *keys)
    shown = []
    for n in range(251, 261):
        start = time.perf_counter()
        editor.list.choose(f"own:criterion-{n}")
        application.processEvents()
        shown.append(1000 * (time.perf_counter() - start))
    figures = {"typing": typing, "key": statistics.median(keys), "next": statistics.median(shown)}
    print(json.dumps(figures), flush=True)
    os._exit(0)


def _rest(watch: Any, seconds: float) -> None:
    end = time.perf_counter() + seconds
    watch.until(lambda: time.perf_counter() >= end)
