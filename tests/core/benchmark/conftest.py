"""What the tests of the Python face share: a model server in place of every model."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from support.model_server import ModelServer, Payload, fitting_reply, model_server, system_text

PLAN = {"fields": [{"name": "value", "type": "str", "description": "The value given", "ground_truth": "Danube"}]}


def obliging(payload: Payload) -> str:
    """Answer in words, judge everything as good, plan the same template for every question."""
    if "Plan how answers" in system_text(payload):
        return json.dumps(PLAN)
    return fitting_reply(payload, value="Danube")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A server that the environment names, and no keys."""
    for name in ("OPENAI_API_KEY", "OPENROUTER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with model_server(obliging) as running:
        monkeypatch.setenv("OPENAI_BASE_URL", running.base_url)
        yield running
