"""The open library, as the window sees it: edits go in, changes come out, nothing waits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QLocale, QObject, QTime, Signal

from gradewright.errors import UserError
from gradewright.jobs.control import Cancelled, JobControl, Progress
from gradewright_desktop.bridge import Bridge
from gradewright_desktop.judged_runs import JudgedStart, JudgedTelling, JudgedWork, carry_on, carry_out
from gradewright_desktop.receivers import Receiver

if TYPE_CHECKING:
    from gradewright.edits import Edit
    from gradewright.runs import RunPlan, RunProgress
    from gradewright.runs.judged import JudgedPlan, JudgedProgress
    from gradewright.store.library import Changes, Library

T = TypeVar("T")
RunWork = Callable[[threading.Event, JobControl], int]


class Job:
    """Long work that is going on: its title, how far it is, and the way to stop it."""

    def __init__(self, title: str, control: JobControl):
        self.title = title
        self.control = control
        self.progress: Progress | None = None

    def cancel(self) -> None:
        """Ask the job to stop at its next safe point."""
        self.control.cancel()


class Session(QObject):
    """One library and all that is done to it. All signals come on the GUI thread.

    ``changed`` carries a :class:`Changes` after every edit, undo, redo, import or run, whoever made it. ``settling``
    asks every field with typing that is not kept yet to hand it over at once.
    """

    changed = Signal(object)
    run_started = Signal(int)
    run_progressed = Signal(object)
    run_finished = Signal(int)
    judging_progressed = Signal(object)
    failed = Signal(object)
    kept = Signal(str)
    busy = Signal(str, object)
    settling = Signal()
    library_switched = Signal()

    def __init__(self, library: Library | None, bridge: Bridge, parent: QObject | None = None):
        super().__init__(parent)
        self._open_library = library
        self._bridge = bridge
        self._tokens: dict[Hashable, int] = {}
        self._numbers = count(1)
        self._jobs: list[Job] = []
        self._run_cancel: threading.Event | None = None
        self._run_benchmark: int | None = None
        self._run_id: int | None = None
        self._kept_at = ""

    # -- what is open -------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether there is a library; panels are built only when there is."""
        return self._open_library is not None

    @property
    def library(self) -> Library:
        """The open library. Reads of one entity or one page are short enough for the GUI thread; no others are.

        Raises:
            RuntimeError: no library is open; nothing that needs one should be on the screen then.
        """
        if self._open_library is None:
            raise RuntimeError("no library is open")
        return self._open_library

    def switch(self, library: Library | None) -> Library | None:
        """Take another library, or none, and return the one before, which the caller closes.

        Queued edits reach the old library first. ``library_switched`` follows at once.
        """
        if self.is_open:
            self.flush()
        before, self._open_library = self._open_library, library
        self._tokens.clear()
        self._kept_at = ""
        self.library_switched.emit()
        return before

    @property
    def bridge(self) -> Bridge:
        return self._bridge

    @property
    def undo_title(self) -> str:
        """What the next undo would take back, ``""`` where there is nothing."""
        return (self.library.undo_title or "") if self.is_open else ""

    @property
    def redo_title(self) -> str:
        """What the next redo would do again, ``""`` where there is nothing."""
        return (self.library.redo_title or "") if self.is_open else ""

    @property
    def read_only(self) -> bool:
        return self.is_open and bool(getattr(self.library, "read_only", False))

    @property
    def kept_at(self) -> str:
        """The time of the last change, in the words of the locale; ``""`` before the first one."""
        return self._kept_at

    @property
    def jobs(self) -> tuple[Job, ...]:
        """The long work that is going on."""
        return tuple(self._jobs)

    @property
    def running_run(self) -> int | None:
        """The run that is going on, None before its first result."""
        return self._run_id if self._run_benchmark is not None else None

    @property
    def running_benchmark(self) -> int | None:
        """The benchmark that a run is going on for, or None."""
        return self._run_benchmark

    # -- edits --------------------------------------------------------------------------------------------------

    def apply(self, edit: Edit) -> None:
        """Queue an edit and return at once; ``changed`` or ``failed`` follows."""
        self._bridge.write(partial(self._write, partial(self.library.apply, edit)))

    def undo(self) -> None:
        """Take back the latest edit, typing that was not kept yet included."""
        self.settling.emit()
        self._bridge.write(partial(self._write, self.library.undo))

    def redo(self) -> None:
        """Do again what was undone last."""
        self.settling.emit()
        self._bridge.write(partial(self._write, self.library.redo))

    def flush(self, timeout: float = 5.0) -> None:
        """Wait until everything typed and every queued edit is in the library. Only for closing and for tests.

        Raises:
            TimeoutError: the writes did not finish in time.
        """
        self.settling.emit()
        self._bridge.writes_done().result(timeout)
        self._bridge.drain()

    def announce(self, changes: Changes) -> None:
        """Tell everybody about changes that were made past :meth:`apply`, on the GUI thread."""
        self._kept_at = QLocale().toString(QTime.currentTime(), QLocale.FormatType.ShortFormat)
        self.changed.emit(changes)
        self.kept.emit(self._kept_at)

    def _write(self, work: Callable[[], Changes | None]) -> None:
        try:
            changes = work()
        except UserError as error:
            self._bridge.post(partial(self.failed.emit, error))
        except Exception as error:
            self._bridge.post(partial(_raise, error))
        else:
            if changes:
                self._bridge.post(partial(self.announce, changes))

    # -- reads --------------------------------------------------------------------------------------------------

    def query(
        self,
        work: Callable[[Library], T],
        done: Callable[[T], None],
        *,
        key: Hashable,
        failed: Callable[[UserError], None] | None = None,
    ) -> None:
        """Run a read off the GUI thread and call ``done``, a bound method, with its result.

        A newer query with the same key makes the older result ignored. A receiver that is gone is not called. Where no
        library is open, nothing happens: whoever asks is about to go.
        """
        if not self.is_open:
            return
        token = self._tokens[key] = next(self._numbers)
        receiver, failure = Receiver(done), Receiver(failed or self._fail)
        self._bridge.read(partial(self._read, work, self.library, receiver, failure, key, token))

    def _read(
        self,
        work: Callable[[Library], T],
        library: Library,
        done: Receiver,
        failed: Receiver,
        key: Hashable,
        token: int,
    ) -> None:
        if self._tokens.get(key) != token:
            return
        try:
            result = work(library)
        except UserError as error:
            self._bridge.post(partial(self._deliver, key, token, failed, error))
        except Exception as error:
            # A read that outlived its library is nobody's concern any more.
            if library is self._open_library:
                self._bridge.post(partial(_raise, error))
        else:
            self._bridge.post(partial(self._deliver, key, token, done, result))

    def _deliver(self, key: Hashable, token: int, receiver: Receiver, value: Any) -> None:
        if self._tokens.get(key) == token:
            receiver(value)

    def _fail(self, error: UserError) -> None:
        self.failed.emit(error)

    # -- long work ----------------------------------------------------------------------------------------------

    def job(
        self,
        title: str,
        work: Callable[[JobControl], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[UserError], None] | None = None,
        stopped: Callable[[], None] | None = None,
        *,
        changes: Callable[[T], Changes] | None = None,
    ) -> Job:
        """Run long work after all edits made so far, telling ``busy`` how far it is.

        ``done``, ``failed`` and ``stopped`` are bound methods; without ``failed`` the session's own signal tells.
        ``changes`` says what the work changed in the library; it is announced before ``done`` is called.
        """
        self.settling.emit()
        job = Job(title, JobControl(None))
        job.control = JobControl(partial(self._report, job))
        self._jobs.append(job)
        self.busy.emit(title, None)
        ready = self._bridge.writes_done()
        ends = (Receiver(done), Receiver(failed or self._fail), Receiver(stopped))
        work = partial(self._work_and_announce, work, changes) if changes is not None else work
        self._bridge.job(partial(self._work, job, work, ready.result, ends))
        return job

    def _work(
        self,
        job: Job,
        work: Callable[[JobControl], T],
        ready: Callable[[], None],
        ends: tuple[Receiver, Receiver, Receiver],
    ) -> None:
        done, failed, stopped = ends
        ready()
        try:
            result = work(job.control)
        except Cancelled:
            self._bridge.post(partial(self._end, job, stopped))
        except UserError as error:
            self._bridge.post(partial(self._end, job, failed, error))
        except Exception as error:
            self._bridge.post(partial(self._end, job, None))
            self._bridge.post(partial(_raise, error))
        else:
            self._bridge.post(partial(self._end, job, done, result))

    def _work_and_announce(
        self, work: Callable[[JobControl], T], changes: Callable[[T], Changes], control: JobControl
    ) -> T:
        result = work(control)
        self._bridge.post(partial(self.announce, changes(result)))
        return result

    def _report(self, job: Job, progress: Progress) -> None:
        self._bridge.post(partial(self._show_progress, job, progress), key=id(job))

    def _show_progress(self, job: Job, progress: Progress) -> None:
        job.progress = progress
        fraction = progress.done / progress.total if progress.total else None
        self.busy.emit(job.title, fraction)

    def _end(self, job: Job, receiver: Receiver | None, *values: Any) -> None:
        self._jobs.remove(job)
        rest = self._jobs[-1] if self._jobs else None
        self.busy.emit(rest.title if rest else "", None)
        if receiver is not None:
            receiver(*values)

    # -- runs ---------------------------------------------------------------------------------------------------

    def start_run(self, benchmark_id: int, models: tuple[str, ...] | None = None) -> None:
        """Check the recorded answers of a benchmark, those of some models only or of all; one run goes at a time.

        ``run_started`` tells its id, ``run_progressed`` follows every batch, ``run_finished`` any end.
        """
        self._begin_run(benchmark_id, partial(self._verify, partial(_plan_new, benchmark_id, models)))

    def start_judged_run(self, planned: JudgedPlan, start: JudgedStart) -> None:
        """Ask judges what is planned. ``judging_progressed`` tells of judgements, the others as for every run."""
        self._begin_run(planned.benchmark_id, partial(self._judge, partial(carry_out, planned, start)), "Asking judges")

    def resume_run(self, run_id: int, benchmark_id: int) -> None:
        """Go on with a run that was stopped or interrupted; nothing that was judged is judged again."""
        self._begin_run(benchmark_id, partial(self._verify, partial(_plan_rest, run_id)))

    def resume_judged_run(self, run_id: int, benchmark_id: int, start: JudgedStart) -> None:
        """Go on with a run that asks judges; what was judged is not asked again, what failed is tried again."""
        self._begin_run(benchmark_id, partial(self._judge, partial(carry_on, run_id, start)), "Asking judges")

    def stop_run(self) -> None:
        """End the run that is going on; what it has judged stays."""
        if self._run_cancel is not None:
            self._run_cancel.set()

    def _begin_run(self, benchmark_id: int, work: RunWork, title: str = "Checking recorded answers") -> None:
        if self._run_benchmark is not None:
            return
        self._run_benchmark = benchmark_id
        self._run_id = None
        self._run_cancel = threading.Event()
        self.job(title, partial(work, self._run_cancel), self._run_ended, self._run_failed, self._run_stopped)

    def _verify(self, plan: Callable[[Library], RunPlan], cancel: threading.Event, _control: JobControl) -> int:
        from gradewright.runs import execute

        library = self.library
        return execute(plan(library), library, progress=self._post_run_progress, cancel=cancel)

    def _judge(self, work: JudgedWork, cancel: threading.Event, _control: JobControl) -> int:
        tell = JudgedTelling(self.library, self._post_run_progress, self._post_judging)
        return work(self.library, tell, cancel)

    def _post_judging(self, progress: JudgedProgress) -> None:
        self._bridge.post(partial(self.judging_progressed.emit, progress), key="judging-progress")

    def _post_run_progress(self, progress: RunProgress) -> None:
        self._bridge.post(partial(self._show_run_progress, progress), key="run-progress")

    def _show_run_progress(self, progress: RunProgress) -> None:
        self._tell_start(progress.run_id)
        self.run_progressed.emit(progress)

    def _tell_start(self, run_id: int) -> None:
        if self._run_id != run_id:
            self._run_id = run_id
            self.run_started.emit(run_id)

    def _run_ended(self, run_id: int) -> None:
        from gradewright.store.changes import Changes

        self._tell_start(run_id)
        benchmark_id = self._run_benchmark
        self._forget_run()
        if benchmark_id is not None:
            self.changed.emit(Changes(benchmarks=frozenset({benchmark_id}), runs=frozenset({run_id})))
        self.run_finished.emit(run_id)

    def _run_failed(self, error: UserError) -> None:
        self._forget_run()
        self.failed.emit(error)

    def _run_stopped(self) -> None:
        self._forget_run()

    def _forget_run(self) -> None:
        self._run_benchmark = None
        self._run_cancel = None


def _plan_new(benchmark_id: int, models: tuple[str, ...] | None, library: Library) -> RunPlan:
    from gradewright.runs import plan_verification

    return plan_verification(library, benchmark_id, models)


def _plan_rest(run_id: int, library: Library) -> RunPlan:
    from gradewright.runs import plan_resume

    return plan_resume(library, run_id)


def _raise(error: Exception) -> None:
    raise error
