"""Endpoints on the command line, with a scripted server and a keyring of the test's own."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from support.fake_keyring import FakeKeyring
from support.model_server import ModelServer, Payload, model_server
from support.said import Said, fitting_reply

from gradewright.endpoints.keys import SERVICE

if TYPE_CHECKING:
    from tests.core.cli.conftest import Shell

pytestmark = pytest.mark.network
KEY = "sk-harbor-0123456789"


@pytest.fixture
def keyring(monkeypatch: pytest.MonkeyPatch) -> FakeKeyring:
    backend = FakeKeyring()
    module = ModuleType("keyring")
    module.get_keyring = lambda: backend  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring", module)
    return backend


@pytest.fixture
def server() -> Iterator[ModelServer]:
    def script(payload: Payload) -> Said | str:
        return fitting_reply(payload) if payload else Said(body={"data": [{"id": "small"}]})

    with model_server(script) as running:
        yield running


@pytest.mark.usefixtures("keyring")
def test_add_test_list_order_and_remove(shell: Shell, server: ModelServer) -> None:
    prices = ["--price-in", "2.5", "--price-out", "10", "--price-date", "2026-05-31"]
    shell.ok("endpoints", "add", "Harbor", server.base_url, "--model", "small", "--at-once", "4", *prices)
    shell.ok(
        "endpoints", "add", "Local", "localhost:1", "--model", "other", "--form", "plain", "--parameter", "top_k=3"
    )
    assert "not tested" in shell.ok("endpoints", "list").out

    tested = shell.ok("endpoints", "test", "Harbor")
    assert f"{server.base_url}/chat/completions answers" in tested.out
    assert "Form of replies: json_schema." in tested.out
    shell.ok("endpoints", "order", "Local", "Harbor")
    local, harbor = shell.ok("endpoints", "list", "--json").json
    assert (harbor["form"], harbor["price"]["in"], harbor["limits"]["at_once"]) == ("json_schema", 2.5, 4)
    assert (local["form"], local["pinned"], local["parameters"]) == ("plain", True, {"top_k": 3})

    shell.ok("endpoints", "add", "Harbor", server.base_url, "--model", "small", "--replace")
    assert shell.ok("endpoints", "list", "--json").json[1]["form"] == "json_schema"
    shell.ok("endpoints", "add", "Harbor", server.base_url, "--model", "large", "--replace")
    assert shell.ok("endpoints", "list", "--json").json[1]["form"] is None
    assert "has no “large”" in shell.ok("endpoints", "test", "Harbor").err
    shell.ok("endpoints", "remove", "Local")
    assert [each["name"] for each in shell.ok("endpoints", "list", "--json").json] == ["Harbor"]


def test_a_key_goes_into_the_keyring_and_nowhere_else(
    shell: Shell, server: ModelServer, keyring: FakeKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(KEY + "\n"))
    added = shell.ok("endpoints", "add", "Harbor", server.base_url, "--model", "small", "--key-stdin")
    assert keyring.get_password(SERVICE, "Harbor") == KEY
    tested = shell.ok("endpoints", "test", "Harbor", "--json")
    assert server.headers[-1]["authorization"] == f"Bearer {KEY}"
    assert KEY not in added.out + added.err + tested.out + tested.err
    assert KEY.encode() not in shell.library.read_bytes()
    shell.ok("endpoints", "remove", "Harbor")
    assert keyring.get_password(SERVICE, "Harbor") is None


@pytest.mark.usefixtures("keyring")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["add", "A", "ftp://x", "--model", "m"], "no address of a server"),
        (["add", "A", "localhost:1"], "names no model"),
        (["add", "A", "localhost:1", "--model", "m", "--protocol", "anthropic"], "Nearest: “anthropic_messages”"),
        (["add", "A", "localhost:1", "--model", "m", "--price-in", "1"], "--price-date"),
        (["add", "A", "localhost:1", "--model", "m", "--parameter", "x"], "NAME=VALUE"),
        (["add", "A", "localhost:1", "--model", "m", "--parameter", "api_key=abc"], "Keys are kept apart"),
        (["add", "A", "localhost:1", "--model", "m", "--at-once", "0"], "in flight"),
        (["add", "A", "localhost:1", "--model", "m", "--replace"], "no endpoint “A”"),
        (["test", "X"], "no endpoint “X”"),
        (["remove", "X"], "no endpoint “X”"),
        (["order", "X"], "no endpoint “X”"),
    ],
)
def test_bad_use(shell: Shell, arguments: list[str], words: str) -> None:
    shell.ok("sample")
    outcome = shell("endpoints", *arguments)
    assert outcome.code == 2
    assert words in outcome.err
    assert "abc" not in outcome.err


@pytest.mark.usefixtures("keyring")
def test_a_server_that_is_not_there(shell: Shell) -> None:
    shell.ok("endpoints", "add", "A", "127.0.0.1:9", "--model", "m")
    outcome = shell("endpoints", "test", "A")
    assert outcome.code == 2
    assert "cannot be reached" in outcome.err


def test_the_judge_server_shows_what_it_would_run(shell: Shell) -> None:
    shown = shell("judge-server", "--show-install", library=False)
    assert shown.code == 0
    assert "--require-hashes" in shown.out
    refused = shell.process("judge-server")
    assert refused.code == 2
    assert "--yes" in refused.err
