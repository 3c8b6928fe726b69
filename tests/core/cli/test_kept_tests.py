"""Kept tests through the shell: in the findings of a file and of the library, and in what is exported."""

from __future__ import annotations

import json
from dataclasses import replace

from support.checkpoints import NOW

from gradewright.formats.karenina_jsonld import write_checkpoint
from gradewright.formats.template_source import write_template
from gradewright.model.kept_test import KeptTest
from gradewright.model.primitives import make_primitive
from gradewright.model.question import Benchmark, Question
from gradewright.model.template import FieldKind, Template, TemplateField

from .conftest import Shell

DOSE = TemplateField("dose", "int", FieldKind.WHOLE_NUMBER, "How much", 1000, make_primitive("NumericExact", {}))
HOLDS = KeptTest("Take 1000 mg", {"dose": 1000}, "pass", {"dose": "pass"})
BROKEN = replace(HOLDS, text="Take 2000 mg", values={"dose": 2000})
PROPERTY = "gradewright_kept_tests"


def test_a_broken_one_is_an_error_of_the_file_and_of_the_library(shell: Shell) -> None:
    question = Question("k", "How much?", "1000 mg", write_template(Template((DOSE,))), kept_tests=(HOLDS, BROKEN))
    raw = b"".join(write_checkpoint(Benchmark("Doses", "d"), [question], now=NOW))
    path = shell.write("doses.jsonld", raw.decode())
    said = shell("lint", path, "--fail-on", "error")
    assert said.code == 1
    assert "error: question 1, kept test 2: “Take 2000 mg” was pass, is fail now  [kept-test-broken]" in said.out
    assert "Expect the new outcome: verdict: fail | dose: fail" in said.out
    shell.ok("import", path)
    (found,) = shell.ok("lint", "Doses", "--json").json["findings"]
    assert (found["rule"], found["severity"], found["part"]) == ("kept-test-broken", "error", "kept-test:1")
    shell.ok("export", "Doses", "--format", "jsonld", "-o", "out.jsonld")
    (element,) = json.loads((shell.folder / "out.jsonld").read_text(encoding="utf-8"))["dataFeedElement"]
    (kept,) = [entry["value"] for entry in element["item"]["additionalProperty"] if entry["name"] == PROPERTY]
    assert [test["text"] for test in json.loads(kept)] == ["Take 1000 mg", "Take 2000 mg"]
