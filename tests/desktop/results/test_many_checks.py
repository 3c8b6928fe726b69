"""A run whose questions all have checks of their own: the table shows the common ones, menus stay short."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QMenu

from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.run import Cell, CellState, CheckKind, RunState
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.results import ResultsView
from gradewright_desktop.workbench import Workbench

QUESTIONS = 600


def test_own_checks_of_many_questions(workbench: Workbench, qtbot: Any) -> None:
    library = workbench.session.library
    benchmark = library.add_checkpoint(
        Benchmark("Many"), (Question(f"urn:uuid:question-{n}", f"Question {n}?") for n in range(QUESTIONS))
    )
    library.add_answers(benchmark, (Answer(f"urn:uuid:question-{n}", "atlas", "Text") for n in range(QUESTIONS)))
    run = library.create_run(benchmark, {}, planned_answers=QUESTIONS, planned_cells=2 * QUESTIONS)
    common = Cell("Common", CheckKind.TRAIT, CellState.JUDGED, True, True)
    judged = [
        (answer, [common, Cell(f"Own check {answer}", CheckKind.TRAIT, CellState.JUDGED, False, False)], False)
        for answer in library.answer_ids(benchmark)
    ]
    library.record_cells(run, judged)
    library.finish_run(run, RunState.COMPLETE)
    workbench.navigator.go(Place("results", "run", benchmark, run_id=run))
    view = ResultsView(workbench)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: view.outline is not None and view.detail.reading is not None)
    assert len(view.outline.checks) == QUESTIONS + 1
    assert view.answers.model.columnCount() < 40
    assert "Common" in [column.name for column in view.answers.model.columns]
    menu = QMenu(view)
    view.answers.fill_columns_menu(menu)
    assert len(menu.actions()) <= 130
    assert [line.name for line in view.detail.criteria.lines()] == ["Common", "Own check 1"]
    view._show_tab("configuration")
    assert view.configuration.checks.rowCount() == QUESTIONS + 1
