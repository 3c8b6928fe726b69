"""The command line on real files, in an empty home: inside the test, or as a program of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gradewright.cli import main


@dataclass(frozen=True)
class Outcome:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def warnings(self) -> list[str]:
        return [line for line in self.err.splitlines() if line.startswith("warning: ")]


class Shell:
    """Runs commands in one folder, with one library: inside the test, or as processes on a C locale.

    Python's own warnings are errors in both.
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self.library = folder / "shell.gradewright"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
        self.environment = {**kept, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}

    def command(self, *arguments: str) -> list[str]:
        """The words of a process that runs a command."""
        return [sys.executable, "-W", "error", "-m", "gradewright", *arguments]

    def __call__(self, *arguments: str | Path, library: bool = True) -> Outcome:
        """Run a command inside the test."""
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _ in range(2))
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(self._given(arguments, library))
        return Outcome(code, _written(out), _written(err))

    def process(self, *arguments: str | Path, library: bool = True) -> Outcome:
        """Run a command as a process of its own."""
        done = subprocess.run(
            self.command(*self._given(arguments, library)),
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            timeout=100,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    def ok(self, *arguments: str | Path) -> Outcome:
        """Run a command inside the test that has to end well."""
        outcome = self(*arguments)
        assert outcome.code == 0, outcome
        return outcome

    def write(self, name: str, text: str) -> Path:
        """Write a text to a file in the folder and return its path."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def _given(self, arguments: Sequence[str | Path], library: bool) -> list[str]:
        given = [str(argument) for argument in arguments]
        return ["--library", str(self.library), *given] if library else given


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.delenv("GRADEWRIGHT_LIBRARY", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "data"))
    return Shell(tmp_path)
