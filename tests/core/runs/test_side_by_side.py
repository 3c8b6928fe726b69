"""Runs in several processes: the same results as in one, whatever happens to the processes."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.run import RunState
from gradewright.model.traits import CallableTrait, MetricTrait, RegexTrait
from gradewright.runs import RunProgress, execute, judging_process, plan_resume, plan_verification
from gradewright.runs.crew import Crew
from gradewright.runs.judging_process import worker_command
from gradewright.runs.judging_values import BatchJudge, pack_batch, pack_setting, unpack_results
from gradewright.runs.workforce import Pace, Workforce
from gradewright.store.library import Library
from gradewright.workers.patterns import Matcher, WatchedPatterns
from tests.core.runs.conftest import CALLS, SIGNS, WHY, rubric

DOSE = "    dose: {0} = VerifiedField(description='Dose', ground_truth={1}, verify_with={2})\n"
HEAD = "class Answer(BaseAnswer):\n"
TEMPLATES = (
    HEAD + DOSE.format("int", 1, "NumericExact()"),
    HEAD + DOSE.format("float", 1.0, "NumericTolerance(tolerance=0.5, mode='absolute')"),
    HEAD + DOSE.format("list[str]", ["a", "b"], "SetContainment()"),
    HEAD + DOSE.format("str", "'1'", r"RegexMatch(pattern='(\\w+\\s?)+x')"),
    HEAD + "    dose: int\n    def verify(self):\n        return self.dose == 1\n",
    HEAD + "    dose: int = VerifiedField(\n",
    "",
)
RISKY = RegexTrait(name="Risky", pattern=r"^(\w+\s?)+$")
PROGRAM = CallableTrait(name="Program", kind="boolean", callable_code=b"\x80\x04N.")
ANSWERS_EACH = 48
PROJECT = Path(__file__).resolve().parents[3]


def own_traits(number: int) -> list[Any]:
    quick = [RegexTrait(name="Own", pattern=f"number {number}"), SIGNS]
    return [*quick, *([RISKY] if number % 5 == 1 else []), *([PROGRAM] if number % 5 == 2 else [])]


def answer(question: int, number: int) -> Answer:
    dose: Any = (1, 2, None, "1", "x", ["b", "a"], float("nan"))[number % 7]
    lists = {name: ["one"] * (number % 3) for name in ("tp", "fn", "fp", "tn")}
    return Answer(
        f"q{question}",
        "m",
        f"Call \ud800 number {number}." if number % 2 else "on it " * 2,
        number + 1,
        None if number % 11 == 0 else {"dose": dose},
        None if number % 4 == 0 else {"Signs": lists},
    )


@pytest.fixture
def mixed(library: Library) -> int:
    """A benchmark with every kind of check, over several batches."""
    questions = [
        Question(f"q{n}", f"Question {n}?", "1", TEMPLATES[n % len(TEMPLATES)], rubric(*own_traits(n)))
        for n in range(21)
    ]
    benchmark_id = library.add_checkpoint(Benchmark("Mixed", rubric=rubric(CALLS, WHY)), questions)
    library.add_answers(benchmark_id, [answer(q, number) for q in range(21) for number in range(ANSWERS_EACH)])
    return benchmark_id


def forced(count: int, command: Callable[[], Sequence[str]] | None = None, *, helping: bool = False) -> Workforce:
    return Workforce(count, worth=0.0, command=command, helping=helping)


def everything(library: Library, run_id: int) -> list[Any]:
    """What a run left: its counts, its columns, and each result in the order in which it was kept, with its cells."""
    run = library.run(run_id)
    ids = sorted(library.result_ids(run_id))
    rows = [(row.question_text, row.model, row.overall) for row in library.result_rows(ids)]
    cells = [repr(library.cells_of(result_id)) for result_id in ids]
    return [run.state, run.answers, run.cells, library.run_checks(run_id), rows, cells]


class Noting(WatchedPatterns):
    """Notes which patterns are bound beside the library."""

    def __init__(self) -> None:
        super().__init__()
        self.bound: set[str] = set()

    def matcher(self, pattern: str, flags: int = 0) -> Matcher:
        self.bound.add(pattern)
        return super().matcher(pattern, flags)


def test_results_do_not_depend_on_how_many_processes_judge(library: Library, mixed: int) -> None:
    alone = everything(library, execute(plan_verification(library, mixed), library, workforce=Workforce(0)))
    assert len(alone[-1]) == 21 * ANSWERS_EACH
    assert "no_values" in str(alone[-1])
    assert "code_not_allowed" in str(alone[-1])
    for count in (1, 2, 3):
        with Noting() as patterns:
            plan = plan_verification(library, mixed)
            run_id = execute(plan, library, patterns=patterns, workforce=forced(count))
        assert everything(library, run_id) == alone
        assert RISKY.pattern in patterns.bound
        assert "number 20" not in patterns.bound, "a question without risky checks was judged in a process"
    helped = execute(plan_verification(library, mixed), library, workforce=forced(2, helping=True))
    assert everything(library, helped) == alone


def dying(folder: Path, lives: int) -> Callable[[], list[str]]:
    """Make processes of which so many end at their first batch, and the others work."""
    program = (
        "import os, runpy, sys\n"
        f"for n in range({lives}):\n"
        "    try:\n"
        f"        os.close(os.open(os.path.join({str(folder)!r}, str(n)), os.O_CREAT | os.O_EXCL))\n"
        "    except FileExistsError:\n"
        "        continue\n"
        "    sys.exit(1)\n"
        "runpy.run_path(sys.argv[1], run_name='__main__')\n"
    )
    return lambda: [sys.executable, "-I", "-S", "-c", program, worker_command()[-1]]


@pytest.mark.parametrize("deaths", [1, 2, 1000])
def test_what_a_process_leaves_behind_when_it_ends_is_judged_again(
    library: Library, mixed: int, tmp_path: Path, deaths: int
) -> None:
    alone = everything(library, execute(plan_verification(library, mixed), library, workforce=Workforce(0)))
    run_id = execute(plan_verification(library, mixed), library, workforce=forced(2, dying(tmp_path, deaths)))
    assert everything(library, run_id) == alone
    assert (tmp_path / "0").exists()


def test_a_process_that_cannot_be_started_costs_no_result(library: Library, mixed: int) -> None:
    alone = everything(library, execute(plan_verification(library, mixed), library, workforce=Workforce(0)))
    run_id = execute(
        plan_verification(library, mixed), library, workforce=forced(2, lambda: ["/nowhere/at/all/python"])
    )
    assert everything(library, run_id) == alone


def test_a_batch_on_which_two_processes_end_is_given_back(tmp_path: Path) -> None:
    with Crew(1, pack_setting(rubric()), dying(tmp_path, 1000)) as crew:
        crew.give(0, b"any")
        assert crew.result(0, lambda: False, helping=False) is None
    assert [(tmp_path / str(n)).exists() for n in range(3)] == [True, True, False]


def test_a_run_in_processes_stops_and_is_taken_up_again(library: Library, mixed: int) -> None:
    alone = everything(library, execute(plan_verification(library, mixed), library, workforce=Workforce(0)))
    cancel = threading.Event()
    now = iter(range(100_000))

    def stop_in_the_third_batch(progress: RunProgress) -> None:
        if progress.done > 600:
            cancel.set()

    run_id = execute(
        plan_verification(library, mixed),
        library,
        progress=stop_in_the_third_batch,
        cancel=cancel,
        clock=lambda: float(next(now)),
        workforce=forced(2),
    )
    stopped = library.run(run_id)
    assert stopped.state is RunState.STOPPED
    assert 600 < stopped.answers.total <= 600 + ANSWERS_EACH
    execute(plan_resume(library, run_id), library, workforce=forced(2))
    assert everything(library, run_id) == alone


def test_who_waits_for_a_silent_process_can_still_stop() -> None:
    silent = [sys.executable, "-c", "import time; time.sleep(60)"]
    looks = iter([False, False, True])
    with Crew(1, pack_setting(rubric()), lambda: silent) as crew:
        crew.give(0, b"any")
        assert crew.result(0, lambda: next(looks), helping=False) is None


def test_what_needs_a_watched_process_is_left_to_the_one_that_has_it() -> None:
    judge = BatchJudge(pack_setting(rubric(CALLS)))
    questions = [
        Question("a", "A?", rubric=rubric(MetricTrait(name="M", metrics=["f1"], tp_instructions=["x"]))),
        Question("b", "B?", rubric=rubric(RISKY)),
        Question("c", "C?", rubric=rubric(PROGRAM)),
        Question("d", "D?"),
    ]
    told = unpack_results(judge.judge(pack_batch([(n, q, [answer(n, 1)]) for n, q in enumerate(questions)])))
    assert [rows is not None for rows in told] == [True, False, False, True]


def test_only_work_of_some_length_is_worth_processes() -> None:
    times = iter([0.0, 5.0, 5.5])
    pace = Pace(lambda: next(times))
    pace.done(pace.begin(), 10)
    assert pace.left(1000) == 0.0
    pace.done(pace.begin(), 100)
    assert pace.left(1000) == pytest.approx(5.0)


def test_a_frozen_program_starts_itself_to_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    assert worker_command()[0] == sys.executable
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert worker_command() == [sys.executable, judging_process.WORKER_ARGUMENT]


def test_the_entry_point_of_a_frozen_program_judges() -> None:
    program = f"import sys; sys.path.insert(0, {str(PROJECT)!r}); from installers.pyinstaller import start"
    command = [sys.executable, "-c", program, judging_process.WORKER_ARGUMENT]
    batch = pack_batch([(1, Question("a", "A?"), [answer(0, 1)])])
    with Crew(1, pack_setting(rubric(CALLS)), lambda: command) as crew:
        crew.give(0, batch)
        told = crew.result(0, lambda: False, helping=False)
    assert told is not None
    assert [cells[0].verdict for rows in unpack_results(told) for cells, _ in rows or ()] == [False]
