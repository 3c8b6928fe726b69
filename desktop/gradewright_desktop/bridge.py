"""The only crossing between threads: work goes out to pools, results come back in batches on the GUI thread."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

T = TypeVar("T")

# Thirty batches a second look continuous and leave the event loop free, however many results arrive.
BATCH_SECONDS = 0.033
READERS = 2
JOBS = 3


class Bridge(QObject):
    """Runs work off the GUI thread and brings calls back to it.

    Writes run one after another in the order in which they were asked for. Everything passed to :meth:`post` runs on
    the thread that the bridge was made in, in order, at most every 33 ms; a later call with the same key replaces an
    earlier one that has not run yet. Once it is closing, work that is asked for is a cancelled future.
    """

    _woken = Signal()

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._lock = threading.Lock()
        self._calls: deque[tuple[object, Callable[[], None]]] = deque()
        self._last_batch = 0.0
        self._closing = False
        self._closed = False
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._jobs = ThreadPoolExecutor(JOBS, thread_name_prefix="job")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._run_batch)
        self._woken.connect(self._schedule, Qt.ConnectionType.QueuedConnection)

    def write(self, work: Callable[[], T]) -> Future[T]:
        """Queue work for the one writing thread."""
        return self._submit(self._writer, work)

    def read(self, work: Callable[[], T]) -> Future[T]:
        """Run short reading work on one of the reading threads."""
        return self._submit(self._readers, work)

    def job(self, work: Callable[[], T]) -> Future[T]:
        """Run long work on a thread of its own kind, so that it never keeps reads waiting."""
        return self._submit(self._jobs, work)

    def writes_done(self) -> Future[None]:
        """Return a future that is done when every write queued so far has run."""
        return self._submit(self._writer, _nothing)

    def post(self, call: Callable[[], None], key: object = None) -> None:
        """Run ``call`` on the GUI thread. Safe from any thread; without effect once the bridge is closed."""
        with self._lock:
            if self._closed:
                return
            if key is not None:
                self._calls = deque(entry for entry in self._calls if entry[0] != key)
            self._calls.append((key, call))
            first = len(self._calls) == 1
        if first:
            self._woken.emit()

    def drain(self) -> None:
        """Run everything posted so far now. Only on the GUI thread, when closing and in tests."""
        self._run_batch()

    def close(self, timeout: float = 5.0) -> bool:
        """Take no more work, let the writes finish and wait for the threads; False if they did not end in time."""
        deadline = time.monotonic() + timeout
        with self._lock:
            self._closing = True
        pools = (self._writer, self._readers, self._jobs)
        for pool in pools:
            pool.shutdown(wait=False, cancel_futures=pool is not self._writer)
        threads = [thread for pool in pools for thread in pool._threads]
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        self._run_batch()
        with self._lock:
            self._closed = True
            self._calls.clear()
        self._timer.stop()
        return not any(thread.is_alive() for thread in threads)

    def _submit(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> Future[T]:
        with self._lock:
            if not self._closing:
                return pool.submit(work)
        # A widget that outlives the bridge for a moment may still ask; nobody is there any more to hear the answer.
        refused: Future[T] = Future()
        refused.cancel()
        return refused

    @Slot()
    def _schedule(self) -> None:
        # The wake-up may have been on its way when the bridge was closed.
        if not self._closed and not self._timer.isActive():
            wait = self._last_batch + BATCH_SECONDS - time.monotonic()
            self._timer.start(max(0, round(wait * 1000)))

    @Slot()
    def _run_batch(self) -> None:
        with self._lock:
            calls, self._calls = self._calls, deque()
        self._last_batch = time.monotonic()
        for _key, call in calls:
            try:
                call()
            except Exception:
                # One broken receiver must not keep the others from hearing; the hook reports it as any other bug.
                sys.excepthook(*sys.exc_info())


def _nothing() -> None:
    """Mark a place in the queue of writes."""
