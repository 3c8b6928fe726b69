"""What people do with the command line, from the first file to the exported results."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.checkpoints import rating, root

if TYPE_CHECKING:
    from tests.core.cli.conftest import Shell

CHECKPOINTS = Path(__file__).parents[2] / "data" / "conformance" / "checkpoints"


def test_the_sample_from_nothing_to_results(shell: Shell) -> None:
    assert "No benchmark yet" in shell.process("list", library=False).out
    assert shell.process("sample").code == 0
    assert shell.process("list", "--json").json[0]["answers"] == 24
    verified = shell.process("verify", "Discharge medication")
    assert "13 pass, 10 fail, 1 blank." in verified.out
    assert "23 of 24 answers judged" in verified.out
    assert "Needs a judge" in verified.out
    assert verified.err == ""
    table = shell.process("results", "1").out
    assert "template (max_daily_dose_mg, stop_below_egfr)" in table
    assert "template (no values)" in table
    results = shell.process("results", "1", "--verdict", "fail", "--model", "atlas-mini", "--json").json
    assert results["answers"]["fail"] == 10
    assert {result["verdict"] for result in results["results"]} == {"fail"}
    rows = csv.DictReader(io.StringIO(shell.process("export", "1", "--format", "csv", "-o", "-").out))
    assert len(list(rows)) == 24


def test_checkpoints_go_through_the_library_unchanged(shell: Shell) -> None:
    paths = [CHECKPOINTS / f"{name}.jsonld" for name in ("five-trait-kinds", "legacy-layout", "scenario-rich")]
    for path, report in zip(paths, shell.ok("import", *paths, "--json").json, strict=True):
        shell.ok("export", str(report["benchmark"]["id"]), "--format", "jsonld", "-o", "out.jsonld")
        assert (shell.folder / "out.jsonld").read_bytes() == path.read_bytes(), path.name


def test_the_same_file_twice_is_a_copy(shell: Shell) -> None:
    path = CHECKPOINTS / "minimal.jsonld"
    outcome = shell.ok("import", path, path)
    assert "into “minimal (2)”" in outcome.out
    assert "This is a copy: the library already has “minimal”." in outcome.out
    assert [row["name"] for row in shell.ok("list", "--json").json] == ["minimal", "minimal (2)"]


def test_answers_by_id_and_by_text_with_what_does_not_fit(shell: Shell) -> None:
    shell.write("q.csv", "id;question;answer\nq1;Was ist 2+2?;4\nq2;日本の首都は？;東京\n")
    shell.write("a.csv", "question_id,question,answer,replicate\nq1,,Vier,1\n,日本の首都は？,東京,1\nq9,,x,1\n")
    shell.ok("import", "q.csv")
    outcome = shell.ok("answers", "import", "q", "a.csv", "--model", "m")
    assert outcome.warnings == ["warning: a.csv, line 4, left out: No question has the id “q9”."]
    assert "2 answers into “q”, 1 row left out." in outcome.out
    strict = shell("answers", "import", "q", "a.csv", "--model", "m", "--strict")
    assert strict.code == 2
    assert strict.err.startswith("gradewright: a.csv, line 4: No question has the id “q9”.")
    assert shell.ok("show", "q", "--json").json["models"] == {"m": 2}


def test_names_in_any_script_arrive_on_a_c_locale(shell: Shell) -> None:
    (shell.folder / "河.csv").write_text("id,question\nq,最长的河？\n", encoding="utf-8")
    (shell.folder / "a.csv").write_text("question_id,answer\nq,尼罗河\n", encoding="utf-8")
    assert "into “河”" in shell.process("import", "河.csv").out
    assert shell.process("answers", "import", "河", "a.csv", "--model", "模型").code == 0
    assert "1 recorded answer of 模型." in shell.process("show", "河").out
    assert shell.process("lint", "河", "--json").json["benchmark"] == "河"


def test_show_names_everything_in_a_benchmark(shell: Shell) -> None:
    shell.ok("sample")
    text = shell.process("show", "Discharge medication").out
    for words in (
        "12 questions, 10 finished.",
        "llm, literal",
        "二甲双胍漏服一次怎么办？",
        "12 recorded answers of atlas-mini.",
    ):
        assert words in text
    data = shell.ok("show", "1", "--json").json
    assert data["counts"]["questions"] == len(data["questions"]) == 12
    first = data["questions"][0]["template"]
    assert (first["kind"], first["fields"][2]["rule"]["tolerance"]) == ("declarative", 1.0)
    assert [trait["type"] for trait in data["rubric"]] == ["regex", "regex", "regex", "llm", "llm", "llm"]


def test_findings_of_a_file_and_of_the_library_are_the_same(shell: Shell) -> None:
    path = CHECKPOINTS / "verified-fields.jsonld"
    shell.ok("import", path)
    of_file, of_library = shell.ok("lint", path, "--json").json, shell.ok("lint", "verified-fields", "--json").json
    assert of_file == of_library
    assert of_file["counts"]["error"] == 2
    assert {"rule", "severity", "question", "part", "message"} <= of_file["findings"][0].keys()


@pytest.mark.parametrize(("limit", "code"), [("error", 0), ("warning", 1), ("hint", 1)])
def test_lint_fails_on_what_it_is_told_to(shell: Shell, limit: str, code: int) -> None:
    shell.write("q.csv", "question,answer\nWhy?,r\nWhy?,r\n")
    outcome = shell("lint", "q.csv", "--fail-on", limit)
    assert outcome.code == code
    assert "is asked in question 1, too" in outcome.out


@pytest.mark.parametrize(("what", "answer", "code"), [("fail", "x", 1), ("fail", "5", 0), ("blank", "", 1)])
def test_verify_and_results_fail_on_what_they_are_told_to(shell: Shell, what: str, answer: str, code: int) -> None:
    fields = {"a": int(answer)} if answer == "5" else {"a": 0} if answer else None
    shell.ok("import", CHECKPOINTS / "verified-fields.jsonld")
    question = next(q for q in shell.ok("show", "1", "--json").json["questions"] if len(q["template"]["fields"]) > 1)
    row = {"question_id": question["id"], "model": "m", "answer": "text"}
    if fields is not None:
        truth = {f["name"]: f["ground_truth"] for f in question["template"]["fields"]}
        row["fields"] = truth if code == 0 else dict.fromkeys(truth)
    shell.write("a.jsonl", json.dumps(row) + "\n")
    shell.ok("answers", "import", "1", "a.jsonl")
    verified = shell("verify", "1", "--fail-on", what)
    assert (verified.code, shell("results", "1", "--fail-on", what).code) == (code, code), verified
    assert shell("verify", "1").code == 0


def test_the_library_may_be_named_before_or_after_the_command(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.ok("sample")
    after = shell("list", "--library", shell.library, "--json", library=False)
    assert after.json == shell.ok("list", "--json").json
    below = shell("answers", "import", "1", "none.csv", "--library", shell.library, library=False)
    assert below.err.startswith("gradewright: none.csv: There is no such file.")
    monkeypatch.setenv("GRADEWRIGHT_LIBRARY", str(shell.library))
    assert shell("list", "--json", library=False).json == after.json


def test_without_a_name_the_library_is_where_the_system_keeps_data(shell: Shell) -> None:
    assert shell("sample", library=False).code == 0
    assert list((shell.folder / "data" / "gradewright").glob("My library.gradewright"))
    assert shell("list", "--json", library=False).json[0]["name"] == "Discharge medication"


def test_show_says_which_patterns_take_accents_in_either_form(shell: Shell) -> None:
    pattern = {"@type": "PropertyValue", "name": "pattern", "value": "é"}
    form = {"@type": "PropertyValue", "name": "gradewright_unicode_form", "value": "NFC"}
    shell.write("b.jsonld", json.dumps(root(rating=[rating("GlobalRegexTrait", pattern, form)])))
    shell.ok("import", "b.jsonld")

    assert "regex, NFC" in shell.ok("show", "1").out
    assert shell.ok("show", "1", "--json").json["rubric"][0]["normalize"] is True
