"""A list of records that changes without losing what was selected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from gradewright_desktop.models.record_list import RECORD_ROLE, RecordListModel


@dataclass(frozen=True)
class Thing:
    id: int
    name: str


def key(thing: Thing) -> int:
    return thing.id


def name(thing: Thing) -> str:
    return thing.name


def said(thing: Thing) -> str:
    return f"thing {thing.name}"


def is_thing(thing: Thing) -> bool:
    return thing.id >= 0


THINGS = st.lists(st.builds(Thing, st.integers(-3, 12), st.sampled_from("abc")), max_size=10, unique_by=key)


@given(contents=st.lists(THINGS, min_size=1, max_size=5))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_content_after_any_other(contents: list[list[Thing]], qapp: Any) -> None:
    model = RecordListModel(key, name, said, said, is_thing)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    kept: dict[int, QPersistentModelIndex] = {}
    for things in contents:
        model.set_records(things)
        assert list(model.records) == things
        for thing_id, index in kept.items():
            assert index.isValid() == (thing_id in map(key, things))
            if index.isValid():
                assert model.data(index, RECORD_ROLE).id == thing_id
        kept = {thing.id: QPersistentModelIndex(model.index(row)) for row, thing in enumerate(things)}
    del tester


def test_only_what_changed_is_told(qtbot: Any) -> None:
    model = RecordListModel(key, name)
    model.set_records([Thing(1, "a"), Thing(2, "b")])
    with qtbot.waitSignal(model.dataChanged) as told:
        model.set_records([Thing(1, "a"), Thing(2, "c")])
    assert told.args[0].row() == told.args[1].row() == 1
    with qtbot.assertNotEmitted(model.dataChanged):
        model.set_records([Thing(1, "a"), Thing(2, "c")])


def test_what_is_shown_and_said(qapp: Any) -> None:
    model = RecordListModel(key, name, said, None, is_thing)
    model.set_records([Thing(-1, "head"), Thing(4, "x")])
    head, row = model.index(0), model.index(1)
    assert model.data(row) == "x"
    assert model.data(row, Qt.ItemDataRole.AccessibleTextRole) == "thing x"
    assert model.data(row, Qt.ItemDataRole.ToolTipRole) is None
    assert not model.flags(head) & Qt.ItemFlag.ItemIsSelectable
    assert model.flags(row) & Qt.ItemFlag.ItemIsSelectable
    assert model.position_of(4) == 1
    assert model.position_of(5) == -1
    assert model.record(7) is None
