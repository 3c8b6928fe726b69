"""The commands of run.py."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence

from bootstrap import system_libraries
from bootstrap.environment import (
    PROJECT,
    Environment,
    development_environment,
    engine_environment,
    fuzzing_environment,
    window_environment,
)
from bootstrap.errors import BAD_SETUP, SetupError

HELP = """\
usage: python3 run.py [FILE] [--library FILE]     open the window (set everything up first, where that is needed)
       python3 run.py COMMAND ...

commands:
  setup [--dev]           only set up: the environment .venv in this folder; with --dev also what developers need
  test [PYTEST ARGS]      run the tests: engine without Qt, window offscreen, end to end on a virtual display, packaging
  check                   run the linters and type checks
  bench [NAME...] [--json]
                          measure against the baselines
  fuzz [TARGET...] [--seconds N]
                          feed readers with changed files; --help names the readers
  cli ...                 run the command line `gradewright`
  package [ARGS]          build the installable package for this system
  lock [--upgrade]        remake the lock files in requirements/

Whatever is neither a command nor --help goes to the window. On Debian and Ubuntu, missing system libraries are
installed when run as root, and otherwise named.
"""

PURPOSE = "Gradewright's window"


def main(arguments: list[str]) -> int:
    """Run one command. The exit code is the command's own; 2 if it could not be started."""
    if arguments and arguments[0] in ("-h", "--help"):
        print(HELP, end="")
        return 0
    _leave_own_environment()
    command: Callable[[list[str]], int] = _window
    if arguments and arguments[0] in COMMANDS:
        command, arguments = COMMANDS[arguments[0]], arguments[1:]
    try:
        return command(arguments)
    except SetupError as error:
        print(error, file=sys.stderr)
        return BAD_SETUP
    except KeyboardInterrupt:
        return 130


def _leave_own_environment() -> None:
    """Start again with the Python behind an environment in this folder: it may have to be made anew while we run."""
    inside = sys.prefix != sys.base_prefix and os.path.realpath(sys.prefix).startswith(str(PROJECT) + os.sep)
    base = getattr(sys, "_base_executable", None)
    if inside and base and base != sys.executable:
        raise SystemExit(_replace_process([base, str(PROJECT / "run.py"), *sys.argv[1:]]))


def _window(arguments: list[str]) -> int:
    environment = _ready(window_environment(), system_libraries.needs_of_a_window())
    return _run_main(environment, "gradewright_desktop.app", "gradewright-desktop", arguments)


def _cli(arguments: list[str]) -> int:
    environment = _ready(window_environment(), ())
    return _run_main(environment, "gradewright.cli", "gradewright", arguments)


def _setup(arguments: list[str]) -> int:
    if set(arguments) - {"--dev"}:
        raise SetupError("`run.py setup` takes no argument but --dev.")
    environment = development_environment() if "--dev" in arguments else window_environment()
    _ready(environment, system_libraries.needs_of_a_window())
    for sentence in system_libraries.font_advice():
        print(sentence)
    print(f"Gradewright is set up in {environment.folder}: `python3 run.py` opens it.")
    return 0


def _test(arguments: list[str]) -> int:
    from bootstrap import suites

    if suites.needs_qt(arguments):
        needs = system_libraries.DRAWING
        if suites.needs_display(arguments):
            needs += system_libraries.X_DISPLAY + system_libraries.VIRTUAL_DISPLAY
        _ready(development_environment(), needs)
    _ready(engine_environment(), ())
    return suites.run_suites(arguments)


def _check(arguments: list[str]) -> int:
    from bootstrap import suites

    if arguments:
        raise SetupError("`run.py check` takes no arguments.")
    _ready(development_environment(), ())
    return suites.run_linters()


def _bench(arguments: list[str]) -> int:
    environment = _ready(development_environment(), system_libraries.DRAWING)
    command = [str(environment.python), "-m", "tests.benchmarks", *arguments]
    os.chdir(PROJECT)
    return _replace_process(command)


def _fuzz(arguments: list[str]) -> int:
    try:
        environment = _ready(fuzzing_environment(), ())
    except SetupError as error:
        raise SetupError(
            f"{error} Fuzzing needs atheris, which not every Python and system has; the same readers are tried "
            "without it by: python3 run.py test tests/core/fuzzing"
        ) from error
    start = f"import sys; sys.path.insert(0, {str(PROJECT / 'tests')!r}); from fuzz.__main__ import main; "
    return _replace_process([str(environment.python), "-P", "-c", f"{start}sys.exit(main())", *arguments])


def _package(arguments: list[str]) -> int:
    environment = _ready(development_environment(), system_libraries.DRAWING)
    os.chdir(PROJECT)
    return _replace_process([str(environment.python), "-m", "installers.build", *arguments])


def _lock(arguments: list[str]) -> int:
    return _replace_process([sys.executable, str(PROJECT / "requirements" / "compile.py"), *arguments])


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "setup": _setup,
    "test": _test,
    "check": _check,
    "bench": _bench,
    "fuzz": _fuzz,
    "cli": _cli,
    "package": _package,
    "lock": _lock,
}


def _ready(environment: Environment, needs: Sequence[system_libraries.Need]) -> Environment:
    """See to the system first (making an environment may need it too), then to the environment."""
    if not environment.up_to_date():
        needs = (*system_libraries.needs_of_an_environment(), *needs)
    system_libraries.provide(needs, PURPOSE)
    environment.ensure()
    return environment


def _run_main(environment: Environment, module: str, name: str, arguments: list[str]) -> int:
    # -P keeps the folder we stand in off the import path: a json.py lying there is none of ours. The console scripts
    # of the environment would do the same, but their first line breaks on long paths and on Windows' short ones.
    start = f"import sys; sys.argv[0] = {name!r}; from {module} import main; sys.exit(main())"
    return _replace_process([str(environment.python), "-P", "-c", start, *arguments])


def _replace_process(command: list[str]) -> int:
    """Become the program, so that signals and exit codes are its own. Windows cannot, and waits for it."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "nt":
        return subprocess.run(command, check=False).returncode
    os.execv(command[0], command)
