"""The values behind the question's fields: pairs, persons, sources."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from gradewright_desktop.models.keyed_rows import RowSteps, update_rows
from gradewright_desktop.models.pairs import PairsModel, json_text, json_value, refuse_double_names
from gradewright_desktop.widgets.person_field import person_value
from gradewright_desktop.widgets.sources_field import source_pairs, sources_from

_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**53), 2**53), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)),
    max_leaves=8,
)


@given(_JSON)
def test_json_values_survive_being_shown_as_text(value: Any) -> None:
    back = json_value(json_text(value))
    assert back == value
    assert type(back) is type(value)


@given(st.lists(st.integers(0, 12), unique=True), st.lists(st.integers(0, 12), unique=True))
def test_rows_are_brought_from_one_list_to_another(old: list[int], new: list[int]) -> None:
    rows = list(old)

    def removed(first: int, last: int) -> None:
        del rows[first : last + 1]

    def moved(source: int, target: int) -> None:
        rows.insert(target, rows.pop(source))

    def inserted(first: int, last: int) -> None:
        rows[first:first] = new[first : last + 1]

    update_rows(old, new, RowSteps(removed, moved, inserted))
    assert rows == new


_PAIRS = st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), max_size=5)


@given(st.lists(_PAIRS, max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=30)
def test_the_pairs_model_holds_under_random_changes(qtmodeltester: Any, contents: list[Any]) -> None:
    model = PairsModel(("Name", "Value"), "Type a name", refuse_double_names)
    qtmodeltester.check(model)
    for pairs in contents:
        model.set_pairs(pairs)
        assert model.pairs() == pairs
    model.set_editable(False)
    assert model.rowCount() == len(contents[-1] if contents else [])


def test_pairs_are_edited_in_place(qtbot: QtBot) -> None:
    model = PairsModel(("Name", "Value"), "Type a name", refuse_double_names)
    with qtbot.waitSignal(model.changed):
        model.setData(model.index(0, 0), "a")
    model.setData(model.index(0, 1), " 1 ")
    assert model.pairs() == [("a", " 1 ")]
    with qtbot.waitSignal(model.refused) as refused:
        assert not model.setData(model.index(1, 1), "no name")
    assert refused.args == ["A value needs a name before it."]
    with qtbot.waitSignal(model.changed):
        model.remove(0)
    assert model.pairs() == []


@pytest.mark.parametrize(
    ("before", "parts", "value"),
    [
        ("", {"name": "Ann"}, "Ann"),
        ("Ann", {"name": ""}, ""),
        ("Ann", {"name": "Ann", "email": "a@b.c"}, {"@type": "Person", "name": "Ann", "email": "a@b.c"}),
        ({"name": "Ann", "orcid": 1}, {"name": "Bo", "email": "", "url": ""}, {"orcid": 1, "name": "Bo"}),
        (12, {"name": "12", "email": "", "url": ""}, 12),
        (12, {"name": "Ann", "email": "", "url": ""}, "Ann"),
    ],
)
def test_persons(before: Any, parts: dict[str, str], value: Any) -> None:
    assert person_value(before, parts) == value


def test_sources_as_pairs() -> None:
    assert source_pairs(None) == []
    assert source_pairs([{"name": "N", "doi": "10.1"}]) == [("N", "10.1")]
    assert source_pairs([{"s": 1}]) is None
    assert source_pairs(["text"]) is None
    assert source_pairs({"title": "T"}) is None
    assert sources_from([{"name": "N", "doi": "10.1", "x": 2}], [("N2", "10.1")]) == [
        {"name": "N2", "doi": "10.1", "x": 2}
    ]
    assert sources_from(None, [("T", "")]) == [{"title": "T"}]
