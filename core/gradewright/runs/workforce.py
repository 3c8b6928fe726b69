"""Whether a run is worth more than this process, and how many others it may have."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


def usable_cores() -> int:
    """Return how many cores this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Workforce:
    """What a run may use: ``count`` processes beside this one; None for one a core, and none on a single core.

    They are started when at least ``worth`` seconds of judging seem to be left. ``command`` starts one; None for the
    program's own. With ``helping`` this process judges what is next and nobody has taken yet.
    """

    count: int | None = None
    worth: float = 1.0
    command: Callable[[], Sequence[str]] | None = None
    helping: bool = True

    def processes(self) -> int:
        """Return how many processes there may be."""
        if self.count is not None:
            return self.count
        cores = usable_cores()
        return cores if cores > 1 else 0


class Pace:
    """How long judging takes here, measured on what was judged already.

    Processor time of this thread: what waits for watched processes would not be quicker side by side. The first
    question does not count: with it, things are loaded that the others find there.
    """

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._seconds = 0.0
        self._answers = 0
        self._warm = False

    def begin(self) -> float:
        """Return the time at which judging begins, for :meth:`done`."""
        return self._clock()

    def done(self, begun: float, answers: int) -> None:
        """Remember how long so many answers took."""
        if self._warm:
            self._seconds += self._clock() - begun
            self._answers += answers
        self._warm = True

    def left(self, answers: int) -> float:
        """Return the seconds that so many more answers would take; 0 while nothing was measured."""
        return self._seconds / self._answers * answers if self._answers else 0.0
