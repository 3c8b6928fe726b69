"""Editing a template by form: what is done arrives in the library as one edit with good words, and can be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from gradewright.model.primitives import PRIMITIVES, SynonymMap, make_primitive
from gradewright.model.template import AllOf, AnyOf, AtLeastN, FieldCheck, FieldKind
from gradewright_desktop.a11y import audit
from gradewright_desktop.panels.template.fields_model import NAME
from gradewright_desktop.panels.template.fitting import misfit
from gradewright_desktop.panels.template.normalizers import NormalizersEditor
from gradewright_desktop.panels.template.strategy_words import PassRule
from gradewright_desktop.values.editors import LineEditor, LinesEditor, NumberEditor, ValueEditor


def _type(editor: ValueEditor, text: str) -> None:
    assert isinstance(editor, LineEditor)
    editor.line.setText(text)
    editor.line.textEdited.emit(text)


def test_the_tolerance_is_set_and_undone(bench: Any) -> None:
    bench.panel.choose_field("recheck_months")
    form = bench.panel.fields.form
    editor = form.parameters.editors()["tolerance"]
    for text in ("0", "0.", "0.5"):
        _type(editor, text)
    assert bench.template.field("recheck_months").primitive.tolerance == 0.5
    assert bench.session.undo_title == "set tolerance of recheck_months"
    assert form.accepts.words().startswith("2.5 to 3.5 months")
    bench.undo()
    assert bench.template.field("recheck_months").primitive.tolerance == 1.0
    assert editor.value() == 1.0
    assert bench.session.undo_title.startswith("add benchmark")


def test_a_wrong_parameter_keeps_the_old_rule_and_says_so(bench: Any) -> None:
    bench.panel.choose_field("recheck_months")
    form = bench.panel.fields.form
    editor = form.parameters.editors()["tolerance"]
    _type(editor, "many")
    assert form.message("tolerance") == "“many” is not a number. The old rule stays until this is right."
    assert editor.line.property("invalid")
    assert bench.template.field("recheck_months").primitive.tolerance == 1.0
    _type(editor, "2")
    assert form.message("tolerance") == ""
    assert bench.template.field("recheck_months").primitive.tolerance == 2.0


def test_parameters_that_do_not_go_together_say_so(bench: Any) -> None:
    bench.panel.choose_field("recheck_months")
    form = bench.panel.fields.form
    form.comparison.chosen.emit("NumericRangeGraded")
    _type(form.parameters.editors()["max"], "-5")
    assert form.message("max").startswith("“From” must be below “To”")
    assert bench.template.field("recheck_months").primitive.max > 0


def test_a_wide_relative_tolerance_is_pointed_out(bench: Any) -> None:
    bench.panel.choose_field("recheck_months")
    form = bench.panel.fields.form
    _type(form.truth.editor, "100")
    _type(form.parameters.editors()["tolerance"], "0.5")
    form.parameters.editors()["mode"]._group.button(1).click()
    assert form.message("rule") == "Relative 0.5 around 100 accepts 50 to 150. For ± 0.5 choose absolute."


def test_all_rules_are_offered_and_those_that_do_not_fit_say_why(bench: Any) -> None:
    bench.panel.choose_field("drug")
    combo = bench.panel.fields.form.comparison
    for name, rule in PRIMITIVES.items():
        assert combo.reason_against(name) == misfit(rule, FieldKind.TEXT)
    assert combo.reason_against("NumericExact") == "needs a number field"


_KINDS = {
    name: next((kind for kind in FieldKind if kind is not FieldKind.OTHER and misfit(rule, kind) is None), None)
    for name, rule in PRIMITIVES.items()
}


@pytest.mark.parametrize("name", [name for name, kind in _KINDS.items() if kind is not None])
def test_every_rule_gets_a_form_and_goes_to_the_library(bench: Any, name: str) -> None:
    panel = bench.panel
    panel.choose_field("drug")
    form = panel.fields.form
    kind = _KINDS[name]
    form.kind.setCurrentIndex(form.kind.findData(kind))
    form.kind.activated.emit(form.kind.currentIndex())
    form.comparison.chosen.emit(name)
    for parameter, editor in form.parameters.editors().items():
        assert editor.value() == _listed(getattr(form.field.primitive, parameter)), parameter
    assert bench.template.field("drug").primitive.type_name() == name
    assert audit(panel) == []


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize(
    ("name", "parameter", "text", "value"),
    [
        ("ContainsAny", "substrings", "a\n二甲双胍", ("a", "二甲双胍")),
        ("ContainsAll", "substrings", "ä", ("ä",)),
        ("RegexMatch", "pattern", r"\d+ mg", r"\d+ mg"),
        ("TraceContains", "substring", "جرعة", "جرعة"),
        ("TraceRegex", "count_min", "2", 2),
        ("TraceLength", "max", "", None),
        ("DateMatch", "format", "%d.%m.%Y", "%d.%m.%Y"),
    ],
)
def test_parameters_of_every_kind_can_be_typed(bench: Any, name: str, parameter: str, text: str, value: object) -> None:
    bench.panel.choose_field("drug")
    form = bench.panel.fields.form
    form.kind.setCurrentIndex(form.kind.findData(_KINDS[name]))
    form.kind.activated.emit(form.kind.currentIndex())
    form.comparison.chosen.emit(name)
    editor = form.parameters.editors()[parameter]
    if isinstance(editor, LinesEditor):
        editor.edit.setPlainText(text)
    else:
        _type(editor, text)
    assert getattr(bench.template.field("drug").primitive, parameter) == value


def test_synonyms_are_entered_as_a_table(bench: Any) -> None:
    bench.panel.choose_field("drug")
    editor = bench.panel.fields.form.parameters.editors()["normalize"]
    assert isinstance(editor, NormalizersEditor)
    editor._add.click()
    table = editor._synonyms
    table.model().setData(table.model().index(0, 0), "glucophage")
    table.model().setData(table.model().index(0, 1), "metformin")
    rule = bench.template.field("drug").primitive
    assert rule.normalize == ("lowercase", "strip", SynonymMap(mapping={"glucophage": "metformin"}))
    editor._list.setCurrentRow(0)
    editor._list.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert bench.template.field("drug").primitive.normalize[0] == "strip"


def test_a_step_of_the_normalisers_moves(bench: Any, qtbot: QtBot) -> None:
    bench.panel.choose_field("drug")
    editor = bench.panel.fields.form.parameters.editors()["normalize"]
    editor._list.setCurrentRow(1)
    qtbot.keyClick(editor._list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert bench.template.field("drug").primitive.normalize == ("strip", "lowercase")


def test_fields_are_added_renamed_moved_doubled_and_removed(bench: Any, qtbot: QtBot) -> None:
    fields, model = bench.panel.fields, bench.panel.fields.model
    model.setData(model.index(model.add_row, NAME), "stop below egfr")
    assert [field.name for field in bench.template.fields][-1] == "stop_below_egfr"
    assert bench.session.undo_title == "add field stop_below_egfr"
    assert fields.chosen == "stop_below_egfr"
    model.setData(model.index(3, NAME), "stop_below")
    assert bench.session.undo_title == "add field stop_below_egfr" or bench.template.field("stop_below")
    qtbot.keyClick(fields.table, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert [field.name for field in bench.template.fields] == ["drug", "recheck_months", "stop_below", "advice"]
    qtbot.keyClick(fields.table, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert bench.template.field("stop_below_copy") is not None
    qtbot.keyClick(fields.table, Qt.Key.Key_Delete)
    assert bench.template.field("stop_below_copy") is None
    for _step in range(5):
        bench.undo()
    assert [field.name for field in bench.template.fields] == ["drug", "recheck_months", "advice"]


def test_a_name_that_cannot_be_is_refused_in_words(bench: Any) -> None:
    model = bench.panel.fields.model
    model.setData(model.index(model.add_row, NAME), "drug")
    assert bench.panel.fields.message.text() == "There is a field “drug” already."
    model.setData(model.index(0, NAME), "class")
    assert "means something else" in bench.panel.fields.message.text()
    assert len(bench.template.fields) == 3


def test_the_judge_is_told_in_any_script(bench: Any) -> None:
    bench.panel.choose_field("drug")
    description = bench.panel.fields.form.description
    description.edit.setPlainText("药物 💊 الدواء")
    assert bench.template.field("drug").description == "药物 💊 الدواء"
    assert bench.session.undo_title == "set what to tell the judge for drug"
    description.edit.setPlainText("  ")
    assert bench.panel.fields.form.message("description").startswith("A judge needs to be told")
    assert bench.template.field("drug").description == "药物 💊 الدواء"


def test_weights_show_their_share(bench: Any) -> None:
    bench.panel.choose_field("recheck_months")
    form = bench.panel.fields.form
    assert form.share.text() == "2 of 4 units, 50 %"
    assert isinstance(form.weight, NumberEditor)
    _type(form.weight, "6")
    assert form.share.text() == "6 of 8 units, 75 %"
    assert bench.template.field("recheck_months").weight == 6.0
    _type(form.weight, "much")
    assert "is not a number" in form.message("weight")
    assert bench.template.field("recheck_months").weight == 6.0


def test_a_field_that_is_not_compared_has_no_rule_and_no_weight(bench: Any) -> None:
    bench.panel.choose_field("drug")
    form = bench.panel.fields.form
    form.comparison.chosen.emit("")
    assert bench.template.field("drug").primitive is None
    assert form.share.text() == "not counted"
    assert not form.weight.isEnabled()
    form.comparison.chosen.emit("ExactMatch")
    assert bench.template.field("drug").primitive == make_primitive("ExactMatch", {})


def test_choices_are_lines_and_the_truth_is_one_of_them(bench: Any) -> None:
    bench.panel.choose_field("advice")
    form = bench.panel.fields.form
    form.choices.edit.setPlainText("stop\nask\nstay")
    field = bench.template.field("advice")
    assert field.choices == ("stop", "ask", "stay")
    assert field.ground_truth == "stay"
    form.choices.edit.setPlainText("stop\nstop")
    assert "once" in form.message("choices")
    assert bench.template.field("advice").choices == ("stop", "ask", "stay")


def test_hints_and_defaults(bench: Any) -> None:
    bench.panel.choose_field("recheck_months")
    extras = bench.panel.fields.form.extras
    extras.toggle.click()
    extras.hint.edit.setPlainText("Look at the last sentence")
    _type(extras.default, "4")
    field = bench.template.field("recheck_months")
    assert field.extraction_hint == "Look at the last sentence"
    assert field.default == 4.0
    _type(extras.default, "soon")
    assert "is not a number" in extras.message()
    assert bench.template.field("recheck_months").default == 4.0


def test_passes_when(bench: Any) -> None:
    bar = bench.panel.passes
    bar.combo.setCurrentIndex(list(PassRule).index(PassRule.AT_LEAST))
    bar.combo.activated.emit(bar.combo.currentIndex())
    bar.count.setValue(1)
    checks = tuple(FieldCheck(name) for name in ("drug", "recheck_months", "advice"))
    assert bench.template.strategy == AtLeastN(1, checks)
    bench.panel.fields.table.choose("drug")
    bench.panel.fields.remove_field()
    assert bench.template.strategy == AtLeastN(1, checks[1:])


def test_a_rule_of_its_own_is_built_in_the_tree(bench: Any, qtbot: QtBot) -> None:
    bar, tree = bench.panel.passes, bench.panel.fields.strategy
    bar.combo.setCurrentIndex(list(PassRule).index(PassRule.CUSTOM))
    bar.combo.activated.emit(bar.combo.currentIndex())
    assert tree.isVisible()
    tree.select(())
    tree._add_group.click()
    tree.kind.setCurrentIndex(tree.kind.findData("any"))
    tree.kind.activated.emit(tree.kind.currentIndex())
    tree._field_menu.actions()[0].trigger()
    assert bench.template.strategy.conditions[-1] == AnyOf((FieldCheck("drug"),))
    tree.select((0,))
    qtbot.keyClick(tree.tree, Qt.Key.Key_Delete)
    strategy = bench.template.strategy
    assert isinstance(strategy, AllOf)
    assert strategy.conditions[0] == FieldCheck("recheck_months")
    assert tree._sentence.text().startswith("Passes when all of recheck_months")
    assert bar.is_custom


def test_the_first_field_of_a_question_without_template(empty_bench: Callable[[str], Any]) -> None:
    bench = empty_bench("")
    assert bench.panel.fields._stack.currentIndex() == 0
    bench.panel.fields.model.setData(bench.panel.fields.model.index(0, NAME), "dose")
    assert [field.name for field in bench.template.fields] == ["dose"]
    bench.panel.fields.remove_field()
    bench.session.flush()
    assert bench.source == ""


def test_an_option_that_nobody_knows_is_shown_with_the_nearest(empty_bench: Callable[[str], Any]) -> None:
    bench = empty_bench(
        "class Answer(BaseAnswer):\n"
        "    n: float = VerifiedField(description='d', ground_truth=1.0,\n"
        "        verify_with=NumericTolerance(tolerance=1.0, modee='absolute'))\n"
    )
    words = bench.panel.fields.form.message("rule")
    assert words.startswith("No option “modee” for Number, tolerance. Nearest: “mode”")
    bench.panel.fields.form._drop_unknown.click()
    assert bench.template.field("n").unknown == {}
    assert "modee" not in bench.panel.fields.form.message("rule")


def test_someone_elses_change_is_shown_and_own_typing_is_kept(bench: Any) -> None:
    bench.panel.choose_field("drug")
    edit = bench.panel.fields.form.description.edit
    edit.setPlainText("first")
    bench.panel.draft.flush()
    edit.setPlainText("first and second")
    bench.session.flush()
    assert edit.toPlainText() == "first and second"
    assert bench.template.field("drug").description == "first and second"


def test_widgets_have_names(bench: Any) -> None:
    bench.panel.fields.form.extras.toggle.click()
    assert audit(bench.panel) == []
    assert bench.panel.findChildren(QPlainTextEdit)
