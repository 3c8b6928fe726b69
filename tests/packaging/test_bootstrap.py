"""What run.py promises: it notices what is out of date or damaged, and says in a sentence what stands in the way."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from bootstrap import system_libraries
from bootstrap.building import clean_variables, explain, make_paths_relative
from bootstrap.commands import COMMANDS, HELP, main
from bootstrap.environment import PROJECT, Environment
from bootstrap.errors import SetupError
from bootstrap.exclusive import held
from bootstrap.suites import split_arguments
from bootstrap.system_libraries import Need

OLDEST_PYTHON_THAT_SHOULD_UNDERSTAND = (3, 4)


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """A finished environment, as far as the checks look at one."""
    lock = tmp_path / "lock.txt"
    lock.write_text("pydantic==2\n")
    made = Environment(tmp_path / "Ordner mit ü" / ".venv", lock)
    (made.site_packages / "pydantic").mkdir(parents=True)
    made.python.parent.mkdir(parents=True, exist_ok=True)
    made.python.touch()
    made.seal()
    return made


def test_an_old_python_can_read_run_py() -> None:
    source = (PROJECT / "run.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=OLDEST_PYTHON_THAT_SHOULD_UNDERSTAND)


def test_a_finished_environment_needs_nothing(environment: Environment) -> None:
    assert environment.up_to_date()
    assert not environment.ensure()


def test_a_changed_lock_is_noticed_and_done_in_place(environment: Environment) -> None:
    environment.lock.write_text("pydantic==3\n")
    assert not environment.up_to_date()
    assert environment.usable_as_it_is()


def test_a_lost_package_is_noticed(environment: Environment) -> None:
    (environment.site_packages / "pydantic").rmdir()
    assert not environment.usable_as_it_is()


def test_a_lost_python_is_noticed(environment: Environment) -> None:
    environment.python.unlink()
    assert not environment.usable_as_it_is()


def test_an_interrupted_setup_is_noticed(environment: Environment) -> None:
    environment.unseal()
    assert not environment.usable_as_it_is()


def test_a_scribbled_stamp_is_no_stamp(environment: Environment) -> None:
    next(environment.folder.glob("*.json")).write_text('{"python": 3}')
    assert environment.stamp() is None


def test_packages_that_somebody_added_do_no_harm(environment: Environment) -> None:
    (environment.site_packages / "ipython").mkdir()
    assert environment.up_to_date()


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("NewConnectionError(...): Temporary failure in name resolution", "index cannot be reached"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "not the one that was locked"),
        ("ERROR: [Errno 28] No space left on device", "disk is full"),
        ("ERROR: No matching distribution found for pyside6-essentials==6.11.3", "no ready-made package pyside6-ess"),
        ("ERROR: first\nERROR: something else", "could not be installed: something else"),
        ("", "no reason given"),
    ],
)
def test_what_pip_says_becomes_a_sentence(output: str, sentence: str) -> None:
    assert sentence in str(explain(output))


def test_the_installation_is_found_in_any_folder_and_locale(tmp_path: Path) -> None:
    """Python 3.11 ends at its start when a path file holds letters that the locale's encoding lacks."""
    site_packages = tmp_path / "Jürgens Ordner" / ".venv" / "lib"
    site_packages.mkdir(parents=True)
    paths = site_packages / "_editable_impl_gradewright.pth"
    paths.write_text(f"{tmp_path / 'Jürgens Ordner' / 'core'}\n", encoding="utf-8")
    make_paths_relative(site_packages)
    assert paths.read_text(encoding="ascii") == os.path.join("..", "..", "core") + "\n"  # noqa: PTH118


def test_variables_that_lead_python_astray_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.setenv("PIP_TARGET", "/elsewhere")
    assert not {"PYTHONPATH", "PIP_TARGET"} & set(clean_variables())


def test_tests_are_told_from_options() -> None:
    one_test = "tests/packaging/test_bootstrap.py::test_x"
    paths, options = split_arguments(["-k", "rubric", "tests/packaging", one_test, "-x"])
    assert paths == ["tests/packaging", one_test]
    assert options == ["-k", "rubric", "-x"]


def test_the_second_setup_waits_for_the_first(tmp_path: Path) -> None:
    waited = Event()

    def second() -> None:
        with held(tmp_path / "lock"):
            waited.set()

    with held(tmp_path / "lock"):
        thread = Thread(target=second)
        thread.start()
        assert not waited.wait(timeout=0.1)
    thread.join(timeout=10)
    assert waited.is_set()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="nowhere cannot be written"), held(tmp_path / "nowhere" / "lock"):
        pass


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    assert printed == HELP
    assert all(f"  {command}" in printed for command in COMMANDS)


needs_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Linux's libraries")


@needs_linux
def test_a_missing_library_is_named_with_the_command_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_libraries, "runs", lambda program: True)
    monkeypatch.setattr(system_libraries, "_has_candidate", lambda package: package == "libnew2t64")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    absent = Need("libabsent.so.2", system_libraries.loads, ("libnew2t64", "libnew2"))
    with pytest.raises(SetupError, match=r"The window needs .*apt-get install libnew2t64`"):
        system_libraries.provide([absent], "The window")


@needs_linux
def test_without_apt_the_libraries_themselves_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_libraries, "runs", lambda program: False)
    absent = Need("libabsent.so.2", system_libraries.loads, ("libabsent2",))
    with pytest.raises(SetupError, match=r"your distribution's packages.*libabsent\.so\.2"):
        system_libraries.provide([absent], "The window")


@needs_linux
def test_the_offscreen_platform_needs_no_display_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert system_libraries.needs_of_a_window() == system_libraries.DRAWING
