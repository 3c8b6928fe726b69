"""Adding 10,000 questions one by one, each as an edit that can be undone and is kept when the call returns."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from gradewright.edits import AddQuestions
from gradewright.model.question import Benchmark, Question
from gradewright.store.library import Library
from tests.benchmarks.frame import Figure

QUESTIONS = 10_000
PART = 2_000


def run() -> list[Figure]:
    """Measure milliseconds of processor time a question, and the last ones against the first."""
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "library.gradewright") as library:
        benchmark_id = library.add_checkpoint(Benchmark("Grows"), [])
        parts = [_part(library, benchmark_id, start) for start in range(0, QUESTIONS, PART)]
    each = 1_000 * sum(parts) / QUESTIONS
    first, last = (1_000 * part / PART for part in (parts[0], parts[-1]))
    return [
        Figure("add a question", each, None, "ms", 0.3, "ours", f"{QUESTIONS:,} one by one, each kept and undoable"),
        Figure(f"the last {PART:,} and the first", last, first, "ms", 1.5, "ratio", "linear is 1"),
    ]


def _part(library: Library, benchmark_id: int, start: int) -> float:
    questions = [
        Question(f"urn:uuid:question-{n}", f"Case {n}: which dose of drug {n * 7919 % 997} fits?", f"{n % 50} mg")
        for n in range(start, start + PART)
    ]
    began = time.process_time()
    for question in questions:
        library.apply(AddQuestions(benchmark_id, (question,)))
    return time.process_time() - began
