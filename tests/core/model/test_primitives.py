"""Comparison rules as values: made, read from files, written, and explained."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from support.verification import primitives

from gradewright.errors import InvalidValue
from gradewright.model.primitives import (
    PRIMITIVES,
    Accepted,
    Primitive,
    accepts,
    dump_primitive,
    make_primitive,
    read_primitive,
    summary,
)


def accepted(name: str, truth: Any, **params: Any) -> Accepted:
    found = accepts(make_primitive(name, params), truth)
    assert found is not None
    return found


def test_there_are_all_twenty_three_and_forms_can_be_made_of_them() -> None:
    assert len(PRIMITIVES) == 23
    for name, cls in PRIMITIVES.items():
        assert cls.type_name() == name
        assert cls.label
        assert cls.__doc__
        for parameter, info in cls.parameters().items():
            assert info.title, (name, parameter)
            assert info.description, (name, parameter)
    assert len({cls.label for cls in PRIMITIVES.values()}) == 23


def test_literal_parameters_have_words_for_each_of_their_values() -> None:
    assert set(PRIMITIVES["NumericTolerance"].choices("mode")) == {"relative", "absolute"}
    assert set(PRIMITIVES["SetContainment"].choices("mode")) == {"exact", "subset", "superset", "overlap"}
    assert PRIMITIVES["NumericTolerance"].choices("tolerance") == {}


@given(primitives)
def test_what_was_written_is_read_back(primitive: Primitive) -> None:
    dumped = dump_primitive(primitive)
    read, unknown = read_primitive(dumped["type"], dumped)

    assert list(dumped)[-1] == "type"
    assert unknown == {}
    assert dump_primitive(read) == dumped or any(value != value for value in dumped.values())


def test_a_misspelt_parameter_is_refused_with_the_nearest() -> None:
    with pytest.raises(InvalidValue) as caught:
        make_primitive("NumericTolerance", {"tolerance": 1, "modee": "absolute"})

    assert str(caught.value) == "No option “modee” for Number, tolerance. Nearest: “mode” (absolute or relative)."


@pytest.mark.parametrize(
    ("name", "params", "words"),
    [
        ("Exactmatch", {}, "ExactMatch"),
        ("Zzzzzzz", {}, "Known"),
        ("BooleanMatch", {"strict": True}, "no options"),
        ("RegexMatch", {"pattern": "a", "flags": ["IGNORCASE"]}, "IGNORECASE"),
        ("ExactMatch", {"normalize": [{"mapping": {}, "fold": True}]}, "mapping"),
        ("ContainsAny", {}, "missing"),
        ("NumericTolerance", {"tolerance": "much"}, "tolerance"),
        ("NumericGraded", {"cutoff": 1, "full_credit": 1}, "below"),
        ("NumericRangeGraded", {"min": 2, "max": 1, "margin": 1}, "below"),
        ("NumericThresholdGraded", {"direction": "max", "margin": 0}, "above 0"),
    ],
)
def test_what_cannot_be_made_says_why(name: str, params: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        make_primitive(name, params)

    assert words in str(caught.value)


def test_a_file_may_hold_parameters_without_effect() -> None:
    primitive, unknown = read_primitive("ExactMatch", {"case_sensitive": True, "type": "ExactMatch", "normalize": []})

    assert unknown == {"case_sensitive": True}
    assert dump_primitive(primitive) == {"normalize": [], "type": "ExactMatch"}


def test_keys_beside_a_synonym_map_are_kept() -> None:
    params = {"normalize": [{"mapping": {"a": "b"}, "note": "from a file"}]}
    primitive, _ = read_primitive("ExactMatch", params)

    assert dump_primitive(primitive)["normalize"] == params["normalize"]


def test_tolerances_say_what_they_accept() -> None:
    absolute = accepted("NumericTolerance", 3, tolerance=1, mode="absolute")
    relative = accepted("NumericTolerance", 100, tolerance=0.5)

    assert (absolute.lower, absolute.upper, absolute.centre) == (2.0, 4.0, 3.0)
    assert (absolute.words, absolute.examples) == ("2 to 4", "2.0 passes, 4.01 fails")
    assert relative.note == "Relative 0.5 around 100 accepts 50 to 150"


def test_the_edge_is_where_arithmetic_puts_it() -> None:
    found = accepted("NumericTolerance", 1.0, tolerance=0.1)

    assert (found.lower_inclusive, found.upper_inclusive) == (True, False)
    assert found.examples == "0.9 passes, 1.1 fails"


@pytest.mark.parametrize(
    ("name", "truth", "params", "words"),
    [
        ("NumericExact", 5, {}, "only 5"),
        ("NumericRange", None, {"min": 1}, "1 or more"),
        ("NumericRange", None, {}, "any number"),
        ("NumericRange", None, {"min": 2, "max": 1}, "nothing"),
        ("NumericMinimum", 3, {"exclusive": True}, "more than 3"),
        ("NumericMaximum", "3", {}, "3 or less"),
        ("NumericTolerance", 0, {"tolerance": 0.5}, "only 0"),
        ("NumericTolerance", 1, {"tolerance": -1}, "nothing"),
        ("NumericGraded", 10, {"cutoff": 2, "full_credit": 1, "mode": "absolute"}, "9 to 11"),
    ],
)
def test_ranges_in_words(name: str, truth: Any, params: dict[str, Any], words: str) -> None:
    assert accepted(name, truth, **params).words == words


def test_graded_rules_say_where_the_credit_ends() -> None:
    graded = accepted("NumericGraded", 10, cutoff=2, full_credit=1, mode="absolute")
    band = accepted("NumericRangeGraded", None, min=10, max=20, margin=0.5, mode="relative")
    limit = accepted("NumericThresholdGraded", 10, direction="max", margin=0.5)

    assert (graded.zero_below, graded.zero_above) == (8.0, 12.0)
    assert (band.zero_below, band.zero_above) == (5.0, 25.0)
    assert (limit.upper, limit.zero_above, limit.zero_below) == (10.0, 15.0, None)


@pytest.mark.parametrize("truth", [None, "many", math.nan, math.inf, 10**400, [1]])
def test_nothing_is_drawn_around_what_is_no_number(truth: Any) -> None:
    assert accepts(make_primitive("NumericTolerance", {"tolerance": 1}), truth) is None


@given(primitives)
def test_every_rule_has_a_short_form(primitive: Primitive) -> None:
    accepts(primitive, 3)
    assert summary(primitive)


@pytest.mark.parametrize(
    ("name", "params", "words"),
    [
        ("NumericTolerance", {"tolerance": 1, "mode": "absolute"}, "Number within ± 1"),
        ("NumericTolerance", {"tolerance": 0.05}, "Number within 5 %"),
        ("NumericRange", {"min": 2, "max": 4}, "Number, 2 to 4"),
        ("DateTolerance", {"tolerance": 3}, "Date within 3 days"),
        ("ExactMatch", {}, "Exact text"),
    ],
)
def test_short_forms(name: str, params: dict[str, Any], words: str) -> None:
    assert summary(make_primitive(name, params)) == words
