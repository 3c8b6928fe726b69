"""The results viewer over a real run of the sample."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMenu

from gradewright.store.marks import Mark
from gradewright.store.results import ResultFilter
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.results.answer_window import AnswerWindow
from gradewright_desktop.panels.results.columns import Kind
from gradewright_desktop.panels.results.delegate import PAINT_ROLE


def column_of(view: Any, kind: Kind, nth: int = 0) -> int:
    places = [at for at, column in enumerate(view.answers.model.columns) if column.kind is kind]
    return places[nth]


def reads(qtbot: Any, view: Any, act: Callable[[], None]) -> None:
    """Do something and wait until what it asks for was read."""
    with qtbot.waitSignal(view.source.outlined):
        act()


def test_the_figures_of_the_run(results: Any, run_id: int) -> None:
    run = results.source._session.library.run(run_id)
    cells = run.cells
    rate = 100 * cells.passed / (cells.passed + cells.failed)
    assert results.head.title.text() == "Run 1"
    assert results.head.chip.word() == "complete"
    assert results.head.rate.value.text() == f"{rate:.1f}\u00a0%"
    assert "interval" in results.head.rate.beside.text()
    assert results.head.coverage.beside.text() == f"{cells.judged} of {run.planned_cells} judged"
    assert f"pass {cells.passed}" in results.head.legend.accessibleName()
    assert results.filter_bar.count.text() == f"{run.answers.total} answers"


def test_rows_columns_and_what_is_said(results: Any, filled: Any) -> None:
    model = results.answers.model
    filled(model)
    assert model.rowCount() == 24
    heads = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())]
    assert heads[:3] == ["#", "Question", "Model"]
    assert len(set(heads)) == len(heads)
    fail = next(r for r in range(24) if model.result(r).overall is False)
    index = model.index(fail, column_of(results, Kind.OVERALL))
    assert index.data(PAINT_ROLE).look.word == "fail"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Overall verdict: fail"
    check = model.index(0, column_of(results, Kind.CHECK, 1))
    assert check.data(Qt.ItemDataRole.AccessibleTextRole) == "States an amount or a time: pass"


def test_models_hold_what_qt_asks_of_models(results: Any, qtbot: Any, filled: Any) -> None:
    for model in (results.answers.model, results.cells.model, results.configuration.checks):
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    results._show_tab("cells")
    filled(results.cells.model)
    reads(qtbot, results, lambda: results.filter_bar.find_field.setText("kidney"))
    reads(qtbot, results, results.filter_bar.clear)
    results._show_tab("configuration")


def test_the_text_filter_restricts_rows_and_figures(results: Any, qtbot: Any) -> None:
    everything = results.outline.cells.total
    reads(qtbot, results, lambda: results.filter_bar.find_field.setText("kidney"))
    shown = len(results.outline.ids)
    assert 0 < shown < 24
    assert results.answers.model.rowCount() == shown
    assert results.outline.cells.total < everything
    assert results.filter_bar.count.text() == f"{shown} of 24 answers"
    assert results.filter_in_words() == "text: kidney"


def test_chips_for_verdicts_models_and_checks(results: Any, qtbot: Any) -> None:
    template = next(check.ordinal for check in results.outline.checks if check.name == "template")
    wanted = ResultFilter(models=("atlas-mini",), overall=("fail",), checks=((template, (Mark.FAIL,)),))
    reads(qtbot, results, lambda: results.filter_bar.set_wanted(wanted))
    assert results.filter_bar.chip_texts() == ["model: atlas-mini", "overall: fail", "Template: fail"]
    rows = results.source._session.library.result_rows(results.outline.ids)
    assert rows
    assert all(row.model == "atlas-mini" and row.cells[template].verdict is False for row in rows)
    reads(qtbot, results, lambda: results.filter_bar._drop("model"))
    assert results.filter_bar.chip_texts() == ["overall: fail", "Template: fail"]


def test_only_finished_questions(results: Any, qtbot: Any) -> None:
    reads(qtbot, results, lambda: results.filter_bar.set_wanted(ResultFilter(finished=True)))
    assert results.filter_bar.chip_texts() == ["question: finished"]
    finished = len(results.outline.ids)
    reads(qtbot, results, lambda: results.filter_bar.set_wanted(ResultFilter(finished=False)))
    assert finished + len(results.outline.ids) == 24
    reads(qtbot, results, lambda: results.filter_bar._drop("finished"))
    assert len(results.outline.ids) == 24


def test_nothing_fits(results: Any, qtbot: Any) -> None:
    reads(qtbot, results, lambda: results.filter_bar.find_field.setText("zzz nothing"))
    assert results.answers.currentWidget() is results.answers.nothing
    assert results.answers._why_nothing(results.outline) == "24 answers are here, 0 fit “text: zzz nothing”."
    reads(qtbot, results, results.filter_bar.clear)
    assert results.answers.currentWidget() is results.answers.table


def test_the_menu_of_filters_says_what_is_set(results: Any, qtbot: Any) -> None:
    reads(qtbot, results, lambda: results.filter_bar.set_wanted(ResultFilter(overall=("blank",))))
    results.filter_bar._fill_menu()
    menus = {m.title(): m for m in results.filter_bar._menu.findChildren(QMenu)}
    checked = [action.text() for action in menus["Overall"].actions() if action.isChecked()]
    assert checked == ["blank"]
    fail = next(action for action in menus["Overall"].actions() if action.text() == "fail")
    reads(qtbot, results, fail.trigger)
    assert results.filter_bar.wanted.overall == ("blank", "fail")


def test_sorting_is_done_by_the_database(results: Any, qtbot: Any) -> None:
    column = column_of(results, Kind.OVERALL)
    reads(
        qtbot,
        results,
        lambda: results.answers.table.horizontalHeader().setSortIndicator(column, Qt.SortOrder.AscendingOrder),
    )
    rows = results.source._session.library.result_rows(results.outline.ids)
    order = [{False: 0, None: 1, True: 2}[row.overall] for row in rows]
    assert order == sorted(order)
    assert results.answers.table.horizontalHeader().sortIndicatorSection() == column


def test_the_current_row_stays_where_it_is(results: Any, qtbot: Any) -> None:
    table = results.answers.table
    table.go_to(7)
    kept = table.current_id()
    reads(qtbot, results, lambda: results.filter_bar.set_wanted(ResultFilter(models=(results.outline.models[1],))))
    if kept in results.outline.ids:
        assert table.current_id() == kept
    reads(qtbot, results, results.filter_bar.clear)
    assert table.current_id() in results.outline.ids


def test_walking_shows_each_answer(results: Any, qtbot: Any) -> None:
    results.step(1)
    wanted = results.outline.ids[1]
    qtbot.waitUntil(lambda: results.detail.reading.row.id == wanted)
    results.step(-1)
    qtbot.waitUntil(lambda: results.detail.reading.row.id == results.outline.ids[0])


def test_next_fail_of_a_column(results: Any) -> None:
    table = results.answers.table
    column = column_of(results, Kind.CHECK)
    table.setCurrentIndex(results.answers.model.index(0, column))
    results.go_to_fail(1)
    first = table.currentIndex().row()
    ordinal = results.answers.model.columns[column].ordinal
    marks = results.outline.marks
    assert first == next(row for row in range(1, 24) if marks[row][ordinal] == "F")
    results.go_to_fail(1)
    assert table.currentIndex().row() > first
    results.go_to_fail(-1)
    assert table.currentIndex().row() == first


def test_the_column_chooses_the_criterion(results: Any, qtbot: Any) -> None:
    column = column_of(results, Kind.CHECK, 2)
    results.answers.table.setCurrentIndex(results.answers.model.index(0, column))
    name = results.answers.model.columns[column].name
    qtbot.waitUntil(lambda: results.detail.criteria.current_cell().check == name)
    assert results.detail.reasons.text()


def test_the_detail_shows_fields_marks_and_reasons(results: Any, qtbot: Any, filled: Any) -> None:
    filled(results.answers.model)
    fail = next(r for r in range(24) if results.answers.model.result(r).cells[0].verdict is False)
    results.answers.table.go_to(fail)
    qtbot.waitUntil(lambda: results.detail.reading.row.id == results.outline.ids[fail])
    fields = results.detail.fields.fields()
    assert any(outcome.passed is False for outcome in fields)
    assert any(not mark.supports for _, mark in results.detail.text.marks)
    results.detail.criteria.choose(0)
    assert "by weight" in results.detail.reasons.text()
    assert results.detail.tabs.button("fields").text().startswith("Fields ")


def test_answers_without_values_say_so(results: Any, qtbot: Any) -> None:
    place = next(at for at, letters in enumerate(results.outline.marks) if letters[0] == "N")
    results.answers.table.go_to(place)
    qtbot.waitUntil(lambda: results.detail.reading.row.id == results.outline.ids[place])
    results.detail.criteria.choose(0)
    assert "No field values were recorded" in results.detail.reasons.text()
    assert results.detail._fields_stack.currentIndex() == 1


def test_marked_words_one_after_another(results: Any) -> None:
    assert results.detail.text.marks
    places = []
    for _ in results.detail.text.marks:
        results.detail.next_quote()
        places.append(results.detail.text.textCursor().selectionStart())
    assert len(set(places)) == len({(m.start, m.end) for _, m in results.detail.text.marks})


def test_cells_one_by_one(results: Any, qtbot: Any, filled: Any) -> None:
    results._show_tab("cells")
    qtbot.waitUntil(lambda: results.cells.model.rowCount() == results.outline.cells.total)
    filled(results.cells.model)
    model = results.cells.model
    texts = [model.index(0, c).data() for c in range(model.columnCount())]
    assert texts[3] == "Template"
    assert texts[8]
    with qtbot.waitSignal(model.layoutChanged):
        results.cells.table.sort_wanted.emit(4, False)
    qtbot.waitUntil(lambda: model.index(0, 4).data() == "fail")


def test_cells_keep_to_the_checks_that_are_filtered_by(results: Any, qtbot: Any) -> None:
    results._show_tab("cells")
    reads(qtbot, results, lambda: results.filter_bar.set_wanted(ResultFilter(checks=((0, (Mark.FAIL,)),))))
    fails = len(results.outline.ids)
    qtbot.waitUntil(lambda: results.cells.model.rowCount() == fails)


def test_configuration_names_what_needs_a_judge(results: Any) -> None:
    results._show_tab("configuration")
    pairs = dict(results.configuration.pairs.pairs())
    assert pairs["Answers"] == "24 of 24 answers checked"
    assert "not part of this run" in pairs["Needs a judge"]
    lines = results.configuration.checks.lines()
    assert any(line.waiting for line in lines)
    assert sum(line.tally.total for line in lines) == results.outline.cells.total


def test_columns_can_be_taken_away(results: Any) -> None:
    before = results.answers.model.columnCount()
    results.answers._toggle_column(1)
    assert results.answers.model.columnCount() == before - 1
    menu = QMenu(results)
    results.answers.fill_columns_menu(menu)
    assert [action.isChecked() for action in menu.actions()].count(False) == 1
    results.answers._toggle_column(1)
    assert results.answers.model.columnCount() == before


def test_space_hides_the_detail_and_enter_goes_into_it(results: Any, qtbot: Any) -> None:
    table = results.answers.table
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert not results.detail.isVisible()
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert results.detail.isVisible()


def test_select_all_is_quick_and_copies(results: Any, filled: Any) -> None:
    filled(results.answers.model)
    results.answers.table.selectAll()
    results.copy_rows()
    lines = QGuiApplication.clipboard().text().split("\n")
    assert len(lines) == 25
    assert lines[0].startswith("#\tQuestion\tModel")


def test_a_window_of_its_own_walks_by_itself(results: Any, qtbot: Any) -> None:
    results.open_window()
    window = results.findChild(AnswerWindow)
    qtbot.waitUntil(lambda: window.detail.reading is not None)
    window._step(1)
    qtbot.waitUntil(lambda: window.detail.reading.row.id == results.outline.ids[1])
    assert results.detail.reading.row.id == results.outline.ids[0]
    window.close()


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_export_writes_what_fits_and_says_so(
    results: Any, qtbot: Any, prompts: Any, tmp_path: Path, suffix: str
) -> None:
    reads(qtbot, results, lambda: results.filter_bar.set_wanted(ResultFilter(models=("atlas-mini",))))
    target = tmp_path / f"out.{suffix}"
    prompts.answers.append(target)
    notices = results._workbench.notices
    with qtbot.waitSignal(notices.toast_added, timeout=10_000) as told:
        results._workbench.commands.run("results.export")
    assert told.args[0].text == f"Exported 12 of 24 answers (filter: model: atlas-mini) to out.{suffix}."
    text = target.read_text(encoding="utf-8")
    assert "atlas-mini" in text
    assert "atlas-base" not in text


def test_another_run_starts_afresh(results: Any, qtbot: Any) -> None:
    from gradewright.runs import execute, plan_verification

    library = results._workbench.session.library
    benchmark = library.benchmarks()[0].id
    second = execute(plan_verification(library, benchmark, ["atlas-mini"]), library)
    reads(qtbot, results, lambda: results.filter_bar.find_field.setText("kidney"))
    reads(qtbot, results, lambda: results._workbench.navigator.go(Place("results", "run", benchmark, run_id=second)))
    assert results.head.title.text() == "Run 2"
    assert results.filter_bar.find_field.text() == ""
    assert results.answers.model.rowCount() == 12
    assert results.answers.model.ids == array("q", results.outline.ids)
