"""The environment of the local judge: what would be run to make it, and running that."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gradewright.errors import UserError
from gradewright.resources import engine_resource

_REQUIREMENTS: Final = "local_judge/requirements.txt"
#: Megabytes that are fetched and that are there afterwards.
FETCHED: Final = 127
INSTALLED: Final = 221


class NotInstalled(UserError):
    """The local judge is not installed, or could not be."""


@dataclass(frozen=True, slots=True)
class JudgeEnvironment:
    """Where the local judge lives. Nothing is made before :meth:`install`."""

    folder: Path

    @property
    def python(self) -> Path:
        """The interpreter in it."""
        return self.folder.joinpath(*(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))

    @property
    def lock(self) -> Path:
        """The file with what is installed, which is a copy of the program's own."""
        return self.folder / "requirements.txt"

    @property
    def is_ready(self) -> bool:
        """Whether it is installed, as this version of the program wants it."""
        try:
            there = self.lock.with_suffix(".done").read_text(encoding="utf-8")
        except OSError:
            return False
        return there == _wanted() and self.python.exists()

    def commands(self) -> list[list[str]]:
        """Return the commands that install it, in order.

        Raises:
            NotInstalled: there is no Python here to make an environment with.
        """
        pip = [str(self.python), "-m", "pip", "install", "--disable-pip-version-check", "--no-deps"]
        pip += ["--only-binary", ":all:", "--require-hashes", "-r", str(self.lock)]
        return [[_python(), "-m", "venv", str(self.folder)], pip]

    def shown(self) -> str:
        """Return the same as a person would type it, a line each."""
        join = subprocess.list2cmdline if os.name == "nt" else shlex.join
        return "\n".join(join(command) for command in self.commands())

    def install(self, say: Callable[[str], None] = lambda line: None, go_on: Callable[[], bool] = lambda: True) -> None:
        """Install it; ``say`` gets each line that the commands print. It waits for the network.

        ``go_on`` is asked with each line; False gives it up.

        Raises:
            NotInstalled: a command failed, and what it said last is in the message, or it was given up. It can be tried
                again.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.lock.write_text(_wanted(), encoding="utf-8")
        except OSError as error:
            raise NotInstalled(
                f"The local judge cannot be put there: {error.strerror}.", file=str(self.folder)
            ) from error
        for command in self.commands():
            _run(command, say, go_on)
        self.lock.with_suffix(".done").write_text(_wanted(), encoding="utf-8")

    def remove(self) -> None:
        """Remove all of it. Raises NotInstalled where that does not go."""
        try:
            shutil.rmtree(self.folder)
        except FileNotFoundError:
            return
        except OSError as error:
            raise NotInstalled(f"The local judge cannot be removed: {error}.", file=str(self.folder)) from error


def usual_environment() -> JudgeEnvironment:
    """Return the place of this person's local judge: in the folder for what programs can fetch again."""
    from platformdirs import user_cache_path

    return JudgeEnvironment(user_cache_path("gradewright", appauthor=False) / "local-judge")


def _wanted() -> str:
    return engine_resource(_REQUIREMENTS).read_text(encoding="utf-8")


def _python() -> str:
    if not getattr(sys, "frozen", False):
        return sys.executable
    found = shutil.which("python3") or shutil.which("python")
    if found is None:
        raise NotInstalled("The local judge needs Python 3.11 or later, which is not here.", hint="Install it first.")
    return found


def _run(command: list[str], say: Callable[[str], None], go_on: Callable[[], bool]) -> None:
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        raise NotInstalled(f"“{command[0]}” cannot be run: {error.strerror}.") from error
    last = ""
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            last = line.strip() or last
            say(line.rstrip())
            if not go_on():
                process.kill()
                last = "it was given up"
                break
    if process.returncode:
        raise NotInstalled(
            f"The local judge could not be installed: {last or 'a command failed'}.",
            hint="Nothing else was changed; it can be tried again.",
        )
