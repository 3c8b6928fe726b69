"""Checking the recorded answers of a benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gradewright.errors import InvalidValue
from gradewright.jobs.control import JobControl
from gradewright.model.run import RunState
from gradewright.runs import NeedsJudge, RunProgress, execute, plan_resume, plan_verification
from gradewright.runs.plan import RESUMABLE

if TYPE_CHECKING:
    from gradewright.store.library import Library
    from gradewright.store.rows import RunRow


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """A run after it ended: its counts, and the traits that were left out because only a judge can decide them."""

    run: RunRow
    needs_judge: tuple[NeedsJudge, ...]

    @property
    def complete(self) -> bool:
        """Whether every planned answer was judged or says why not."""
        return self.run.state is RunState.COMPLETE


def verify(
    library: Library,
    benchmark_id: int,
    *,
    models: Sequence[str] | None = None,
    resume: bool = False,
    control: JobControl | None = None,
) -> VerifyReport:
    """Check the recorded answers of some models, or of all; ``resume`` takes up the latest run that did not end.

    A run that is asked to stop keeps what it has judged and can be resumed; its state says that it was stopped.

    Raises:
        NotFound: there is no such benchmark or model.
        InvalidValue: no answers are recorded, or no run waits to be resumed.
        LibraryUnusable: the library cannot be written.
    """
    control = control or JobControl()
    if resume:
        plan = plan_resume(library, _unfinished(library, benchmark_id).id)
    else:
        plan = plan_verification(library, benchmark_id, models)

    def tell(progress: RunProgress) -> None:
        if not control.cancelled:
            control.report(progress.done, progress.total, "Checking answers")

    run_id = execute(plan, library, progress=tell, cancel=control.cancel_event)
    return VerifyReport(library.run(run_id), plan.needs_judge)


def _unfinished(library: Library, benchmark_id: int) -> RunRow:
    name = library.benchmark_row(benchmark_id).name
    for run in library.runs(benchmark_id):
        if run.state in RESUMABLE:
            return run
    raise InvalidValue(f"No run of “{name}” was stopped or interrupted, so there is nothing to resume.")
