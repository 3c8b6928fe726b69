"""Several judging processes at work on numbered batches, whose results are fetched in the order of the numbers."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from gradewright.runs.judging_process import JudgingLost, JudgingProcess, worker_command

_TRIES: Final = 2
"""A batch on which so many processes ended is judged without one."""

_LOOK_SECONDS: Final = 0.05
"""How long it takes at most until who waits for a batch looks whether the run is to stop."""


@dataclass(slots=True)
class _Batch:
    number: int
    body: bytes
    tries: int = 0


class Crew:
    """``count`` processes and the threads that wait for them. A context manager ends them all.

    A batch whose process ends is given to another; where that happens twice, nobody judges it, which its owner is told.
    """

    def __init__(self, count: int, setting: bytes, command: Callable[[], Sequence[str]] = worker_command) -> None:
        self._setting = setting
        self._command = command
        self._waiting: deque[_Batch] = deque()
        self._results: dict[int, bytes | None] = {}
        self._processes: set[JudgingProcess] = set()
        self._closing = False
        self._changed = threading.Condition()
        self._threads = [
            threading.Thread(target=self._attend, name=f"judging-{number}", daemon=True) for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def give(self, number: int, body: bytes) -> None:
        """Have a batch judged. Numbers rise."""
        with self._changed:
            self._waiting.append(_Batch(number, body))
            self._changed.notify_all()

    def keep_back(self, number: int) -> None:
        """Take note of a batch that nobody but the caller can judge."""
        with self._changed:
            self._results[number] = None

    def result(self, number: int, stopping: Callable[[], bool], *, helping: bool = True) -> bytes | None:
        """Wait for a batch. None where it is left to the caller: nobody could judge it, or the run is to stop.

        With ``helping`` also where nobody has taken it yet.
        """
        with self._changed:
            if helping and self._waiting and self._waiting[0].number == number:
                # Who would wait for it judges it meanwhile: the processes are still starting, or behind.
                self._waiting.popleft()
                return None
            while number not in self._results:
                if stopping():
                    return None
                self._changed.wait(_LOOK_SECONDS)
            return self._results.pop(number)

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        with self._changed:
            self._closing = True
            self._waiting.clear()
            self._changed.notify_all()
            for process in self._processes:
                process.kill()
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _attend(self) -> None:
        """Give batches to one process after another, until there are none or the crew is dissolved."""
        process: JudgingProcess | None = None
        while (batch := self._next()) is not None:
            told: bytes | None = None
            try:
                if process is None:
                    process = self._started()
                told = process.ask(batch.body)
            except JudgingLost:
                self._ended(process)
                process = None
            self._tell(batch, told)
        self._ended(process)

    def _next(self) -> _Batch | None:
        with self._changed:
            while not self._waiting and not self._closing:
                self._changed.wait()
            return None if self._closing else self._waiting.popleft()

    def _tell(self, batch: _Batch, told: bytes | None) -> None:
        with self._changed:
            batch.tries += 1
            if told is None and batch.tries < _TRIES:
                self._waiting.appendleft(batch)
            else:
                self._results[batch.number] = told
            self._changed.notify_all()

    def _started(self) -> JudgingProcess:
        process = JudgingProcess(self._command(), self._setting)
        with self._changed:
            self._processes.add(process)
            if self._closing:
                process.kill()
        return process

    def _ended(self, process: JudgingProcess | None) -> None:
        if process is not None:
            with self._changed:
                self._processes.discard(process)
            process.end()
