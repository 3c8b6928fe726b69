"""Adding questions in a script, which holds its benchmark in memory."""

from __future__ import annotations

import time

from gradewright import Benchmark
from tests.benchmarks.frame import Figure

QUESTIONS = 40_000
PART = 5_000


def run() -> list[Figure]:
    """Measure milliseconds of processor time a question, and the last ones against the first."""
    benchmark = Benchmark.create(name="Grows")
    parts = [_part(benchmark, start) for start in range(0, QUESTIONS, PART)]
    each = 1_000 * sum(parts) / QUESTIONS
    first, last = (1_000 * part / PART for part in (parts[0], parts[-1]))
    return [
        Figure("add a question in a script", each, None, "ms", 0.3, "ours", f"{QUESTIONS:,} one by one"),
        Figure(f"the last {PART:,} and the first", last, first, "ms", 1.5, "ratio", "linear is 1"),
    ]


def _part(benchmark: Benchmark, start: int) -> float:
    began = time.process_time()
    for n in range(start, start + PART):
        benchmark.add_question(f"Case {n}: which dose of drug {n * 7919 % 997} fits?", f"{n % 50} mg")
    return time.process_time() - began
