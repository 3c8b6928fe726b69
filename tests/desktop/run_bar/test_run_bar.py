"""The bar of the run that goes on."""

from __future__ import annotations

from typing import Any

import pytest

from gradewright.model.run import RunState
from gradewright.runs import RunProgress, execute, plan_verification
from gradewright_desktop.a11y import audit
from gradewright_desktop.panels.run_bar import RunBar
from gradewright_desktop.panels.run_bar.bar import time_left
from gradewright_desktop.workbench import Workbench


@pytest.mark.parametrize(
    ("done", "total", "seconds", "words"),
    [
        (0, 100, 10, ""),
        (100, 100, 10, ""),
        (10, 100, 0.5, ""),
        (50, 100, 10, "about 10 s left"),
        (10, 100, 60, "about 9 min left"),
        (1, 101, 108, "about 3.0 h left"),
    ],
)
def test_time_left(done: int, total: int, seconds: float, words: str) -> None:
    assert time_left(done, total, seconds) == words


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def bar(sample_workbench: Workbench, clock: Clock, qtbot: Any) -> RunBar:
    made = RunBar(sample_workbench, clock=clock)
    qtbot.addWidget(made)
    made.resize(1000, 42)
    return made


def test_hidden_while_nothing_goes_on(bar: RunBar) -> None:
    assert bar.isHidden()


def test_it_shows_how_far_a_run_is(bar: RunBar, sample_workbench: Workbench, clock: Clock) -> None:
    library, session = sample_workbench.session.library, sample_workbench.session
    benchmark = library.benchmarks()[0].id
    run_id = library.create_run(benchmark, {}, planned_answers=24, planned_cells=100)
    session.run_started.emit(run_id)
    assert bar.isVisible()
    assert bar.name.text() == "Run 1"
    clock.now += 10
    session.run_progressed.emit(RunProgress(run_id, benchmark, 12, 24, 7, 4, 1, RunState.GOING))
    assert bar.words.text() == "12 of 24 answers settled, about 10 s left"
    assert (bar.passed.count, bar.failed.count, bar.blank.count) == (7, 4, 1)
    assert bar.passed.accessibleName() == "pass 7"
    assert audit(bar) == []
    bar.resize(600, 42)
    assert bar.blank.isHidden()


def test_a_real_run_from_start_to_toast(bar: RunBar, sample_workbench: Workbench, qtbot: Any) -> None:
    session = sample_workbench.session
    with qtbot.waitSignal(sample_workbench.notices.toast_added, timeout=20_000) as told:
        session.start_run(session.library.benchmarks()[0].id)
    text = told.args[0].text
    assert text.startswith("Run 1 is complete: 24 answers, ")
    assert told.args[0].action.text == "Show results"
    assert bar.isHidden()
    told.args[0].action.run()
    assert sample_workbench.navigator.current.run_id == session.library.runs()[0].id


def test_a_stopped_run_keeps_what_it_has(bar: RunBar, sample_workbench: Workbench, qtbot: Any) -> None:
    library, session = sample_workbench.session.library, sample_workbench.session
    run_id = execute(plan_verification(library, library.benchmarks()[0].id), library)
    library.finish_run(run_id, RunState.STOPPED)
    session.run_started.emit(run_id)
    bar.stop.click()
    assert not bar.stop.isEnabled()
    with qtbot.waitSignal(sample_workbench.notices.toast_added) as told:
        session.run_finished.emit(run_id)
    assert told.args[0].text == "Run 1 was stopped: 24 of 24 answers are judged and kept."


def test_a_run_that_cannot_start_leaves_no_bar(bar: RunBar, sample_workbench: Workbench) -> None:
    bar.show()
    sample_workbench.session.busy.emit("", None)
    assert bar.isHidden()
