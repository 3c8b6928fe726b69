"""Runs with judges, as the session carries them out: what is planned or left is asked, and progress is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from gradewright.jobs.control import JobControl
from gradewright.model.run import RunState

if TYPE_CHECKING:
    from gradewright.endpoints.calling.ledger import Caps
    from gradewright.endpoints.keys import Keys
    from gradewright.runs import RunProgress
    from gradewright.runs.judged import JudgedPlan, JudgedProgress
    from gradewright.store.library import Library

JUDGED = "judged"
# Counting the verdicts of a large run takes a few milliseconds; nobody reads faster than this.
_TELL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class JudgedStart:
    """What a judged run starts with. ``caps`` end it by itself; None asks for as much as it takes."""

    keys: Keys
    caps: Caps | None = None


class JudgedTelling:
    """Tells of a judged run in the two ways that the window listens to: by answers, and by judgements."""

    def __init__(
        self,
        library: Library,
        answers: Callable[[RunProgress], None],
        judgements: Callable[[JudgedProgress], None],
    ) -> None:
        self._library, self._answers, self._judgements = library, answers, judgements
        self._told = 0.0

    def __call__(self, progress: JudgedProgress) -> None:
        """Tell of a progress, unless the last one was told a moment ago. Waits and the end are always told."""
        from gradewright.runs import RunProgress

        now = time.monotonic()
        passing = progress.state is RunState.GOING and progress.paused is None
        if passing and now - self._told < _TELL_SECONDS:
            return
        self._told = now
        counts = self._library.run(progress.run_id).answers
        blank = max(0, counts.total - counts.passed - counts.failed)
        self._answers(
            RunProgress(
                progress.run_id,
                progress.benchmark_id,
                progress.answers_done,
                progress.answers,
                counts.passed,
                counts.failed,
                blank,
                progress.state,
            )
        )
        self._judgements(progress)


JudgedWork: TypeAlias = "Callable[[Library, JudgedTelling, threading.Event], int]"


def carry_out(
    planned: JudgedPlan, start: JudgedStart, library: Library, tell: JudgedTelling, cancel: threading.Event
) -> int:
    """Ask what is planned and return the run's id. It waits for servers: only in a job.

    Raises:
        LibraryUnusable: the library cannot be written.
        KeyringSilent: the keyring does not give the key of a judge.
    """
    from gradewright.jobs.judging import judge

    return judge(library, planned, start.keys, caps=start.caps, control=JobControl(None, cancel), tell=tell).run.id


def carry_on(run_id: int, start: JudgedStart, library: Library, tell: JudgedTelling, cancel: threading.Event) -> int:
    """Ask what is left of a run, as :func:`carry_out` does. Raises InvalidValue, NotFound where it cannot go on."""
    from gradewright.runs.judged import lines_for, plan_judged_resume
    from gradewright.runs.judged.plan import judges_of_run

    planned = plan_judged_resume(library, run_id, lines_for(library, judges_of_run(library, run_id), start.keys))
    return carry_out(planned, start, library, tell, cancel)
