"""Recorded field values: converted as the template's types say, or refused with the field's name."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from support.verification import anything, field, template

from gradewright.errors import InvalidValue
from gradewright.model.template import TemplateField
from gradewright.verify.annotations import read_annotation, value_reader
from gradewright.verify.answers import ValueReader, read_values
from gradewright.verify.errors import ValuesRejected
from gradewright.verify.schema import answer_schema


def test_missing_and_null_values_of_compared_fields_count_as_not_found() -> None:
    read = read_values(template(field("a"), field("b"), field("note", None)), {"a": None, "note": None, "more": 1})

    assert read.null_fields == {"a", "b"}
    assert read.values == {}
    assert read.extra == {"more": 1}


def test_fields_about_the_answer_text_are_never_null() -> None:
    read = read_values(template(field("cites", "TraceContains", True, substring="x")), {"cites": None})

    assert read.null_fields == frozenset()


def test_values_are_converted() -> None:
    read = read_values(template(field("n", "NumericExact", annotation="int")), {"n": "42"})

    assert read.values == {"n": 42}
    assert type(read.values["n"]) is int


@pytest.mark.parametrize(
    ("annotation", "value"),
    [("int", 42.5), ("int", "x"), ("bool", "maybe"), ("list[str]", [1]), ("Literal['a', 'b']", "A"), ("str", 5)],
)
def test_values_that_do_not_fit_are_refused(annotation: str, value: Any) -> None:
    with pytest.raises(ValuesRejected) as caught:
        read_values(template(field("n", annotation=annotation)), {"n": value})

    assert caught.value.place == "n"


@given(anything)
def test_what_is_no_object_is_refused_and_nothing_else_is_raised(raw: Any) -> None:
    reader = ValueReader(template(field("a", annotation="int"), field("b", annotation="list[str]")))
    for read in (reader.read, reader.construct):
        try:
            result = read(raw)
        except ValuesRejected:
            continue
        assert isinstance(raw, dict)
        assert set(result.values) <= {"a", "b"}


def test_construction_fills_defaults_and_demands_the_rest() -> None:
    reader = ValueReader(template(field("a"), field("b", default=3)))

    assert reader.construct({"a": "x"}).values == {"a": "x", "b": 3}
    with pytest.raises(ValuesRejected) as caught:
        reader.construct({"b": 1})
    assert caught.value.place == "a"


def test_constraints_and_aliases_of_a_field_hold() -> None:
    made = field("n", annotation="int")
    bounded = TemplateField(
        made.name, made.annotation, made.kind, made.description, 5, made.primitive, options={"le": 10, "alias": "N"}
    )

    assert read_values(template(bounded), {"N": 10}).values == {"n": 10}
    with pytest.raises(ValuesRejected):
        read_values(template(bounded), {"N": 11})


def test_a_constraint_that_cannot_be_applied_refuses_the_value() -> None:
    made = field("n", annotation="str")
    odd = TemplateField("n", "str", made.kind, "d", "x", made.primitive, options={"ge": 10})

    with pytest.raises((ValuesRejected, InvalidValue)):
        read_values(template(odd), {"n": "x"})


def test_constraints_that_do_not_fit_the_type_are_named() -> None:
    with pytest.raises(InvalidValue, match="list"):
        value_reader("list[str]", {"pattern": "["})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("str", str),
        ("list[int]", list[int]),
        ("List[str]", list[str]),
        ("dict[str, int]", dict[str, int]),
        ("'int'", int),
        ("tuple[int, ...]", tuple[int, ...]),
        ("None", None),
    ],
)
def test_annotations(text: str, expected: Any) -> None:
    assert read_annotation(text) == expected


@pytest.mark.parametrize("text", ["Optional[int]", "Union[int, None]", "int | None"])
def test_annotations_that_accept_null(text: str) -> None:
    assert value_reader(text, {})(None) is None


@given(st.text())
def test_any_text_is_an_annotation_or_refused(text: str) -> None:
    with suppress(InvalidValue):
        read_annotation(text)


@pytest.mark.parametrize(
    "text",
    ["__import__('os')", "os.system", "date", "list[", "int()", "Literal[f()]", "(" * 500, "int | " * 300 + "int"],
)
def test_annotations_run_nothing_and_end(text: str) -> None:
    with pytest.raises(InvalidValue):
        read_annotation(text)


def test_literals_keep_their_values_apart() -> None:
    read = value_reader("Literal['1', 2, True]", {})

    assert read("1") == "1"
    with pytest.raises(ValidationError):
        read("2")


def test_the_schema_names_the_fields_and_hides_the_truth() -> None:
    schema = answer_schema(template(field("a", truth="secret", annotation="str"), field("copy", default=None)))

    assert sorted(schema["properties"]) == ["a", "copy", "id"]
    assert schema["required"] == ["a"]
    assert "secret" not in str(schema)
