"""Templates that a model plans, and where models are reached."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.model_server import ModelServer

from gradewright import Benchmark
from gradewright.benchmark.connecting import address_of
from gradewright.errors import InvalidValue
from gradewright.schemas import ModelConfig

pytestmark = pytest.mark.network


def rivers() -> Benchmark:
    """Return a benchmark of one question without a template."""
    made = Benchmark.create(name="Rivers")
    made.add_question("Which river flows through Vienna?", "The Danube")
    return made


def test_templates_are_planned_and_pass_their_own_values(server: ModelServer) -> None:
    plan = {
        "fields": [
            {"name": "river", "type": "str", "description": "The river", "ground_truth": "Danube"},
            {"name": "km", "type": "float", "description": "Its length", "ground_truth": 2850},
            {"name": "states", "type": "list_str", "description": "Where", "ground_truth": ["AT", "DE"]},
            {"name": "navigable", "type": "bool", "description": "By ship", "ground_truth": True},
            {"name": "mouths", "type": "int", "description": "How many", "ground_truth": 3},
        ]
    }
    server.script = lambda payload: json.dumps(plan)
    made = rivers()
    (result,) = made.generate_all_templates(model="small", model_provider="openai").values()

    assert result["success"] is True
    assert "NumericTolerance(tolerance=0.001, mode='relative')" in result["template_code"]
    assert made.get_template(made.get_question_ids()[0]) == result["template_code"]
    assert made.generate_all_templates(model="small") == {}
    assert len(made.generate_all_templates(model="small", force_regenerate=True)) == 1


@pytest.mark.parametrize(
    "field",
    [
        {"name": "a b", "type": "str", "description": "d", "ground_truth": "x"},
        {"name": "a", "type": "date", "description": "d", "ground_truth": "x"},
        {"name": "a", "type": "str", "description": " ", "ground_truth": "x"},
        {"name": "a", "type": "int", "description": "d", "ground_truth": "many"},
        {"name": "a", "type": "str", "description": "d", "ground_truth": None},
        {"name": "correct", "type": "str", "description": "d", "ground_truth": "x"},
        {"name": "a", "type": "float", "description": "d", "ground_truth": float("nan")},
        "a",
    ],
)
def test_a_plan_that_makes_no_template_leaves_the_question_as_it_is(server: ModelServer, field: Any) -> None:
    server.script = lambda payload: json.dumps({"fields": [field]})
    made = rivers()
    (result,) = made.generate_all_templates(model="small").values()

    assert (result["success"], result["template_code"]) == (False, None)
    assert "cannot be read" in result["error"]
    assert made.get_missing_templates(ids_only=True) == made.get_question_ids()


@pytest.mark.parametrize(
    ("model", "environment", "url", "key"),
    [
        ({"base_url": "http://a"}, {"OPENAI_BASE_URL": "http://b", "OPENAI_API_KEY": "k"}, "http://a", "k"),
        ({}, {"OPENAI_BASE_URL": "http://b"}, "http://b", None),
        ({}, {"OPENAI_API_KEY": "k"}, "https://api.openai.com/v1", "k"),
        ({"interface": "openrouter"}, {"OPENROUTER_API_KEY": "r"}, "https://openrouter.ai/api/v1", "r"),
        ({"interface": "openrouter"}, {"OPENROUTER_API_KEY": "r", "OPENAI_BASE_URL": "http://b"}, "http://b", None),
        ({"endpoint_base_url": "http://a", "api_key_env": "MINE"}, {"MINE": "m"}, "http://a", "m"),
    ],
)
def test_addresses_and_keys(model: dict[str, str], environment: dict[str, str], url: str, key: str | None) -> None:
    found = address_of(ModelConfig(id="m", model_name="m", **model), environment)

    assert (found.base_url, found.key) == (url, key)
    assert key is None or f"'{key}'" not in repr(found)


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ({}, "OPENAI_API_KEY is not set"),
        ({"model_provider": "anthropic"}, "base_url"),
        ({"base_url": "http://a", "api_key_env": "MINE"}, "MINE is not set"),
    ],
)
def test_a_missing_address_or_key_is_told(model: dict[str, str], says: str) -> None:
    with pytest.raises(InvalidValue, match=says):
        address_of(ModelConfig(id="m", model_name="m", **model), {})
