"""Fills a virtual environment: the locked packages by their hashes, then the project itself, editable."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from bootstrap.environment import PROJECT
from bootstrap.errors import SetupError

if TYPE_CHECKING:
    from bootstrap.environment import Environment

LOG = PROJECT / "build" / "setup.log"

# What pip prints when it cannot reach its index, however it is wrapped.
NO_NETWORK = re.compile(
    r"NewConnectionError|ConnectTimeout|ReadTimeoutError|ProxyError|Max retries exceeded|Network is unreachable"
    r"|name resolution|getaddrinfo failed|Connection (?:refused|reset|aborted)|nodename nor servname",
)
EXPLANATIONS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        NO_NETWORK,
        "The packages that Gradewright needs could not be downloaded: the package index cannot be reached. "
        "Connect to the network (or set pip's index and proxy) and start again; later starts need no network.",
    ),
    (
        re.compile(r"DO NOT MATCH THE HASHES"),
        "A downloaded package is not the one that was locked, so nothing of it was installed. Start again; "
        "if this stays, the package index in use serves a changed file.",
    ),
    (
        re.compile(r"No space left on device|There is not enough space"),
        "The disk is full: Gradewright's packages take about 400 MB in the project folder. Free some and start again.",
    ),
    (
        re.compile(r"No matching distribution found for (?P<name>[\w.-]+)"),
        "There is no ready-made package {name} for this system and Python {python}: "
        "use a 64-bit Python from 3.11 to 3.14 on Linux (glibc 2.34 or newer), Windows or macOS.",
    ),
)


def build(environment: Environment) -> None:
    """Bring the environment up to date, from the ground up where what is there cannot be trusted."""
    previous = environment.stamp() if environment.usable_as_it_is() else None
    if previous is not None:
        _say(f"Bringing {environment.folder.name} up to date ...")
        environment.unseal()
        try:
            _fill(environment, lock_changed=previous.lock != environment.wanted().lock)
        except _PackagesDamaged:
            previous = None
    if previous is None:
        _say(f"Setting up {environment.folder.name} (a minute or so, and only this once) ...")
        _create(environment.folder)
        _fill(environment, lock_changed=True)
    environment.seal()


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


class _PackagesDamaged(SetupError):
    """pip failed for a reason that may lie in the environment itself."""


def _create(folder: Path) -> None:
    """Make an empty environment, in place of whatever was there."""
    if find_spec("ensurepip") is None:
        raise SetupError("This Python cannot make virtual environments: its module ensurepip is missing.")
    try:
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
        elif folder.exists():
            shutil.rmtree(folder)
        subprocess.run(
            [sys.executable, "-m", "venv", str(folder)], check=True, capture_output=True, env=clean_variables()
        )
    except subprocess.CalledProcessError as error:
        _keep_log((error.stdout + error.stderr).decode(errors="replace"))
        raise SetupError(f"Python could not make a virtual environment in {folder}: see {LOG}.") from error
    except OSError as error:
        raise SetupError(f"The folder {folder} cannot be written: {error.strerror or error}.") from error


def _fill(environment: Environment, *, lock_changed: bool) -> None:
    if lock_changed:
        _pip(environment, "--require-hashes", "--requirement", str(environment.lock))
    # The build backend is among the locked packages: no isolated build environment, so no download without a hash.
    _pip(environment, "--no-build-isolation", "--no-deps", "--no-index", "--editable", str(PROJECT))
    make_paths_relative(environment.site_packages)


def make_paths_relative(site_packages: Path) -> None:
    """Let the path files of the editable installation name the project's folders from where they stand.

    pip writes them absolute and in UTF-8; up to Python 3.12 they are read in the locale's encoding. So a person called
    Jürgen could not start the program on Windows, nor anybody with such a folder where LC_ALL is C.
    """
    for file in site_packages.glob("*gradewright*.pth"):
        lines = file.read_text(encoding="utf-8").splitlines()
        relative = [os.path.relpath(line, site_packages) if Path(line).is_absolute() else line for line in lines]
        file.write_text("\n".join(relative) + "\n", encoding="utf-8")


def _pip(environment: Environment, *arguments: str) -> None:
    command = [str(environment.python), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    command += ["--quiet", "--retries", "2", *arguments]
    result = subprocess.run(
        command,
        cwd=PROJECT,
        env=clean_variables(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if result.returncode != 0:
        _keep_log(result.stdout)
        raise explain(result.stdout)


def explain(output: str) -> SetupError:
    """Turn what pip printed into a sentence for somebody who does not know pip."""
    for pattern, sentence in EXPLANATIONS:
        if match := pattern.search(output):
            python = ".".join(str(part) for part in sys.version_info[:2])
            return SetupError(sentence.format(python=python, **match.groupdict()))
    errors = [line.strip() for line in output.splitlines() if line.startswith("ERROR:")]
    reason = errors[-1].removeprefix("ERROR:").strip() if errors else "no reason given"
    return _PackagesDamaged(f"Gradewright's packages could not be installed: {reason} (all of pip's output: {LOG})")


def _keep_log(text: str) -> None:
    LOG.parent.mkdir(exist_ok=True)
    LOG.write_text(text, encoding="utf-8")


def clean_variables() -> dict[str, str]:
    """The environment variables, less those that would make Python or pip look or install elsewhere."""
    unwanted = {"PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "PIP_USER", "PIP_NO_BINARY", "PIP_ONLY_BINARY"}
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return kept | {"PYTHONNOUSERSITE": "1", "PYTHONUTF8": "1"}
