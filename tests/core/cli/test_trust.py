"""``gradewright trust``: code is looked at, allowed and closed again from the shell."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.cli.conftest import Shell

DATA = Path(__file__).resolve().parents[2] / "data" / "conformance" / "checkpoints"
ANSWERS = '{"question": "Hand written 0?", "answer": "Paris", "model": "m", "fields": {"x": 3, "capital": "Paris"}}\n'


@pytest.fixture
def filled(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(shell.folder / "settings"))
    shell.ok("import", DATA / "callable-traits.jsonld", DATA / "hand-written-templates.jsonld")
    return shell


def test_code_is_listed_and_shown(filled: Shell) -> None:
    listed = filled.ok("trust", "list", "callables", "--json").json
    shown = filled.ok("trust", "show", "callables", listed[0]["sha256"][:6])

    assert {item["kind"] for item in listed} == {"callable"}
    assert not any(item["allowed"] for item in listed)
    assert listed[0]["sha256"][:12] in filled.ok("trust", "list", "callables").out
    assert "Called when it is made ready: cloudpickle" in shown.out
    assert "  class Answer(BaseAnswer):\n" in filled.ok("trust", "show", "hand-written", _first(filled)).out


def test_readable_code_is_allowed_and_closed_again(filled: Shell) -> None:
    code = _first(filled)
    filled.ok("trust", "allow", "hand-written", code)
    assert [item["allowed"] for item in filled.ok("trust", "list", "hand-written", "--json").json].count(True) == 1

    filled.ok("trust", "forget", "hand-written", code)
    assert not any(item["allowed"] for item in filled.ok("trust", "list", "hand-written", "--json").json)
    again = filled("trust", "forget", "hand-written", code)
    assert (again.code, again.err.count("\n")) == (2, 1)


def test_code_without_a_source_takes_its_digits_once_more(filled: Shell) -> None:
    code = filled.ok("trust", "list", "callables", "--json").json[0]["sha256"]
    refused = filled("trust", "allow", "callables", code[:8])
    assert refused.code == 2
    assert f"SHA-256, {code[:8]}" in refused.err

    filled.ok("trust", "allow", "callables", code[:8], "--unread", code[:8])
    assert filled.ok("trust", "list", "callables", "--json").json[0]["allowed"]


def test_a_benchmark_without_code_says_so(shell: Shell) -> None:
    shell.ok("import", DATA / "minimal.jsonld")
    names = [row["name"] for row in shell.ok("list", "--json").json]

    assert "no code" in shell.ok("trust", "list", names[0]).out
    assert shell("trust", "show", names[0], "abcd").code == 2


def test_allowed_code_runs_with_the_next_verification(filled: Shell) -> None:
    answers = filled.write("answers.jsonl", ANSWERS)
    filled.ok("answers", "import", "hand-written", answers)
    filled.ok("verify", "hand-written")
    filled.ok("trust", "allow", "hand-written", _first(filled))
    filled.ok("verify", "hand-written")
    runs = [filled.ok("results", "hand-written", "--run", number, "--json").out for number in ("1", "2")]

    assert "code_not_allowed" in runs[0]
    assert "code_not_allowed" not in runs[1]


def test_the_limits_are_told(shell: Shell) -> None:
    told = shell.ok("trust", "limits").out.splitlines()

    assert told == shell.ok("trust", "limits", "--json").json
    assert any("separate process" in sentence for sentence in told)


def _first(shell: Shell) -> str:
    listed = shell.ok("trust", "list", "hand-written", "--json").json
    code: str = next(item["sha256"] for item in listed if item["name"] == "Hand written 0?")
    return code[:10]
