"""Answer classes: scripts and programs from files have one class with one set of rules, and two faces of it."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from pydantic import Field

from gradewright.errors import InvalidValue
from gradewright.model.primitives import ExactMatch
from gradewright.schemas import entities
from gradewright.schemas import primitives as script
from gradewright.verify import answer_class
from gradewright.verify.written_template import WrittenTemplate

FACES = [
    pytest.param(answer_class.BaseAnswer, answer_class.VerifiedField, id="program"),
    pytest.param(entities.BaseAnswer, entities.VerifiedField, id="script"),
]
SOURCE = """
class Answer(BaseAnswer):
    river: str = VerifiedField(description="its name", ground_truth="Danube", verify_with=ExactMatch())

    def model_post_init(self, context):
        super().model_post_init(context)
        self.regex = {"named": {"pattern": "Danube", "expected": "Danube"}}
"""


def rivers(base: Any, field: Any) -> Any:
    rule = script.ExactMatch() if base is entities.BaseAnswer else ExactMatch()

    class River(base):  # type: ignore[misc]
        name: str = field(description="its name", ground_truth="Danube", verify_with=rule, weight=3.0)
        length: str = field(description="how long", ground_truth="2850", verify_with=rule)

    return River


def test_the_script_has_the_same_class() -> None:
    assert issubclass(entities.BaseAnswer, answer_class.BaseAnswer)
    assert entities.BaseAnswer.field_results is answer_class.BaseAnswer.field_results


@pytest.mark.parametrize(("base", "field"), FACES)
def test_results_are_those_of_the_values_as_they_are_now(base: Any, field: Any) -> None:
    answer = rivers(base, field)(name="Danube", length="2860")

    assert (answer.verify(), answer.verify_granular()) == (False, 0.75)
    assert answer.field_results() == answer.field_results == {"name": True, "length": False}
    assert answer.field_results.failed == ["length"]
    assert answer.field_scores == {"name": 1.0, "length": 0.0}
    answer.length = "2850"
    assert answer.verify()


@pytest.mark.parametrize(("base", "field"), FACES)
def test_ground_truths_are_set_unless_a_hook_says_otherwise(base: Any, field: Any) -> None:
    river = rivers(base, field)

    class Asks(river):  # type: ignore[misc,valid-type]
        def model_post_init(self, context: Any, /) -> None:
            super().model_post_init(context)
            self.asked = True

    class Silent(river):  # type: ignore[misc,valid-type]
        def model_post_init(self, context: Any, /) -> None:
            self.asked = True

    class Own(Silent):
        def ground_truth(self) -> None:
            self.correct = {"name": "Rhine"}

    given = {"name": "Danube", "length": "2850"}
    truths = {"name": "Danube", "length": "2850"}
    assert river(**given).correct == truths
    assert Asks(**given).correct == truths
    assert not hasattr(Silent(**given), "correct")
    assert Silent(**given).verify()
    # The nearest hook counts, though a class before it has one of the other name.
    assert Own(**given).correct == {"name": "Rhine"}
    assert river(**given, correct={"name": "Nile"}).correct == {"name": "Nile"}


@pytest.mark.parametrize(("base", "field"), FACES)
def test_patterns_that_make_no_sense_do_not_hold_or_are_none(base: Any, field: Any) -> None:
    answer = rivers(base, field)(name="Danube", length="2850")

    assert answer.verify_regex("a") == {"success": True, "results": {}, "details": {}}
    answer.regex = {"one": {"pattern": "(", "expected": "a"}, "two": {"pattern": "a(.)", "expected": "b"}}
    told = answer.verify_regex("ab")
    assert (told["success"], told["results"]) == (False, {"one": False, "two": True})
    assert told["details"]["one"]["error"]
    answer.regex = 5
    assert answer.verify_regex("a")["success"]


@pytest.mark.parametrize(("base", "field"), FACES)
def test_no_field_may_be_called_correct(base: Any, field: Any) -> None:
    with pytest.raises((TypeError, InvalidValue), match="“correct” is where the ground truths go"):

        class Wrong(base):  # type: ignore[misc]
            correct: str = Field(default="x")


@pytest.mark.parametrize(("base", "field"), FACES)
def test_no_ground_truth_is_in_the_schema(base: Any, field: Any) -> None:
    assert "Danube" not in str(rivers(base, field).model_json_schema())


def test_a_program_sets_its_truths_and_its_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    # A template answers imports of what it names; not those of other tests.
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    written = WrittenTemplate(SOURCE)
    more = {"values": {"river": "Danube"}, "has_text": True, "question_id": "q", "strict": True}

    told = written.verify(("The Danube.", more))

    assert (told["verify"], told["granular"], told["regex"]) == (
        True,
        1.0,
        {"success": True, "results": {"named": True}},
    )
    missing = written.verify(("The Rhine.", {**more, "values": {}, "strict": False}))
    assert (missing["verify"], missing["regex"]["success"]) == (False, False)
    assert missing["fields"][0]["passed"] is None
