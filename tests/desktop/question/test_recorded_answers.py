"""The recorded answers of a question: added, changed and taken out one by one, with a way back."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from pytestqt.qtbot import QtBot

from gradewright.edits import AddAnswers, SetQuestion
from gradewright.model.answer import Answer
from gradewright.model.run import Cell, CellState, CheckKind, RunState
from gradewright_desktop.a11y import audit
from gradewright_desktop.panels.question.recorded import RecordedAnswers, removed_words
from gradewright_desktop.theme import Mode
from gradewright_desktop.workbench import Workbench


@pytest.fixture
def answers(desk: Any) -> RecordedAnswers:
    """The list of the first question of the sample: one answer of each of two models."""
    made: RecordedAnswers = desk.editor.form.answers
    desk.qtbot.waitUntil(lambda: made.model.rowCount() == 2)
    return made


def models(answers: RecordedAnswers) -> list[str]:
    return [stored.answer.model for stored in answers.model.records]


def choose(answers: RecordedAnswers, *rows: int) -> None:
    answers.list.clearSelection()
    for row in rows:
        answers.list.selectionModel().setCurrentIndex(
            answers.model.index(row), QItemSelectionModel.SelectionFlag.Select
        )


def settled(desk: Any, answers: RecordedAnswers, count: int) -> None:
    desk.session.flush()
    desk.qtbot.waitUntil(lambda: answers.model.rowCount() == count)


def test_one_is_added_by_hand_and_chosen(desk: Any, answers: RecordedAnswers) -> None:
    answers.begin_add()
    answers.entry._keep()
    assert "needs its text" in answers.entry.message.text()
    answers.entry.model.setText(" person ")
    answers.entry.text.setPlainText("答案 💊")
    answers.entry._keep()
    settled(desk, answers, 3)
    (added,) = answers.chosen()
    assert (added.answer.model, added.answer.text, added.answer.fields) == ("person", "答案 💊", None)
    assert not answers.entry.is_open


def test_the_delete_key_takes_out_what_is_chosen_and_says_how_to_get_it_back(
    desk: Any, answers: RecordedAnswers
) -> None:
    before = models(answers)
    choose(answers, 0)
    assert (answers.remove.text(), answers.change.isEnabled()) == ("Remove", True)
    desk.qtbot.keyClick(answers.list, Qt.Key.Key_Delete)
    settled(desk, answers, 1)
    assert models(answers) == before[1:]
    assert [stored.answer.model for stored in answers.chosen()] == before[1:]
    toast = desk.workbench.notices.history[-1]
    assert toast.text == "Answer removed. What runs said about it is kept."
    assert desk.library.benchmark_row(desk.benchmark_id).answer_count == 23
    toast.action.run()
    settled(desk, answers, 2)
    assert models(answers) == before
    assert desk.library.benchmark_row(desk.benchmark_id).answer_count == 24


def test_several_go_at_once_as_one_step(desk: Any, answers: RecordedAnswers) -> None:
    choose(answers, 0, 1)
    assert (answers.remove.text(), answers.change.isEnabled(), answers.try_it.isEnabled()) == ("Remove 2", False, False)
    answers.remove_chosen()
    settled(desk, answers, 0)
    assert desk.workbench.notices.history[-1].text == "2 answers removed. What runs said about them is kept."
    assert answers._more.text() == "None yet. Import answers, or add one by hand."
    assert not answers.remove.isEnabled()
    assert desk.library.undo_title == "remove 2 answers"
    desk.undo()
    settled(desk, answers, 2)


def test_an_answer_is_changed_in_text_model_and_values_as_one_step(desk: Any, answers: RecordedAnswers) -> None:
    choose(answers, 1)
    (old,) = answers.chosen()
    answers.begin_change()
    entry = answers.entry
    assert entry.is_open
    assert (entry.model.text(), entry.text.toPlainText()) == (old.answer.model, old.answer.text)
    assert entry.has_values.isChecked()
    entry.model.setText("atlas-next")
    entry.text.setPlainText("Take 1000 mg")
    dose = entry.values.rows["max_daily_dose_mg"].editor.line
    dose.setText("1000")
    dose.textEdited.emit("1000")
    entry._keep()
    desk.session.flush()
    desk.qtbot.waitUntil(lambda: "atlas-next" in models(answers))
    (new,) = answers.chosen()
    assert (new.answer.model, new.answer.text, new.answer.replicate) == ("atlas-next", "Take 1000 mg", 1)
    # The values that nobody touched are the very ones that were recorded.
    assert new.answer.fields == {**old.answer.fields, "max_daily_dose_mg": 1000}
    assert (new.batch_id, new.id != old.id) == (old.batch_id, True)
    assert desk.library.undo_title == "change answer"
    desk.undo()
    desk.qtbot.waitUntil(lambda: "atlas-next" not in models(answers))
    assert answers.model.rowCount() == 2


def test_values_that_do_not_fit_their_field_stay_unless_touched(desk: Any, answers: RecordedAnswers) -> None:
    fields = {"max_daily_dose_mg": "a lot", "recheck_months": 3.0, "from before": [1]}
    key = desk.question.key
    desk.session.apply(AddAnswers(desk.benchmark_id, (Answer(key, "zeta", "words", fields=fields),)))
    settled(desk, answers, 3)
    choose(answers, models(answers).index("zeta"))
    answers.begin_change()
    answers.entry.text.setPlainText("other words")
    answers.entry._keep()
    desk.session.flush()
    desk.qtbot.waitUntil(lambda: any(s.answer.text == "other words" for s in answers.model.records))
    (changed,) = answers.chosen()
    assert repr(changed.answer.fields) == repr(fields)
    answers.begin_change()
    line = answers.entry.values.rows["max_daily_dose_mg"].editor.line
    line.setText("more")
    line.textEdited.emit("more")
    answers.entry._keep()
    assert answers.entry.message.text() == "The value of max_daily_dose_mg cannot be read."
    answers.entry.has_values.setChecked(False)
    answers.entry._keep()
    desk.session.flush()
    desk.qtbot.waitUntil(
        lambda: any(s.answer.model == "zeta" and s.answer.fields is None for s in answers.model.records)
    )


def test_a_change_that_changes_nothing_is_no_step(desk: Any, answers: RecordedAnswers) -> None:
    title = desk.library.undo_title
    choose(answers, 0)
    answers.begin_change()
    answers.entry._keep()
    desk.session.flush()
    assert desk.library.undo_title == title


def test_another_model_of_the_same_name_is_a_replicate(desk: Any, answers: RecordedAnswers) -> None:
    first = models(answers)[0]
    choose(answers, 1)
    answers.begin_change()
    answers.entry.model.setText(first)
    answers.entry._keep()
    desk.session.flush()
    desk.qtbot.waitUntil(lambda: models(answers) == [first, first])
    assert [stored.answer.replicate for stored in answers.model.records] == [1, 2]


def test_without_fields_to_fill_in_the_values_stay(desk: Any, answers: RecordedAnswers) -> None:
    desk.session.apply(SetQuestion(desk.editor.question_id, "template", ""))
    desk.session.flush()
    choose(answers, 0)
    (old,) = answers.chosen()
    answers.begin_change()
    assert not answers.entry.has_values.isVisible()
    answers.entry.text.setPlainText("new")
    answers.entry._keep()
    desk.session.flush()
    desk.qtbot.waitUntil(lambda: any(s.answer.text == "new" for s in answers.model.records))
    (new,) = answers.chosen()
    assert new.answer.fields == old.answer.fields


def test_a_whole_import_can_still_go(desk: Any, answers: RecordedAnswers) -> None:
    choose(answers, 0)
    answers.fill_menu()
    (action,) = answers.menu.actions()
    assert action.text() == "Remove all 24 of “discharge-medication-answers.jsonl”"
    action.trigger()
    settled(desk, answers, 0)
    assert desk.library.benchmark_row(desk.benchmark_id).answer_count == 0
    desk.undo()
    settled(desk, answers, 2)
    choose(answers, 0)
    answers.remove_chosen()
    settled(desk, answers, 1)
    choose(answers, 0)
    answers.fill_menu()
    assert answers.menu.actions()[0].text().startswith("Remove all 23")


def test_a_run_keeps_what_it_said_about_a_removed_answer(desk: Any, answers: RecordedAnswers) -> None:
    choose(answers, 0)
    (stored,) = answers.chosen()
    run_id = desk.library.create_run(desk.benchmark_id, {})
    cell = Cell("template", CheckKind.TEMPLATE, CellState.JUDGED, True, True)
    desk.library.record_cells(run_id, [(stored.id, [cell], True)])
    desk.library.finish_run(run_id, RunState.COMPLETE)
    answers.remove_chosen()
    settled(desk, answers, 1)
    (row,) = desk.library.result_rows(desk.library.result_ids(run_id))
    assert (row.answer_id, row.overall) == (stored.id, True)


@pytest.mark.parametrize(("count", "words"), [(1, "Answer removed."), (2, "2 answers removed.")])
def test_words(count: int, words: str) -> None:
    assert removed_words(count).startswith(words)


def test_commands_act_on_what_is_chosen(desk: Any, answers: RecordedAnswers, workbench: Workbench) -> None:
    from gradewright_desktop.commands.command import Context
    from gradewright_desktop.commands.question import question_commands

    commands = {command.id: command for command in question_commands(workbench)}
    place = workbench.navigator.current
    nothing, one, two = (Context(place, facts={"question.answers_chosen": count}) for count in (0, 1, 2))
    change, remove = commands["question.change_answer"], commands["question.remove_answers"]
    assert [change.when(context) is None for context in (nothing, one, two)] == [False, True, False]
    assert [remove.when(context) is None for context in (nothing, one, two)] == [False, True, True]
    choose(answers, 0)
    change.run()
    assert answers.entry.is_open
    answers.entry.close_entry()
    remove.run()
    settled(desk, answers, 1)


@pytest.mark.parametrize("mode", list(Mode))
def test_the_fields_are_painted_and_named(desk: Any, answers: RecordedAnswers, mode: Mode, qtbot: QtBot) -> None:
    desk.workbench.theme.set_choice(mode)
    choose(answers, 0)
    answers.begin_change()
    assert not desk.editor.grab().isNull()
    assert audit(desk.editor) == []
