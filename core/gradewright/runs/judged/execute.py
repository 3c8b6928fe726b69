"""Doing what a plan says: each judgement is kept when it comes, and none that was kept is asked for again."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

from gradewright.endpoints.calling.jobs import Done, End, Ended, Job, Paused
from gradewright.endpoints.calling.ledger import Caps
from gradewright.endpoints.calling.patient import Patience
from gradewright.endpoints.calling.scheduler import Scheduler
from gradewright.endpoints.calling.thread import Calls
from gradewright.errors import LibraryUnusable
from gradewright.model.judgement import KeptJudgement
from gradewright.model.run import Cell, CellState, RunState
from gradewright.runs.code import AllowedPrograms
from gradewright.runs.judged.answers import OpenAnswer
from gradewright.runs.judged.asking import Wanted, work_for
from gradewright.runs.judged.lines import Lines
from gradewright.runs.judged.plan import JudgedPlan
from gradewright.runs.judged.preparing import Preparation, Prepared
from gradewright.runs.judged.progress import JudgedProgress
from gradewright.runs.judged.tasks import judge_identity
from gradewright.store.library import Library
from gradewright.workers.code import CodeRunner
from gradewright.workers.patterns import PatternRunner, WatchedPatterns

KEEP_EVERY = 0.05
"""Seconds for which results may gather before they are committed together."""

_LOOK_SECONDS = 0.05
_MOST_UNKEPT = 256

Report = Callable[[JudgedProgress], None]


def execute_judged(
    plan: JudgedPlan,
    library: Library,
    lines: Lines,
    *,
    progress: Report | None = None,
    cancel: threading.Event | None = None,
    caps: Caps | None = None,
    patience: Patience | None = None,
    patterns: PatternRunner | None = None,
    code: CodeRunner | None = None,
) -> int:
    """Carry out a plan and return the run's id. It ends complete, or stopped where judgements are left to be asked.

    Judges are asked in a thread of its own; this one waits. ``progress`` is called from that thread after every commit,
    and from this one at the end. ``caps`` end the run early, ``patience`` says how often a call is tried. Calls that
    are under way when the program is killed are the only thing that is lost.

    Raises:
        LibraryUnusable: results could not be kept. The run is then interrupted and can be resumed.
        NotFound: the benchmark or the run is gone.
    """
    run_id = plan.run_id
    if run_id is None:
        run_id = library.create_run(
            plan.benchmark_id,
            plan.config(lines),
            planned_answers=len(plan.answer_ids),
            planned_cells=plan.judgements // max(1, plan.settings.votes),
            checks=plan.checks,
        )
    else:
        library.finish_run(run_id, RunState.GOING)
    with contextlib.ExitStack() as stack:
        runner = patterns if patterns is not None else stack.enter_context(WatchedPatterns())
        programs = code if code is not None else stack.enter_context(AllowedPrograms(library))
        identities = {name: judge_identity(lines[name].endpoint, plan.settings) for name in plan.settings.judges}
        try:
            prepared = stack.enter_context(Preparation(plan, library, identities, runner, programs))
            run = _Run(plan, library, run_id, prepared, progress)
            ended = run.go(lines, cancel or threading.Event(), caps, patience)
            state = RunState.COMPLETE if run.all_there else RunState.STOPPED
        except BaseException:
            # Whatever ended it, what is kept is kept; a library that cannot be written cannot be told either.
            with contextlib.suppress(LibraryUnusable):
                library.finish_run(run_id, RunState.INTERRUPTED)
            raise
        library.finish_run(run_id, state)
        run.tell_end(state, ended)
    return run_id


class _Run:
    """One execution. All but ``go``, ``all_there`` and ``tell_end`` happens in the thread that asks the judges."""

    def __init__(
        self, plan: JudgedPlan, library: Library, run_id: int, prepared: Preparation, progress: Report | None
    ) -> None:
        self._plan, self._library, self._run_id = plan, library, run_id
        self._prepared = prepared
        self._progress = progress
        self._open: dict[int, OpenAnswer] = {}
        self._unkept: list[KeptJudgement] = []
        self._touched: dict[int, OpenAnswer] = {}
        self._counts = {"judged": 0, "cannot_judge": 0, "not_judged": 0, "reused": 0}
        self._answers_done = 0
        self._paused: Paused | None = None

    @property
    def all_there(self) -> bool:
        """Whether every answer of the plan has all its judgements."""
        return self._answers_done >= len(self._plan.answer_ids)

    def go(self, lines: Lines, cancel: threading.Event, caps: Caps | None, patience: Patience | None) -> Ended:
        """Ask, until all is done, a cap is reached, or ``cancel`` is set."""
        asked = {name: lines[name] for name in self._plan.settings.judges}

        def make() -> Scheduler:
            return Scheduler(asked, patience=patience, caps=caps, on_pause=self._pause, batch_seconds=KEEP_EVERY)

        calls = Calls(make)
        calls.start(self._jobs(), self._came)
        try:
            while True:
                if cancel.is_set():
                    calls.stop()
                try:
                    return calls.wait(_LOOK_SECONDS)
                except TimeoutError:
                    if calls.over:
                        raise
        finally:
            calls.stop()

    def tell_end(self, state: RunState, ended: Ended) -> None:
        """Tell how it ended."""
        closed = [f"“{name}” is not asked any more: {said}" for name, said in ended.closed.items()]
        said = " ".join([ended.said, *closed] if ended.end is not End.STOPPED else closed).strip()
        self._tell(state, said, ended)

    def _jobs(self) -> Iterator[Job]:
        for each in self._prepared:
            opened = each.opened
            self._open[opened.stored.id] = opened
            for votes in opened.votes.values():
                for judgement in votes.values():
                    self._count(judgement.cell)
            for judgement in each.ready:
                self._take(judgement)
                self._counts["reused"] += 1
            if not each.wanted:
                # Nothing is left to ask, but its cells may never have been kept.
                self._touched[opened.stored.id] = opened
            if len(self._unkept) + len(self._touched) >= _MOST_UNKEPT:
                self._keep()
            yield from self._jobs_of(each)
        self._keep()

    def _jobs_of(self, prepared: Prepared) -> Iterator[Job]:
        for wanted in self._together(prepared.wanted):
            place = wanted[0].place
            yield Job(place, place.judge, work_for(prepared.opened, wanted, prepared.template))

    def _together(self, wanted: tuple[Wanted, ...]) -> Iterator[list[Wanted]]:
        """Yield what is asked in one call: one judgement, or all criteria of one rubric with one judge."""
        groups: dict[tuple[str, int, int], list[Wanted]] = {}
        for each in wanted:
            if not self._plan.settings.batched or each.task.criterion is None:
                yield [each]
                continue
            groups.setdefault((each.place.judge, each.place.replicate, id(each.task.rubric)), []).append(each)
        yield from groups.values()

    def _came(self, batch: list[Done]) -> None:
        for done in batch:
            for judgement in done.value or ():
                self._take(judgement)
        self._keep()
        if self._progress is not None:
            self._tell(RunState.GOING)

    def _take(self, judgement: KeptJudgement) -> None:
        opened = self._open[judgement.place.answer_id]
        opened.add(judgement)
        self._unkept.append(judgement)
        self._touched[judgement.place.answer_id] = opened
        self._count(judgement.cell)

    def _keep(self) -> None:
        """Commit what came since the last time, with the cells and the verdict of every answer that it changes."""
        if not self._touched:
            return
        results = [opened.result() for opened in self._touched.values()]
        self._library.record_cells(self._run_id, results, self._unkept)
        for answer_id, opened in self._touched.items():
            if opened.complete:
                self._open.pop(answer_id, None)
                self._answers_done += 1
        self._touched, self._unkept = {}, []

    def _count(self, cell: Cell) -> None:
        judged = {CellState.JUDGED: "judged", CellState.CANNOT_JUDGE: "cannot_judge"}
        self._counts[judged.get(cell.state, "not_judged")] += 1

    def _pause(self, paused: Paused) -> None:
        self._paused = paused
        self._tell(RunState.GOING)
        self._paused = None

    def _tell(self, state: RunState, said: str = "", ended: Ended | None = None) -> None:
        if self._progress is None:
            return
        counts = self._counts
        self._progress(
            JudgedProgress(
                self._run_id,
                self._plan.benchmark_id,
                state,
                counts["judged"] + counts["cannot_judge"] + counts["not_judged"],
                self._plan.judgements,
                counts["judged"],
                counts["cannot_judge"],
                counts["not_judged"],
                counts["reused"],
                self._answers_done,
                len(self._plan.answer_ids),
                self._paused,
                said,
                None if ended is None else ended.used,
            )
        )
