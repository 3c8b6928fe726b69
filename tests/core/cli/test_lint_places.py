"""Where a finding about a criterion points, in words."""

from __future__ import annotations

import pytest

from gradewright.cli.commands.lint import where
from gradewright.jobs.linting import LintReport
from gradewright.lint.finding import Finding, Place, Severity
from gradewright.model.question import Benchmark


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("must:0", "must 1"),
        ("must_not:2", "must not 3"),
        ("pass", "pass example"),
        ("anchor:2", "anchor of point 2"),
        ("pass_line", "pass line"),
        ("definition", "definition"),
    ],
)
def test_parts_of_criteria_have_the_names_that_people_know(part: str, words: str) -> None:
    report = LintReport(Benchmark(name="B"), traits={"c": "Dose"})
    found = Finding("no-statement", Severity.ERROR, Place(1, entry_id="c", part=part), "", "", "")
    assert where(found, report) == f"global rubric, “Dose”, {words}"
