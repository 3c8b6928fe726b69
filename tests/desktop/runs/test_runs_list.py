"""The list of runs: groups, words, filter, and what can be resumed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QDate
from PySide6.QtTest import QAbstractItemModelTester

from gradewright.model.run import RunState, Tally
from gradewright.runs import execute, plan_verification
from gradewright.store.rows import RunRow
from gradewright_desktop.a11y import audit
from gradewright_desktop.commands.runs import runs_commands
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.runs import RunsList
from gradewright_desktop.panels.runs.items import line_text, rate_text, run_item, run_items, when_text
from gradewright_desktop.workbench import Workbench

TODAY = QDate(2026, 5, 20)
RUN = RunRow(
    3, 1, "Discharge", 14, RunState.COMPLETE, {"models": ["mini", "base"]}, 10, 20, "2026-05-19T10:00:00+00:00", None,
    Tally(10, 7, 3), Tally(20, 12, 4, 2, 1, 1),
)  # fmt: skip


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (RunState.COMPLETE, "yesterday, 2 models"),
        (RunState.GOING, "going, 20 of 40 settled"),
        (RunState.STOPPED, "stopped, 20 of 40"),
        (RunState.INTERRUPTED, "interrupted, 20 of 40"),
    ],
)
def test_the_second_line_says_how_far_it_came(state: RunState, line: str) -> None:
    run = replace(RUN, state=state, planned_cells=40)
    assert line_text(run, TODAY) == line
    item = run_item(run, TODAY)
    assert (item.fraction == 0.5) == (state is RunState.GOING)
    assert item.spoken == f"Run 14, Discharge, pass rate 75.0\u00a0%, {line}"


def test_no_verdict_no_rate() -> None:
    assert rate_text(RUN) == "75.0\u00a0%"
    assert rate_text(replace(RUN, cells=Tally(5, valued=5))) == "—"


def test_times_as_people_say_them() -> None:
    assert when_text("2026-05-18T10:00:00+00:00", TODAY).count("2026") == 1
    assert when_text("not a time", TODAY) == "not a time"


def test_groups_and_filter() -> None:
    other = replace(RUN, id=4, benchmark_id=2, benchmark_name="Returns", number=1, config={"models": ["atlas"]})
    assert [item.title for item in run_items([RUN, other], "", TODAY)] == ["Discharge", "Run 14", "Returns", "Run 1"]
    assert [item.title for item in run_items([RUN, other], "ATLAS", TODAY)] == ["Returns", "Run 1"]
    assert run_items([RUN, other], "atlas discharge", TODAY) == []


@pytest.fixture
def panel(sample_workbench: Workbench, qtbot: Any) -> RunsList:
    made = RunsList(sample_workbench)
    qtbot.addWidget(made)
    sample_workbench.panels.register("runs", made)
    sample_workbench.commands.add(runs_commands(sample_workbench))
    QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Fatal, made)
    made.resize(250, 500)
    made.show()
    return made


def run_sample(workbench: Workbench) -> int:
    library = workbench.session.library
    return execute(plan_verification(library, library.benchmarks()[0].id), library)


def test_without_runs_a_new_one_is_offered(panel: RunsList, sample_workbench: Workbench, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: panel._pages.currentWidget() is panel._empty)
    with qtbot.waitSignal(sample_workbench.session.run_finished, timeout=20_000):
        panel._run_command("runs.new")
    qtbot.waitUntil(lambda: [run.state for run in panel.runs] == [RunState.COMPLETE])
    assert panel._pages.currentWidget() is panel.view


def test_choosing_a_run_goes_there(panel: RunsList, sample_workbench: Workbench, qtbot: Any) -> None:
    first, second = run_sample(sample_workbench), run_sample(sample_workbench)
    panel.read()
    qtbot.waitUntil(lambda: len(panel.runs) == 2)
    navigator = sample_workbench.navigator
    panel.view.setCurrentIndex(panel.model.index(2))
    assert navigator.current == Place("results", "run", panel.runs[1].benchmark_id, run_id=first)
    navigator.go(Place("results", "run", panel.runs[0].benchmark_id, run_id=second))
    run = panel.current_run()
    assert run is not None
    assert run.id == second
    assert not panel._foot.isVisible()


def test_an_interrupted_run_can_go_on(panel: RunsList, sample_workbench: Workbench, qtbot: Any) -> None:
    run_id = run_sample(sample_workbench)
    library = sample_workbench.session.library
    library.finish_run(run_id, RunState.INTERRUPTED)
    panel.read()
    qtbot.waitUntil(lambda: len(panel.runs) == 1)
    panel.view.setCurrentIndex(panel.model.index(1))
    assert panel._foot.isVisible()
    assert "interrupted" in panel._foot_words.text()
    with qtbot.waitSignal(sample_workbench.session.run_finished, timeout=20_000):
        panel._run_command("runs.resume")
    qtbot.waitUntil(lambda: panel.runs[0].state is RunState.COMPLETE)
    assert not panel._foot.isVisible()


def test_a_command_that_cannot_run_says_why(panel: RunsList, sample_workbench: Workbench, qtbot: Any) -> None:
    with qtbot.waitSignal(sample_workbench.notices.toast_added) as told:
        panel._run_command("runs.resume")
    assert told.args[0].text == "Choose a run that was stopped or interrupted"


def test_filter_that_fits_nothing(panel: RunsList, sample_workbench: Workbench, qtbot: Any) -> None:
    run_sample(sample_workbench)
    panel.read()
    qtbot.waitUntil(lambda: len(panel.runs) == 1)
    panel.field.setText("zzz")
    assert panel._pages.currentWidget() is panel._nothing
    panel.field.clear()
    assert panel._pages.currentWidget() is panel.view


def test_names(panel: RunsList) -> None:
    assert audit(panel) == []
