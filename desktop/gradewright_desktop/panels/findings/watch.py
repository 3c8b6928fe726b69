"""Keeps looking at a target: after every change of it, off the GUI thread, and never twice for nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from gradewright.errors import UserError
from gradewright.jobs.control import Cancelled, JobControl
from gradewright.store.library import Changes, Library
from gradewright_desktop.live_rubrics import LiveRubrics
from gradewright_desktop.panels.findings.ledger import Found, Ledger, Scope, Target
from gradewright_desktop.panels.findings.scopes import look
from gradewright_desktop.panels.findings.whole import check_all, look_at_benchmark
from gradewright_desktop.receivers import Receiver
from gradewright_desktop.session import Job, Session

# Long enough that a burst of edits is one look, short enough to feel live.
REST_MS = 120
DIM_MS = 300


class FindingsWatch(QObject):
    """``found`` carries a :class:`Found`; ``waiting`` tells whether what is shown has been old for a while.

    ``checking`` follows the beginning and the end of a check of all questions.
    """

    found = Signal(object)
    waiting = Signal(bool)
    checking = Signal()
    failed = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None):
        super().__init__(parent)
        self._session = session
        self._target: Target | None = None
        # What was found in large benchmarks stays while one works on something else.
        self._ledgers: dict[int, Ledger] = {}
        self._job: Job | None = None
        self._checked_benchmark: int | None = None
        self._control = JobControl()
        self._live = LiveRubrics()
        self._rest = self._timer(REST_MS, self._look)
        self._dim = self._timer(DIM_MS, self._say_waiting)
        session.changed.connect(self._changed)
        session.library_switched.connect(self._switched)

    @property
    def checked_benchmark(self) -> int | None:
        """The benchmark whose questions are all being checked."""
        return self._checked_benchmark

    def set_target(self, target: Target | None) -> None:
        """Look at something else, at once."""
        if target == self._target:
            return
        self._control.cancel()
        self._target = target
        if target is None:
            self._settle()
            self.found.emit(None)
            return
        self._dim.start()
        self._rest.start(0)

    def check_all(self) -> None:
        """Look at all questions of the benchmark, as long work that can be stopped; one benchmark at a time."""
        target = self._target
        if target is None or target.scope is not Scope.BENCHMARK or self._job is not None:
            return
        self._checked_benchmark = target.benchmark_id
        publish = partial(_publish, self._session.bridge.post, Receiver(self._take))
        work = partial(check_all, self._session.library, self._ledger(target), publish)
        title = "Checking all questions"
        self._job = self._session.job(title, work, self._all_checked, self._check_failed, self._check_stopped)
        self.checking.emit()

    def stop_checking(self) -> None:
        """End the check of all questions; what it found stays."""
        if self._job is not None:
            self._job.cancel()

    def _timer(self, milliseconds: int, slot: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(slot)
        return timer

    def _ledger(self, target: Target) -> Ledger:
        return self._ledgers.setdefault(target.benchmark_id, Ledger(target))

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        for ledger in self._ledgers.values():
            ledger.touch(changes.questions)
        if self._target is not None and self._target.is_touched(changes):
            self._dim.start()
            self._rest.start(REST_MS)

    @Slot()
    def look_at_code(self) -> None:
        """Look again at what has code from files: something was decided about it."""
        for ledger in self._ledgers.values():
            ledger.touch_code()
        if self._target is not None:
            self._dim.start()
            self._rest.start(REST_MS)

    @Slot()
    def _switched(self) -> None:
        self._control.cancel()
        self.stop_checking()
        self._target = None
        self._ledgers.clear()
        self._settle()

    @Slot()
    def _look(self) -> None:
        if self._target is None:
            return
        self._control.cancel()
        self._control = JobControl()
        if self._target.scope is Scope.BENCHMARK:
            work = partial(look_at_benchmark, ledger=self._ledger(self._target), control=self._control)
        else:
            work = partial(look, target=self._target, control=self._control, live=self._live)
        self._session.query(partial(_quiet, work=work), self._take, key=("findings", id(self)), failed=self._fail)

    @Slot(object)
    def _take(self, found: Found | None) -> None:
        if found is None or found.target != self._target:
            return
        self._settle()
        self.found.emit(found)

    @Slot(object)
    def _fail(self, error: UserError) -> None:
        # What was looked at is gone; whoever chose it chooses something else.
        self._settle()
        self.failed.emit(error)

    @Slot(object)
    def _all_checked(self, found: Found) -> None:
        self._end_check()
        self._take(found)

    @Slot(object)
    def _check_failed(self, error: UserError) -> None:
        self._end_check()
        self._session.failed.emit(error)

    @Slot()
    def _check_stopped(self) -> None:
        self._end_check()

    def _end_check(self) -> None:
        self._job = None
        self._checked_benchmark = None
        self.checking.emit()
        # Questions that changed while they were being checked are looked at now.
        if self._target is not None and self._target.scope is Scope.BENCHMARK:
            self._rest.start(0)

    @Slot()
    def _say_waiting(self) -> None:
        self.waiting.emit(True)

    def _settle(self) -> None:
        self._dim.stop()
        self.waiting.emit(False)


def _publish(post: Callable[..., None], receiver: Receiver, found: Found) -> None:
    """Bring what was found so far to the GUI thread, from the thread of the job; only the latest has to arrive."""
    post(partial(receiver, found), key=("findings so far", id(receiver)))


def _quiet(library: Library, work: Callable[[Library], Found]) -> Found | None:
    """Run a look; one that was overtaken by a newer one has no result."""
    try:
        return work(library)
    except Cancelled:
        return None
