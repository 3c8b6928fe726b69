"""Judges on the command line: a run, its resume, the list of runs, and a text judged now."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from support.fake_keyring import FakeKeyring
from support.model_server import ModelServer, Payload, model_server
from support.said import Said, fitting_reply

if TYPE_CHECKING:
    from tests.core.cli.conftest import Shell

pytestmark = pytest.mark.network
RUBRIC = {
    "format": "gradewright-rubric",
    "format_version": 1,
    "name": "Fees",
    "criteria": [{"id": "fee", "name": "Fee", "must": ["Names the fee."], "examples": {"pass": [], "fail": []}}],
}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    def script(payload: Payload) -> Said | str:
        return fitting_reply(payload, verdict="pass") if payload else Said(body={"data": [{"id": "small"}]})

    with model_server(script) as running:
        yield running


@pytest.fixture
def asked(shell: Shell, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    """The sample with an endpoint whose key is in no keyring."""
    module = ModuleType("keyring")
    module.get_keyring = FakeKeyring  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring", module)
    shell.ok("sample")
    shell.ok("endpoints", "add", "Harbor", server.base_url, "--model", "small")
    return server


def test_a_text_is_judged_by_a_rubric_file(shell: Shell, asked: ModelServer) -> None:
    shell.write("fees.json", json.dumps(RUBRIC))
    shell.write("answer.txt", "It costs 5 €.")
    told = shell.ok("judge", "fees.json", "answer.txt", "--judge", "Harbor", "--question", "How much?", "--json").json

    assert told[0]["overall"] == "pass"
    assert told[0]["cells"][0]["id"] == "fee"
    assert "It costs 5 €." in str(asked.asked[-1])


def test_a_benchmark_is_judged_listed_and_not_asked_again(shell: Shell, asked: ModelServer) -> None:
    (name,) = [each["name"] for each in shell.ok("list", "--json").json]
    planned = shell.ok("run", name, "--judge", "Harbor", "--dry-run", "--json").json
    stopped = shell("run", name, "--judge", "Harbor", "--max-calls", "3", "--json")
    first = len(asked.asked)
    shell.ok("resume", name)
    runs = shell.ok("runs", name, "--json").json

    assert planned["calls"] == planned["judgements"] > 3
    assert "cap of 3 calls" in stopped.err
    assert first == 3
    assert len(asked.asked) >= planned["calls"]
    assert [run["state"] for run in runs] == ["complete"]
    assert shell("run", name, "--judge", "Nobody").code == 2
