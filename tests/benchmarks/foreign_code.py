"""Calling a function from a file in the sandbox, against calling it right here."""

from __future__ import annotations

import pickle
import statistics
import time

from gradewright.workers.sandbox.runner import CodeSandbox
from tests.benchmarks.frame import Figure, Work

CALLS = 10_000
SINGLE_CALLS = 1_000
ROUNDS = 7
SOURCE = "def f(text): return len(text.split()) >= 50"
TEXT = "Take one tablet with food every morning and check the kidney function again after three months. " * 16


class _Program:
    def __reduce__(self) -> tuple[object, ...]:
        return eval, (f"(lambda names: (exec({SOURCE!r}, names), names['f'])[1])({{}})",)


def run() -> list[Figure]:
    """Measure one call, and many texts in one call. By the clock: what the other process does has to count, too."""
    code = pickle.dumps(_Program())
    function = pickle.loads(code)
    texts = [f"{number} {TEXT}"[:1_500] for number in range(CALLS)]
    with CodeSandbox() as sandbox:
        program = sandbox.callable_program(code)
        program.call_many(texts[:1])
        single = _clock(lambda: [program.call_many([text]) for text in texts[:SINGLE_CALLS]]) * 1e3 / SINGLE_CALLS
        pairs = [
            (_clock(lambda: program.call_many(texts)), _clock(lambda: [function(text) for text in texts]))
            for _ in range(ROUNDS)
        ]
    ours, here = sorted(pairs, key=lambda pair: pair[0] / pair[1])[ROUNDS // 2]
    return [
        Figure("sandboxed callable, one call", single, None, "ms", 0.3, "ours"),
        Figure("10,000 sandboxed calls at once", ours, here, "s", 2.0, "ratio"),
    ]


def _clock(work: Work) -> float:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
