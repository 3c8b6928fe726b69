"""Trying an answer: values and texts against a question, live, with slow patterns stopped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from gradewright.edits import AddBenchmark, SetQuestion
from gradewright.formats.template_source import write_template
from gradewright.jobs.sample import add_sample
from gradewright.model.primitives import make_primitive
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.template import FieldKind, Template, TemplateField
from gradewright.model.traits import LLMTrait, RegexTrait
from gradewright.workers.patterns import WatchedPatterns
from gradewright_desktop.a11y import audit
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.try_it import TryIt
from gradewright_desktop.panels.try_it.result_view import fields_words, foot_words, weight_words
from gradewright_desktop.panels.try_it.trying import State, Trial, Tried, try_answer
from gradewright_desktop.theme import Mode
from gradewright_desktop.workbench import Workbench

DRUG = TemplateField("drug", "str", FieldKind.TEXT, "d", "metformin", make_primitive("ExactMatch", {}))
DOSE = TemplateField("dose_mg", "int", FieldKind.WHOLE_NUMBER, "d", 1000, make_primitive("NumericExact", {}), 3.0)
CALLS = TemplateField(
    "calls", "bool", FieldKind.BOOLEAN, "d", True, make_primitive("TraceContains", {"substring": "ward"})
)
BAD = TemplateField("odd", "int", FieldKind.WHOLE_NUMBER, "d", "many", make_primitive("NumericExact", {}))


def _question(workbench: Workbench, *fields: TemplateField, traits: tuple[Any, ...] = ()) -> Trial:
    rubric = Rubric(tuple(RubricEntry(f"e{at}", trait) for at, trait in enumerate(traits)))
    source = write_template(Template(fields)) if fields else ""
    question = Question("k", "Q", template=source, rubric=rubric)
    library = workbench.session.library
    benchmark_id = max(library.apply(AddBenchmark(Benchmark("B"), (question,))).benchmarks)
    return Trial(benchmark_id, library.question_ids(benchmark_id)[0], "", None)


def _try(workbench: Workbench, trial: Trial, text: str, values: dict[str, Any] | None = None) -> Tried:
    with WatchedPatterns(budget=0.3) as patterns:
        wanted = Trial(trial.benchmark_id, trial.question_id, text, values)
        return try_answer(workbench.session.library, wanted, patterns)


def test_values_are_compared_and_words_marked(workbench: Workbench) -> None:
    trial = _question(workbench, DRUG, DOSE, CALLS)
    text = "Take Metformin, at most 2000 mg. Ring the ward."
    tried = _try(workbench, trial, text, {"drug": "Metformin", "dose_mg": 2000})
    assert [line.state for line in tried.lines] == [State.PASS, State.FAIL, State.PASS]
    assert tried.verdict is False
    assert fields_words(tried) == "2 of 3 fields"
    assert weight_words(tried) == "2 of 5 by weight, 0.40"
    assert "off by 1000" in tried.lines[1].words
    marked = {text[mark.start : mark.end]: mark.supports for mark in tried.marks}
    assert marked == {"Metformin": True, "2000": False, "ward": True}


def test_a_value_that_was_not_found_fails(workbench: Workbench) -> None:
    tried = _try(workbench, _question(workbench, DRUG, DOSE), "", {"drug": "metformin"})
    assert tried.lines[1].state is State.FAIL
    assert tried.lines[1].words == "not found in the answer"
    assert tried.verdict is False


def test_without_values_only_the_text_is_checked(workbench: Workbench) -> None:
    tried = _try(workbench, _question(workbench, DRUG, CALLS), "Ring the ward")
    assert [line.state for line in tried.lines] == [State.UNREAD, State.PASS]
    assert tried.verdict is None
    assert "needs a judge" in tried.lines[0].words


def test_one_field_that_cannot_be_compared_leaves_the_others(workbench: Workbench) -> None:
    tried = _try(workbench, _question(workbench, DRUG, BAD, DOSE), "", {"drug": "metformin", "odd": 3, "dose_mg": "x"})
    assert [line.state for line in tried.lines] == [State.PASS, State.ERROR, State.ERROR]
    assert tried.verdict is None


def test_patterns_of_the_rubric_run_on_the_text(workbench: Workbench) -> None:
    traits = (
        RegexTrait(name="Dose", pattern=r"\d+ mg"),
        RegexTrait(name="Stop", pattern="stop", invert_result=True),
        RegexTrait.model_construct(**{**vars(RegexTrait(name="Broken", pattern="a")), "pattern": "("}),
        RegexTrait(name="Slow", pattern="(a+)+$"),
        LLMTrait(name="Tone", kind="boolean"),
    )
    text = "500 mg, do not stop " + "a" * 40 + "!"
    tried = _try(workbench, _question(workbench, traits=traits), text)
    states = {line.check: line.state for line in tried.lines}
    assert states == {"Dose": State.PASS, "Stop": State.FAIL, "Broken": State.ERROR, "Slow": State.ERROR}
    slow = next(line for line in tried.lines if line.check == "Slow")
    assert slow.words.endswith("It would stop in a run, too.")
    assert foot_words(tried).startswith("1 trait needs a judge")
    assert [text[mark.start : mark.end] for mark in tried.marks if mark.check == "Dose"] == ["500 mg"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("class Answer(BaseAnswer", "cannot be read, line 1"),
        ("class Answer(BaseAnswer):\n    a: str\n\n    def verify(self):\n        return True\n", "written by hand"),
    ],
)
def test_templates_that_do_not_run_say_why(workbench: Workbench, source: str, words: str) -> None:
    trial = _question(workbench)
    workbench.session.library.apply(SetQuestion(trial.question_id, "template", source))
    assert words in _try(workbench, trial, "text").message


@pytest.fixture
def panel(workbench: Workbench, qtbot: QtBot) -> Iterator[TryIt]:
    """The panel beside the first question of the sample."""
    library = workbench.session.library
    benchmark_id = add_sample(library).benchmark_id
    workbench.navigator.go(Place("build", "question", benchmark_id, library.question_ids(benchmark_id)[0]))
    made = TryIt(workbench)
    qtbot.addWidget(made)
    made.resize(372, 760)
    made.show()
    yield made
    workbench.session.flush()


def _lines(panel: Any) -> dict[str, State]:
    return {line.check: line.state for line in panel.result.model.records}


def test_nothing_is_tried_at_first(panel: Any) -> None:
    assert panel._results.currentIndex() == 0
    assert not panel.keep.isEnabled()
    assert not panel.check.isEnabled()
    assert "needs a judge" in panel.check.toolTip()


def test_a_recorded_answer_brings_its_values(panel: Any, qtbot: QtBot) -> None:
    panel._ask_answers()
    qtbot.waitUntil(lambda: hasattr(panel, "answers_menu"))
    actions = panel.answers_menu.actions()
    assert len(actions) == 2
    mini = next(action for action in actions if action.text().startswith("atlas-mini"))
    panel.answers_menu.close()
    mini.trigger()
    qtbot.waitUntil(lambda: panel._results.currentIndex() == 1)
    assert panel.result.verdict.word() == "fail"
    assert panel.result.fields.text() == "3 of 5 fields"
    assert _lines(panel)["max_daily_dose_mg"] is State.FAIL
    assert "2000" in panel.answer.marked_words()
    panel.result.list.setCurrentIndex(panel.result.model.index(1))
    assert panel.answer._chosen == ("max_daily_dose_mg", True)


def test_values_entered_by_hand_are_checked_live(panel: Any, qtbot: QtBot) -> None:
    panel.set_mode("values")
    rows = panel.values.rows
    rows["drug"].editor.line.setText("metformin")
    rows["drug"].editor.line.textEdited.emit("metformin")
    qtbot.waitUntil(lambda: _lines(panel).get("drug") is State.PASS)
    dose = rows["max_daily_dose_mg"].editor.line
    dose.setText("a lot")
    dose.textEdited.emit("a lot")
    assert rows["max_daily_dose_mg"].message.text() == "“a lot” is not a whole number."
    dose.setText("1000")
    dose.textEdited.emit("1000")
    qtbot.waitUntil(lambda: _lines(panel).get("max_daily_dose_mg") is State.PASS)


def test_text_is_checked_as_it_is_typed_and_marks_leave_with_it(panel: Any, qtbot: QtBot) -> None:
    panel.answer.setPlainText("Take 500 mg and call the ward 💊 today")
    qtbot.waitUntil(lambda: panel._results.currentIndex() == 1)
    qtbot.waitUntil(lambda: any(word.endswith("mg") for word in panel.answer.marked_words()))
    panel.answer.setPlainText("Nothing to mark here")
    assert panel.answer.marked_words() == []


def test_a_changed_template_is_tried_again(panel: Any, qtbot: QtBot) -> None:
    session = panel._workbench.session
    stored = session.library.answers(panel._benchmark_id, question_id=panel._question_id)[0]
    panel.take_answer(stored)
    qtbot.waitUntil(lambda: len(_lines(panel)) > 3)
    session.apply(SetQuestion(panel._question_id, "template", write_template(Template((DRUG,)))))
    session.flush()
    qtbot.waitUntil(lambda: "advice" not in _lines(panel))
    assert _lines(panel)["drug"] is State.PASS
    assert list(panel.values.rows) == ["drug"]


def test_what_was_tried_can_be_kept_as_an_answer(panel: Any, qtbot: QtBot) -> None:
    panel.answer.setPlainText("私の答え")
    qtbot.waitUntil(lambda: panel.keep.isEnabled())
    panel.keep_answer()
    session = panel._workbench.session
    session.flush()
    texts = [s.answer.text for s in session.library.answers(panel._benchmark_id, question_id=panel._question_id)]
    assert "私の答え" in texts


def test_pasting_from_the_clipboard(panel: Any, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("答案：每天最多 1000 mg")
    panel._paste()
    assert panel.answer.toPlainText() == "答案：每天最多 1000 mg"


def test_another_question_begins_empty(panel: Any, qtbot: QtBot) -> None:
    panel.answer.setPlainText("text")
    library = panel._workbench.session.library
    second = library.question_ids(panel._benchmark_id)[1]
    panel._workbench.navigator.go(Place("build", "question", panel._benchmark_id, second))
    assert panel.answer.toPlainText() == ""
    assert panel._results.currentIndex() == 0


@pytest.mark.parametrize("mode", list(Mode))
def test_it_is_painted_and_named(panel: Any, qtbot: QtBot, mode: Mode) -> None:
    panel._workbench.theme.set_choice(mode)
    stored = panel._workbench.session.library.answers(panel._benchmark_id, question_id=panel._question_id)[1]
    panel.take_answer(stored)
    qtbot.waitUntil(lambda: panel._results.currentIndex() == 1)
    panel.result.list.setCurrentIndex(panel.result.model.index(1))
    assert not panel.grab().isNull()
    assert audit(panel) == []
