"""Editing a question: every field is one edit that can be undone, in any script, and nothing typed is lost."""

from __future__ import annotations

from typing import Any

import pytest

from gradewright.edits import RemoveQuestions, SetQuestion
from gradewright.lint.finding import Place as Where
from gradewright_desktop.a11y import audit
from gradewright_desktop.navigator import Place
from gradewright_desktop.theme import Mode


def test_the_head_says_where_and_what(desk: Any) -> None:
    head = desk.editor.head
    assert head.crumb.text() == "Discharge medication › Questions"
    assert head.title.full_text() == desk.question.text
    assert head.finished.text() == "finished"
    assert head.tabs.buttons["template"].accessibleName() == "Template, 5"
    assert head.tabs.buttons["rubric"].accessibleName().startswith("Rubric, 6 + ")


@pytest.mark.parametrize(
    ("field", "aspect", "text"),
    [
        ("text", "text", "Wie viel Metformin? 二甲双胍 💊"),
        ("reference", "reference", "حد أقصى ١٠٠٠ ملغ"),
        ("notes", "notes", "line one\nline two"),
        ("workspace", "workspace_path", "tasks/a"),
    ],
)
def test_texts_are_kept_and_undone(desk: Any, field: str, aspect: str, text: str) -> None:
    before = getattr(desk.question, aspect)
    edit = getattr(desk.editor.form, field)
    (edit.setPlainText if hasattr(edit, "setPlainText") else edit.setText)(text)
    assert getattr(desk.question, aspect) == text
    desk.undo()
    assert getattr(desk.question, aspect) == before
    shown = edit.toPlainText() if hasattr(edit, "toPlainText") else edit.text()
    assert shown == before


def test_typing_is_kept_when_another_question_is_shown(desk: Any) -> None:
    first = desk.editor.question_id
    desk.editor.form.text.setPlainText("Typed and left")
    desk.go(1)
    desk.session.flush()
    assert desk.library.question(first).text == "Typed and left"
    assert desk.editor.form.text.toPlainText() == desk.question.text


def test_keywords_are_words_between_commas(desk: Any) -> None:
    desk.editor.form.keywords.setText(" kidney, dose ,, kidney，剂量 ")
    assert desk.question.keywords == ("kidney", "dose", "剂量")


def test_the_author_is_a_name_or_a_person(desk: Any) -> None:
    author = desk.editor.form.author
    desk.session.apply(SetQuestion(desk.editor.question_id, "author", "Ann"))
    desk.session.flush()
    assert author.lines["name"].text() == "Ann"
    author.lines["email"].setText("ann@example.org")
    author.flush()
    assert desk.question.author == {"@type": "Person", "name": "Ann", "email": "ann@example.org"}
    desk.session.apply(SetQuestion(desk.editor.question_id, "author", {"name": "Bob", "orcid": "0000"}))
    desk.session.flush()
    author.lines["url"].setText("https://example.org")
    author.flush()
    assert desk.question.author == {"name": "Bob", "orcid": "0000", "url": "https://example.org"}


def test_sources_keep_what_the_table_does_not_show(desk: Any) -> None:
    value = [{"title": "T", "url": "http://x", "page": 3}, {"title": "U"}]
    desk.session.apply(SetQuestion(desk.editor.question_id, "sources", value))
    desk.session.flush()
    table = desk.editor.form.sources.table
    table.model().setData(table.model().index(1, 1), "http://u")
    assert desk.question.sources == [value[0], {"title": "U", "url": "http://u"}]
    table.model().remove(1)
    assert desk.question.sources == [value[0]]
    table.model().remove(0)
    assert desk.question.sources is None


def test_sources_of_another_shape_are_json(desk: Any) -> None:
    desk.session.apply(SetQuestion(desk.editor.question_id, "sources", [{"s": 1}]))
    desk.session.flush()
    code = desk.editor.form.sources.code
    assert code.toPlainText() == '[{"s": 1}]'
    code.setPlainText('[{"s": 2}]')
    assert desk.question.sources == [{"s": 2}]


def test_custom_metadata_keeps_its_types(desk: Any) -> None:
    table = desk.editor.form.custom
    desk.session.apply(SetQuestion(desk.editor.question_id, "custom", {"n": 1, "text": "12", "list": [1, "a"]}))
    desk.session.flush()
    assert table.pairs() == [("n", "1"), ("text", '"12"'), ("list", '[1, "a"]')]
    model = table.model()
    model.setData(model.index(0, 1), "2.5")
    model.setData(model.index(3, 0), "new")
    model.setData(model.index(3, 1), "free text, 剂量")
    assert desk.question.custom == {"n": 2.5, "text": "12", "list": [1, "a"], "new": "free text, 剂量"}
    model.setData(model.index(3, 0), "n")
    assert desk.editor.form.message.text() == "“n” is there already."


