"""What the tracked files must not say: where one machine keeps things, and where packages come from."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

# Spelt so that this file passes its own test.
PACKAGE_HOSTS = ("pypi" + ".org", "files." + "pythonhosted", "registry." + "npmjs", "deb." + "debian.org")
INDEX_OPTIONS = ("--" + "index-url", "--extra-" + "index-url", "--" + "find-links", "--trusted-" + "host")
MACHINE_PATHS = (r"(?<![\w.~])/wo" + r"rk/", r"(?<![\w.~])/ro" + r"ot/", r"/home/(?!USER\b|user\b)\w+/")
FORBIDDEN = re.compile("|".join([*map(re.escape, PACKAGE_HOSTS + INDEX_OPTIONS), *MACHINE_PATHS]))

pytestmark = pytest.mark.skipif(
    not (PROJECT / ".git").exists() or shutil.which("git") is None,
    reason="not a git checkout, so there is no list of tracked files",
)


def tracked() -> list[Path]:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, check=True, capture_output=True).stdout
    return [PROJECT / name for name in names.decode().split("\0") if name and (PROJECT / name).is_file()]


def test_no_file_names_a_package_host_or_a_folder_of_one_machine() -> None:
    assert list(_offending_lines()) == []


def test_no_lock_file_that_records_download_hosts() -> None:
    assert [file.name for file in tracked() if file.name in ("uv.lock", "poetry.lock", "Pipfile.lock")] == []


def test_locks_are_hashed_and_agree_with_each_other() -> None:
    """A package may have one version for old Pythons and one for new ones, but the same ones in every lock."""
    choices: dict[str, set[frozenset[str]]] = {}
    for lock in sorted((PROJECT / "requirements").glob("*.txt")):
        blocks = re.split(r"^(?=[a-z0-9-]+==)", lock.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
        assert blocks
        assert all("--hash=sha256:" in block for block in blocks), lock.name
        versions: dict[str, set[str]] = {}
        for block in blocks:
            name, _, version = block.split()[0].partition("==")
            versions.setdefault(name, set()).add(version)
        for name, found in versions.items():
            choices.setdefault(name, set()).add(frozenset(found))
    assert {name: found for name, found in choices.items() if len(found) > 1} == {}


def _offending_lines() -> Iterator[str]:
    for file in tracked():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            if FORBIDDEN.search(line):
                yield f"{file.relative_to(PROJECT)}:{number}: {line.strip()[:100]}"
