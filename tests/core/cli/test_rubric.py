"""``gradewright rubric`` on real files and a real library."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from support.rubrics import criterion, full_rubric

from gradewright.formats.grading_rubric import read_rubric, write_rubric
from gradewright.rubrics.fingerprint import fingerprint
from gradewright.rubrics.versions import next_version

if TYPE_CHECKING:
    from tests.core.cli.conftest import Shell


def rubric_file(folder: Path, name: str = "r.json") -> Path:
    """Write version 1 of a full rubric and return its path."""
    rubric = replace(full_rubric(), versions=next_version(full_rubric(), datetime(2026, 1, 1, tzinfo=UTC)))
    path = folder / name
    path.write_bytes(write_rubric(rubric))
    return path


def test_a_rubric_is_taken_in_changed_and_exported_as_the_next_version(shell: Shell, tmp_path: Path) -> None:
    path = rubric_file(tmp_path)
    taken = shell.ok("rubric", "import", str(path), "--json").json
    assert (taken["kind"], taken["version"], taken["entries"]) == ("saved rubric", 1, 5)
    out = tmp_path / "out.json"
    again = shell.ok("rubric", "export", "Replies", "--kept", "-o", str(out))
    assert "version 1, fingerprint" in again.out
    assert read_rubric(out.read_bytes()).rubric == read_rubric(path.read_bytes()).rubric
    failures = tmp_path / "errors.json"
    failures.write_text(json.dumps({"categories": [{"id": "1", "label": "Late", "count": 3}]}), encoding="utf-8")
    said = shell.ok("rubric", "import", str(failures), "--into", "Replies", "--kept")
    assert "failure list, 1 added, 0 refreshed, 0 skipped." in said.out
    said = shell.ok("rubric", "export", "Replies", "--kept", "-o", str(out))
    assert "version 2 (new)" in said.out
    step = read_rubric(out.read_bytes()).rubric.versions.history[-1]
    assert (step.version, step.from_version, step.added, step.changed) == (2, 1, ("late",), ())
    found = shell.ok("rubric", "diff", str(path), str(out))
    assert "substantive: late, “Late”: added" in found.out
    assert "The difference is substantive. No result is stale." in found.out


def test_a_rubric_is_not_replaced_unless_it_may_be(shell: Shell, tmp_path: Path) -> None:
    path = rubric_file(tmp_path)
    shell.ok("sample")
    text = tmp_path / "list.md"
    text.write_text("- Tone\n- Price\n", encoding="utf-8")
    refused = shell("rubric", "import", str(path), "--into", "1")
    assert refused.code == 2
    assert "--replace" in refused.err
    shell.ok("rubric", "import", str(text), "--into", "1", "--replace")
    assert "tone: Tone" in shell.ok("rubric", "show", "1").out


def test_files_are_shown_written_and_checked_without_a_library(shell: Shell, tmp_path: Path) -> None:
    path = rubric_file(tmp_path)
    assert shell.ok("rubric", "fingerprint", str(path)).out.strip() == fingerprint(full_rubric())
    assert shell.ok("rubric", "show", str(path), "--json").json["version"] == 1
    text = shell.ok("rubric", "export", str(path), "--format", "markdown", "-o", str(tmp_path / "r.md"))
    assert "r.md: version 1" in text.out
    assert (tmp_path / "r.md").read_text(encoding="utf-8").startswith("# Replies\n")
    shell.ok("rubric", "export", str(path), "--format", "prd", "-o", str(tmp_path / "p.md"))
    assert "**Tone**" in (tmp_path / "p.md").read_text(encoding="utf-8")
    assert isinstance(shell.ok("rubric", "lint", str(path), "--json").json, list)


def test_a_difference_is_classified_and_can_fail(shell: Shell, tmp_path: Path) -> None:
    path = rubric_file(tmp_path)
    other = tmp_path / "other.json"
    rubric = full_rubric()
    reworded = criterion(must_pass=True, must_not=("Promises a date.",), must=("Repeats the whole order number.",))
    other.write_bytes(write_rubric(rubric.with_entries([reworded, *rubric.entries[1:]])))
    found = shell("rubric", "diff", str(path), str(other), "--fail-on", "substantive")
    assert found.code == 1
    assert "must: Repeats the {+whole +}order number." in found.out
    data = shell("rubric", "diff", str(path), str(other), "--fail-on", "breaking", "--json")
    assert (data.code, data.json["stale"]) == (0, ["names-order"])
    assert "The rubrics are the same." in shell.ok("rubric", "diff", str(path), str(path)).out


def test_what_is_wrong_is_said_by_its_place(shell: Shell, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"format": "gradewright-rubric", "criteria": [{"id": "a", "must": 3}]}', encoding="utf-8")
    failed = shell("rubric", "show", str(bad))
    assert failed.code == 2
    assert "/criteria/0/must: In criterion 1 (“a”): “must” has to be a list, not a number." in failed.err
    shell.ok("sample")
    assert "No rubric “x” is kept." in shell("rubric", "show", "x", "--kept").err
    assert shell("rubric", "show", "1", "--question", "999").code == 2
