"""Traits: what constructs, and what it becomes."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gradewright.model.template_kind import rebuilt_schema
from gradewright.model.traits import (
    TRAIT_ADAPTER,
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    pattern_problem,
)

TEMPLATE = {"type": "template", "schema": {"properties": {"count": {"type": "integer"}}, "required": ["count"]}}

NULLABLE = {"a": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}


def test_classes_rule_the_bounds_of_a_literal_trait() -> None:
    trait = LLMTrait(name="t", kind="literal", classes={"b": "B", "a": "A"}, min_score=5, max_score=9)

    assert (trait.min_score, trait.max_score) == (0, 1)
    assert trait.class_names() == ["b", "a"]
    assert (trait.class_index("a"), trait.class_index("A")) == (1, -1)


def test_a_callable_keeps_bounds_that_were_set() -> None:
    trait = CallableTrait(name="t", kind="literal", callable_code=b"", classes={"a": "", "A": ""}, min_score=3)

    assert (trait.min_score, trait.max_score) == (3, 1)


@pytest.mark.parametrize(
    "given_",
    [
        {"kind": "literal"},
        {"kind": "literal", "classes": {"a": "A"}},
        {"kind": "literal", "classes": {str(n): "d" for n in range(21)}},
        {"kind": "literal", "classes": {"a": "A", " ": "B"}},
        {"kind": "literal", "classes": {"a": "A", "b": " "}},
        {"kind": "literal", "classes": {"a": "A", "A": "B"}},
        {"kind": "binary"},
        {"kind": "score", "min_score": 1.5},
        {"kind": "boolean", "weight": 2},
        {"kind": {"type": "template"}},
        {"kind": {"type": "template", "schema": {"properties": {"_hidden": {}}}}},
        {"kind": {"type": "template", "schema": {"properties": {"a": 5}}}},
        {"kind": {"type": "template", "schema": {"properties": []}}},
        {"kind": {"type": "template", "schema": {"properties": NULLABLE, "required": ["a"]}}},
        {"kind": "boolean", "classes": {"a": "A"}},
        {"kind": TEMPLATE, "higher_is_better": True},
        {"kind": TEMPLATE, "deep_judgment_enabled": True},
    ],
)
def test_llm_traits_that_do_not_construct(given_: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        LLMTrait(**{"name": "t", **given_})


def test_a_template_trait_has_no_direction() -> None:
    assert LLMTrait(name="t", kind=TEMPLATE).higher_is_better is None
    assert LLMTrait(name="t", kind=TEMPLATE).kind == TEMPLATE


def test_an_agentic_trait_needs_a_description_and_a_fitting_context() -> None:
    for given_ in (
        {},
        {"description": ""},
        {"description": "d", "materialize_trace": True, "context_mode": "workspace_only"},
        {"description": "d", "model_override": {"interface": "langchain"}},
        {"description": "d", "max_turns": 0},
        {"description": "d", "kind": TEMPLATE},
    ):
        with pytest.raises(ValidationError):
            AgenticTrait(**{"name": "t", "kind": "boolean", **given_})


@pytest.mark.parametrize(
    "given_",
    [
        {"metrics": []},
        {"metrics": ["accuracy"]},
        {"metrics": ["F1"]},
        {"metrics": ["f1"], "tp_instructions": []},
        {"metrics": ["accuracy"], "evaluation_mode": "full_matrix"},
    ],
)
def test_metric_traits_that_do_not_construct(given_: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        MetricTrait(**{"name": "t", "tp_instructions": ["x"], **given_})


@pytest.mark.parametrize("pattern", ["(", "[", "a{2,1}", r"\p{L}", "(?<n>x)", "(" * 2000, "*"])
def test_patterns_that_do_not_compile_say_where(pattern: str) -> None:
    assert "does not compile" in (pattern_problem(pattern) or "")
    with pytest.raises(ValidationError):
        RegexTrait(name="t", pattern=pattern)


def test_doubtful_patterns_compile_without_a_warning() -> None:
    assert pattern_problem("[[a]") is None


@given(st.binary())
def test_code_survives_json(code: bytes) -> None:
    trait = CallableTrait(name="t", kind="boolean", callable_code=code)

    assert TRAIT_ADAPTER.validate_json(TRAIT_ADAPTER.dump_json(trait)) == trait
    assert CallableTrait(name="t", kind="boolean", callable_code=base64.b64encode(code).decode()) == trait


@pytest.mark.parametrize(
    "trait",
    [
        LLMTrait(name="t", kind=TEMPLATE),
        LLMTrait(name="t", kind="literal", classes={"b": "B", "a": "A"}),
        RegexTrait(name="t", pattern=r"\d", higher_is_better=None),
        MetricTrait(name="t", metrics=["f1"], tp_instructions=["x"]),
        AgenticTrait(name="t", kind=TEMPLATE, description="d", higher_is_better=None),
    ],
)
def test_traits_survive_json(trait: Any) -> None:
    assert TRAIT_ADAPTER.validate_json(TRAIT_ADAPTER.dump_json(trait)) == trait


def test_fields_of_a_template_trait_may_have_any_name_but_hidden_ones() -> None:
    properties = {"first name": {"type": "string"}, "copy": {"type": "integer"}}

    assert set(rebuilt_schema({"type": "template", "schema": {"properties": properties}})["properties"]) == set(
        properties
    )


def test_what_a_rebuilt_schema_keeps() -> None:
    properties = {
        "n": {"type": "integer", "description": "how many"},
        "either": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
        "nested": {"type": "object"},
        "many": {"type": "array", "items": {"type": "number"}},
    }
    rebuilt = rebuilt_schema({"type": "template", "schema": {"properties": properties, "required": ["n"]}})

    assert rebuilt["required"] == ["n"]
    assert rebuilt["properties"]["n"] == {"title": "N", "type": "integer", "description": "how many"}
    assert rebuilt["properties"]["nested"]["type"] == "string"
    assert rebuilt["properties"]["many"]["items"] == {"type": "number"}
    assert rebuilt["properties"]["either"]["default"] is None
