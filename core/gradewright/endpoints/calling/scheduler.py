"""Many jobs at several endpoints side by side: each endpoint at its own pace, results in batches, a clean end.

All of it lives in one event loop; :mod:`gradewright.endpoints.calling.thread` gives it a thread of its own.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gradewright.endpoints.calling.gate import Gate, Pause
from gradewright.endpoints.calling.jobs import Done, End, Ended, Job, Line, Paused
from gradewright.endpoints.calling.ledger import Caps, Ledger
from gradewright.endpoints.calling.patient import NotAsked, Patience, PatientClient
from gradewright.endpoints.completion import CallFailed

#: Jobs that are taken from the iterator ahead of a slow endpoint, so that the others do not wait for it.
_MOST_AHEAD: Final = 20_000
_LOOK_AGAIN: Final = 0.05

OnBatch = Callable[[list[Done]], None]
OnPause = Callable[[Paused], None]


@dataclass(slots=True)
class _Lane:
    """One endpoint while it is asked."""

    line: Line
    gate: Gate
    client: PatientClient
    ahead: deque[Job] = field(default_factory=deque)


class Scheduler:
    """Makes calls until all jobs are done, a cap is reached, or :meth:`stop`.

    ``on_batch`` gets the results that came since its last call, in the event loop: what it commits is safe before the
    next job's result is looked at. ``batch_seconds`` lets more of them gather. ``grace`` is how long calls under way
    may go on after a stop. Jobs are taken as they are needed.
    """

    def __init__(
        self,
        lines: Mapping[str, Line],
        *,
        patience: Patience | None = None,
        caps: Caps | None = None,
        on_pause: OnPause | None = None,
        batch_seconds: float = 0.0,
        grace: float = 1.0,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._lines = lines
        self._patience = patience or Patience()
        self._caps = caps or Caps()
        self._ledger = Ledger(self._caps)
        self._on_pause = on_pause
        self._batch_seconds = batch_seconds
        self._grace = grace
        self._wall = wall
        self._lanes: dict[str, _Lane] = {}
        self._jobs: Iterator[Job] = iter(())
        self._ahead = 0
        self._results: list[Done] = []
        self._on_batch: OnBatch | None = None
        self._flushing = False
        self._end: End | None = None
        self._said = ""
        self._not_asked = 0
        self._error: BaseException | None = None
        self._ending = asyncio.Event()
        self._began = 0.0

    async def run(self, jobs: Iterable[Job], on_batch: OnBatch) -> Ended:
        """Do the jobs.

        Raises:
            KeyError: a job names an endpoint that is not among the lines.
            Exception: whatever a job's work or ``on_batch`` raised that is no :class:`CallFailed`; what was done
                before has been given to ``on_batch``.
        """
        self._on_batch, self._jobs = on_batch, iter(jobs)
        loop = asyncio.get_running_loop()
        self._began = loop.time()
        workers: list[asyncio.Task[None]] = []
        deadline = None
        if self._caps.seconds is not None:
            deadline = loop.call_later(self._caps.seconds, self._check_caps)
        try:
            for name, line in self._lines.items():
                lane = self._lanes[name] = self._lane(name, line)
                workers += [loop.create_task(self._worker(lane)) for _ in range(line.endpoint.limits.at_once)]
            await self._until_over(workers)
        finally:
            if deadline is not None:
                deadline.cancel()
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
            self._flush()
            for lane in self._lanes.values():
                await lane.client.aclose()
        if self._error is not None:
            raise self._error
        left = self._not_asked + self._ahead
        return Ended(self._end or End.COMPLETE, self._said, self._ledger.used, self._ledger.closed, left)

    def stop(self) -> None:
        """End it: take no more jobs, leave calls under way a moment, then cut them. To be called in the event loop."""
        self._finish(End.STOPPED, "")

    def _lane(self, name: str, line: Line) -> _Lane:
        def on_pause(pause: Pause) -> None:
            if self._on_pause is not None:
                self._on_pause(Paused(name, self._wall() + pause.seconds, pause.said))

        gate = Gate(line.endpoint.limits, on_pause=on_pause)
        client = PatientClient(
            line.endpoint,
            line.open(),
            gate,
            self._patience,
            ledger=self._ledger,
            may_go_on=lambda: self._may_go_on(name),
        )
        return _Lane(line, gate, client)

    async def _until_over(self, workers: list[asyncio.Task[None]]) -> None:
        ending = asyncio.ensure_future(self._ending.wait())
        everything = asyncio.gather(*workers)
        try:
            both: list[asyncio.Future[Any]] = [ending, everything]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not everything.done():
                await self._let_finish(everything)
        finally:
            ending.cancel()
            if everything.done() and not everything.cancelled():
                everything.exception()

    async def _let_finish(self, everything: asyncio.Future[list[None]]) -> None:
        """Wait for the calls under way: for a moment after a stop, as long as they take after a cap."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self._grace
        while not everything.done() and any(lane.gate.under_way for lane in self._lanes.values()):
            if (self._end is End.STOPPED or self._error is not None) and loop.time() >= until:
                return
            await asyncio.wait([everything], timeout=_LOOK_AGAIN)

    async def _worker(self, lane: _Lane) -> None:
        name = lane.line.endpoint.name
        while self._end is None and self._error is None:
            try:
                job = self._next(lane)
            except BaseException as error:
                self._fail(error)
                return
            if job is None:
                if self._ahead < _MOST_AHEAD:
                    return
                await asyncio.sleep(_LOOK_AGAIN)
                continue
            if name in self._ledger.closed:
                self._not_asked += 1
                continue
            await self._do(job, lane)

    async def _do(self, job: Job, lane: _Lane) -> None:
        started = time.perf_counter()
        try:
            value = await job.work(lane.client)
        except CallFailed as failure:
            self._deliver(Done(job.key, job.endpoint, None, failure, time.perf_counter() - started))
        except NotAsked:
            self._not_asked += 1
        except asyncio.CancelledError:
            self._not_asked += 1
            raise
        except BaseException as error:
            self._fail(error)
        else:
            self._deliver(Done(job.key, job.endpoint, value, None, time.perf_counter() - started))

    def _next(self, lane: _Lane) -> Job | None:
        """The next job for this endpoint; those for others are put aside on the way."""
        if lane.ahead:
            self._ahead -= 1
            return lane.ahead.popleft()
        while self._ahead < _MOST_AHEAD:
            job = next(self._jobs, None)
            if job is None:
                return None
            if job.endpoint == lane.line.endpoint.name:
                return job
            self._lanes[job.endpoint].ahead.append(job)
            self._ahead += 1
        return None

    def _may_go_on(self, name: str) -> bool:
        self._check_caps()
        return self._end is None and self._error is None and name not in self._ledger.closed

    def _check_caps(self) -> None:
        if self._end is None and (said := self._ledger.spent(asyncio.get_running_loop().time() - self._began)):
            self._finish(End.CAPPED, said)

    def _finish(self, end: End, said: str) -> None:
        if self._end is None or end is End.STOPPED:
            self._end, self._said = end, said
        self._ending.set()

    def _fail(self, error: BaseException) -> None:
        self._error = self._error or error
        self._ending.set()

    def _deliver(self, done: Done) -> None:
        self._results.append(done)
        if not self._flushing:
            self._flushing = True
            loop = asyncio.get_running_loop()
            if self._batch_seconds > 0:
                loop.call_later(self._batch_seconds, self._flush)
            else:
                loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = False
        results, self._results = self._results, []
        if results and self._on_batch is not None:
            try:
                self._on_batch(results)
            except BaseException as error:
                self._fail(error)
