"""`run.py test`: the suites, each in the environment and on the display that it is about."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bootstrap.building import clean_variables
from bootstrap.display import virtual_display
from bootstrap.environment import PROJECT, Environment, development_environment, engine_environment
from bootstrap.errors import BAD_SETUP, SetupError

PASSED = 0
NOTHING_COLLECTED = 5
WORKERS = ("-n", "2")
# A debugger, and a person reading output as it comes, want one process.
NEEDS_ONE_PROCESS = frozenset({"-s", "--pdb", "--trace", "-n", "--numprocesses", "--collect-only", "--co"})


@dataclass(frozen=True)
class Suite:
    """A part of the tests, with what it runs in."""

    title: str
    folders: tuple[str, ...]
    with_qt: bool = True
    on_display: bool = False
    parallel: bool = True

    @property
    def environment(self) -> Environment:
        return development_environment() if self.with_qt else engine_environment()


SUITES = (
    Suite("engine, without Qt", ("tests/core", "tests/conformance"), with_qt=False),
    Suite("window, offscreen", ("tests/desktop",)),
    # One window at a time has the display's keyboard focus.
    Suite("end to end, on a virtual display", ("tests/end_to_end",), on_display=True, parallel=False),
    Suite("packaging", ("tests/packaging",), parallel=False),
)


def run_suites(arguments: Sequence[str]) -> int:
    """Run the suites that the arguments name (all, if none), and say at the end which failed."""
    paths, options = split_arguments(arguments)
    results: dict[str, int] = {}
    for suite in SUITES:
        targets = _targets(suite, paths)
        if targets:
            results[suite.title] = _run(suite, targets, options)
    if not results:
        print(f"None of the test suites holds {' '.join(paths)}.", file=sys.stderr)
        return BAD_SETUP
    return _verdict(results)


def needs_display(arguments: Sequence[str]) -> bool:
    paths, _ = split_arguments(arguments)
    return any(suite.on_display and _targets(suite, paths) for suite in SUITES)


def needs_qt(arguments: Sequence[str]) -> bool:
    paths, _ = split_arguments(arguments)
    return any(suite.with_qt and _targets(suite, paths) for suite in SUITES)


def split_arguments(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Tell the tests that are meant from pytest's options: a test is a place under tests/ that exists."""
    paths: list[str] = []
    options: list[str] = []
    for argument in arguments:
        file = (PROJECT / argument.partition("::")[0]).resolve()
        is_test = not argument.startswith("-") and file.is_relative_to(PROJECT / "tests") and file.exists()
        (paths if is_test else options).append(argument)
    return paths, options


def _targets(suite: Suite, paths: Sequence[str]) -> list[str]:
    folders = [folder for folder in suite.folders if any((PROJECT / folder).rglob("test_*.py"))]
    if not paths:
        return folders
    chosen = []
    for path in paths:
        file = (PROJECT / path.partition("::")[0]).resolve()
        if any(file.is_relative_to(PROJECT / folder) for folder in suite.folders):
            chosen.append(path)
        elif file == PROJECT / "tests":
            chosen += folders
    return chosen


def _run(suite: Suite, targets: Sequence[str], options: Sequence[str]) -> int:
    print(f"\n=== {suite.title} ===", flush=True)
    environment = suite.environment
    if not suite.with_qt:
        _assert_no_qt(environment)
    command = [str(environment.python), "-m", "pytest", *targets, *options]
    if suite.parallel and not any(option.partition("=")[0] in NEEDS_ONE_PROCESS for option in options):
        command += WORKERS
    with _display_of(suite) as display:
        variables = clean_variables() | display
        return subprocess.run(command, cwd=PROJECT, env=variables, check=False).returncode


@contextmanager
def _display_of(suite: Suite) -> Iterator[dict[str, str]]:
    if suite.on_display:
        with virtual_display() as variables:
            yield variables
    else:
        yield {"QT_QPA_PLATFORM": "offscreen"}


def _assert_no_qt(environment: Environment) -> None:
    probe = "import importlib.util, sys; sys.exit(importlib.util.find_spec('PySide6') is not None)"
    if subprocess.run([str(environment.python), "-c", probe], env=clean_variables(), check=False).returncode != 0:
        raise SetupError(
            f"{environment.folder} holds PySide6, so it cannot show that the engine does without: "
            "remove the folder and start again."
        )


def _verdict(results: dict[str, int]) -> int:
    """0 when every suite passed; a suite in which an option like -k left nothing to run does not count against it."""
    failed = [title for title, code in results.items() if code not in (PASSED, NOTHING_COLLECTED)]
    if failed:
        print(f"\nFailed: {'; '.join(failed)}.", file=sys.stderr)
        return 1
    if all(code == NOTHING_COLLECTED for code in results.values()):
        return NOTHING_COLLECTED
    return PASSED


def run_linters() -> int:
    """`run.py check`: everything that reads the code without running it. All run, whatever the first says."""
    folder = development_environment().python.parent
    checks = (
        ("ruff", "check", "."),
        ("ruff", "format", "--check", "."),
        ("mypy",),
        ("lint-imports", "--no-logo"),
    )
    failed = []
    for name, *arguments in checks:
        title = " ".join((name, *arguments))
        print(f"\n=== {title} ===", flush=True)
        command = [str(_program(folder, name)), *arguments]
        if subprocess.run(command, cwd=PROJECT, env=clean_variables(), check=False).returncode != 0:
            failed.append(title)
    if failed:
        print(f"\nFailed: {', '.join(failed)}.", file=sys.stderr)
    return 1 if failed else 0


def _program(folder: Path, name: str) -> Path:
    return folder / (f"{name}.exe" if sys.platform == "win32" else name)
