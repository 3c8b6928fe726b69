"""Doing what a plan says: judged in batches, kept batch by batch, stopped between two of them."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby

from gradewright.errors import LibraryUnusable
from gradewright.model.question import Question
from gradewright.model.run import Cell, RunState
from gradewright.runs.checks import QuestionChecks, bind_checks
from gradewright.runs.code import AllowedPrograms
from gradewright.runs.plan import CHUNK, RunPlan
from gradewright.runs.progress import RunProgress
from gradewright.runs.workforce import Pace, Workforce
from gradewright.store.library import Library
from gradewright.store.rows import StoredAnswer
from gradewright.verify.verdicts import overall
from gradewright.workers.code import CodeRunner
from gradewright.workers.patterns import PatternRunner, WatchedPatterns

KEEP_EVERY = 0.1
"""Seconds between two commits. What is lost when the program is killed is what was judged since the last one."""

Judged = tuple[int, Sequence[Cell], bool | None]
StoredGroup = tuple[int, list[StoredAnswer]]
"""A question's id and some answers to it."""

Report = Callable[[RunProgress], None]


def execute(
    plan: RunPlan,
    library: Library,
    *,
    progress: Report | None = None,
    cancel: threading.Event | None = None,
    patterns: PatternRunner | None = None,
    code: CodeRunner | None = None,
    clock: Callable[[], float] = time.monotonic,
    workforce: Workforce | None = None,
) -> int:
    """Carry out a plan and return the run's id. It ends complete, or stopped if ``cancel`` was set.

    ``progress`` is called from this thread after every commit and at the end. ``patterns`` runs the regular
    expressions, ``code`` the programs from files that may run; by default runners of its own, whose processes end with
    the run, and the programs that the library's person has allowed on this computer. ``workforce`` says how many
    processes may judge side by side; the results are the same with any number.

    Raises:
        LibraryUnusable: a batch could not be kept. The run is then interrupted and can be resumed.
        NotFound: the benchmark or the run is gone.
    """
    run_id = plan.run_id
    if run_id is None:
        run_id = library.create_run(
            plan.benchmark_id,
            plan.config(),
            planned_answers=plan.answers,
            planned_cells=plan.cells,
            checks=plan.checks,
        )
    else:
        library.finish_run(run_id, RunState.GOING)
    with contextlib.ExitStack() as stack:
        runner = patterns if patterns is not None else stack.enter_context(WatchedPatterns())
        programs = code if code is not None else stack.enter_context(AllowedPrograms(library))
        stop = cancel or threading.Event()
        run = _Run(plan, library, run_id, runner, programs, progress, stop, clock, workforce or Workforce())
        try:
            state = run.go()
        except BaseException:
            # Whatever ended it, what is kept is kept; a library that cannot be written cannot be told either.
            with contextlib.suppress(LibraryUnusable):
                library.finish_run(run_id, RunState.INTERRUPTED)
            raise
        library.finish_run(run_id, state)
        run.report(state)
    return run_id


class _Run:
    """One execution."""

    def __init__(
        self,
        plan: RunPlan,
        library: Library,
        run_id: int,
        patterns: PatternRunner,
        code: CodeRunner,
        progress: Report | None,
        cancel: threading.Event,
        clock: Callable[[], float],
        workforce: Workforce,
    ):
        self._plan = plan
        self._library = library
        self._run_id = run_id
        self._patterns = patterns
        self._code = code
        self._progress = progress
        self._cancel = cancel
        self._clock = clock
        self._workforce = workforce
        self._pace = Pace()
        self._rubric = library.benchmark(plan.benchmark_id).rubric
        self._read: tuple[int, Question] | None = None
        self._checks: tuple[int, QuestionChecks] | None = None
        self._done = plan.done
        self._counts = self._counted_before()

    def go(self) -> RunState:
        """Judge what is left, and keep it batch by batch."""
        waiting: list[Judged] = []
        kept_at = self._clock()
        for judged in self._judged():
            waiting.extend(judged)
            if self._clock() - kept_at >= KEEP_EVERY:
                self._keep(waiting)
                waiting = []
                kept_at = self._clock()
            if self._cancel.is_set():
                break
        self._keep(waiting)
        return RunState.COMPLETE if self._done >= self._plan.answers else RunState.STOPPED

    def report(self, state: RunState) -> None:
        """Tell how far the run is."""
        if self._progress is None:
            return
        self._progress(
            RunProgress(
                self._run_id,
                self._plan.benchmark_id,
                self._done,
                self._plan.answers,
                self._counts[True],
                self._counts[False],
                self._counts[None],
                state,
            )
        )

    def _judged(self) -> Iterator[list[Judged]]:
        """Yield the results of answers, those of one question together."""
        left = len(self._plan.answer_ids)
        batches = self._batches()
        for batch in batches:
            for group in batch:
                yield self._judge(group)
                left -= len(group[1])
                if self._cancel.is_set():
                    return
            if self._workforce.processes() and self._pace.left(left) >= self._workforce.worth:
                break
        yield from self._judged_side_by_side(batches)

    def _judged_side_by_side(self, batches: Iterator[list[StoredGroup]]) -> Iterator[list[Judged]]:
        """The same for the batches that are left, if any are."""
        first = next(batches, None)
        if first is not None:
            # Loaded where it is needed: most runs end before that.
            from gradewright.runs.side_by_side import judge_side_by_side

            yield from judge_side_by_side(
                chain([first], batches),
                self._question,
                self._judge,
                self._rubric,
                self._workforce,
                self._cancel.is_set,
            )

    def _batches(self) -> Iterator[list[StoredGroup]]:
        ids = self._plan.answer_ids
        for start in range(0, len(ids), CHUNK):
            stored = self._library.answers_by_id(ids[start : start + CHUNK])
            yield [(i, list(group)) for i, group in groupby(stored, key=lambda answer: answer.question_id)]

    def _judge(self, group: StoredGroup) -> list[Judged]:
        question_id, stored = group
        begun = self._pace.begin()
        rows = self._checks_of(question_id).evaluate([each.answer for each in stored])
        judged: list[Judged] = [(each.id, cells, overall(cells)) for each, cells in zip(stored, rows, strict=True)]
        self._pace.done(begun, len(stored))
        return judged

    def _question(self, question_id: int) -> Question:
        if self._read is None or self._read[0] != question_id:
            self._read = question_id, self._library.question(question_id)
        return self._read[1]

    def _checks_of(self, question_id: int) -> QuestionChecks:
        """Bind a question's checks; answers come question by question, so the last one is enough to remember."""
        if self._checks is None or self._checks[0] != question_id:
            question = self._question(question_id)
            self._checks = question_id, bind_checks(question, self._rubric, self._patterns, self._code)
        return self._checks[1]

    def _keep(self, judged: list[Judged]) -> None:
        if not judged:
            return
        self._library.record_cells(self._run_id, judged)
        self._done += len(judged)
        for _, _, verdict in judged:
            self._counts[verdict] += 1
        self.report(RunState.GOING)

    def _counted_before(self) -> dict[bool | None, int]:
        if not self._plan.done:
            return {True: 0, False: 0, None: 0}
        tally = self._library.run(self._run_id).answers
        return {True: tally.passed, False: tally.failed, None: tally.total - tally.passed - tally.failed}
