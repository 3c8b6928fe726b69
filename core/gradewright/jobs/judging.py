"""Asking judges: runs over recorded answers, taken up again, and one text judged at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gradewright.errors import InvalidValue
from gradewright.jobs.control import JobControl
from gradewright.model.run import RunState
from gradewright.runs.judged import (
    JudgedPlan,
    JudgedProgress,
    JudgedSettings,
    execute_judged,
    lines_for,
    plan_judged,
    plan_judged_resume,
)
from gradewright.runs.judged.now import judge_now
from gradewright.runs.judged.plan import KIND, judges_of_run

if TYPE_CHECKING:
    from collections.abc import Callable

    from gradewright.endpoints.calling.ledger import Caps
    from gradewright.endpoints.keys import Keys
    from gradewright.model.rubric import Rubric
    from gradewright.store.library import Library
    from gradewright.store.rows import RunRow


@dataclass(frozen=True, slots=True)
class JudgeReport:
    """A judged run after it ended. ``said`` is a sentence on what ended it early, "" where nothing did."""

    run: RunRow
    last: JudgedProgress

    @property
    def complete(self) -> bool:
        """Whether every judgement of the run was asked for."""
        return self.run.state is RunState.COMPLETE


def plan(library: Library, benchmark_id: int, settings: JudgedSettings, keys: Keys) -> JudgedPlan:
    """Return what a run would ask and cost. Raises what :func:`gradewright.runs.judged.plan_judged` does."""
    return plan_judged(library, benchmark_id, settings, lines_for(library, settings.judges, keys))


def judge(
    library: Library,
    planned: JudgedPlan,
    keys: Keys,
    *,
    caps: Caps | None = None,
    control: JobControl | None = None,
    tell: Callable[[JudgedProgress], None] | None = None,
) -> JudgeReport:
    """Carry out a plan. A run that is asked to stop keeps what came and can be resumed.

    Raises:
        LibraryUnusable: the library cannot be written.
    """
    control = control or JobControl()
    last: list[JudgedProgress] = []

    def told(progress: JudgedProgress) -> None:
        last[:] = [progress]
        if tell is not None:
            tell(progress)
        if not control.cancelled:
            control.report(progress.done, progress.total, "Asking judges")

    lines = lines_for(library, planned.settings.judges, keys)
    run_id = execute_judged(planned, library, lines, progress=told, cancel=control.cancel_event, caps=caps)
    return JudgeReport(library.run(run_id), last[0])


def plan_rest(library: Library, benchmark_id: int, number: int | None, keys: Keys) -> JudgedPlan:
    """Return the rest of a judged run, by its number or the latest one.

    Raises:
        InvalidValue: no run of the benchmark asked a judge, or none has this number.
    """
    for run in library.runs(benchmark_id):
        if run.config.get("kind") == KIND and number in (None, run.number):
            return plan_judged_resume(library, run.id, lines_for(library, judges_of_run(library, run.id), keys))
    name = library.benchmark_row(benchmark_id).name
    which = "No run" if number is None else f"No run {number}"
    raise InvalidValue(f"{which} of “{name}” asked a judge, so there is nothing to resume.")


def judge_texts(
    library: Library, rubric: Rubric, question: str, texts: Sequence[str], settings: JudgedSettings, keys: Keys
) -> list[Mapping[str, Any]]:
    """Judge texts at once, and keep nothing; see :func:`gradewright.runs.judged.now.judge_now`."""
    return judge_now(rubric, question, texts, settings, lines_for(library, settings.judges, keys))
