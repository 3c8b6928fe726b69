"""One worker thread in which calls are made, so that neither the window nor a script waits inside them."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import Future
from typing import Any, TypeVar

from gradewright.endpoints.calling.jobs import Ended, Job
from gradewright.endpoints.calling.scheduler import OnBatch, Scheduler

T = TypeVar("T")


class LoopThread:
    """An event loop in a thread of its own. Close it; whatever runs in it then is cancelled."""

    def __init__(self, name: str = "gradewright-calls") -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine there."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def close(self) -> None:
        """End the loop and the thread. Safe to call twice; called in the thread itself it only asks for the end."""
        with contextlib.suppress(RuntimeError):  # it may have ended meanwhile
            self.loop.call_soon_threadsafe(self.loop.stop)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
        finally:
            tasks = asyncio.all_tasks(self.loop)
            for task in tasks:
                task.cancel()
            if tasks:
                self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
            # Not shutdown_default_executor: it would wait for a look-up of a name that hangs.
            self.loop.close()


class Calls:
    """A scheduler at work in its own thread.

    ``make`` builds the scheduler in that thread, whose event loop it uses. ``on_batch`` and ``on_end`` are called
    there too.
    """

    def __init__(self, make: Callable[[], Scheduler]) -> None:
        self._make = make
        self._thread = LoopThread()
        self._scheduler: Scheduler | None = None
        self._stopped = False
        self._future: Future[Ended] | None = None

    def start(
        self, jobs: Iterable[Job], on_batch: OnBatch, on_end: Callable[[Future[Ended]], None] | None = None
    ) -> None:
        """Begin. ``jobs`` is read in the worker thread. ``on_end`` gets the finished future: the end, or the error."""
        self._future = self._thread.submit(self._work(jobs, on_batch))
        if on_end is not None:
            self._future.add_done_callback(on_end)
        # Whoever never waits for the end leaves no thread behind.
        self._future.add_done_callback(lambda _: self._thread.close())

    def stop(self) -> None:
        """Ask for the end, from any thread; it comes within 2 s. Safe to call twice."""
        self._stopped = True
        if not self.over:
            with contextlib.suppress(RuntimeError):  # it ended by itself just now
                self._thread.loop.call_soon_threadsafe(self._stop)

    @property
    def over(self) -> bool:
        """Whether all is done."""
        return self._future is not None and self._future.done()

    def wait(self, timeout: float | None = None) -> Ended:
        """Wait for the end and close the thread.

        Raises:
            TimeoutError: it is not over yet.
            Exception: see :meth:`Scheduler.run`.
        """
        if self._future is None:
            raise RuntimeError("nothing was started")
        try:
            return self._future.result(timeout)
        finally:
            if self.over:
                self._thread.close()

    async def _work(self, jobs: Iterable[Job], on_batch: OnBatch) -> Ended:
        self._scheduler = self._make()
        if self._stopped:
            self._scheduler.stop()
        return await self._scheduler.run(jobs, on_batch)

    def _stop(self) -> None:
        if self._scheduler is not None:
            self._scheduler.stop()
