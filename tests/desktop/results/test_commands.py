"""The commands of the results viewer: when they can run, and that every widget has a name."""

from __future__ import annotations

from typing import Any

from gradewright_desktop.a11y import audit
from gradewright_desktop.commands.command import Context
from gradewright_desktop.commands.results import is_filtered, needs_answer, needs_results
from gradewright_desktop.navigator import Place

RESULTS = Place("results", "run", 1, run_id=1)


def test_when_results_commands_can_run() -> None:
    assert needs_results(Context()) == "Go to Results first"
    assert needs_results(Context(place=RESULTS)) == "No run yet"
    assert needs_results(Context(place=RESULTS, facts={"results.run": 1})) is None
    assert needs_answer(Context()) == "Choose an answer first"
    assert needs_answer(Context(facts={"results.answer": 4})) is None
    assert is_filtered(Context(facts={"results.filtered": False})) == "No filter is set"


def test_keys_reach_the_viewer(results: Any, qtbot: Any) -> None:
    commands = results._workbench.commands
    commands.refresh_now()
    results.answers.table.setCurrentIndex(results.answers.model.index(0, 1))
    assert commands.run("results.next_fail")
    row = results.answers.table.currentIndex().row()
    assert "F" in results.outline.marks[row]
    assert commands.run("results.detail")
    assert not results.detail.isVisible()


def test_everything_that_takes_the_focus_has_a_name(results: Any) -> None:
    assert audit(results) == []
