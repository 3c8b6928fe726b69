"""Virtual environments in the project folder: made, repaired, brought up to date with their lock file.

A stamp in the environment says what it was made from. While it holds, a start costs a few file reads; when it does not,
what is out of date is done again, and an environment without a stamp (never finished, or damaged) is made anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from bootstrap.errors import SetupError

PROJECT = Path(__file__).resolve().parent.parent
# What an installation repeats: entry points and dependencies from the one, the version from the other.
PROJECT_METADATA = (PROJECT / "pyproject.toml", PROJECT / "core" / "gradewright" / "__init__.py")
STAMP = "gradewright-stamp.json"
WINDOWS = os.name == "nt"


@dataclass(frozen=True)
class Stamp:
    """What an environment was made from, and the top-level entries that were there when it was finished."""

    python: str
    project_folder: str
    lock: str
    project: str
    entries: tuple[str, ...] = ()


@dataclass(frozen=True)
class Environment:
    """One virtual environment and the lock file it follows."""

    folder: Path
    lock: Path

    @property
    def python(self) -> Path:
        return self.folder / ("Scripts/python.exe" if WINDOWS else "bin/python")

    @property
    def site_packages(self) -> Path:
        if WINDOWS:
            return self.folder / "Lib" / "site-packages"
        return self.folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"

    def wanted(self) -> Stamp:
        return Stamp(
            # Not the version alone: another build of the same version may have another ABI or another place.
            python=f"{sys.version_info[0]}.{sys.version_info[1]} {sys.base_prefix}",
            project_folder=str(PROJECT),
            lock=_digest(self.lock),
            project=_digest(*PROJECT_METADATA),
        )

    def stamp(self) -> Stamp | None:
        """What was recorded when the environment was finished; None if it was not, or if it has lost parts since."""
        try:
            fields = json.loads((self.folder / STAMP).read_text(encoding="utf-8"))
            stamp = Stamp(**{**fields, "entries": tuple(fields["entries"])})
            present = {entry.name for entry in self.site_packages.iterdir()}
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return stamp if self.python.exists() and present.issuperset(stamp.entries) else None

    def up_to_date(self) -> bool:
        stamp = self.stamp()
        return stamp is not None and replace(stamp, entries=()) == self.wanted()

    def ensure(self) -> bool:
        """Make the environment what its lock file says. True if there was anything to do."""
        if self.up_to_date():
            return False
        # Only now: these take longer to import than the check above takes.
        from bootstrap.building import build
        from bootstrap.exclusive import held

        with held(self.folder.with_name(self.folder.name + ".lock")):
            if self.up_to_date():
                return False
            build(self)
        return True

    def usable_as_it_is(self) -> bool:
        """Whether what is there can be updated in place: finished once, by this Python, in this folder."""
        stamp = self.stamp()
        return stamp is not None and _same(stamp, self.wanted())

    def seal(self) -> None:
        """Record that the environment is finished."""
        wanted = self.wanted()
        entries = sorted(entry.name for entry in self.site_packages.iterdir() if entry.name != "__pycache__")
        text = json.dumps({**asdict(wanted), "entries": entries}, indent=1)
        (self.folder / STAMP).write_text(text, encoding="utf-8")

    def unseal(self) -> None:
        """Take the record away before work begins, so that an interrupted one is noticed."""
        (self.folder / STAMP).unlink(missing_ok=True)


def window_environment() -> Environment:
    """What the window needs, and nothing else; once `test` has widened it, it stays wide."""
    folder = PROJECT / ".venv"
    wide = Environment(folder, PROJECT / "requirements" / "dev.txt")
    return wide if wide.up_to_date() else Environment(folder, PROJECT / "requirements" / "desktop.txt")


def development_environment() -> Environment:
    return Environment(PROJECT / ".venv", PROJECT / "requirements" / "dev.txt")


def engine_environment() -> Environment:
    """The engine and its tests' tools. Has no Qt, which is the point of it."""
    return Environment(PROJECT / ".venv-core", PROJECT / "requirements" / "test.txt")


def fuzzing_environment() -> Environment:
    """The engine, its tests' tools, and what guides changed files by the lines that they reach."""
    return Environment(PROJECT / ".venv-fuzz", PROJECT / "requirements" / "fuzz.txt")


def _same(stamp: Stamp, wanted: Stamp) -> bool:
    return (stamp.python, stamp.project_folder) == (wanted.python, wanted.project_folder)


def _digest(*files: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        try:
            digest.update(file.read_bytes())
        except OSError as error:
            message = f"The project folder is incomplete: {file} cannot be read. Get a fresh copy of it."
            raise SetupError(message) from error
    return digest.hexdigest()
