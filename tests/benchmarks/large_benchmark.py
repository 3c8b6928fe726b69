"""The window over 100,000 questions and a run over as many answers: opening, typing, scrolling, memory."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.run import Cell, CellState, CheckKind, RunState
from gradewright.store.library import Library
from tests.benchmarks.frame import Figure

QUESTIONS = 100_000
TRAITS = 7
ROOT = Path(__file__).resolve().parents[2]
TOPICS = ("kidney", "metformin", "paracetamol", "wine", "apixaban", "iron", "insulin", "steroid", "服药", "جرعة")
SENTENCE = "Take the tablet with food and ring the ward on the number in your letter if you feel worse after it. "


def run() -> list[Figure]:
    """Make the library and measure in a process of its own; milliseconds and MB by the clock and the system."""
    with tempfile.TemporaryDirectory() as folder:
        make_library(Path(folder) / "large.gradewright")
        figures = _look(folder)
    return [
        Figure("large: opening to rows on screen", figures["open"], None, "ms", 2000, "ours"),
        Figure("large: tree filter, a keystroke", figures["tree_key"], None, "ms", 100, "ours", figures["tree_keys"]),
        Figure("large: tree, longest wait", figures["tree_wait"], None, "ms", 100, "ours", "while typing"),
        Figure("large: results to rows on screen", figures["results"], None, "ms", 2000, "ours"),
        Figure("large: results filter, a chip", figures["chip"], None, "ms", 100, "ours"),
        Figure("large: results search, a keystroke", figures["find"], None, "ms", 100, "ours", figures["finds"]),
        Figure("large: results, longest wait", figures["wait"], None, "ms", 100, "ours", "window blocked, filters"),
        Figure("large: results sorted by a check", figures["sort"], None, "ms", 1000, "ours"),
        Figure("large: results, a scroll step", figures["scroll"], None, "ms", 100, "ours", "read and painted"),
        Figure("large: memory, benchmark open", figures["memory"], None, "MB", 400, "ours"),
        Figure("large: memory, results as well", figures["memory_results"], None, "MB", 400, "ours"),
    ]


def make_library(path: Path) -> None:
    """Write a library with questions, one answer each, and a complete run with a template and traits."""
    with Library.open(path) as library:
        benchmark_id = library.add_checkpoint(Benchmark("Large benchmark"), _questions())
        library.add_answers(benchmark_id, _answers())
        checks = [(CheckKind.TEMPLATE, "template"), *((CheckKind.TRAIT, f"Trait number {n}") for n in range(TRAITS))]
        cells = QUESTIONS * len(checks)
        run_id = library.create_run(
            benchmark_id, {"models": ["atlas"]}, planned_answers=QUESTIONS, planned_cells=cells, checks=checks
        )
        ids = library.answer_ids(benchmark_id)
        for start in range(0, len(ids), 1000):
            library.record_cells(run_id, [_judged(answer_id) for answer_id in ids[start : start + 1000]])
        library.finish_run(run_id, RunState.COMPLETE)


def _questions() -> Iterator[Question]:
    for n in range(QUESTIONS):
        topic = TOPICS[n % len(TOPICS)]
        text = f"Case {n}: how should somebody with question {n * 7919 % 100_003} about {topic} be advised?"
        yield Question(f"urn:uuid:question-{n}", text, f"By what the letter says about {topic}.", finished=n % 3 == 0)


def _answers() -> Iterator[Answer]:
    for n in range(QUESTIONS):
        text = f"Answer {n} about {TOPICS[n % len(TOPICS)]}. {SENTENCE * 6}"
        yield Answer(f"urn:uuid:question-{n}", "atlas", text, fields={})


def _judged(answer_id: int) -> tuple[int, list[Cell], bool]:
    verdicts = [(answer_id * 31 + n * 17) % 7 > 0 for n in range(TRAITS + 1)]
    cells = [Cell("template", CheckKind.TEMPLATE, CellState.JUDGED, verdicts[0], verdicts[0], score=float(verdicts[0]))]
    cells += [
        Cell(f"Trait number {n}", CheckKind.TRAIT, CellState.JUDGED, verdicts[n + 1], verdicts[n + 1])
        for n in range(TRAITS)
    ]
    return answer_id, cells, all(verdicts)


def _look(folder: str) -> dict[str, Any]:
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.benchmarks.large_benchmark import look; look()"
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "FOLDER": folder}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


# -- in the process of its own ------------------------------------------------------------------------------------


class Stopwatch:
    """Turns the event loop until something holds, and remembers the longest turn: how long the window was blocked."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self.longest = 0.0

    def until(self, holds: Callable[[], bool], seconds: float = 60.0) -> float:
        """Return milliseconds until the condition holds and everything is painted."""
        start = time.perf_counter()
        while not holds():
            turn = time.perf_counter()
            self._application.processEvents()
            self.longest = max(self.longest, 1000 * (time.perf_counter() - turn))
            if time.perf_counter() - start > seconds:
                raise TimeoutError(f"nothing after {seconds:g} s")
            time.sleep(0.001)
        self._application.processEvents()
        return 1000 * (time.perf_counter() - start)


