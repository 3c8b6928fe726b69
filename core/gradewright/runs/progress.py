"""How far a run is."""

from __future__ import annotations

from dataclasses import dataclass

from gradewright.model.run import RunState


@dataclass(frozen=True, slots=True)
class RunProgress:
    """Answers of a run, by overall verdict. ``done`` and ``total`` count answers of the whole run.

    After a resume they count what was judged before, too; the verdicts count from the beginning, as well.
    """

    run_id: int
    benchmark_id: int
    done: int
    total: int
    passed: int
    failed: int
    blank: int
    state: RunState
