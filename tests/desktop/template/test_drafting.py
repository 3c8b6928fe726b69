"""Changes to a template as values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.formats.template_source import read_template, write_template
from gradewright.model.primitives import make_primitive
from gradewright.model.template import (
    AllOf,
    AnyOf,
    AtLeastN,
    DeclarativeTemplate,
    FieldCheck,
    FieldKind,
    HandWrittenTemplate,
    Template,
    TemplateField,
)
from gradewright_desktop.panels.template import drafting


def _template(*names: str) -> Template:
    return Template(tuple(drafting.new_field(name) for name in names))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "needs a name"),
        ("two words", "not a name"),
        ("1st", "not a name"),
        ("class", "means something else"),
        ("_hidden", "means something else"),
        ("correct", "kept for the template"),
        ("model_dump", "kept for the template"),
        ("drug", "already"),
    ],
)
def test_names_that_cannot_be(name: str, words: str) -> None:
    assert words in (drafting.name_problem(_template("drug"), name) or "")


def test_names_that_can_be() -> None:
    template = _template("drug")
    assert drafting.name_problem(template, "dose") is None
    assert drafting.name_problem(template, "drug", own="drug") is None
    assert drafting.name_problem(template, "剂量") is None


@pytest.mark.parametrize(
    ("typed", "name"),
    [("max daily dose", "max_daily_dose"), ("dose (mg)", "dose__mg"), ("2nd dose", "field_2nd_dose"), ("!", "")],
)
def test_typed_words_become_names(typed: str, name: str) -> None:
    assert drafting.identifier_from(typed) == name


def test_a_copy_stands_behind_its_field_under_a_free_name() -> None:
    template, copy = drafting.duplicate_field(_template("a", "b"), "a")
    template, second = drafting.duplicate_field(template, "a")
    assert [field.name for field in template.fields] == ["a", "a_copy_2", "a_copy", "b"]
    assert (copy, second) == ("a_copy", "a_copy_2")


def test_removing_a_field_takes_it_out_of_the_rule() -> None:
    rule = AtLeastN(2, (FieldCheck("a"), AllOf((FieldCheck("b"), FieldCheck("a")))))
    template = Template(_template("a", "b").fields, rule)
    assert drafting.remove_field(template, "a").strategy == AtLeastN(1, (AllOf((FieldCheck("b"),)),))


def test_renaming_a_field_renames_it_in_the_rule() -> None:
    template = Template(_template("a", "b").fields, AnyOf((FieldCheck("a"), FieldCheck("b"))))
    renamed = drafting.replace_field(template, "a", drafting.new_field("c"))
    assert renamed.strategy == AnyOf((FieldCheck("c"), FieldCheck("b")))


@given(st.integers(0, 4), st.integers(-2, 8))
def test_moving_keeps_all_fields(source: int, target: int) -> None:
    names = ["a", "b", "c", "d", "e"]
    moved = [field.name for field in drafting.move_field(_template(*names), names[source], target).fields]
    assert sorted(moved) == names
    assert moved[max(0, min(target, 4))] == names[source]


@pytest.mark.parametrize("kind", [kind for kind in FieldKind if kind is not FieldKind.OTHER])
@pytest.mark.parametrize("before", [kind for kind in FieldKind if kind is not FieldKind.OTHER])
def test_every_change_of_type_can_be_written_and_read_again(before: FieldKind, kind: FieldKind) -> None:
    field = drafting.with_kind(drafting.with_kind(drafting.new_field("field"), before), kind)
    reading = read_template(write_template(Template((field,))))
    assert isinstance(reading, DeclarativeTemplate)
    assert reading.template.fields == (field,)


def test_values_survive_a_change_of_type_where_they_mean_something() -> None:
    number = drafting.with_kind(
        TemplateField("n", "str", FieldKind.TEXT, "d", "12", make_primitive("ExactMatch", {})), FieldKind.WHOLE_NUMBER
    )
    assert number.ground_truth == 12
    assert drafting.with_kind(number, FieldKind.TEXT).ground_truth == "12"
    assert drafting.with_kind(number, FieldKind.LIST).ground_truth == ["12"]


def test_choices_that_go_take_the_truth_along() -> None:
    field = drafting.with_kind(drafting.new_field("c"), FieldKind.CHOICE)
    changed = drafting.with_choices(field, ("x", "y"))
    assert changed.ground_truth == "x"
    assert changed.annotation == "Literal['x', 'y']"


def test_share_of_the_weights() -> None:
    template = Template((drafting.new_field("a"), drafting.new_field("b")))
    assert drafting.weight_share(template, template.fields[0]) == 0.5
    unweighed = TemplateField("c", "str", FieldKind.TEXT)
    assert drafting.weight_share(template, unweighed) is None


def test_hand_written_fields_become_declared_ones() -> None:
    read = HandWrittenTemplate(
        "Answer", (TemplateField("capital", "str", FieldKind.TEXT, "Capital"),), {"capital": "Paris"}
    )
    template = drafting.from_hand_written(read)
    assert template.fields[0].ground_truth == "Paris"
    assert template.fields[0].primitive == make_primitive("ExactMatch", {})
