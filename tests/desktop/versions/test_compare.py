"""Comparing versions of a rubric in the window."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gradewright.model.criterion import Criterion, Scale
from gradewright.model.rubric import OverallRule, Rubric, RubricEntry, RubricTerms
from gradewright.rubrics.fingerprint import fingerprint
from gradewright.rubrics.versions import next_version
from gradewright_desktop.dialogs.versions import CompareDialog
from gradewright_desktop.dialogs.versions.known import NOW
from gradewright_desktop.workbench import Workbench

DOSE = Criterion(name="Dose", must=("States the dose in mg.",), pass_examples=("500 mg",))
FIRST = Rubric((RubricEntry("dose", DOSE), RubricEntry("tone", Criterion(name="Tone"))))


def exported(workbench: Workbench, rubric: Rubric, day: int) -> Rubric:
    before = workbench.session.library.rubric_version(rubric.versions.fingerprint)
    made = replace(rubric, versions=next_version(rubric, datetime(2031, 1, day, tzinfo=UTC), before))
    workbench.session.library.keep_rubric_version(fingerprint(made), made)
    return made


@pytest.fixture
def rubric(workbench: Workbench) -> Rubric:
    first = exported(workbench, FIRST, 1)
    reworded = DOSE.model_copy(update={"must": ("States the dose in mg and the interval.",)})
    second = exported(workbench, first.with_entries((RubricEntry("dose", reworded), first.entries[1])), 2)
    scale = DOSE.model_copy(update={"scoring": "scale", "scale": Scale(points=3)})
    return second.with_entries((RubricEntry("dose", scale),))


@pytest.fixture
def dialog(workbench: Workbench, rubric: Rubric, qtbot: QtBot) -> CompareDialog:
    made = CompareDialog(workbench, "Replies", rubric)
    qtbot.addWidget(made)
    made.open()
    qtbot.waitUntil(lambda: made.found is not None)
    return made


def test_it_begins_with_the_last_version_and_what_is_there_now(dialog: CompareDialog) -> None:
    assert dialog.before.currentText().startswith("Version 2, 2031-01-02, ")
    assert dialog.after.currentText().startswith("As it is now, ")
    assert "1 deleted and 1 changed. Breaking" in dialog._words.text()


def test_any_two_versions_are_compared_word_by_word(dialog: CompareDialog, qtbot: QtBot) -> None:
    dialog.choose(1, 2)
    qtbot.waitUntil(lambda: "Substantive" in dialog._words.text())
    text = dialog.view.toPlainText()
    assert "Dose: changed   substantive, its earlier results are stale" in text
    assert "Must, reworded  States the dose in mg and the interval." in text
    dialog.copy()
    assert "  + Must, reworded: States the dose in mg and the interval." in QApplication.clipboard().text()


def test_the_same_version_twice_is_the_same(dialog: CompareDialog, qtbot: QtBot) -> None:
    dialog.choose(NOW, NOW)
    qtbot.waitUntil(lambda: dialog._words.text() == "The two are the same.")


def test_words_that_are_elsewhere_are_said_to_be(workbench: Workbench, rubric: Rubric, qtbot: QtBot) -> None:
    steps = tuple(
        replace(step, fingerprint="0" * 64) if step.version == 1 else step for step in rubric.versions.history
    )
    made = CompareDialog(workbench, "Replies", replace(rubric, versions=replace(rubric.versions, history=steps)))
    qtbot.addWidget(made)
    made.open()
    qtbot.waitUntil(lambda: made.before.count() == 3)
    assert made.before.itemText(2).endswith("not in this library")
    made.choose(1)
    assert made.found is None
    assert not made._copy.isEnabled()


def test_without_a_version_there_is_nothing_to_compare(workbench: Workbench, qtbot: QtBot) -> None:
    made = CompareDialog(workbench, "Replies", FIRST)
    qtbot.addWidget(made)
    made.open()
    qtbot.waitUntil(lambda: made.before.count() == 1)
    assert made._pages.currentWidget() is made._nothing


def test_what_holds_for_all_is_compared(workbench: Workbench, rubric: Rubric, qtbot: QtBot) -> None:
    terms = RubricTerms(graded_unit="one reply", overall_rule=OverallRule.FAILS_ON_MUST_PASS)
    made = CompareDialog(workbench, "Replies", replace(rubric, terms=terms))
    qtbot.addWidget(made)
    made.open()
    qtbot.waitUntil(lambda: made.found is not None)
    assert "The whole rubric   breaking" in made.view.toPlainText()
    assert "Graded unit, added  one reply" in made.view.toPlainText()
