"""The rubric editor over a real library: each kind of trait is added, edited, ordered, undone and read back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import CallableTrait, LLMTrait, MetricTrait, RegexTrait, Trait, UnreadableTrait
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.rubric import RubricEditor
from gradewright_desktop.panels.rubric.cards.judged import JudgedCard
from gradewright_desktop.panels.rubric.cards.kept import KeptCard, code_words
from gradewright_desktop.panels.rubric.cards.metric import MetricCard
from gradewright_desktop.panels.rubric.cards.pattern import PatternCard
from gradewright_desktop.panels.rubric.drafts import new_entry
from gradewright_desktop.workbench import Workbench

TRAITS: tuple[Trait, ...] = (
    LLMTrait(name="Tone", kind="boolean", description="Names the dose in mg."),
    RegexTrait(name="Cites", pattern=r"\[\d+\]"),
    MetricTrait(name="Facts", metrics=["recall"], tp_instructions=["one", "two"]),
    CallableTrait(name="Long", kind="boolean", callable_code=b"def f(text):\n    return len(text) > 3\n"),
    UnreadableTrait(name="Odd", intended="metric", problem="It names no metric."),
)


@pytest.fixture
def benchmark_id(workbench: Workbench) -> int:
    rubric = Rubric(tuple(RubricEntry(f"e{n}", trait) for n, trait in enumerate(TRAITS)))
    questions = [Question("k1", "How much?", "500 mg", rubric=Rubric((RubricEntry("q1", TRAITS[1]),)))]
    return workbench.session.library.add_checkpoint(Benchmark("B", rubric=rubric), questions)


@pytest.fixture
def editor(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> RubricEditor:
    workbench.navigator.go(Place("build", "rubric", benchmark_id))
    made = RubricEditor(workbench)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    return made


def traits(workbench: Workbench, benchmark_id: int) -> tuple[Trait, ...]:
    workbench.session.flush()
    return workbench.session.library.benchmark(benchmark_id).rubric.traits


def choose(editor: RubricEditor, entry_id: str) -> object:
    assert editor.list.choose(f"own:{entry_id}")
    return editor._card


def test_each_kind_has_its_card(editor: RubricEditor) -> None:
    cards = [type(choose(editor, f"e{n}")) for n in range(5)]
    assert cards == [JudgedCard, PatternCard, MetricCard, KeptCard, KeptCard]


def test_list_model_keeps_the_rules_of_qt(editor: RubricEditor, qtmodeltester: object) -> None:
    qtmodeltester.check(editor.list.model)  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["boolean", "score", "literal", "regex", "metric"])
def test_added_traits_are_kept_at_once_below_the_chosen_one(
    editor: RubricEditor, workbench: Workbench, benchmark_id: int, kind: str
) -> None:
    choose(editor, "e0")
    editor.acts.add(kind)
    kept = traits(workbench, benchmark_id)
    assert len(kept) == 6
    entry = editor.current_entry()
    assert entry is not None
    assert kept[1] == entry.trait


def test_renaming_is_one_named_step_of_undo(editor: RubricEditor, workbench: Workbench, benchmark_id: int) -> None:
    card = choose(editor, "e0")
    assert isinstance(card, JudgedCard)
    card.name.setText("Manner")
    card.name.flush()
    assert traits(workbench, benchmark_id)[0].name == "Manner"
    assert workbench.session.undo_title == "rename trait “Tone”"
    workbench.session.undo()
    assert traits(workbench, benchmark_id)[0].name == "Tone"
    assert card.name.text() == "Tone"


def test_a_name_that_is_empty_is_refused_and_the_old_one_stays(
    editor: RubricEditor, workbench: Workbench, benchmark_id: int
) -> None:
    card = choose(editor, "e0")
    assert isinstance(card, JudgedCard)
    card.name.setText(" ")
    card.name.flush()
    assert traits(workbench, benchmark_id)[0].name == "Tone"
    assert card._messages["name"].text().startswith("A trait needs a name.")


def test_changing_the_kind_and_back_keeps_the_classes_that_were_typed(
    editor: RubricEditor, workbench: Workbench, benchmark_id: int
) -> None:
    card = choose(editor, "e0")
    assert isinstance(card, JudgedCard)
    card.kind.button("literal").click()
    card.classes.set_pairs([("low", "Bad."), ("high", "Good.")])
    card.classes.changed.emit()
    kept = traits(workbench, benchmark_id)[0]
    assert isinstance(kept, LLMTrait)
    assert (kept.classes, kept.min_score, kept.max_score) == ({"low": "Bad.", "high": "Good."}, 0, 1)
    card.kind.button("boolean").click()
    kept = traits(workbench, benchmark_id)[0]
    assert isinstance(kept, LLMTrait)
    assert (kept.kind, kept.classes) == ("boolean", None)
    card.kind.button("literal").click()
    kept = traits(workbench, benchmark_id)[0]
    assert isinstance(kept, LLMTrait)
    assert kept.classes == {"low": "Bad.", "high": "Good."}


def test_a_scale_upside_down_is_refused(editor: RubricEditor, workbench: Workbench, benchmark_id: int) -> None:
    card = choose(editor, "e0")
    assert isinstance(card, JudgedCard)
    card.kind.button("score").click()
    card.lowest.setValue(9)
    assert "below the highest" in card._messages["bounds"].text()
    kept = traits(workbench, benchmark_id)[0]
    assert isinstance(kept, LLMTrait)
    assert (kept.min_score, kept.max_score) == (1, 5)


def test_a_pattern_that_does_not_compile_is_marked_and_not_kept(
    editor: RubricEditor, workbench: Workbench, benchmark_id: int
) -> None:
    card = choose(editor, "e1")
    assert isinstance(card, PatternCard)
    card.pattern.setPlainText(r"\d+(")
    card.pattern.flush()
    assert "does not compile" in card._messages["pattern"].text()
    assert "character 4" in card._messages["pattern"].text()
    kept = traits(workbench, benchmark_id)[1]
    assert isinstance(kept, RegexTrait)
    assert kept.pattern == r"\[\d+\]"


def test_the_test_box_judges_as_a_run_would(editor: RubricEditor, qtbot: QtBot) -> None:
    card = choose(editor, "e1")
    assert isinstance(card, PatternCard)
    card.test.sample.setPlainText("😀 see [12] and [3]")
    qtbot.waitUntil(lambda: card.test._verdict.isVisible() and card.test._verdict.word() == "pass")
    marks = [selection.cursor.selectedText() for selection in card.test.sample.extraSelections()]
    assert marks == ["[12]", "[3]"]
    card.inverted.click()
    qtbot.waitUntil(lambda: card.test._verdict.word() == "fail")


def test_accents_in_either_form_can_be_chosen_and_undone(
    editor: RubricEditor, workbench: Workbench, benchmark_id: int, qtbot: QtBot
) -> None:
    card = choose(editor, "e1")
    assert isinstance(card, PatternCard)
    assert not card.one_form.isChecked()
    card.pattern.setPlainText("caf\u00e9")
    card.pattern.flush()
    card.test.sample.setPlainText("un cafe\u0301 noir")
    qtbot.waitUntil(lambda: card.test._verdict.isVisible() and card.test._verdict.word() == "fail")

    card.one_form.click()

    qtbot.waitUntil(lambda: card.test._verdict.word() == "pass")
    marks = [selection.cursor.selectedText() for selection in card.test.sample.extraSelections()]
    assert marks == ["cafe\u0301"]
    kept = traits(workbench, benchmark_id)[1]
    assert isinstance(kept, RegexTrait)
    assert kept.normalize
    assert "Unicode NFC" in card.one_form.toolTip()
    assert workbench.session.undo_title == "change accents of “Cites”"
    workbench.session.undo()
    assert traits(workbench, benchmark_id)[1] == kept.model_copy(update={"normalize": False})
    qtbot.waitUntil(lambda: not card.one_form.isChecked())


def test_a_new_pattern_takes_accents_in_either_form(editor: RubricEditor) -> None:
    trait = new_entry("regex", set()).trait
    assert isinstance(trait, RegexTrait)
    assert trait.normalize


def test_a_pattern_that_runs_away_is_stopped_and_says_so(editor: RubricEditor, qtbot: QtBot) -> None:
    card = choose(editor, "e1")
    assert isinstance(card, PatternCard)
    card.pattern.setPlainText(r"(a+)+$")
    card.test.sample.setPlainText("a" * 40 + "b")
    qtbot.waitUntil(lambda: "was stopped" in card.test._message.text(), timeout=20_000)


def test_instructions_are_edited_like_statements(
    editor: RubricEditor, workbench: Workbench, benchmark_id: int, qtbot: QtBot
) -> None:
    card = choose(editor, "e2")
    assert isinstance(card, MetricCard)
    first = card.present.rows[0].field
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Return)
    added = card.present.rows[1].field
    lines = QMimeData()
    lines.setText("- between\n- and more\n")
    added.insertFromMimeData(lines)
    kept = traits(workbench, benchmark_id)[2]
    assert isinstance(kept, MetricTrait)
    assert kept.tp_instructions == ["one", "between", "and more", "two"]
    last = card.present.rows[3].field
    qtbot.keyClick(last, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    last.clear()
    qtbot.keyClick(last, Qt.Key.Key_Backspace)
    kept = traits(workbench, benchmark_id)[2]
    assert isinstance(kept, MetricTrait)
    assert kept.tp_instructions == ["one", "between", "and more"]


def test_taking_out_the_last_instruction_is_refused(
    editor: RubricEditor, workbench: Workbench, benchmark_id: int
) -> None:
    card = choose(editor, "e2")
    assert isinstance(card, MetricCard)
    for row in list(card.present.rows):
        row.field.clear()
    card.present.flush()
    kept = traits(workbench, benchmark_id)[2]
    assert isinstance(kept, MetricTrait)
    assert kept.tp_instructions == ["one", "two"]
    assert card._messages["tp_instructions"].text()


def test_mode_offers_its_metrics(editor: RubricEditor, workbench: Workbench, benchmark_id: int) -> None:
    card = choose(editor, "e2")
    assert isinstance(card, MetricCard)
    assert card.metrics["accuracy"].isHidden()
    card.mode.button("full_matrix").click()
    assert not card.metrics["accuracy"].isHidden()
    kept = traits(workbench, benchmark_id)[2]
    assert isinstance(kept, MetricTrait)
    assert kept.evaluation_mode == "full_matrix"
    assert kept.tn_instructions


def test_moving_removing_and_duplicating(editor: RubricEditor, workbench: Workbench, benchmark_id: int) -> None:
    choose(editor, "e1")
    editor.acts.move_by(-1)
    assert [trait.name for trait in traits(workbench, benchmark_id)][:2] == ["Cites", "Tone"]
    editor.acts.duplicate()
    assert [trait.name for trait in traits(workbench, benchmark_id)][:3] == ["Cites", "Cites 2", "Tone"]
    editor.acts.remove()
    assert [trait.name for trait in traits(workbench, benchmark_id)][:2] == ["Cites", "Tone"]
    for _step in range(3):
        workbench.session.undo()
    assert traits(workbench, benchmark_id) == TRAITS


def test_dragging_asks_for_a_move(editor: RubricEditor, workbench: Workbench, benchmark_id: int) -> None:
    model = editor.list.model
    data = model.mimeData([model.index(0)])
    assert not model.dropMimeData(data, Qt.DropAction.MoveAction, 3, 0, model.index(-1))
    assert [trait.name for trait in traits(workbench, benchmark_id)] == ["Cites", "Facts", "Tone", "Long", "Odd"]


def test_copy_and_paste_make_a_free_name(
    editor: RubricEditor, workbench: Workbench, benchmark_id: int, qapp: QApplication
) -> None:
    choose(editor, "e2")
    editor.acts.copy()
    editor.acts.paste()
    names = [trait.name for trait in traits(workbench, benchmark_id)]
    assert names == ["Tone", "Cites", "Facts", "Facts 2", "Long", "Odd"]
    qapp.clipboard().setText("not a trait")
    editor.acts.paste()
    assert len(traits(workbench, benchmark_id)) == 6


def test_a_question_shows_global_traits_and_conflicts(workbench: Workbench, benchmark_id: int, qtbot: QtBot) -> None:
    (question_id,) = workbench.session.library.question_ids(benchmark_id)
    workbench.navigator.go(Place("build", "question", benchmark_id, question_id, tab="rubric"))
    editor = RubricEditor(workbench, kind="question")
    qtbot.addWidget(editor)
    assert [row.inherited for row in editor.list.model.records] == [True] * 5 + [False]
    assert "“Cites”" in editor.head._message.text()
    editor.list.choose("global:e0")
    assert editor.current_entry() is None
    editor._go_to_global()
    assert workbench.navigator.current.kind == "rubric"
    assert workbench.navigator.current.entry_id == "e0"


def test_code_is_shown_as_text_where_it_is_text() -> None:
    assert code_words(b"def f(x):\n    return x\n") == "def f(x):\n    return x\n"
    shown = code_words(b"\x80\x05\x95\x00")
    assert shown.startswith("4 bytes of a pickled function")
    assert "SHA-256" in shown
