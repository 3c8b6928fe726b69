"""Keeps looking at a target: after every change of it, off the GUI thread, and never twice for nothing."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from gradewright.errors import UserError
from gradewright.jobs.control import Cancelled, JobControl
from gradewright.store.library import Changes, Library
from gradewright_desktop.panels.findings.scopes import Found, Scope, Target, look, look_again
from gradewright_desktop.session import Session

# Long enough that a burst of edits is one look, short enough to feel live.
REST_MS = 120
DIM_MS = 300
# From here on a change of some questions looks at these alone.
LARGE = 1000


class FindingsWatch(QObject):
    """``found`` carries a :class:`Found`; ``waiting`` tells whether what is shown has been old for a while."""

    found = Signal(object)
    waiting = Signal(bool)
    failed = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None):
        super().__init__(parent)
        self._session = session
        self._target: Target | None = None
        self._last: Found | None = None
        self._stale: set[int] | None = None
        self._control = JobControl()
        self._rest = self._timer(REST_MS, self._look)
        self._dim = self._timer(DIM_MS, self._say_waiting)
        session.changed.connect(self._changed)
        session.library_switched.connect(self._switched)

    def set_target(self, target: Target | None) -> None:
        """Look at something else, at once."""
        if target == self._target:
            return
        self._control.cancel()
        self._target, self._last, self._stale = target, None, None
        if target is None:
            self._settle()
            self.found.emit(None)
            return
        self._dim.start()
        self._rest.start(0)

    def _timer(self, milliseconds: int, slot: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(slot)
        return timer

    @Slot(object)
    def _changed(self, changes: Changes) -> None:
        if self._target is None or not self._target.is_touched(changes):
            return
        in_part = (
            self._last is not None
            and self._target.scope is Scope.BENCHMARK
            and self._last.questions > LARGE
            and not changes.structure
            and bool(changes.questions)
            and (self._stale is not None or not self._rest.isActive())
        )
        self._stale = (self._stale or set()) | set(changes.questions) if in_part else None
        self._dim.start()
        self._rest.start(REST_MS)

    @Slot()
    def _switched(self) -> None:
        self._control.cancel()
        self._target = self._last = self._stale = None
        self._settle()

    @Slot()
    def _look(self) -> None:
        if self._target is None:
            return
        self._control.cancel()
        self._control = JobControl()
        if self._stale and self._last is not None:
            again = partial(look_again, before=self._last, questions=frozenset(self._stale), control=self._control)
            work = partial(_quiet, work=again)
        else:
            work = partial(_quiet, work=partial(look, target=self._target, control=self._control))
        self._stale = None
        self._session.query(work, self._take, key=("findings", id(self)), failed=self._fail)

    @Slot(object)
    def _take(self, found: Found | None) -> None:
        if found is None or found.target != self._target:
            return
        self._last = found
        self._settle()
        self.found.emit(found)

    @Slot(object)
    def _fail(self, error: UserError) -> None:
        # What was looked at is gone; whoever chose it chooses something else.
        self._settle()
        self.failed.emit(error)

    @Slot()
    def _say_waiting(self) -> None:
        self.waiting.emit(True)

    def _settle(self) -> None:
        self._dim.stop()
        self.waiting.emit(False)


def _quiet(library: Library, work: object) -> Found | None:
    """Run a look; one that was overtaken by a newer one has no result."""
    try:
        return work(library)  # type: ignore[operator]
    except Cancelled:
        return None
