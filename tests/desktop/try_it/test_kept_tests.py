"""Keeping what was tried as a test: kept, run on every change, loaded again, removed, told in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from gradewright.edits import SetBenchmark, SetQuestion
from gradewright.jobs.sample import add_sample
from gradewright.model.kept_test import KeptTest
from gradewright.model.rubric import Rubric
from gradewright.verify.kept_tests import KeptResult, OutcomeChange
from gradewright.verify.trying import Tried
from gradewright_desktop.a11y import audit
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.try_it import TryIt
from gradewright_desktop.panels.try_it.kept_view import line_of, spoken, summary_words
from gradewright_desktop.panels.try_it.trying import State
from gradewright_desktop.theme import Mode
from gradewright_desktop.workbench import Workbench


@pytest.fixture
def panel(workbench: Workbench, qtbot: QtBot) -> Iterator[Any]:
    """The panel beside the first question of the sample."""
    library = workbench.session.library
    benchmark_id = add_sample(library).benchmark_id
    workbench.navigator.go(Place("build", "question", benchmark_id, library.question_ids(benchmark_id)[0]))
    made = TryIt(workbench)
    qtbot.addWidget(made)
    made.resize(372, 860)
    made.show()
    yield made
    workbench.session.flush()


def kept(panel: Any) -> tuple[KeptTest, ...]:
    panel._workbench.session.flush()
    tests: tuple[KeptTest, ...] = panel._workbench.session.library.question(panel._question_id).kept_tests
    return tests


def keep_recorded(panel: Any, qtbot: QtBot) -> None:
    """Keep the two recorded answers of the question: the first passes, the second fails."""
    session = panel._workbench.session
    for number, stored in enumerate(session.library.answers(panel._benchmark_id, question_id=panel._question_id), 1):
        panel.take_answer(stored)
        qtbot.waitUntil(panel.keep_test.isEnabled)
        panel.keep_test.click()
        session.flush()
        qtbot.waitUntil(lambda number=number: panel.kept.model.rowCount() == number)


def test_nothing_can_be_kept_before_something_was_checked(panel: Any, qtbot: QtBot) -> None:
    assert not panel.keep_test.isEnabled()
    assert "nothing could be checked yet" in panel.keep_test.toolTip()
    assert not panel.kept.isVisible()
    panel.answer.setPlainText("Take 5 mg")
    qtbot.waitUntil(panel.keep_test.isEnabled)
    panel.answer.setPlainText("")
    assert not panel.keep_test.isEnabled()


def test_a_kept_test_holds_text_values_and_outcome(panel: Any, qtbot: QtBot) -> None:
    keep_recorded(panel, qtbot)
    session = panel._workbench.session
    answers = session.library.answers(panel._benchmark_id, question_id=panel._question_id)
    first, second = kept(panel)
    assert [first.text, second.text] == [stored.answer.text for stored in answers]
    assert (first.verdict, second.verdict) == ("pass", "fail")
    assert second.fields["max_daily_dose_mg"] == "fail"
    assert second.values == answers[1].answer.fields
    assert set(second.traits.values()) <= {"pass", "fail", "yes", "no"}
    assert second.traits
    assert panel.kept.summary.text() == "2 kept tests, both as expected"
    assert session.library.undo_title == "keep test"
    toast = panel._workbench.notices.history[-1]
    assert "expects “fail”" in toast.text
    toast.action.run()
    session.flush()
    qtbot.waitUntil(lambda: panel.kept.summary.text() == "1 kept test, as expected")


def test_a_change_of_the_template_runs_them_and_a_broken_one_says_what_changed(panel: Any, qtbot: QtBot) -> None:
    keep_recorded(panel, qtbot)
    session = panel._workbench.session
    source = session.library.question(panel._question_id).template
    session.apply(SetQuestion(panel._question_id, "template", source.replace("1000", "2000")))
    qtbot.waitUntil(lambda: panel.kept.summary.text() == "2 kept tests, 2 come out differently")
    first, second = panel.kept.model.records
    assert line_of(first).words == "verdict: pass, now fail; max_daily_dose_mg: pass, now fail"
    assert line_of(second).words == "max_daily_dose_mg: fail, now pass"
    assert spoken(second).endswith(": expected fail, max_daily_dose_mg: fail, now pass")
    session.undo()
    qtbot.waitUntil(lambda: panel.kept.summary.text() == "2 kept tests, both as expected")


def test_a_change_of_the_global_rubric_runs_them(panel: Any, qtbot: QtBot) -> None:
    panel.answer.setPlainText("Take 5 mg")
    qtbot.waitUntil(panel.keep_test.isEnabled)
    panel.keep_as_test()
    panel._workbench.session.flush()
    qtbot.waitUntil(lambda: panel.kept.summary.text() == "1 kept test, as expected")
    session = panel._workbench.session
    session.apply(SetBenchmark(panel._benchmark_id, "rubric", Rubric()))
    session.apply(SetQuestion(panel._question_id, "rubric", Rubric()))
    qtbot.waitUntil(lambda: panel.kept.summary.text() == "1 kept test, comes out differently")
    assert line_of(panel.kept.model.records[0]).words == "nothing of what it checked is left"


def test_one_is_loaded_again_and_removed(panel: Any, qtbot: QtBot) -> None:
    keep_recorded(panel, qtbot)
    panel.answer.setPlainText("something else")
    panel.kept.summary.click()
    assert panel.kept.is_open
    assert not panel.kept.load.isEnabled()
    panel.kept.list.setCurrentIndex(panel.kept.model.index(1))
    panel.kept.load.click()
    assert panel.answer.toPlainText() == kept(panel)[1].text
    qtbot.waitUntil(lambda: panel.result.verdict.word() == "fail")
    assert panel.values.values()["max_daily_dose_mg"] == 2000
    qtbot.keyClick(panel.kept.list, Qt.Key.Key_Delete)
    assert [test.verdict for test in kept(panel)] == ["pass"]
    qtbot.waitUntil(lambda: panel.kept.model.rowCount() == 1)
    assert panel._workbench.notices.history[-1].text == "Kept test removed."
    assert panel._workbench.session.library.undo_title == "remove kept test"
    panel.show_test(0)
    assert panel.answer.toPlainText() == kept(panel)[0].text
    panel.show_test(7)  # gone by now


def test_one_of_values_alone_shows_the_values(panel: Any, qtbot: QtBot) -> None:
    panel.take_test(KeptTest("", {"drug": "insulin"}, "fail"))
    assert panel.mode.current() == "values"
    assert panel.values.values()["drug"] == "insulin"
    qtbot.waitUntil(panel.keep_test.isEnabled)
    panel.keep_as_test()
    assert kept(panel)[0].values["drug"] == "insulin"


def test_two_kept_in_a_row_are_both_there(panel: Any, qtbot: QtBot) -> None:
    panel.answer.setPlainText("Take 5 mg")
    qtbot.waitUntil(panel.keep_test.isEnabled)
    panel.keep_as_test()
    panel.keep_as_test()
    assert len(kept(panel)) == 2
    qtbot.waitUntil(lambda: panel.kept.model.rowCount() == 2)


def test_another_question_has_its_own(panel: Any, qtbot: QtBot) -> None:
    keep_recorded(panel, qtbot)
    panel.kept.set_open(True)
    library = panel._workbench.session.library
    first, second = library.question_ids(panel._benchmark_id)[:2]
    panel._workbench.navigator.go(Place("build", "question", panel._benchmark_id, second))
    assert panel.kept.model.rowCount() == 0
    assert not panel.kept.is_open
    panel._workbench.navigator.go(Place("build", "question", panel._benchmark_id, first))
    qtbot.waitUntil(lambda: panel.kept.model.rowCount() == 2)


def result(*changes: OutcomeChange, compared: int = 1) -> KeptResult:
    return KeptResult(KeptTest("t", None, "pass"), Tried(), compared, changes)


HOLDS = result()
BROKEN = result(OutcomeChange("", True, "pass", "fail"))


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ([HOLDS], "1 kept test, as expected"),
        ([HOLDS, HOLDS], "2 kept tests, both as expected"),
        ([HOLDS] * 3, "3 kept tests, all as expected"),
        ([BROKEN], "1 kept test, comes out differently"),
        ([HOLDS, BROKEN], "2 kept tests, 1 comes out differently"),
        ([BROKEN, HOLDS, result(compared=0)], "3 kept tests, 2 come out differently"),
    ],
)
def test_how_they_stand_in_words(results: list[KeptResult], words: str) -> None:
    assert summary_words(results) == words


def test_the_list_is_a_sound_model_of_tests_that_may_be_the_same(panel: Any) -> None:
    QAbstractItemModelTester(panel.kept.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for results in ([HOLDS, HOLDS, BROKEN], [HOLDS], [], [BROKEN, HOLDS]):
        panel.kept.show_results(results)
        assert panel.kept.model.rowCount() == len(results)
    assert [line_of(row).state for row in panel.kept.model.records] == [State.ERROR, State.PASS]


@pytest.mark.parametrize("mode", list(Mode))
def test_they_are_painted_and_named(panel: Any, qtbot: QtBot, mode: Mode) -> None:
    panel._workbench.theme.set_choice(mode)
    panel.kept.show_results([HOLDS, BROKEN])
    panel.kept.choose(1)
    assert not panel.grab().isNull()
    assert audit(panel) == []
