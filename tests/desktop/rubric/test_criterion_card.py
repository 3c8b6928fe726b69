"""The card of a criterion: its statements by keys, its examples, its scale, all kept at once and undone by name."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gradewright.model.criterion import Criterion, CriterionSource
from gradewright.model.rubric import Rubric
from gradewright_desktop.a11y import audit
from gradewright_desktop.panels.rubric import RubricEditor
from gradewright_desktop.panels.rubric.cards.criterion import CriterionCard
from gradewright_desktop.panels.rubric.statement_words import change_words
from gradewright_desktop.workbench import Workbench

Kept = Callable[[], Rubric]
ALT, CTRL, SHIFT = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def criterion(kept: Kept, entry_id: str = "dose") -> Criterion:
    entry = kept().entry(entry_id)
    assert entry is not None
    assert isinstance(entry.trait, Criterion)
    return entry.trait


def test_the_card_shows_everything(card: CriterionCard) -> None:
    assert card.name.text() == "Dose is complete"
    assert card.above.id.text() == "dose"
    assert card.above.must_pass.isChecked()
    assert card.definition.toPlainText() == "The dose can be taken."
    assert card.must.statements() == ["Names the dose.", "Names the interval.", "Names the limit."]
    assert card.must_not.statements() == ["Tells the reader to stop."]
    assert card.examples.columns["pass"].list.statements() == ["Take 500 mg."]
    assert card.examples.columns["fail"].list.statements() == ["Take some."]
    assert card.scoring.kind.current() == "pass-fail"
    assert audit(card) == []


def test_looking_changes_nothing(studio: RubricEditor, kept: Kept, workbench: Workbench) -> None:
    before, title = kept(), workbench.session.undo_title
    for entry_id in ("dose", "plain", "p1", "call", "dose"):
        studio.list.choose(f"own:{entry_id}")
        studio.flush()
    assert kept() == before
    assert workbench.session.undo_title == title


def test_enter_adds_below_and_typing_is_one_named_step(
    card: CriterionCard, kept: Kept, workbench: Workbench, qtbot: QtBot
) -> None:
    field = card.must.rows[0].field
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is card.must.rows[1].field
    qtbot.keyClicks(card.must.rows[1].field, "Says why")
    assert criterion(kept).must == ("Names the dose.", "Says why", "Names the interval.", "Names the limit.")
    assert workbench.session.undo_title == "add Must 2 in “Dose is complete”"
    for letters in (" it", " is so"):
        qtbot.keyClicks(card.must.rows[1].field, letters)
        card.flush()
    assert criterion(kept).must[1] == "Says why it is so"
    assert workbench.session.undo_title == "edit Must 2 in “Dose is complete”"
    workbench.session.undo()
    assert criterion(kept).must[1] == "Says why"


def test_shift_enter_is_a_new_line(card: CriterionCard, kept: Kept, qtbot: QtBot) -> None:
    field = card.must.rows[2].field
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_End, CTRL)
    qtbot.keyClick(field, Qt.Key.Key_Return, SHIFT)
    qtbot.keyClicks(field, "In mg.")
    assert criterion(kept).must[2] == "Names the limit.\nIn mg."


def test_backspace_in_an_empty_statement_takes_it_out(card: CriterionCard, kept: Kept, qtbot: QtBot) -> None:
    field = card.must.rows[1].field
    field.setFocus()
    field.clear()
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    assert criterion(kept).must == ("Names the dose.", "Names the limit.")
    assert QApplication.focusWidget() is card.must.rows[0].field


def test_the_last_statement_leaves_an_empty_field(card: CriterionCard, kept: Kept, qtbot: QtBot) -> None:
    field = card.must_not.rows[0].field
    field.setFocus()
    field.clear()
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    assert criterion(kept).must_not == ()
    assert len(card.must_not.rows) == 1


def test_alt_and_arrows_move_a_statement_and_not_the_criterion(card: CriterionCard, kept: Kept, qtbot: QtBot) -> None:
    field = card.must.rows[2].field
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Up, ALT)
    assert criterion(kept).must == ("Names the dose.", "Names the limit.", "Names the interval.")
    assert kept().entries[0].id == "dose"
    assert QApplication.focusWidget() is field


def test_a_statement_goes_to_the_other_list_and_back_as_one_step_each(
    card: CriterionCard, kept: Kept, workbench: Workbench, qtbot: QtBot
) -> None:
    field = card.must.rows[1].field
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_M, CTRL | SHIFT)
    now = criterion(kept)
    assert now.must == ("Names the dose.", "Names the limit.")
    assert now.must_not == ("Tells the reader to stop.", "Names the interval.")
    assert QApplication.focusWidget() is card.must_not.rows[1].field
    assert workbench.session.undo_title == "move statement to Must not of “Dose is complete”"
    workbench.session.undo()
    assert len(criterion(kept).must) == 3
    assert card.must.statements() == list(criterion(kept).must)
    assert card.must_not.statements() == list(criterion(kept).must_not)


def test_pasted_lines_become_statements(card: CriterionCard, kept: Kept) -> None:
    lines = QMimeData()
    lines.setText("- One\n\n* Two\n• Three\n")
    card.must_not.add_last()
    card.must_not.rows[1].field.insertFromMimeData(lines)
    assert criterion(kept).must_not == ("Tells the reader to stop.", "One", "Two", "Three")


def test_tab_goes_from_statement_to_statement(card: CriterionCard, qtbot: QtBot) -> None:
    card.must.rows[0].field.setFocus()
    qtbot.keyClick(card.must.rows[0].field, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is card.must.rows[1].field


def test_dragging_a_handle_moves_its_statement(card: CriterionCard, kept: Kept) -> None:
    handle, target = card.must.rows[0].handle, card.must.rows[2]
    start = handle.rect().center()
    below = handle.mapFromGlobal(target.mapToGlobal(QPoint(4, target.height())))
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(handle, QPoint(start.x(), (start.y() + below.y()) // 2))
    QTest.mouseMove(handle, below)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, below)
    assert criterion(kept).must == ("Names the interval.", "Names the limit.", "Names the dose.")


def test_examples_may_be_several_and_of_several_lines(card: CriterionCard, kept: Kept, qtbot: QtBot) -> None:
    column = card.examples.columns["fail"]
    column.add.click()
    field = column.list.rows[1].field
    assert QApplication.focusWidget() is field
    qtbot.keyClicks(field, "One")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClicks(field, "two")
    assert criterion(kept).fail_examples == ("Take some.", "One\ntwo")


def test_must_pass_is_a_step_of_its_own(card: CriterionCard, kept: Kept, workbench: Workbench) -> None:
    card.above.must_pass.click()
    assert not criterion(kept).must_pass
    assert workbench.session.undo_title == "no longer require “Dose is complete”"


def test_fewer_points_keep_the_dropped_anchors(studio: RubricEditor, kept: Kept, workbench: Workbench) -> None:
    studio.list.choose("own:plain")
    scoring = studio._card.scoring  # type: ignore[union-attr]
    scoring.kind.button("3").click()
    scale = criterion(kept, "plain").scale
    assert scale is not None
    assert (scale.points, scale.anchors, scale.pass_line) == (3, ("none", "some", "most"), 3)
    scoring.kind.button("5").click()
    scale = criterion(kept, "plain").scale
    assert scale is not None
    assert scale.anchors == ("none", "some", "most", "all", "")
    scoring.kind.button("pass-fail").click()
    assert criterion(kept, "plain").scored_on is None
    scoring.kind.button("4").click()
    scale = criterion(kept, "plain").scale
    assert scale is not None
    assert scale.anchors == ("none", "some", "most", "all")
    assert workbench.session.undo_title == "change scoring of “Plain language”"


def test_the_pass_line_moves_by_keys_and_by_dragging(studio: RubricEditor, kept: Kept, qtbot: QtBot) -> None:
    studio.list.choose("own:plain")
    scoring = studio._card.scoring  # type: ignore[union-attr]
    assert scoring.passes_at.currentText() == "3 or higher"
    qtbot.keyClick(scoring.passes_at, Qt.Key.Key_Down, ALT)
    scale = criterion(kept, "plain").scale
    assert scale is not None
    assert scale.pass_line == 2
    assert kept().entries[1].id == "plain"
    line, lowest = scoring.line, scoring.rows[4]
    start = line.rect().center()
    above = line.mapFromGlobal(lowest.mapToGlobal(QPoint(10, lowest.height())))
    above.setX(start.x())
    QTest.mousePress(line, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(line, above)
    QTest.mouseRelease(line, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, above)
    scale = criterion(kept, "plain").scale
    assert scale is not None
    assert scale.pass_line == 4
    assert scoring.passes_at.currentText() == "4 only"


def test_an_anchor_is_edited_as_a_text(studio: RubricEditor, kept: Kept, workbench: Workbench, qtbot: QtBot) -> None:
    studio.list.choose("own:plain")
    field = studio._card.scoring.rows[2].field  # type: ignore[union-attr]
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_End, CTRL)
    qtbot.keyClicks(field, " of it")
    scale = criterion(kept, "plain").scale
    assert scale is not None
    assert scale.anchors == ("none", "some of it", "most", "all")
    assert workbench.session.undo_title == "edit anchor 2 of “Plain language”"


def test_a_new_criterion_takes_its_id_from_its_first_name(studio: RubricEditor, kept: Kept, qtbot: QtBot) -> None:
    studio.list.choose("own:call")
    studio.acts.add("criterion")
    assert kept().entries[-1].trait.name == "New criterion"
    card = studio._card
    assert isinstance(card, CriterionCard)
    assert card.name.hasFocus()
    qtbot.keyClicks(card.name, "Warning signs")
    qtbot.keyClick(card.name, Qt.Key.Key_Return)
    assert kept().entries[-1].id == "warning-signs"
    assert card.entry_id == "warning-signs"
    card.must.rows[0].field.setFocus()
    qtbot.keyClicks(card.must.rows[0].field, "Lists swelling.")
    card.name.setText("Signs")
    card.name.flush()
    card.name.editingFinished.emit()
    entry = kept().entries[-1]
    assert (entry.id, entry.trait.name) == ("warning-signs", "Signs")


def test_typing_stays_while_news_of_earlier_typing_comes(
    card: CriterionCard, kept: Kept, workbench: Workbench, qtbot: QtBot
) -> None:
    field = card.must.rows[0].field
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_End, CTRL)
    qtbot.keyClicks(field, " A")
    card.flush()
    qtbot.keyClicks(field, "B")
    card.flush()
    qtbot.keyClicks(field, "C")
    workbench.session.bridge.writes_done().result(5)
    workbench.session.bridge.drain()
    assert field.toPlainText() == "Names the dose. ABC"
    assert criterion(kept).must[0] == "Names the dose. ABC"


def test_of_many_statements_a_stretch_is_fields(
    studio: RubricEditor, workbench: Workbench, kept: Kept, studio_id: int
) -> None:
    studio.list.choose("own:dose")
    card = studio._card
    assert isinstance(card, CriterionCard)
    lines = QMimeData()
    lines.setText("\n".join(f"Names part {n}." for n in range(100)))
    card.must.add_last()
    card.must.rows[-1].field.insertFromMimeData(lines)
    assert len(criterion(kept).must) == 103
    assert len(card.must.rows) == 12
    assert card.must.statements() == list(criterion(kept).must)
    field = card.field("must:50")
    assert field is not None
    assert field.toPlainText() == "Names part 47."
    card.must._show_below.click()
    card.must._show_above.click()
    assert len(criterion(kept).must) == 103


def test_words_of_undo_say_what_became_of_a_list() -> None:
    before = ["a", "b", "c"]
    assert change_words("Must", before, ["a", "x", "c"]) == "edit Must 2 in"
    assert change_words("Must", before, ["a", "b", "x", "c"]) == "add Must 3 in"
    assert change_words("Must", before, ["a", "c"]) == "remove Must 2 in"
    assert change_words("Must", before, ["b", "a", "c"]) == "move Must statements in"
    assert change_words("Must", [], ["a", "b"]) == "add Must statements in"


def test_the_finding_of_the_focused_statement_stands_under_it(
    studio: RubricEditor, kept: Kept, workbench: Workbench, qtbot: QtBot
) -> None:
    studio.list.choose("own:call")
    card = studio._card
    assert isinstance(card, CriterionCard)
    field = card.must.rows[0].field
    field.setFocus()
    field.setPlainText("Names the dose and says when to call the ward.")
    card.flush()
    qtbot.waitUntil(lambda: card.strip.finding is not None and card.strip.isVisible())
    assert card.strip.finding is not None
    assert card.strip.finding.rule == "double-barreled"
    assert card.strip.parentWidget() is card.must.rows[0]
    assert card.must.rows[0].glyph.isVisible()
    assert "joins two tests" in field.accessibleDescription()
    assert [s.cursor.selectedText() for s in field.extraSelections()] != []
    card.strip.fix.click()
    qtbot.waitUntil(lambda: len(card.must.rows) == 2)
    assert criterion(kept, "call").must == ("Names the dose.", "Says when to call the ward.")
    qtbot.waitUntil(lambda: card.strip.finding is None)


def test_the_strip_survives_its_row(studio: RubricEditor, kept: Kept, qtbot: QtBot) -> None:
    studio.list.choose("own:dose")
    card = studio._card
    assert isinstance(card, CriterionCard)
    row = card.must.rows[2]
    row.field.setFocus()
    row.field.setPlainText("Uses clear wording.")
    card.flush()
    qtbot.waitUntil(lambda: card.strip.isVisible())
    row.field.clear()
    qtbot.keyClick(row.field, Qt.Key.Key_Backspace)
    kept()
    card.must.rows[0].field.setFocus()
    card.must.rows[0].field.setPlainText("Uses good wording.")
    card.flush()
    qtbot.waitUntil(lambda: card.strip.isVisible() and card.strip.parentWidget() is card.must.rows[0])


def test_where_the_order_was_not_random_a_rank_stands_in_place_of_a_count(
    studio: RubricEditor, kept: Kept, qtbot: QtBot
) -> None:
    source = CriterionSource(list="failures.json", id="Vague dose", count=41)
    studio.state.set_trait("call", Criterion(name="Whom to call", source=source), "edit")
    studio.list.choose("own:call")
    card = studio._card
    assert isinstance(card, CriterionCard)
    qtbot.waitUntil(lambda: card.above.origin.full_text() == "from failure list: “Vague dose”, rank 1 of 1")
    drawn = {"source": {"review_order": "random", "reviewed": 100}}
    studio.state.set_trait("call", Criterion(name="Whom to call", source=source, extra=drawn), "edit")
    qtbot.waitUntil(lambda: card.above.origin.full_text().endswith("41 of 100 reviewed (41.0%)"))
