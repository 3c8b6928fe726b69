"""Templates that a script defines as classes do what the recorded cases say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conformance.cases import differences
from conformance.values import decode
from pydantic import Field
from support.script_templates import observe_declared, observe_hand_written

from gradewright.schemas import BadArgument, BaseAnswer, DoubtfulRule, VerifiedField
from gradewright.schemas.primitives import (
    AnyOf,
    AtLeastN,
    BooleanMatch,
    ExactMatch,
    FieldCheck,
    NumericExact,
    NumericTolerance,
    TraceContains,
)
from gradewright.verify.errors import CheckError

ROOT = Path(__file__).resolve().parents[3]
CASES = (ROOT / "tests" / "data" / "conformance" / "karenina", ROOT.parent / "shared" / "conformance" / "karenina")

pytestmark = pytest.mark.filterwarnings("ignore::gradewright.schemas.DoubtfulRule")


def cases(name: str) -> list[dict[str, Any]]:
    """Return the recorded cases that are there, each once."""
    found: dict[str, dict[str, Any]] = {}
    for folder in CASES:
        if (folder / name).is_file():
            read = json.loads((folder / name).read_text(encoding="utf-8"))
            found |= {case["id"]: case for case in read["cases"]}
    return list(found.values())


@pytest.mark.filterwarnings("ignore:Field name")
def test_declared_templates_agree_with_the_recorded_cases() -> None:
    recorded = cases("templates.json")
    told = {case["id"]: differences(decode(case["expected"]), observe_declared(case)) for case in recorded}

    assert len(recorded) >= 150
    assert {name: said for name, said in told.items() if said} == {}


def test_hand_written_templates_agree_with_the_recorded_cases() -> None:
    recorded = [case for case in cases("handwritten_templates.json") if case["expected"].get("class_name")]
    told = {}
    for case in recorded:
        expected = {name: value for name, value in decode(case["expected"]).items() if name != "template_valid"}
        told[case["id"]] = differences(expected, observe_hand_written(case))

    assert len(recorded) >= 30
    assert {name: said for name, said in told.items() if said} == {}


class River(BaseAnswer):
    """A template of two facts, the first counting three times."""

    name: str = VerifiedField(description="its name", ground_truth="Danube", verify_with=ExactMatch(), weight=3.0)
    countries: int = VerifiedField(description="how many it crosses", ground_truth=10, verify_with=NumericExact())


def test_the_fields_that_failed_are_told() -> None:
    answer = River(name="danube", countries=4)

    assert answer.verify() is False
    assert answer.verify_granular() == 0.75
    assert answer.field_results == {"name": True, "countries": False}
    assert answer.field_results() == answer.field_results
    assert answer.field_results.failed == ["countries"]
    assert answer.field_scores == {"name": 1.0, "countries": 0.0}


def test_a_changed_value_is_seen() -> None:
    answer = River(name="danube", countries=4)
    answer.countries = 10

    assert answer.verify() is True


def test_no_ground_truth_is_in_the_schema_that_a_judge_gets() -> None:
    schema = json.dumps(River.model_json_schema())

    assert "Danube" not in schema
    assert "__verification__" not in schema
    assert "how many it crosses" in schema


def test_a_check_that_cannot_be_made_names_its_field() -> None:
    class Odd(BaseAnswer):
        size: Any = VerifiedField(description="size", ground_truth="large", verify_with=NumericExact())

    with pytest.raises(CheckError, match="size"):
        Odd(size=3).verify()


def test_a_strategy_over_an_unknown_field_is_an_error() -> None:
    class Odd(River):
        class VerificationStrategy:
            verify_strategy = AnyOf(conditions=[FieldCheck(field="length")])

    with pytest.raises(CheckError, match="length"):
        Odd(name="x", countries=1).verify()


def test_a_trace_rule_reads_the_whole_answer() -> None:
    class Cited(BaseAnswer):
        cited: bool = VerifiedField(
            description="cites", ground_truth=True, verify_with=TraceContains(substring="[1]"), default=False
        )

    answer = Cited()
    with pytest.raises(CheckError, match="text is needed"):
        answer.verify()
    answer.set_raw_trace("So it is [1].")
    assert answer.verify() is True


def test_a_field_that_was_not_found_neither_passes_nor_scores() -> None:
    answer = River.model_construct(name="danube", countries=None)
    answer.set_null_fields(["countries"])

    assert answer.field_results == {"name": True, "countries": None}
    assert answer.verify() is False
    assert answer.verify_granular() == 0.75


def test_a_subclass_has_its_own_rules() -> None:
    class Longer(River):
        length: float = VerifiedField(
            description="km", ground_truth=2850, verify_with=NumericTolerance(tolerance=50, mode="absolute")
        )

    assert Longer(name="Danube", countries=10, length=2800).verify() is True
    assert Longer(name="Danube", countries=10, length=2799).verify() is False
    assert River(name="Danube", countries=10).verify() is True


def test_own_code_wins_over_the_automatic_one() -> None:
    class Lenient(River):
        def verify(self) -> bool:
            return self.field_results["name"] is True

    answer = Lenient(name="Danube", countries=3)
    assert answer.verify() is True
    assert answer.verify_granular() == 0.75


@pytest.mark.filterwarnings("error")
def test_a_relative_tolerance_is_told_once_with_what_it_accepts() -> None:
    rule = NumericTolerance(tolerance=0.5)
    with pytest.warns(DoubtfulRule, match=r"around 7\.2 it accepts 3\.6 to 10\.8") as told:
        VerifiedField(description="HbA1c", ground_truth=7.2, verify_with=rule)
    # Told already; another warning would be an error here.
    assert rule.check(8.9, 7.2) is True
    assert rule.score(8.9, 7.2) == 1.0
    assert len(told) == 1
    assert told[0].filename == __file__


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("mode", ["relative", "absolute"])
def test_a_mode_that_is_said_is_meant(mode: Any) -> None:
    VerifiedField(description="x", ground_truth=1, verify_with=NumericTolerance(tolerance=0.5, mode=mode))


@pytest.mark.parametrize(
    ("declare", "says"),
    [
        (lambda: VerifiedField("", 1, NumericExact()), "description"),
        (lambda: VerifiedField("x", verify_with=NumericExact()), "ground_truth"),
        (lambda: VerifiedField("x", 1), "needs a rule"),
        (lambda: VerifiedField("x", 1, NumericExact), "not its class"),
        (lambda: VerifiedField("x", 1, NumericExact(), weight=None), "weight"),
        (lambda: VerifiedField("x", 1, NumericExact(), wieght=2), "Nearest: “weight”"),
        (lambda: VerifiedField("x", object(), NumericExact()), "cannot be stored"),
        (lambda: AtLeastN(n=-1), "from 0"),
        (lambda: AnyOf(conditions=["name"]), "no condition"),
        (lambda: AnyOf(condition=[]), "Nearest: “conditions”"),
        (lambda: type("Bad", (BaseAnswer,), {"__annotations__": {"correct": str}, "__module__": __name__}), "correct"),
    ],
)
def test_what_makes_no_template_says_why(declare: Any, says: str) -> None:
    with pytest.raises(BadArgument, match=says):
        declare()


def test_positions_and_options_go_where_they_belong() -> None:
    class Placed(BaseAnswer):
        yes: bool = VerifiedField("is it", True, BooleanMatch(), 2.0, "look at the end", default=False)
        note: str = Field(default="")

    assert Placed().verify() is False
    assert Placed(yes=True, other=3).verify() is True
    assert Placed(other=3).model_extra == {"other": 3, "correct": {"yes": True}}