def test_finished_is_a_switch_with_a_word(desk: Any) -> None:
    desk.editor.head.finished.click()
    assert not desk.question.finished
    assert desk.editor.head.finished.text() == "not finished"
    assert desk.session.undo_title == "mark question as unfinished"
    desk.undo()
    assert desk.question.finished


def test_previous_and_next(desk: Any) -> None:
    desk.editor.step(-1)
    desk.editor.head.next.click()
    desk.qtbot.waitUntil(lambda: desk.editor.question_id == desk.ids[1])
    assert desk.workbench.navigator.current.question_id == desk.ids[1]
    desk.go(len(desk.ids) - 1, "examples")
    desk.editor.head.previous.click()
    desk.qtbot.waitUntil(lambda: desk.editor.question_id == desk.ids[-2])
    assert desk.editor.current_tab() == "examples"


def test_tabs_follow_the_place_and_the_place_the_tabs(desk: Any) -> None:
    desk.editor.head.tabs.buttons["template"].click()
    assert desk.workbench.navigator.current.tab == "template"
    desk.go(0, "history")
    assert desk.editor.current_tab() == "history"
    desk.go(0, "no such tab")
    assert desk.editor.current_tab() == "question"
    desk.editor.head.crumb.click()
    assert desk.workbench.navigator.current == Place("build", "benchmark", desk.benchmark_id)


def test_the_rubric_tab_is_built_once(desk: Any) -> None:
    desk.go(0, "rubric")
    desk.go(1, "rubric")
    layout = desk.editor._rubric_page.layout()
    assert layout.count() == 1


def test_examples_are_added_edited_moved_and_removed(desk: Any) -> None:
    desk.go(0, "examples")
    examples = desk.editor.examples
    start = len(desk.question.few_shot)
    examples.add_example()
    examples.add_example()
    examples.cards[start].question.setPlainText("第一个问题")
    examples.cards[start].answer.setPlainText("جواب")
    shots = desk.question.few_shot
    assert (shots[start].question, shots[start].answer) == ("第一个问题", "جواب")
    examples.move_example(start, 1)
    assert desk.question.few_shot[start + 1].question == "第一个问题"
    assert desk.editor.head.tabs.buttons["examples"].accessibleName() == f"Examples, {start + 2}"
    examples.remove_example(start)
    assert len(desk.question.few_shot) == start + 1
    for _step in range(20):
        if len(desk.question.few_shot) == start:
            break
        desk.undo()
    assert len(desk.question.few_shot) == start


def test_typing_in_one_example_survives_a_change_of_another(desk: Any) -> None:
    desk.go(0, "examples")
    examples = desk.editor.examples
    examples.add_example()
    examples.cards[-1].question.setPlainText("half typed")
    examples.add_example()
    assert [shot.question for shot in desk.question.few_shot][-2:] == ["half typed", ""]


def test_the_history_lists_what_was_done(desk: Any) -> None:
    desk.go(0, "history")
    desk.editor.toggle_finished()
    desk.session.flush()
    history = desk.editor.history
    desk.qtbot.waitUntil(lambda: history.model.rowCount() > 0)
    assert history.model.index(0, 0).data() == "Mark question as unfinished"
    desk.undo()
    desk.qtbot.waitUntil(lambda: history.model.index(0, 0).data().endswith("(undone)"))


def test_a_removed_question_says_so_and_comes_back(desk: Any) -> None:
    desk.session.apply(RemoveQuestions((desk.editor.question_id,)))
    desk.session.flush()
    assert desk.editor._whole.currentIndex() == 1
    desk.undo()
    assert desk.editor._whole.currentIndex() == 0


def test_a_finding_leads_to_its_words(desk: Any) -> None:
    desk.session.apply(SetQuestion(desk.editor.question_id, "text", "💊 Take clear steps"))
    desk.session.flush()
    desk.editor.show_words(Where(desk.benchmark_id, desk.editor.question_id, part="text", start=7, end=12))
    assert desk.editor.form.text.textCursor().selectedText() == "clear"
    desk.go(0, "template")
    desk.editor.show_words(Where(desk.benchmark_id, desk.editor.question_id, part="field:advice", start=0, end=4))
    assert desk.editor.template.fields.chosen == "advice"
    description = desk.editor.template.fields.form.description.edit
    assert description.textCursor().selectedText() == description.toPlainText()[:4]
    desk.go(0)
    desk.editor.show_words(Where(desk.benchmark_id, desk.editor.question_id, part="kept-test:0"))
    assert desk.editor.current_tab() == "template"
    desk.editor.show_words(Where(desk.benchmark_id, desk.editor.question_id, "some-entry", part="name"))
    assert desk.editor.current_tab() == "rubric"


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("tab", ["", "template", "rubric", "examples", "history"])
def test_every_tab_is_painted_and_named(desk: Any, mode: Mode, tab: str) -> None:
    desk.workbench.theme.set_choice(mode)
    desk.go(3, tab)
    assert not desk.editor.grab().isNull()
    if mode is Mode.LIGHT:
        assert audit(desk.editor) == []
