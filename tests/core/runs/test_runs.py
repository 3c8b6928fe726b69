"""Planning, carrying out, stopping and resuming a run over recorded answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from gradewright.errors import InvalidValue, LibraryUnusable, NotFound
from gradewright.model.answer import Answer
from gradewright.model.run import Cell, CellState, CheckKind, RunState
from gradewright.model.traits import RegexTrait
from gradewright.runs import RunProgress, execute, plan_resume, plan_verification
from gradewright.runs.plan import CHUNK
from gradewright.store.library import Library

MakeBenchmark = Callable[..., int]


class StopAfter:
    """Follows a run and asks it to stop after so many commits."""

    def __init__(self, commits: int):
        self.cancel = threading.Event()
        self.seen: list[RunProgress] = []
        self._commits = commits

    def __call__(self, progress: RunProgress) -> None:
        self.seen.append(progress)
        if len(self.seen) >= self._commits:
            self.cancel.set()


def ticking() -> Callable[[], float]:
    """A clock on which every look is a second later, so that every group of answers is a batch."""
    now = 0.0

    def look() -> float:
        nonlocal now
        now += 1.0
        return now

    return look


def marks(library: Library, run_id: int) -> list[tuple[str, str, bool | None]]:
    rows = library.result_rows(library.result_ids(run_id))
    return [(row.question_text, row.model, row.overall) for row in rows]


def test_a_plan_counts_answers_checks_and_what_needs_a_judge(library: Library, benchmark: MakeBenchmark) -> None:
    plan = plan_verification(library, benchmark(questions=3, replicates=2))
    assert (plan.answers, plan.cells, plan.models) == (12, 36, ("a", "b"))
    assert plan.checks == (
        (CheckKind.TEMPLATE, "template"),
        (CheckKind.TRAIT, "Calls"),
        (CheckKind.TRAIT, "Signs"),
    )
    assert [(each.name, each.answers) for each in plan.needs_judge] == [("Why", 12)]


def test_a_plan_takes_the_models_that_were_named(library: Library, benchmark: MakeBenchmark) -> None:
    plan = plan_verification(library, benchmark(), ["b"])
    assert (plan.answers, plan.models) == (3, ("b",))
    with pytest.raises(NotFound, match=r"No answers of “c” are recorded.*“a”, “b”"):
        plan_verification(library, plan.benchmark_id, ["c"])


def test_without_answers_there_is_nothing_to_plan(library: Library, benchmark: MakeBenchmark) -> None:
    with pytest.raises(InvalidValue, match="no recorded answers"):
        plan_verification(library, benchmark(answers=False))
    with pytest.raises(NotFound):
        plan_verification(library, 99)


def test_a_run_keeps_every_result_and_ends_complete(library: Library, benchmark: MakeBenchmark) -> None:
    seen: list[RunProgress] = []
    run_id = execute(plan_verification(library, benchmark()), library, progress=seen.append)
    run = library.run(run_id)
    assert (run.state, run.number, run.answers.passed, run.answers.failed) == (RunState.COMPLETE, 1, 3, 3)
    assert marks(library, run_id)[:2] == [("How much of 0?", "a", True), ("How much of 0?", "b", False)]
    assert seen[-1] == RunProgress(run_id, run.benchmark_id, 6, 6, 3, 3, 0, RunState.COMPLETE)
    assert [check.name for check in library.run_checks(run_id)] == ["template", "Calls", "Signs"]


def test_answers_without_recorded_lists_say_so_and_do_not_fail(library: Library, benchmark: MakeBenchmark) -> None:
    run_id = execute(plan_verification(library, benchmark(questions=1)), library)
    cells = library.cells_of(library.result_ids(run_id)[0])
    assert [(cell.check, cell.state, cell.verdict) for cell in cells] == [
        ("template", CellState.JUDGED, True),
        ("Calls", CellState.JUDGED, True),
        ("Signs", CellState.FAILED, None),
    ]
    assert cells[2].reason == "no_values"


def test_a_stopped_run_keeps_what_it_judged_and_is_taken_up_again(library: Library, benchmark: MakeBenchmark) -> None:
    benchmark_id = benchmark(questions=6)
    stop = StopAfter(2)
    run_id = execute(
        plan_verification(library, benchmark_id), library, progress=stop, cancel=stop.cancel, clock=ticking()
    )
    run = library.run(run_id)
    assert run.state is RunState.STOPPED
    assert run.answers.total == 4
    library.add_answers(benchmark_id, [Answer("q0", "a", "Later.", 2, {"dose": 0})])

    rest = plan_resume(library, run_id)
    assert (len(rest.answer_ids), rest.done, rest.answers) == (8, 4, 12)
    seen: list[RunProgress] = []
    assert execute(rest, library, progress=seen.append) == run_id
    run = library.run(run_id)
    assert (run.state, run.answers.total, run.answers.passed, run.answers.failed) == (RunState.COMPLETE, 12, 6, 6)
    assert (seen[-1].done, seen[-1].passed, seen[-1].failed) == (12, 6, 6)
    with pytest.raises(InvalidValue, match="nothing is left"):
        plan_resume(library, run_id)


def test_a_resumed_run_has_the_results_of_one_that_was_not_stopped(library: Library, benchmark: MakeBenchmark) -> None:
    benchmark_id = benchmark(questions=5, replicates=3)
    whole = execute(plan_verification(library, benchmark_id), library)
    stop = StopAfter(1)
    parts = execute(
        plan_verification(library, benchmark_id), library, progress=stop, cancel=stop.cancel, clock=ticking()
    )
    execute(plan_resume(library, parts), library)
    assert marks(library, whole) == marks(library, parts)


def test_a_run_over_more_answers_than_a_page_loses_none(library: Library, benchmark: MakeBenchmark) -> None:
    run_id = execute(plan_verification(library, benchmark(questions=2, replicates=CHUNK)), library)
    tally = library.run(run_id).answers
    assert (tally.total, tally.passed, tally.failed) == (4 * CHUNK, 2 * CHUNK, 2 * CHUNK)


class FullDisk:
    """A library whose disk fills up after some batches."""

    def __init__(self, library: Library, batches: int):
        self._library = library
        self._left = batches

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    def record_cells(self, run_id: int, judged: Sequence[tuple[int, Sequence[Cell], bool | None]]) -> list[int]:
        if not self._left:
            raise LibraryUnusable("The disk is full.")
        self._left -= 1
        return self._library.record_cells(run_id, judged)


def test_a_run_that_cannot_be_kept_is_interrupted_and_can_be_resumed(
    library: Library, benchmark: MakeBenchmark
) -> None:
    plan = plan_verification(library, benchmark(questions=4))
    with pytest.raises(LibraryUnusable, match="disk is full"):
        execute(plan, FullDisk(library, 1), clock=ticking())  # type: ignore[arg-type]
    (run,) = library.runs()
    assert (run.state, run.answers.total) == (RunState.INTERRUPTED, 2)
    execute(plan_resume(library, run.id), library)
    assert library.run(run.id).answers.total == 8


def test_a_run_of_a_killed_program_waits_as_interrupted(library: Library, benchmark: MakeBenchmark) -> None:
    plan = plan_verification(library, benchmark())
    run_id = library.create_run(plan.benchmark_id, plan.config(), planned_answers=6, planned_cells=18)
    path: Path = library.path
    library.close()
    with Library.open(path) as again:
        assert again.run(run_id).state is RunState.INTERRUPTED
        execute(plan_resume(again, run_id), again)
        assert again.run(run_id).answers.total == 6


def test_rubrics_that_cannot_be_told_apart_fail_no_answer(library: Library, benchmark: MakeBenchmark) -> None:
    own = (RegexTrait(name="Calls", pattern="take"),)
    run_id = execute(plan_verification(library, benchmark(questions=1, own=own)), library)
    row = library.result_rows(library.result_ids(run_id))[0]
    cells = library.cells_of(row.id)
    assert row.overall is None
    assert [(cell.check, cell.state) for cell in cells] == [
        ("template", CellState.JUDGED),
        ("Calls", CellState.FAILED),
        ("Why", CellState.FAILED),
    ]
    assert "both have a trait “Calls”" in cells[1].message


def test_a_pattern_that_runs_away_ends_in_its_cell_alone(library: Library, benchmark: MakeBenchmark) -> None:
    benchmark_id = benchmark(questions=1, own=(RegexTrait(name="Runaway", pattern=r"(\w+\s?)+\$"),))
    library.add_answers(benchmark_id, [Answer("q0", "c", "call " + "word " * 40 + "!", 1, {"dose": 0})])
    run_id = execute(plan_verification(library, benchmark_id, ["c"]), library)
    template, calls, runaway = library.cells_of(library.result_ids(run_id)[0])
    assert (template.verdict, calls.verdict) == (True, True)
    assert (runaway.state, runaway.reason) == (CellState.FAILED, "regex_timeout")
