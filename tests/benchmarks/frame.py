"""What benchmarks share: measuring processor time in pairs, and a figure with its goal."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

Work = Callable[[], Any]


@dataclass(frozen=True)
class Figure:
    """One figure. ``judged`` says what has to be at most ``goal``: our own value, or its ratio to the baseline."""

    name: str
    ours: float
    baseline: float | None
    unit: str
    goal: float
    judged: Literal["ours", "ratio"]
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Ours in terms of the baseline; below 1 is better than it."""
        return self.ours / self.baseline if self.baseline else None

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        value = self.ours if self.judged == "ours" else self.ratio
        return value is not None and value <= self.goal

    def row(self) -> dict[str, Any]:
        """Return the figure as plain values."""
        return {**asdict(self), "ratio": self.ratio, "met": self.met}


def processor_seconds(work: Work) -> float:
    """Return the processor time of this process that ``work`` takes, without collecting garbage of others in it."""
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()


def median_seconds(work: Work, rounds: int = 5) -> float:
    """Return the median processor time of ``work``, after one call to warm up."""
    work()
    return statistics.median(processor_seconds(work) for _ in range(rounds))


def paired_seconds(ours: Work, baseline: Work, rounds: int = 5) -> tuple[float, float]:
    """Return the median times of both, taken in turns, so that what else the machine does falls on both alike.

    The pair is that of the round whose ratio is the median one.
    """
    ours()
    baseline()
    pairs = [(processor_seconds(ours), processor_seconds(baseline)) for _ in range(rounds)]
    return sorted(pairs, key=lambda pair: pair[0] / pair[1])[rounds // 2]
