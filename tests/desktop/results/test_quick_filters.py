"""Filters that need no database, and when they ask it again after all."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from gradewright.edits import SetQuestion
from gradewright.store.results import ResultFilter
from gradewright_desktop.panels.results.source import read_outline


def reads(qtbot: Any, view: Any, act: Callable[[], None]) -> None:
    """Do something and wait until what it asks for was read."""
    with qtbot.waitSignal(view.source.outlined):
        act()


def test_the_rows_come_with_the_outline(results: Any, run_id: int) -> None:
    library = results.source._session.library
    outline = read_outline(library, run_id, ResultFilter(overall=("fail",)), results.source.sort)
    assert [row.id for row in outline.rows.rows] == list(outline.ids)
    assert list(outline.rows.ids) == list(outline.ids)


def test_rows_around_the_one_that_is_looked_at(results: Any, run_id: int, monkeypatch: Any) -> None:
    monkeypatch.setattr("gradewright_desktop.panels.results.source._AT_ONCE", 4)
    library, sort = results.source._session.library, results.source.sort
    outline = read_outline(library, run_id, ResultFilter(), sort, near=results.outline.ids[10])
    assert list(outline.rows.ids) == list(outline.ids[8:12])
    outline = read_outline(library, run_id, ResultFilter(), sort, near=-5)
    assert list(outline.rows.ids) == list(outline.ids[:4])


def test_a_filter_shows_its_rows_at_once(results: Any, qtbot: Any) -> None:
    asked: list[list[int]] = []
    results.answers.model._reader = lambda ids, _take: asked.append(ids)
    results.answers.model._rows.clear()
    reads(qtbot, results, lambda: results.filter_bar.set_wanted(ResultFilter(overall=("fail",))))
    # A paint before the new rows were there may have asked for the old ones, which were taken away above.
    asked.clear()
    model = results.answers.model
    assert all(model.row_at(position) is not None for position in range(model.rowCount()))
    results.answers.table.viewport().repaint()
    assert asked == []


def test_an_edit_counts_in_the_next_filter(results: Any, qtbot: Any, run_id: int) -> None:
    session = results.source._session
    finished = ResultFilter(finished=True)
    reads(qtbot, results, lambda: results.filter_bar.set_wanted(finished))
    before = array("q", results.outline.ids)
    (question_id,) = {row.question_id for row in session.library.result_rows(before[:1])}
    session.apply(SetQuestion(question_id, "finished", False))
    session.flush()
    reads(qtbot, results, lambda: results.filter_bar.set_wanted(ResultFilter()))
    reads(qtbot, results, lambda: results.filter_bar.set_wanted(finished))
    assert list(results.outline.ids) == list(session.library.result_ids(run_id, finished))
    assert len(results.outline.ids) == len(before) - 2
