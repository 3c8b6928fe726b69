"""Bad use and bad input: one sentence on standard error, exit code 2, and a library as it was."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.core.cli.conftest import Shell

CHECKPOINTS = Path(__file__).parents[2] / "data" / "conformance" / "checkpoints"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["exprot"], "No command “exprot”. Nearest: “export”."),
        ([], "Missing: COMMAND. See: gradewright --help"),
        (["list", "--jsn"], "No option “--jsn”. Nearest: “--json”. See: gradewright list --help"),
        (["export", "x", "--fromat", "csv", "-o", "f"], "No option “--fromat”. Nearest: “--format”."),
        (["answers", "imprt"], "No command “imprt”. Nearest: “import”."),
        (["answers", "import", "b", "f", "--modle", "m"], "No option “--modle”. Nearest: “--model”."),
        (["list", "more"], "“more” is one argument too many."),
        (["export", "b", "--format", "jsonl"], "Missing: -o/--output."),
        (["export", "b", "--format", "jsnl", "-o", "f"], "--format cannot be “jsnl”. Nearest: “jsonl”."),
        (["verify", "b", "--fail-on", "fial"], "--fail-on cannot be “fial”. Nearest: “fail”. It can be fail or blank."),
        (["results", "b", "--run", "two"], "--run: invalid int value: 'two'."),
        (["--libary", "f", "list"], "No option “--libary”. Nearest: “--library”."),
        (["import", "none.jsonld"], "none.jsonld: There is no such file."),
        (["lint", "none.jsonld"], "none.jsonld: There is no such file."),
        (["import", "."], "This is a folder, not a file."),
    ],
)
def test_one_sentence_names_what_is_wrong(shell: Shell, arguments: list[str], words: str) -> None:
    outcome = shell(*arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1
    assert outcome.err.startswith("gradewright: ")
    assert words in outcome.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "minimla"], "minimal"),
        (["verify", "minimal"], "has no recorded answers yet"),
        (["results", "minimal"], "has no run yet"),
        (["export", "minimal", "--format", "csv", "-o", "out.csv"], "has no run yet"),
        (["export", "minimal", "--format", "jsonld", "-o", "none/out.jsonld"], "The folder does not exist."),
        (["verify", "minimal", "--resume"], "nothing to resume"),
        (["import", "a.csv"], "to which benchmark they belong"),
        (["answers", "import", "minimal", "a.csv"], "a.csv, line 2: No question has the id “q”."),
        (
            ["answers", "import", "minimal", str(CHECKPOINTS / "few-shot.jsonld")],
            "This is a benchmark, not recorded answers.",
        ),
        (["import", "bad.jsonld", str(CHECKPOINTS / "few-shot.jsonld")], "bad.jsonld, "),
    ],
)
def test_bad_input_leaves_the_library_as_it_was(shell: Shell, arguments: list[str], words: str) -> None:
    shell.write("a.csv", "question_id,answer,model\nq,x,m\n")
    shell.write("bad.jsonld", '{"@context": {}, "name": "x", "dataFeedElement": [{]}')
    shell.ok("import", CHECKPOINTS / "minimal.jsonld")
    before = shell.ok("show", "minimal", "--json").json
    outcome = shell(*arguments)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1), outcome
    assert words in outcome.err
    assert shell.ok("show", "minimal", "--json").json == before
    assert len(shell.ok("list", "--json").json) == 1
    assert not (shell.folder / "out.csv").exists()


def test_a_process_ends_with_the_same_code_and_words(shell: Shell) -> None:
    for arguments in (["exprot"], ["list", "--jsn"], ["import", "東京.jsonld"]):
        inside, outside = shell(*arguments), shell.process(*arguments)
        assert (outside.code, outside.out) == (2, "")
        assert outside.err == inside.err


def test_a_fault_of_the_program_is_no_finding(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object, **options: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("gradewright.jobs.sample.add_sample", broken)
    outcome = shell("sample")
    assert (outcome.code, outcome.out) == (70, "")
    assert "has a fault" in outcome.err
    assert "RuntimeError: a fault" in outcome.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize(
    "arguments", [["list"], ["show", "1", "--json"], ["export", "1", "--format", "csv", "-o", "-"]]
)
def test_a_full_disk_behind_the_output_is_a_sentence(shell: Shell, arguments: list[str]) -> None:
    shell.ok("sample")
    shell.ok("verify", "1")
    command = shell.command("--library", str(shell.library), *arguments)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, env=shell.environment, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode().startswith("gradewright: The output cannot be written: No space left on device.")
    assert done.stderr.count(b"\n") == 1


def test_a_folder_is_no_library(shell: Shell) -> None:
    shell.library.mkdir()
    for arguments in (["list"], ["sample"]):
        outcome = shell(*arguments)
        assert (outcome.code, outcome.err.count("\n")) == (2, 1)
        assert "This is a folder, not a library." in outcome.err


def test_a_file_that_is_no_library_is_refused_and_kept(shell: Shell) -> None:
    shell.library.write_text("notes", encoding="utf-8")
    outcome = shell("list")
    assert outcome.code == 2
    assert str(shell.library) in outcome.err
    assert shell.library.read_text(encoding="utf-8") == "notes"


def test_reading_makes_no_library(shell: Shell) -> None:
    for arguments in (["list"], ["show", "x"], ["verify", "x"], ["export", "x", "--format", "csv", "-o", "f"]):
        outcome = shell(*arguments)
        assert outcome.code == 2
        assert "There is no such library." in outcome.err
        assert not shell.library.exists()


def test_an_export_replaces_a_file_as_a_whole(shell: Shell) -> None:
    shell.ok("import", CHECKPOINTS / "minimal.jsonld")
    target = shell.write("out.md", "before\n" * 1000)
    shell.ok("export", "minimal", "--format", "markdown", "-o", target)
    assert target.read_text(encoding="utf-8").startswith("# minimal")


def test_the_reader_of_the_output_may_go_away(shell: Shell) -> None:
    shell.ok("import", CHECKPOINTS / "thousand-questions.jsonld")
    command = shell.command("--library", str(shell.library), "show", "1", "--json")
    with subprocess.Popen(command, env=shell.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_stops_a_run_that_can_be_resumed(shell: Shell) -> None:
    shell.ok("sample")
    row = {"question": "May I drink a glass of wine while I take metronidazole?", "model": "m"}
    answers = "".join(json.dumps({**row, "answer": f"No {number}."}) + "\n" for number in range(40_000))
    shell.write("many.jsonl", answers)
    shell.ok("answers", "import", "1", "many.jsonl")
    command = shell.command("--library", str(shell.library), "verify", "1")
    with subprocess.Popen(
        command, env=shell.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while shell("show", "1", "--json").json["counts"]["runs"] == 0:
            pass
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "--resume goes on with the rest" in err
    assert "Traceback" not in err
    stopped = shell.ok("results", "1", "--verdict", "pass", "--json").json
    assert stopped["state"] == "stopped"
    assert stopped["answers"]["total"] < 40_024
    finished = shell.ok("verify", "1", "--resume", "--json").json
    assert (finished["state"], finished["answers"]["total"]) == ("complete", 40_024)
