"""The drawer's verdict simulator and its list of everything that is asked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gradewright.edits import RubricOwner
from gradewright.model.criterion import Criterion, Scale
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import OverallRule, Rubric, RubricEntry, RubricTerms
from gradewright.model.traits import RegexTrait
from gradewright_desktop.panels.drawer import RubricDrawer, Shown
from gradewright_desktop.panels.drawer.effect_page import EffectPage
from gradewright_desktop.panels.drawer.verdict_page import VerdictPage
from gradewright_desktop.workbench import Workbench

DOSE = RubricEntry("dose", Criterion(name="Dose", must_pass=True))
PLAIN = RubricEntry("plain", Criterion(name="Plain", scoring="scale", scale=Scale(points=4, pass_line=3)))
OLD = RubricEntry("old", Criterion(name="Old"), retired=True)
PATTERN = RubricEntry("p", RegexTrait(name="Cites", pattern="x"))
RUBRIC = Rubric((DOSE, PLAIN, OLD, PATTERN))


@pytest.fixture
def drawer(workbench: Workbench, qtbot: QtBot) -> RubricDrawer:
    made = RubricDrawer(workbench)
    qtbot.addWidget(made)
    made.resize(700, 260)
    made.show()
    made.show_rubric(Shown(RUBRIC, owner=RubricOwner(benchmark_id=1), benchmark_id=1))
    return made


@pytest.fixture
def verdict(drawer: RubricDrawer) -> VerdictPage:
    drawer.show_page("verdict")
    assert isinstance(drawer.page, VerdictPage)
    return drawer.page


def test_the_drawer_opens_at_a_page_and_remembers_it(workbench: Workbench, drawer: RubricDrawer, qtbot: QtBot) -> None:
    assert not drawer.is_open
    with qtbot.waitSignal(drawer.folded):
        drawer.show_page("effect")
    again = RubricDrawer(workbench)
    qtbot.addWidget(again)
    assert again.is_open
    assert again.tabs.current() == "effect"


def test_only_active_criteria_are_judged(verdict: VerdictPage) -> None:
    assert [row.id for row in verdict.model.records] == ["dose", "plain"]
    assert verdict.chip.word() == "The verdict is blank"
    assert "not judged: “Dose” and “Plain”" in verdict.why.text()


def test_keys_answer_the_current_criterion(verdict: VerdictPage, qtbot: QtBot) -> None:
    qtbot.keyClick(verdict.list, Qt.Key.Key_P)
    qtbot.keyClick(verdict.list, Qt.Key.Key_Down)
    qtbot.keyClick(verdict.list, Qt.Key.Key_3)
    assert [row.words for row in verdict.model.records] == ["pass", "3 of 4, pass"]
    assert verdict.chip.word() == "The output passes"
    qtbot.keyClick(verdict.list, Qt.Key.Key_2)
    assert (verdict.chip.word(), verdict.why.text()) == ("The output fails", "Failed: “Plain”.")
    qtbot.keyClick(verdict.list, Qt.Key.Key_C)
    assert "cannot judge: “Plain”" in verdict.why.text()
    qtbot.keyClick(verdict.list, Qt.Key.Key_Delete)
    assert "not judged: “Plain”" in verdict.why.text()


def test_answers_of_the_wrong_kind_change_nothing(verdict: VerdictPage) -> None:
    verdict.answer("3")
    verdict.list.setCurrentIndex(verdict.model.index(1))
    verdict.answer("pass")
    verdict.answer("5")
    assert [row.words for row in verdict.model.records] == ["not judged", "not judged"]


def test_what_the_rule_does_not_count_is_said(drawer: RubricDrawer, verdict: VerdictPage) -> None:
    terms = RubricTerms(overall_rule=OverallRule.FAILS_ON_MUST_PASS)
    drawer.show_rubric(Shown(Rubric(RUBRIC.entries, terms), owner=RubricOwner(benchmark_id=1), benchmark_id=1))
    verdict.answer("pass")
    assert verdict.chip.word() == "The output passes"
    assert [row.counted for row in verdict.model.records] == [True, False]
    verdict.all_pass()
    assert [row.words for row in verdict.model.records] == ["pass", "3 of 4, pass"]
    verdict.clear()
    assert verdict.chip.word() == "The verdict is blank"


def test_answers_stay_with_their_rubric(drawer: RubricDrawer, verdict: VerdictPage) -> None:
    verdict.answer("fail")
    drawer.show_rubric(Shown(RUBRIC, owner=RubricOwner(benchmark_id=2), benchmark_id=2))
    assert verdict.model.records[0].words == "not judged"
    drawer.show_rubric(Shown(RUBRIC, owner=RubricOwner(benchmark_id=1), benchmark_id=1))
    assert verdict.model.records[0].words == "fail"
    assert "1. Dose: fail" in verdict.copied_text()


def test_everything_in_effect_with_where_it_comes_from(workbench: Workbench, drawer: RubricDrawer) -> None:
    own = Rubric((RubricEntry("q", Criterion(name="Own")),))
    owner = RubricOwner(question_id=7)
    drawer.show_rubric(Shown(own, RUBRIC, owner=owner, benchmark_id=1, question_id=7))
    drawer.show_page("effect")
    page = drawer.page
    assert isinstance(page, EffectPage)
    assert [(row.entry.id, row.is_global) for row in page.model.records] == [
        ("dose", True), ("plain", True), ("p", True), ("q", False)
    ]  # fmt: skip
    assert "from this question's own rubric" in page.copied_text()
    page.list.activated.emit(page.model.index(3))
    place = workbench.navigator.current
    assert (place.kind, place.question_id, place.entry_id, place.tab) == ("question", 7, "q", "rubric")


def test_what_cannot_be_merged_is_said(drawer: RubricDrawer) -> None:
    drawer.show_rubric(Shown(Rubric((DOSE,)), RUBRIC, owner=RubricOwner(question_id=7), benchmark_id=1, question_id=7))
    drawer.show_page("effect")
    assert isinstance(drawer.page, EffectPage)
    assert "both have a criterion with the id “dose”" in drawer.page._message.text()


def test_a_global_rubric_tells_of_own_entries(workbench: Workbench, drawer: RubricDrawer, qtbot: QtBot) -> None:
    question = Question("k", "How much?", rubric=Rubric((RubricEntry("q", Criterion(name="Own")),)))
    benchmark_id = workbench.session.library.add_checkpoint(Benchmark("B", rubric=RUBRIC), [question])
    drawer.show_rubric(Shown(RUBRIC, owner=RubricOwner(benchmark_id=benchmark_id), benchmark_id=benchmark_id))
    drawer.show_page("effect")
    page = drawer.page
    assert isinstance(page, EffectPage)
    qtbot.waitUntil(lambda: "One more stands" in page._sentence.text())
