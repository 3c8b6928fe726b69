"""Names and files that are made to do harm: what is printed stays on its line, and exports stay off the library."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.core.cli.conftest import Shell

EVIL = "a\x1b[2J\u202eb\nc\x9bd"


def test_a_name_from_a_file_moves_no_cursor(shell: Shell) -> None:
    shell.write("q.jsonl", json.dumps({"question": EVIL}) + "\n")
    shell.ok("import", "q.jsonl")
    shell.ok("export", 1, "--format", "jsonld", "-o", "q.jsonld")
    tree = json.loads((shell.folder / "q.jsonld").read_text(encoding="utf-8"))
    shell.write("evil.jsonld", json.dumps({**tree, "name": EVIL, "creator": EVIL}))
    shell.write("a.jsonl", json.dumps({"question": EVIL, "answer": EVIL, "model": EVIL}) + "\n")

    commands = [
        ("import", "evil.jsonld", "a.jsonl"),
        *[("list",), ("show", 2), ("verify", 2), ("results", 2), ("lint", 2), ("lint", "evil.jsonld"), ("show", EVIL)],
    ]
    for command in commands:
        outcome = shell.ok(*map(str, command))
        assert not {"\x1b", "\x9b", "\u202e"} & set(outcome.out + outcome.err), command
        assert "b c" in outcome.out, command
    assert shell.ok("export", "2", "--format", "jsonl", "-o", "-").json["answer"] == EVIL


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names are text there")
def test_a_file_name_that_is_no_text_becomes_a_name_that_can_be_kept(shell: Shell) -> None:
    path = shell.folder / os.fsdecode(b"na\xffme.csv")
    path.write_text("question\nA?\n", encoding="utf-8")
    shell.ok("import", path)

    assert [each["name"] for each in shell.ok("list", "--json").json] == ["na\ufffdme"]
    shell.ok("export", "na\ufffdme", "--format", "jsonld", "-o", "out.jsonld")
    assert json.loads((shell.folder / "out.jsonld").read_text(encoding="utf-8"))["name"] == "na\ufffdme"


def test_joined_emoji_and_letters_stay_joined(shell: Shell) -> None:
    family, persian = "\U0001f469\u200d\U0001f467", "می\u200cخواهم"
    shell.write("q.csv", f"question\n{family} {persian}?\n")
    shell.ok("import", "q.csv")

    assert f"{family} {persian}?" in shell.ok("show", "q").out


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal", ".lock"])
def test_an_export_keeps_off_the_files_of_the_library(shell: Shell, end: str) -> None:
    shell.ok("sample")
    before = shell.library.read_bytes()
    outcome = shell("export", "1", "--format", "jsonld", "-o", f"{shell.library.name}{end}")

    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "library" in outcome.err
    assert shell.library.read_bytes() == before


def test_excel_is_for_csv(shell: Shell) -> None:
    shell.ok("sample")
    shell.ok("verify", "1")
    shell.ok("export", "1", "--format", "csv", "--excel", "-o", "r.csv")

    assert (shell.folder / "r.csv").read_bytes().startswith(b"\xef\xbb\xbfquestion_id,")
    outcome = shell("export", "1", "--format", "jsonl", "--excel", "-o", "r.jsonl")
    assert (outcome.code, outcome.err) == (2, "gradewright: --excel is for --format csv.\n")
