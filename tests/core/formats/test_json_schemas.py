"""What is written fits the published schemas, and what is refused does not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from support.rubrics import criterion, full_rubric

from gradewright.formats.grading_results import rows_jsonl
from gradewright.formats.grading_rubric import write_rubric
from gradewright.formats.json_schemas import SCHEMAS, json_schema
from gradewright.model.rubric import Rubric
from gradewright.rubrics.result_rows import Graded, result_rows
from gradewright.rubrics.verdicts import Judgement


def fits(name: str, value: Any) -> bool:
    """Return whether a value fits a schema."""
    return Draft202012Validator(json_schema(name)).is_valid(value)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(json_schema(name))


@pytest.mark.parametrize("rubric", [full_rubric(), Rubric(), Rubric((criterion(),))])
def test_rubrics_that_are_written_fit(rubric: Rubric) -> None:
    assert fits("grading-rubric", json.loads(write_rubric(rubric)))


@pytest.mark.parametrize(
    "member",
    [{"must": "x"}, {"scale": {"points": 7}}, {"scoring": "scale", "scale": None}, {"status": "old"}, {"id": ""}],
)
def test_rubrics_that_are_refused_do_not_fit(member: dict[str, Any]) -> None:
    root = json.loads(write_rubric(full_rubric()))
    root["criteria"][0] |= member
    assert not fits("grading-rubric", root)


def test_result_rows_fit() -> None:
    graded = Graded("i", "g", {"names-order": Judgement(True), "tone": Judgement(7, raw="7")})
    rows = [json.loads(line) for line in rows_jsonl(result_rows(full_rubric(), [graded]))]
    assert [row["scorer"] for row in rows] == ["names-order", "tone", ""]
    assert all(fits("result-row", row) for row in rows)


def test_failure_lists_fit() -> None:
    assert fits("failure-list", {"categories": [{"id": 1, "label": "A", "count": "12", "status": "active"}]})
    assert not fits("failure-list", {"categories": [{"label": "A", "count": "many"}]})
    assert not fits("failure-list", {"session": []})
