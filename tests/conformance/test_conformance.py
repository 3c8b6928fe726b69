"""The engine agrees with the recorded cases, but for what ``deviations.toml`` explains."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance import run, values
from conformance.cases import Observation, differences

DATA = Path(__file__).resolve().parents[1] / "data" / "conformance"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "conformance"
RULES = [{"id": "rule", "files": ["a.json"], "counted": "different on purpose"}]


def folders() -> list[Path]:
    """Return the folders to compare: the cases kept here, and those beside the checkout where there are any."""
    return [folder for folder in (DATA, SHARED) if (folder / "karenina").is_dir()]


@pytest.mark.slow
@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.parent.name)
def test_nothing_differs_unexplained(folder: Path) -> None:
    rows = run.compare(folder)

    assert {row.name for row in rows} >= {*run.OBSERVERS, *run.PROGRAMS}
    assert all(row.cases for row in rows)
    assert [problem for row in rows for problem in row.problems] == []


def test_every_deviation_occurs_in_files_that_are_compared() -> None:
    for rule in run.deviations():
        assert set(rule["files"]) <= {*run.OBSERVERS, *run.PROGRAMS}
        assert rule["counted"] in (run.ON_PURPOSE, run.NOT_RUN)
        assert rule["reason"].strip()


def test_a_difference_counts_as_one() -> None:
    judged = run.judge("a.json", {"result": True}, Observation({"result": False}), RULES)

    assert judged[0] == run.DIFFERENT
    assert judged[2] == ["result: recorded True, here False"]


def test_a_deviation_excuses_nothing_else() -> None:
    outcome = run.judge("a.json", {"result": True}, Observation({"result": False}, deviation="rule"), RULES)[0]

    assert outcome == run.DIFFERENT


def test_a_deviation_has_to_be_listed_for_the_file() -> None:
    observation = Observation({"result": True}, deviation="rule")

    assert run.judge("a.json", {"result": True}, observation, RULES)[0] == run.ON_PURPOSE
    assert run.judge("b.json", {"result": True}, observation, RULES)[0] == run.DIFFERENT


def test_a_case_is_only_left_out_with_a_rule_for_that() -> None:
    assert run.judge("a.json", {}, Observation(not_run="rule"), RULES)[0] == run.DIFFERENT


def test_a_fault_is_a_difference_and_the_other_cases_still_count(tmp_path: Path) -> None:
    cases = '{"cases": [{"id": "odd"}, {"id": "ok", "input": null, "expected": {"template_id": "no_template"}}]}'
    (tmp_path / "template_ids.json").write_text(cases.replace('"odd"', '"odd", "expected": {}'), encoding="utf-8")

    (row,) = run.compare(tmp_path)

    assert (row.counts[run.EQUAL], row.counts[run.DIFFERENT]) == (1, 1)
    assert "KeyError" in row.problems[0]


def test_an_empty_folder_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([str(tmp_path)]) == 2
    assert "no case files" in capsys.readouterr().err


def test_errors_count_by_being_there() -> None:
    assert differences({"check_error": "TypeError"}, {"check_error": "something else"}) == []
    assert len(differences({"check_error": "TypeError"}, {"check": True})) == 2


@pytest.mark.parametrize(
    ("left", "right"), [(1, 1.0), (1, True), (0.0, -0.0), ([1], [1, 2]), ({"a": 1}, {"b": 1}), ("1", 1)]
)
def test_values_of_different_types_differ(left: Any, right: Any) -> None:
    assert not values.same(left, right)


def test_tagged_values_are_decoded() -> None:
    digits = "9" * 5000
    decoded = values.decode({"n": {"$int": f"-{digits}"}, "t": {"$tuple": [1, {"$float": "nan"}]}, "s": {"$set": [1]}})

    assert decoded["n"] == -(10**5000 - 1)
    assert values.same(decoded["t"], (1, float("nan")))
    assert decoded["s"] == {1}
