"""The command line as a program of its own: real processes, real files, an empty home."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest


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
    """Runs commands in one folder, with one library. Python's own warnings are errors there."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.library = folder / "shell.gradewright"
        self.environment = {
            **{
                name: value for name, value in os.environ.items() if not name.startswith(("GRADEWRIGHT", "LC_", "LANG"))
            },
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder / "data"),
            "LOCALAPPDATA": str(folder / "data"),
            "LC_ALL": "C",
            "PYTHONCOERCECLOCALE": "0",
            "PYTHONUTF8": "0",
        }

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-W", "error", "-m", "gradewright", *arguments]

    def __call__(self, *arguments: str | Path, library: bool = True) -> Outcome:
        given = [str(argument) for argument in arguments]
        if library:
            given = ["--library", str(self.library), *given]
        done = subprocess.run(
            self.command(*given), cwd=self.folder, env=self.environment, capture_output=True, timeout=100, check=False
        )
        return Outcome(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    def ok(self, *arguments: str | Path) -> Outcome:
        outcome = self(*arguments)
        assert outcome.code == 0, outcome
        return outcome

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


MakeShell = Callable[[], Shell]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)
