"""The list of criteria: order, groups, retired ones, several at once, the clipboard, other rubrics."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.prompts import ScriptedPrompts

from gradewright.edits import AddKeptRubric, RubricOwner
from gradewright.model.criterion import Criterion
from gradewright.model.question import Benchmark
from gradewright.model.rubric import CannotJudgeRule, OverallRule, Rubric, RubricEntry, RubricTerms
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.rubric import RubricEditor
from gradewright_desktop.panels.rubric.choosing import RubricChooser
from gradewright_desktop.panels.rubric.entries import EntryRow, HeadingRow
from gradewright_desktop.workbench import Workbench

Kept = Callable[[], Rubric]
ALT = Qt.KeyboardModifier.AltModifier


def shown(studio: RubricEditor) -> list[str]:
    return [row.words if isinstance(row, HeadingRow) else row.name for row in studio.list.model.records]


def ids(rubric: Rubric) -> list[str]:
    return [entry.id for entry in rubric]


def select(studio: RubricEditor, *entry_ids: str) -> None:
    studio.list.choose(f"own:{entry_ids[0]}")
    flag = QItemSelectionModel.SelectionFlag.Select
    for entry_id in entry_ids[1:]:
        index = studio.list.model.index(studio.list.model.position_of(f"own:{entry_id}"))
        studio.list.view.selectionModel().select(index, flag)


def test_retired_ones_are_at_the_end_and_shown_when_asked_for(studio: RubricEditor, qtbot: QtBot) -> None:
    active = ["1. Dose is complete", "2. Plain language", "3. Cites", "4. Whom to call"]
    assert shown(studio) == [*active, "Retired  1"]
    last = studio.list.model.index(4)
    studio.list.view.setCurrentIndex(last)
    qtbot.keyClick(studio.list.view, Qt.Key.Key_Return)
    assert shown(studio) == [*active, "Retired  1", "Friendly"]
    studio.list.choose("own:old")
    assert studio.card is not None
    assert studio.card.name.isReadOnly()
    assert studio.list.model.rowCount() == 6


def test_delete_retires_what_a_version_has_and_deletes_the_rest(
    studio: RubricEditor, kept: Kept, workbench: Workbench, qtbot: QtBot
) -> None:
    toasts: list[str] = []
    workbench.notices.toast_added.connect(lambda notice: toasts.append(notice.text))
    studio.list.choose("own:dose")
    qtbot.keyClick(studio.list.view, Qt.Key.Key_Delete)
    rubric = kept()
    dose = rubric.entry("dose")
    assert dose is not None
    assert dose.retired
    assert toasts == ["Criterion “Dose is complete” retired. It stays in the file and can be restored."]
    assert studio.current_entry() == rubric.entry("plain")
    studio.list.choose("own:call")
    qtbot.keyClick(studio.list.view, Qt.Key.Key_Delete)
    rubric = kept()
    assert rubric.entry("call") is None
    assert "call" in rubric.spent
    workbench.notices.history[-1].action.run()  # type: ignore[union-attr]
    assert kept().entry("call") is not None


def test_retiring_and_restoring_are_steps_of_undo(studio: RubricEditor, kept: Kept, workbench: Workbench) -> None:
    studio.list.choose("own:call")
    studio.acts.retire()
    assert [entry.id for entry in kept().active] == ["dose", "plain", "p1"]
    assert workbench.session.undo_title == "retire criterion “Whom to call”"
    studio.toggle_retired()
    studio.list.choose("own:call")
    studio.acts.restore()
    assert [entry.id for entry in kept().active] == ["dose", "plain", "p1", "call"]
    assert workbench.session.undo_title == "restore criterion “Whom to call”"


def test_moving_goes_over_retired_ones(studio: RubricEditor, kept: Kept) -> None:
    studio.list.choose("own:call")
    studio.acts.move_by(-1)
    assert [entry.id for entry in kept().active] == ["dose", "plain", "call", "p1"]
    studio.acts.move_by(1)
    assert [entry.id for entry in kept().active] == ["dose", "plain", "p1", "call"]
    studio.acts.move_by(1)
    assert [entry.id for entry in kept().active] == ["dose", "plain", "p1", "call"]


def test_groups_are_headings_and_moving_crosses_them(
    studio: RubricEditor, kept: Kept, prompts: ScriptedPrompts
) -> None:
    select(studio, "dose", "call")
    prompts.answers.append("  For the   reader ")
    studio.acts.group()
    rubric = kept()
    assert [entry.id for entry in rubric.active] == ["dose", "call", "plain", "p1"]
    assert shown(studio)[:4] == ["For the reader", "1. Dose is complete", "2. Whom to call", "No group"]
    studio.list.choose("own:call")
    studio.acts.move_by(1)
    rubric = kept()
    assert [entry.id for entry in rubric.active] == ["dose", "plain", "call", "p1"]
    assert [entry.group for entry in rubric.active] == ["For the reader", "", "", ""]


def test_dragging_into_a_group_takes_its_heading(studio: RubricEditor, kept: Kept) -> None:
    studio.state.set_group(["dose"], "First")
    kept()
    model = studio.list.model
    data = model.mimeData([model.index(model.position_of("own:p1"))])
    model.dropMimeData(data, Qt.DropAction.MoveAction, 2, 0, model.index(-1))
    rubric = kept()
    assert [(entry.id, entry.group) for entry in rubric.active][:2] == [("dose", "First"), ("p1", "First")]


def test_several_are_copied_and_pasted_into_another_rubric(
    studio: RubricEditor, workbench: Workbench, studio_id: int, qapp: QApplication
) -> None:
    select(studio, "dose", "p1")
    studio.acts.copy()
    text = qapp.clipboard().text()
    assert "Dose is complete" in text
    assert "Must: Names the dose." in text
    other = workbench.session.library.add_checkpoint(Benchmark("Other"), [])
    workbench.navigator.go(Place("build", "rubric", other))
    studio.acts.paste()
    studio.acts.paste()
    workbench.session.flush()
    rubric = workbench.session.library.benchmark(other).rubric
    names = ["Dose is complete", "Cites", "Dose is complete 2", "Cites 2"]
    assert [entry.trait.name for entry in rubric] == names
    assert rubric.entries[0].id == "dose-is-complete"
    assert rubric.entries[2].id == "dose-is-complete-2"
    assert workbench.session.undo_title == "add 2 entries"


def test_copy_and_paste_by_key_in_the_list(studio: RubricEditor, kept: Kept, qtbot: QtBot) -> None:
    select(studio, "dose", "plain")
    view = studio.list.view
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert len(kept().active) == 6


def test_text_that_is_no_rubric_is_refused(
    studio: RubricEditor, workbench: Workbench, kept: Kept, qapp: QApplication
) -> None:
    before = kept()
    for text in ("not a rubric", '{"gradewright_entries": 3}', '{"gradewright_entries": [{"trait": {"type": "x"}}]}'):
        qapp.clipboard().setText(text)
        studio.acts.paste()
        assert kept() == before
    assert workbench.notices.history[-1].text == "There is no criterion or trait on the clipboard."  # type: ignore[union-attr]


@pytest.mark.parametrize("is_move", [True, False])
def test_entries_go_to_another_rubric_as_one_step(
    studio: RubricEditor, workbench: Workbench, kept: Kept, qtbot: QtBot, is_move: bool
) -> None:
    workbench.session.apply(AddKeptRubric(Rubric(terms=RubricTerms(name="Letters"))))
    workbench.session.flush()
    (row,) = workbench.session.library.kept_rubrics()
    select(studio, "dose", "call")
    (studio.acts.move_to if is_move else studio.acts.copy_to)()
    chooser = studio.findChild(RubricChooser)
    assert isinstance(chooser, RubricChooser)
    qtbot.waitUntil(lambda: chooser.model.rowCount() == 1)
    chooser.accept()
    qtbot.waitUntil(lambda: len(workbench.session.library.kept_rubric(row.id)) == 2)
    assert ids(workbench.session.library.kept_rubric(row.id)) == ["dose-is-complete", "whom-to-call"]
    rubric = kept()
    active = [entry.id for entry in rubric.active]
    assert active == (["plain", "p1"] if is_move else ["dose", "plain", "p1", "call"])
    workbench.session.undo()
    assert [entry.id for entry in kept().active] == ["dose", "plain", "p1", "call"]
    assert len(workbench.session.library.kept_rubric(row.id)) == 0


def test_past_twenty_a_hint_says_that_graders_tire(studio: RubricEditor, kept: Kept) -> None:
    assert studio.list._count.text() == "4 of 20"
    assert studio.list._tiring.text() == ""
    studio.state.add_all([RubricEntry(f"n{n}", Criterion(name=f"N {n}")) for n in range(17)])
    kept()
    assert studio.list._count.text() == "21"
    assert studio.list._tiring.text().startswith("Graders tire past 20 criteria.")


def test_findings_are_counted_on_rows(studio: RubricEditor, kept: Kept, qtbot: QtBot) -> None:
    studio.state.set_trait("call", Criterion(name="Whom to call", must=("Uses clear wording.",)), "edit")
    kept()

    def marks() -> int:
        row = studio.list.model.record(studio.list.model.position_of("own:call"))
        assert isinstance(row, EntryRow)
        return row.errors + row.warnings + row.hints

    qtbot.waitUntil(lambda: marks() == sum(found.place.entry_id == "call" for found in studio.findings))


def test_a_narrow_editor_has_a_combo_in_place_of_the_list(studio: RubricEditor) -> None:
    studio.resize(500, 700)
    assert studio.list.isHidden()
    assert studio._combo.isVisible()
    studio._combo.setCurrentIndex(1)
    studio._combo.activated.emit(1)
    assert studio.current_entry() is not None
    assert studio.current_entry().id == "plain"  # type: ignore[union-attr]
    studio.resize(900, 700)
    assert studio.list.isVisible()


def test_the_head_edits_what_holds_for_the_whole(
    studio: RubricEditor, kept: Kept, workbench: Workbench, qtbot: QtBot, qapp: QApplication
) -> None:
    head = studio.head
    assert head.name.text() == "Advice"
    head.name.setText("Advice for patients")
    head.name.flush()
    head.terms.unit.setText("one letter")
    head.terms.unit.flush()
    head.terms.rule.setCurrentIndex(1)
    head.terms.rule.activated.emit(1)
    head.terms.when.setText("no source")
    head.terms.when.flush()
    head.terms.word.setText("n/j")
    head.terms.word.flush()
    assert kept().terms == RubricTerms(
        name="Advice for patients",
        graded_unit="one letter",
        overall_rule=OverallRule.FAILS_ON_MUST_PASS,
        cannot_judge=CannotJudgeRule("no source", "n/j"),
    )
    assert workbench.session.undo_title == "edit cannot-judge word"
    qtbot.waitUntil(lambda: head.version.text() == "v3, edited: exports as v4")
    head.fingerprint.click()
    assert len(qapp.clipboard().text()) == 64
    assert head.fingerprint.text() == qapp.clipboard().text()[:12]


def test_the_language_of_the_wording_is_shown_and_can_be_set(
    studio: RubricEditor, kept: Kept, workbench: Workbench, qtbot: QtBot
) -> None:
    combo = studio.head.terms.language
    qtbot.waitUntil(lambda: combo.itemText(0) == "Recognised: English")
    assert "is checked in English" in combo.toolTip()
    combo.setCurrentIndex(combo.findData("de"))
    combo.activated.emit(combo.currentIndex())
    assert kept().terms.language == "de"
    assert workbench.session.undo_title == "set language of the wording"
    qtbot.waitUntil(lambda: "is checked in German, which was set" in combo.toolTip())
    combo.setCurrentIndex(0)
    combo.activated.emit(0)
    assert kept().terms.language == ""


def test_a_language_that_nobody_knows_stays(
    studio: RubricEditor, kept: Kept, workbench: Workbench, qtbot: QtBot
) -> None:
    studio.state.set_terms({"language": "tlh"}, "set language of the wording")
    combo = studio.head.terms.language
    qtbot.waitUntil(lambda: combo.currentData() == "tlh")
    qtbot.waitUntil(lambda: "not covered" in combo.toolTip())
    assert kept().terms.language == "tlh"


def test_the_head_folds_in_a_low_window(studio: RubricEditor) -> None:
    head = studio.head
    studio.resize(900, 900)
    assert head.terms.isVisible()
    assert not head.terms.check_type.isVisible()
    studio.resize(901, 600)
    assert head.terms.isHidden()
    head.arrow.click()
    assert head.terms.isVisible()
    assert head.terms.check_type.isVisible()
    studio.resize(900, 900)
    head.arrow.click()
    assert head.terms.unit.isVisible()
    assert not head.terms.language.isVisible()


def test_a_rubric_without_criteria_says_what_to_do(workbench: Workbench, qtbot: QtBot) -> None:
    empty = workbench.session.library.add_checkpoint(Benchmark("Empty"), [])
    workbench.navigator.go(Place("build", "rubric", empty))
    studio = RubricEditor(workbench)
    qtbot.addWidget(studio)
    studio.show()
    assert studio._stack.currentWidget() is studio._nothing
    studio._add("criterion")
    workbench.session.flush()
    assert studio.card is not None
    assert studio.state.owner == RubricOwner(benchmark_id=empty)
