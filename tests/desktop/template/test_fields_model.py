"""The table of fields: it follows every other template without a reset."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from pytestqt.qtbot import QtBot

from gradewright.model.template import Template
from gradewright_desktop.panels.template.drafting import new_field
from gradewright_desktop.panels.template.fields_model import ADD_WORDS, NAME, WEIGHT, FieldsModel


def _template(names: str) -> Template:
    return Template(tuple(new_field(name) for name in names))


def _names(model: FieldsModel) -> str:
    return "".join(model.index(row, NAME).data() for row in range(model.rowCount() - 1))


@given(st.lists(st.lists(st.sampled_from("abcdefg"), unique=True, max_size=7), min_size=1, max_size=6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
def test_the_model_holds_under_random_changes(qtmodeltester: Any, orders: list[list[str]]) -> None:
    model = FieldsModel()
    qtmodeltester.check(model)
    for order in orders:
        model.set_template(_template("".join(order)))
        assert _names(model) == "".join(order)
    model.set_template(Template(), editable=False)
    assert model.rowCount() == 0


def test_rows_keep_their_place_in_selections() -> None:
    model = FieldsModel()
    model.set_template(_template("abcd"))
    kept = QPersistentModelIndex(model.index(2, NAME))
    model.set_template(_template("cda"))
    assert kept.data() == "c"
    assert kept.row() == 0


def test_a_renamed_field_stays_in_its_row() -> None:
    model = FieldsModel()
    model.set_template(_template("abc"))
    kept = QPersistentModelIndex(model.index(1, NAME))
    model.set_template(_template("axc"))
    assert kept.isValid()
    assert kept.data() == "x"


def test_editing_asks_and_changes_nothing_itself(qtbot: QtBot) -> None:
    model = FieldsModel()
    model.set_template(_template("ab"))
    with qtbot.waitSignal(model.rename_wanted) as renamed:
        assert not model.setData(model.index(0, NAME), "x", Qt.ItemDataRole.EditRole)
    assert renamed.args == ["a", "x"]
    with qtbot.waitSignal(model.add_wanted) as added:
        model.setData(model.index(2, NAME), "剂量", Qt.ItemDataRole.EditRole)
    assert added.args == ["剂量"]
    with qtbot.waitSignal(model.weight_wanted) as weighed:
        model.setData(model.index(0, WEIGHT), "3", Qt.ItemDataRole.EditRole)
    assert weighed.args == ["a", "3"]
    assert _names(model) == "ab"


def test_the_last_row_takes_a_name() -> None:
    model = FieldsModel()
    model.set_template(_template("a"))
    index = model.index(model.add_row, NAME)
    assert index.data() == ADD_WORDS
    assert index.data(Qt.ItemDataRole.EditRole) == ""
    assert index.flags() & Qt.ItemFlag.ItemIsEditable
    assert not index.flags() & Qt.ItemFlag.ItemIsDragEnabled


def test_dropping_asks_for_a_move(qtbot: QtBot) -> None:
    model = FieldsModel()
    model.set_template(_template("abc"))
    data = model.mimeData([model.index(0, NAME)])
    with qtbot.waitSignal(model.move_wanted) as wanted:
        model.dropMimeData(data, Qt.DropAction.MoveAction, 3, 0, model.index(-1, -1))
    assert wanted.args == ["a", 2]


def test_cells_speak_with_their_heading() -> None:
    model = FieldsModel()
    field = replace(new_field("drug"), ground_truth="metformin")
    model.set_template(Template((field,)))
    assert model.index(0, 2).data(Qt.ItemDataRole.AccessibleTextRole) == "Ground truth: metformin"
