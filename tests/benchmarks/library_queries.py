"""A library of 100,000 questions with two answers each and a run of eight checks: lists, filters, pages, memory.

Milliseconds are processor time: nothing here waits for anything but the processor, and the disk is in memory by then.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from gradewright.edits import SetQuestion
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.run import Cell, CellState, CheckKind, RunState
from gradewright.store.library import Library, Mark, ResultFilter, ResultSort
from tests.benchmarks.frame import Figure

T = TypeVar("T")

QUESTIONS = 100_000
CHECKS = 8
MODELS = ("atlas", "beta")
PAGE = 256
TYPED = ("q", "qu", "qua", "quar", "quarter", "case 9", "case 99", "服", "服药", "metf", "nothing like it", "about")
SENTENCE = "Take the tablet with food and ring the ward on the number in your letter if you feel worse after it. "
TOPICS = ("kidney", "metformin", "quarter doses", "wine", "服药", "جرعة")


def run() -> list[Figure]:
    """Make the library in this process and measure in another one, whose memory is then the queries' own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.gradewright"
        _make(path)
        root = str(Path(__file__).resolve().parents[2])
        code = f"import sys; sys.path.insert(0, {root!r}); from tests.benchmarks.library_queries import look; look()"
        done = subprocess.run([sys.executable, "-c", code, str(path)], check=True, stdout=subprocess.PIPE, text=True)
    figures = []
    for line in done.stdout.splitlines():
        name, value, unit, goal, note = line.split("\t")
        figures.append(Figure(f"library: {name}", float(value), None, unit, float(goal), "ours", note))
    return figures


def look() -> None:
    """Measure and print a line a figure: name, value, unit, goal, remark."""
    path = Path(sys.argv[1])
    opened, library = _timed(lambda: Library.open(path))
    _print("open", opened, 100)
    _print("benchmarks with counts", _median(library.benchmarks), 100)
    _print("ids of all questions", _median(lambda: library.question_ids(1)), 100)
    ids = library.question_ids(1)
    keys = {text: _median(lambda text=text: library.question_ids(1, search=text)) for text in TYPED}  # type: ignore[misc]
    slowest = max(keys, key=lambda text: keys[text])
    _print("a keystroke in the filter", keys[slowest], 100, f"“{slowest}”, the slowest of {len(keys)}")
    _print("a page of questions", _median(lambda: library.question_rows(ids[50_000 : 50_000 + PAGE])), 10)
    _print("one question", _median(lambda: library.question(ids[70_000])), 5)
    _print("an edit of a question", _median_edit(library, ids[70_000]), 5)
    _print("all ids of a run", _median(lambda: library.result_ids(1)), 1_000, "200,000 results")
    failing = ResultFilter(models=("beta",), checks=((3, (Mark.FAIL,)),))
    _print("a filter of results", _median(lambda: library.result_ids(1, failing)), 500)
    _print(
        "results sorted by a check", _median(lambda: library.result_ids(1, sort=ResultSort("check", 5, True))), 1_000
    )
    _print("results sorted by values", _median(lambda: library.result_ids(1, sort=ResultSort("check", 7))), 2_000)
    _print("counts of a filter", _median(lambda: library.tally(1, failing)), 1_000)
    _print("a text in all answers", _median(lambda: library.result_ids(1, ResultFilter(text="answer 99999"))), 2_000)
    results = library.result_ids(1)
    _print("a page of results", _median(lambda: library.result_rows(results[150_000 : 150_000 + PAGE])), 50)
    library.close()
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory\t{megabytes}\tMB\t300\tof the process, at most", flush=True)


def _make(path: Path) -> None:
    with Library.open(path) as library:
        benchmark_id = library.add_checkpoint(Benchmark("Large"), _questions())
        library.add_answers(benchmark_id, _answers())
        run_id = library.create_run(benchmark_id, {})
        ids = library.answer_ids(benchmark_id)
        for start in range(0, len(ids), 2_000):
            library.record_cells(
                run_id, [(number, _cells(number), number % 5 > 0) for number in ids[start : start + 2_000]]
            )
        library.finish_run(run_id, RunState.COMPLETE)


def _questions() -> Iterator[Question]:
    for n in range(QUESTIONS):
        text = f"Case {n}: how should somebody with question {n * 7919 % 100_003} about {TOPICS[n % 6]} be advised?"
        yield Question(f"urn:uuid:question-{n}", text, f"By what the letter says about {TOPICS[n % 6]}.")


def _answers() -> Iterator[Answer]:
    for n in range(QUESTIONS):
        for model in MODELS:
            yield Answer(f"urn:uuid:question-{n}", model, f"Answer {n} of {model}. {SENTENCE * 6}")


def _cells(number: int) -> list[Cell]:
    judged = [(f"Check {check}", (number * 31 + check * 17) % 7 > 0) for check in range(CHECKS - 1)]
    cells = [Cell(name, CheckKind.TRAIT, CellState.JUDGED, verdict, verdict) for name, verdict in judged]
    return [*cells, Cell("Recall", CheckKind.TRAIT, CellState.JUDGED, None, number * 37 % 101 / 100)]


def _median_edit(library: Library, question_id: int) -> float:
    texts = iter(range(1_000))
    return _median(lambda: library.apply(SetQuestion(question_id, "notes", f"note {next(texts)}")))


def _median(work: Callable[[], object]) -> float:
    work()
    return statistics.median(_timed(work)[0] for _ in range(5))


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    start = time.process_time()
    result = work()
    return 1_000 * (time.process_time() - start), result


def _print(name: str, milliseconds: float, goal: float, note: str = "") -> None:
    print(f"{name}\t{milliseconds}\tms\t{goal}\t{note}", flush=True)