def look() -> None:
    """Open the library in the real window, use it, and print figures as JSON."""
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from gradewright_desktop.app import Program
    from gradewright_desktop.composition import prepare_application

    folder = Path(os.environ["FOLDER"])
    application = QApplication([])
    prepare_application(application)
    program = Program(application, QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat), folder)
    program.frame.resize(1440, 900)
    watch = Stopwatch(application)
    figures: dict[str, Any] = {}
    start = time.perf_counter()
    program.start([], folder / "large.gradewright")
    watch.until(lambda: program.assembled and program.session.is_open)
    panels = program.workbench.panels
    watch.until(lambda: panels.get("tree") is not None)
    _tree(panels.get("tree"), watch, figures, start, program.session.library)
    figures["memory"] = _memory()
    _results(program, watch, figures)
    figures["memory_results"] = _memory()
    print(json.dumps(figures), flush=True)
    os._exit(0)


def _tree(tree: Any, watch: Stopwatch, figures: dict[str, Any], start: float, library: Library) -> None:
    from PySide6.QtWidgets import QLineEdit

    benchmark_id = library.benchmarks()[0].id
    watch.until(lambda: bool(tree.model.benchmarks))
    watch.until(lambda: len(tree.model.branch(benchmark_id).ids or ()) == QUESTIONS)
    figures["open"] = 1000 * (time.perf_counter() - start)
    watch.longest = 0.0
    field = tree.findChild(QLineEdit)
    times = []
    for typed in ("m", "me", "met", "metf", "metfo", "77", "77 m", "服", "服药", "question 5", ""):
        wanted = len(library.question_ids(benchmark_id, search=typed))
        begun = time.perf_counter()
        field.setText(typed)
        watch.until(lambda wanted=wanted: len(tree.model.branch(benchmark_id).ids or ()) == wanted)  # type: ignore[misc]
        times.append(1000 * (time.perf_counter() - begun))
    figures["tree_key"], figures["tree_wait"] = statistics.median(times), watch.longest
    figures["tree_keys"] = f"slowest {max(times):.0f} ms"


def _results(program: Any, watch: Stopwatch, figures: dict[str, Any]) -> None:
    from gradewright.store.marks import Mark
    from gradewright.store.results import ResultFilter
    from gradewright_desktop.navigator import Place

    row = program.session.library.runs()[0]
    begun = time.perf_counter()
    program.workbench.navigator.go(Place("results", "run", row.benchmark_id, run_id=row.id))
    panels = program.workbench.panels
    watch.until(lambda: panels.get("results") is not None)
    view: Any = panels.get("results")
    model = view.answers.model
    watch.until(lambda: model.rowCount() == QUESTIONS and model.row_at(0) is not None)
    figures["results"] = 1000 * (time.perf_counter() - begun)
    seen: list[object] = []
    view.source.outlined.connect(seen.append)

    def settled(act: Callable[[], None]) -> float:
        seen.clear()
        act()
        return watch.until(lambda: bool(seen) and (not model.rowCount() or model.row_at(0) is not None))

    watch.longest = 0.0
    chips = [ResultFilter(overall=("fail",)), ResultFilter(checks=((3, (Mark.FAIL,)),)), ResultFilter()]
    figures["chip"] = statistics.median(settled(lambda chip=chip: view.filter_bar.set_wanted(chip)) for chip in chips)  # type: ignore[misc]
    field = view.filter_bar.find_field
    finds = [settled(lambda typed=typed: field.setText(typed)) for typed in ("m", "me", "met", "metf", "服药", "")]  # type: ignore[misc]
    figures["find"], figures["finds"] = statistics.median(finds), f"slowest {max(finds):.0f} ms"
    check = view.answers.model.columns[5]
    head = view.answers.table.horizontalHeader()
    from PySide6.QtCore import Qt

    assert check.ordinal >= 0
    figures["sort"] = settled(lambda: head.setSortIndicator(5, Qt.SortOrder.AscendingOrder))
    figures["wait"] = watch.longest
    figures["scroll"] = _scroll(view.answers.table, watch)


def _scroll(table: Any, watch: Stopwatch) -> float:
    bar, model = table.verticalScrollBar(), table.model()
    times = []
    for step in range(1, 41):
        bar.setValue(bar.maximum() * step // 41)
        top = table.rowAt(0)
        times.append(watch.until(lambda top=top: model.row_at(top) is not None))  # type: ignore[misc]
    return statistics.median(times)


def _memory() -> float:
    """Return the memory of this process that is its own or shared and in use, in MB."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise LookupError("VmRSS")
