"""Ground truths as text, ranges on an axis, and rules that fit types."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from gradewright.errors import InvalidValue
from gradewright.model.primitives import PRIMITIVES, make_primitive
from gradewright.model.template import FieldKind
from gradewright_desktop.panels.template.accepted_range import AcceptedRange, DrawnRange, axis_for
from gradewright_desktop.panels.template.fitting import misfit, rules_by_group
from gradewright_desktop.panels.template.rule_change import begin_rule
from gradewright_desktop.panels.template.words import unit_of
from gradewright_desktop.theme import Theme
from gradewright_desktop.values.truth import number_text, parse_number, parse_truth, truth_text
from gradewright_desktop.values.words import number_words


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("3", FieldKind.WHOLE_NUMBER, 3),
        (" 2.5 ", FieldKind.NUMBER, 2.5),
        ("Yes", FieldKind.BOOLEAN, True),
        ("a\n\nb", FieldKind.LIST, ["a", "b"]),
        ("2026-03-31", FieldKind.DATE, "2026-03-31"),
        ("2026-03-31 10:00", FieldKind.DATE, "2026-03-31 10:00"),
        ("  as it is ", FieldKind.TEXT, "  as it is "),
    ],
)
def test_text_becomes_a_ground_truth(text: str, kind: FieldKind, value: object) -> None:
    assert parse_truth(text, kind) == value


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("many", FieldKind.NUMBER),
        ("nan", FieldKind.NUMBER),
        ("1e999", FieldKind.NUMBER),
        ("2.5", FieldKind.WHOLE_NUMBER),
        ("9" * 5000, FieldKind.WHOLE_NUMBER),
        ("maybe", FieldKind.BOOLEAN),
        ("31.3.2026", FieldKind.DATE),
    ],
)
def test_what_cannot_be_read_says_so_in_a_sentence(text: str, kind: FieldKind) -> None:
    with pytest.raises(InvalidValue) as caught:
        parse_truth(text, kind)
    assert caught.value.message.endswith(".")
    assert len(caught.value.message) < 120


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_survive_being_shown(value: float) -> None:
    assert parse_number(number_text(value)) == value
    assert parse_truth(truth_text(value, FieldKind.NUMBER), FieldKind.NUMBER) == value


_BOUND = st.one_of(st.none(), st.floats(-1e9, 1e9))


@given(_BOUND, _BOUND, _BOUND)
@example(None, None, 5e-324)
@example(1e9, 1e9 + 1e-6, None)
def test_every_range_gets_an_axis_with_room_and_few_ticks(
    lower: float | None, upper: float | None, truth: float | None
) -> None:
    axis = axis_for(DrawnRange(lower, upper, truth=truth))
    assert axis.low < axis.high
    assert 2 <= len(axis.ticks) <= 16
    for mark in (lower, upper, truth):
        if mark is not None:
            assert axis.low - 1e-6 * abs(axis.low) <= mark <= axis.high + 1e-6 * abs(axis.high)


def test_the_axis_of_the_picture() -> None:
    axis = axis_for(DrawnRange(2, 4, truth=3))
    assert axis.position(3) == pytest.approx(0.5)
    assert axis.ticks == [number for number in axis.ticks if number == int(number)]


@pytest.mark.parametrize("shown", [None, DrawnRange(None, None), DrawnRange(None, 3.0, truth=3.0), DrawnRange(5, 5)])
def test_ranges_are_painted_and_described(theme: Theme, qtbot: QtBot, shown: DrawnRange | None) -> None:
    widget = AcceptedRange(theme)
    qtbot.addWidget(widget)
    widget.show_range(shown, "2 to 4")
    widget.resize(300, 60)
    assert not widget.grab().isNull()
    assert widget.accessibleDescription() == "2 to 4"


def test_numbers_in_words_have_no_dust() -> None:
    assert number_words(0.1 + 0.2) == "0.3"
    assert number_words(1000.0) == "1000"
    assert number_words(-0.5) == "-0.5"
    assert not math.isnan(float(number_words(1e20)))


def test_units_come_from_names() -> None:
    assert unit_of("recheck_months") == "months"
    assert unit_of("max_daily_dose_mg") == "mg"
    assert unit_of("months") == ""
    assert unit_of("drug") == ""


def test_all_rules_stand_in_a_group_and_fit_some_type() -> None:
    grouped = [rule.type_name() for rules in rules_by_group().values() for rule in rules]
    assert sorted(grouped) == sorted(PRIMITIVES)
    for rule in PRIMITIVES.values():
        fitting = [kind for kind in FieldKind if misfit(rule, kind) is None]
        assert fitting or rule.type_name() == "SemanticMatch"


@pytest.mark.parametrize("name", sorted(PRIMITIVES))
@pytest.mark.parametrize("before", ["ExactMatch", "NumericTolerance", "NumericRange", "DateRange", "TraceRegex"])
def test_every_rule_can_follow_every_other(before: str, name: str) -> None:
    old = begin_rule(before, None, 3.0)
    assert begin_rule(name, old, "metformin").type_name() == name
    assert begin_rule(name, old, 3.0).type_name() == name


def test_a_new_rule_takes_over_what_means_the_same() -> None:
    pattern = make_primitive("RegexMatch", {"pattern": "mg"})
    assert begin_rule("TraceRegex", pattern, True) == make_primitive("TraceRegex", {"pattern": "mg"})
    dates = make_primitive("DateRange", {"min": "2026-01-01"})
    assert begin_rule("NumericRange", dates, 3.0) == make_primitive("NumericRange", {"min": 3.0, "max": 3.0})
