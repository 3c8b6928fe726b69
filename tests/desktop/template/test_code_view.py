"""The template as code: it follows the fields and the other way round, and wrong code stays out of use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from gradewright.formats.template_source import write_template
from gradewright.model.template import Template
from gradewright_desktop.panels.template.code_edit import TemplateCodeEdit
from gradewright_desktop.panels.template.drafting import new_field
from gradewright_desktop.panels.template.python_highlighter import PythonHighlighter
from gradewright_desktop.theme import Mode, Theme

HAND_WRITTEN = """class Answer(BaseAnswer):
    capital: str = Field(description="Capital named")

    def ground_truth(self):
        self.correct = {"capital": "Paris"}

    def verify(self) -> bool:
        return self.capital.lower() == self.correct["capital"].lower()
"""


def _type(edit: TemplateCodeEdit, old: str, new: str) -> None:
    assert old in edit.toPlainText()
    edit.setPlainText(edit.toPlainText().replace(old, new))
    edit.flush()


def test_code_changes_the_fields_and_fields_change_the_code(bench: Any) -> None:
    panel = bench.panel
    panel.set_mode("code")
    _type(panel.code.edit, "tolerance=1.0", "tolerance=2.0")
    assert bench.template.field("recheck_months").primitive.tolerance == 2.0
    assert bench.session.undo_title == "edit template code"
    panel.set_mode("fields")
    panel.choose_field("recheck_months")
    assert panel.fields.form.parameters.editors()["tolerance"].value() == 2.0
    panel.choose_field("drug")
    panel.fields.form.description.edit.setPlainText("Changed in the form")
    assert "Changed in the form" in panel.code.edit.toPlainText()
    bench.session.flush()
    bench.undo()
    assert "Changed in the form" not in panel.code.edit.toPlainText()


def test_code_that_is_typed_is_kept_as_it_is_typed(bench: Any) -> None:
    edit = bench.panel.code.edit
    _type(edit, "class Answer", "# Doses, by weight 💊\nclass Answer")
    bench.session.flush()
    assert bench.source.startswith("# Doses, by weight 💊\n")
    assert len(bench.template.fields) == 3


def test_wrong_code_is_told_by_line_and_stays_out_of_use(bench: Any) -> None:
    code = bench.panel.code
    before = bench.source
    _type(code.edit, "tolerance=1.0", "tolerance=1.0.0")
    line = code.mistakes[0].line
    assert "recheck_months" in code.edit.toPlainText().split("\n")[line - 4 : line + 1].__repr__()
    assert code.message.text().startswith(f"Line {line}: ")
    assert code.message.text().endswith("stays as it was until this is right.")
    assert code.edit.problem_at(line)
    bench.session.flush()
    assert bench.source == before
    _type(code.edit, "tolerance=1.0.0", "tolerance=1.5")
    assert not code.has_draft
    assert bench.template.field("recheck_months").primitive.tolerance == 1.5


def test_a_misspelt_option_is_a_mistake_with_the_nearest_name(bench: Any) -> None:
    code = bench.panel.code
    _type(code.edit, "mode='absolute'", "modee='absolute'")
    assert "No option “modee” for Number, tolerance. Nearest: “mode”" in code.message.text()
    assert bench.template.field("recheck_months").primitive.mode == "absolute"
    code.discard()
    assert "modee" not in code.edit.toPlainText()
    assert not code.has_draft


def test_wrong_code_waits_while_another_question_is_shown(bench: Any) -> None:
    panel = bench.panel
    _type(panel.code.edit, "class Answer(BaseAnswer):", "class Answer(BaseAnswer:")
    panel.show_question(None, "")
    assert panel.code.edit.toPlainText() == ""
    panel.show_question(bench.question_id, bench.source)
    assert "class Answer(BaseAnswer:" in panel.code.edit.toPlainText()
    assert panel.code.has_draft
    assert panel.mode.current() == "code"


def test_a_program_is_shown_and_not_run(empty_bench: Callable[[str], Any]) -> None:
    bench = empty_bench(HAND_WRITTEN)
    panel = bench.panel
    assert panel.mode.current() == "code"
    assert panel.code.edit.isReadOnly()
    assert panel._banner is not None
    assert "Written by hand: shown, not run. 1 field could be read." in panel._banner.accessibleName()
    panel.set_mode("fields")
    assert panel.fields.model.rowCount() == 1
    assert not panel.fields.form.isEnabled()
    panel._start_from_fields()
    assert bench.template.fields[0].ground_truth == "Paris"
    assert bench.session.undo_title == "start a template from the fields of hand-written code"
    bench.undo()
    assert bench.source == HAND_WRITTEN


def test_code_that_cannot_be_read_can_be_put_right(empty_bench: Callable[[str], Any]) -> None:
    bench = empty_bench("class Answer(BaseAnswer:\n    pass\n")
    assert "cannot be read" in bench.panel._banner.accessibleName()
    assert not bench.panel.code.edit.isReadOnly()
    bench.panel.code.edit.setPlainText(write_template(Template((new_field("dose"),))))
    bench.panel.code.edit.flush()
    assert bench.template.field("dose") is not None
    assert bench.panel._banner is None


def test_the_caret_stays_when_other_code_comes(theme: Theme, qtbot: QtBot) -> None:
    edit = TemplateCodeEdit(theme)
    qtbot.addWidget(edit)
    edit.replace_text("a = 1\nb = 2\nc = 3\n")
    edit.go_to_line(2)
    edit.replace_text("a = 1\nb = 22\nc = 3\n")
    assert edit.textCursor().blockNumber() == 1
    edit.replace_text("a = 1\n")
    assert edit.textCursor().blockNumber() <= 1


def test_line_numbers_are_painted_and_lines_found(theme: Theme, qtbot: QtBot) -> None:
    edit = TemplateCodeEdit(theme)
    qtbot.addWidget(edit)
    edit.resize(300, 200)
    edit.replace_text("\n".join(f"line {n}" for n in range(40)))
    edit.set_problems({2: "wrong"})
    edit.show()
    assert not edit.grab().isNull()
    assert edit.line_at(edit.fontMetrics().lineSpacing() // 2) == 1
    assert edit.line_at(100_000) == 40


def test_words_are_coloured_also_behind_an_emoji_and_over_lines(theme: Theme, qtbot: QtBot) -> None:
    document = QTextDocument()
    highlighter = PythonHighlighter(document, theme)
    document.setPlainText('x = "💊" # note\ny = """a\nclass\n"""\nclass B: pass')
    highlighter.rehighlight()
    first = document.findBlockByNumber(0).layout().formats()
    assert [(f.start, f.length) for f in first] == [(4, 4), (9, 6)]
    inside = document.findBlockByNumber(2).layout().formats()
    assert [(f.start, f.length) for f in inside] == [(0, 5)]
    assert inside[0].format.foreground().color() == first[0].format.foreground().color()
    last = document.findBlockByNumber(4).layout().formats()
    assert (last[0].start, last[0].length) == (0, 5)
    before = last[0].format.foreground().color()
    theme.set_choice(Mode.DARK)
    assert document.findBlockByNumber(4).layout().formats()[0].format.foreground().color() != before
