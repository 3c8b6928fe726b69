"""The table fills while a run goes on; nothing is reset, and one stays where one is."""

from __future__ import annotations

from typing import Any

import pytest

from gradewright.model.run import RunState
from gradewright.runs import RunProgress, execute, plan_verification
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.results import ResultsView
from gradewright_desktop.workbench import Workbench


@pytest.fixture
def judged(sample_workbench: Workbench) -> list[Any]:
    """What a run judges, to be recorded bit by bit."""
    library = sample_workbench.session.library
    run = execute(plan_verification(library, library.benchmarks()[0].id), library)
    rows = library.result_rows(library.result_ids(run))
    return [(row.answer_id, library.cells_of(row.id), row.overall) for row in rows]


def test_rows_come_in_batches_and_the_place_stays(sample_workbench: Workbench, judged: list[Any], qtbot: Any) -> None:
    workbench = sample_workbench
    session, library = workbench.session, workbench.session.library
    benchmark = library.benchmarks()[0].id
    run = library.create_run(benchmark, {}, planned_answers=24, planned_cells=108)
    library.record_cells(run, judged[:6])
    workbench.navigator.go(Place("results", "run", benchmark, run_id=run))
    view = ResultsView(workbench)
    qtbot.addWidget(view)
    view.resize(1300, 800)
    view.show()
    model, table = view.answers.model, view.answers.table
    qtbot.waitUntil(lambda: model.rowCount() == 6 and model.row_at(0) is not None)
    assert view.head.chip.word() == "running"
    assert view.head.rate.name.text() == "Pass rate so far"
    assert view.filter_bar.count.text() == "6 of 24, 18 waiting"
    table.go_to(4)
    kept = table.current_id()
    resets: list[object] = []
    model.modelReset.connect(resets.append)
    model.layoutChanged.connect(resets.append)
    library.record_cells(run, judged[6:15])
    session.run_progressed.emit(RunProgress(run, benchmark, 15, 24, 0, 0, 0, RunState.GOING))
    qtbot.waitUntil(lambda: model.rowCount() == 15)
    assert table.current_id() == kept
    assert not resets
    library.record_cells(run, judged[15:])
    library.finish_run(run, RunState.COMPLETE)
    session.run_finished.emit(run)
    qtbot.waitUntil(lambda: view.head.chip.word() == "complete")
    assert model.rowCount() == 24
    assert view.filter_bar.count.text() == "24 answers"


def test_a_run_that_was_interrupted_offers_to_go_on(sample_workbench: Workbench, judged: list[Any], qtbot: Any) -> None:
    workbench = sample_workbench
    library = workbench.session.library
    benchmark = library.benchmarks()[0].id
    plan = plan_verification(library, benchmark)
    run = library.create_run(
        benchmark, plan.config(), planned_answers=plan.answers, planned_cells=plan.cells, checks=plan.checks
    )
    library.record_cells(run, judged[:5])
    library.finish_run(run, RunState.INTERRUPTED)
    workbench.navigator.go(Place("results", "run", benchmark, run_id=run))
    view = ResultsView(workbench)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: bool(workbench.notices.banners("results")))
    (banner,) = workbench.notices.banners("results")
    assert banner.strong == "Run 2 was interrupted when the program ended."
    assert [action.text for action in banner.actions] == ["Resume", "Leave it"]
    with qtbot.waitSignal(workbench.session.run_finished, timeout=20_000):
        banner.actions[0].run()
    qtbot.waitUntil(lambda: view.head.chip.word() == "complete")
    assert not workbench.notices.banners("results")
    assert library.run(run).answers.total == 24
