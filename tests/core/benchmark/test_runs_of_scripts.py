"""Runs of a script against a server of the test's own: what is judged, what is not, and why."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from support.model_server import ModelServer, Payload, Said, fitting_reply, system_text, user_text

from gradewright import Benchmark
from gradewright.errors import InvalidValue, NotFound
from gradewright.schemas import (
    AgenticRubricTrait,
    BadArgument,
    BaseAnswer,
    CallableRubricTrait,
    DynamicRubric,
    LLMRubricTrait,
    MetricRubricTrait,
    ModelConfig,
    RegexRubricTrait,
    Rubric,
    VerificationConfig,
    VerificationResult,
    VerifiedField,
)
from gradewright.schemas.config import ManualTraces
from gradewright.schemas.primitives import ExactMatch, NumericTolerance, TraceContains

pytestmark = pytest.mark.network

MODEL = ModelConfig(id="small", model_name="small", model_provider="openai", max_tokens=50, max_retries=0)


class River(BaseAnswer):
    """Two facts, one of which is graded by its distance."""

    name: str = VerifiedField(description="its name", ground_truth="Danube", verify_with=ExactMatch())
    km: float = VerifiedField(
        description="its length", ground_truth=2850, verify_with=NumericTolerance(tolerance=50, mode="absolute")
    )


class Strict(BaseAnswer):
    """A template with code of its own."""

    name: str

    def ground_truth(self) -> None:
        self.correct = {"name": "Danube"}
        self.regex = {"one": {"pattern": "river", "expected": 1, "match_type": "count"}}

    def verify(self) -> bool:
        return self.name == self.correct["name"]


class Broken(BaseAnswer):
    """A template whose code fails."""

    name: str

    def verify(self) -> bool:
        raise RuntimeError("out of order")


def rivers(template: Any = None, rubric: Rubric | None = None) -> Benchmark:
    """Return a benchmark of one question."""
    made = Benchmark.create(name="Rivers")
    made.add_question("Which river flows through Vienna?", "The Danube", template)
    made.set_global_rubric(rubric)
    return made


def verified(benchmark: Benchmark, **settings: Any) -> VerificationResult:
    """Return the one result of a run with one model that answers and judges."""
    config = VerificationConfig(answering_models=[MODEL], parsing_models=[MODEL], **settings)
    (result,) = benchmark.run_verification(config)
    return result


def saying(answer: str = "The river Danube.", **judged: Any) -> Callable[[Payload], str]:
    """Return a script that answers and judges so."""

    def script(payload: Payload) -> str:
        return fitting_reply(payload, **judged) if system_text(payload) else answer

    return script


def test_a_judge_reads_the_fields_and_the_rules_decide(server: ModelServer) -> None:
    server.script = saying(name=" danube ", km=2800)
    result = verified(rivers(River))

    assert result.template.verify_result is True
    assert result.template.parsed_llm_response == {"name": " danube ", "km": 2800}
    assert result.template.parsed_gt_response == {"name": "Danube", "km": 2850}
    assert result.template.field_results == {"name": True, "km": True}
    assert result.metadata.completed_without_errors
    asked = json.dumps(server.asked[1])
    assert "its length" in asked
    assert "2850" not in asked


def test_a_wrong_answer_is_no_failure_of_the_run(server: ModelServer) -> None:
    server.script = saying(name="Rhine", km=None)
    result = verified(rivers(River))

    assert result.template.verify_result is False
    assert result.template.verify_granular_result == 0.0
    assert result.template.field_results == {"name": False, "km": None}
    assert result.metadata.failure is None


@pytest.mark.parametrize(
    ("replies", "category"),
    [
        (["no JSON", "still none"], "parse_error"),
        (['{"name": "Danube"}', "{}"], "parse_error"),
        (['{"name": "Danube", "km": "far"}'], "parse_error"),
        ([Said('{"name": "Danube", "km": 2850}', "length")] * 2, "truncated"),
        (["<think>hm"] * 2, "truncated"),
        ([Said("", refusal="No.")], "refused"),
        ([Said(status=500, body={})], "server_error"),
        ([Said(status=429, body={})], "rate_limit"),
    ],
)
def test_no_verdict_is_made_of_a_reply_that_is_none(
    server: ModelServer, replies: list[Said | str], category: str
) -> None:
    left = list(replies)
    server.script = lambda payload: left.pop(0) if system_text(payload) else "The Danube."
    result = verified(rivers(River))

    assert left == []
    assert result.template.verify_result is None
    assert result.template.template_verification_performed is False
    assert result.metadata.failure is not None
    assert result.metadata.failure.category == category
    assert result.metadata.failure.reason.endswith((".", ")"))


def test_a_second_try_counts_where_the_first_cannot_be_read(server: ModelServer) -> None:
    replies = ["Sure!", '{"name": "Danube", "km": 2850}']
    server.script = lambda payload: replies.pop(0) if system_text(payload) else "The Danube."
    result = verified(rivers(River))

    assert result.template.verify_result is True
    assert "cannot be read" in user_text(server.asked[-1])


def test_a_cut_reply_is_asked_again_with_twice_the_budget(server: ModelServer) -> None:
    replies = [Said('{"na', "length"), '{"name": "Danube", "km": 2850}']
    server.script = lambda payload: replies.pop(0) if system_text(payload) else "The Danube."

    assert verified(rivers(River)).template.verify_result is True
    assert [asked["max_tokens"] for asked in server.asked] == [50, 50, 100]


ALL_KINDS = Rubric(
    llm_traits=[
        LLMRubricTrait(name="polite", kind="boolean"),
        LLMRubricTrait(name="depth", kind="score", min_score=0, max_score=10),
        LLMRubricTrait(name="tone", kind="literal", classes={"dry": "No feeling", "warm": "Some feeling"}),
    ],
    regex_traits=[RegexRubricTrait(name="names it", pattern="danube", case_sensitive=False)],
    callable_traits=[CallableRubricTrait.from_callable("short", lambda text: len(text) < 40, "boolean")],
    metric_traits=[MetricRubricTrait(name="facts", metrics=["recall", "f1"], tp_instructions=["name", "length"])],
)


def test_every_kind_of_trait(server: ModelServer) -> None:
    judged = {"verdict": False, "score": 0, "class": "warm", "tp": ["name", "Name "], "fn": ["length"], "fp": []}
    server.script = saying(**judged)
    rubric = verified(rivers(rubric=ALL_KINDS)).rubric

    assert rubric.llm_trait_scores == {"polite": False, "depth": 0, "tone": 1}
    assert rubric.llm_trait_labels == {"tone": "warm"}
    assert rubric.regex_trait_results == {"names it": True}
    assert rubric.callable_trait_scores == {"short": True}
    assert rubric.metric_trait_metrics == {"facts": {"recall": 0.5, "f1": pytest.approx(2 / 3)}}
    assert rubric.metric_trait_confusion_lists == {"facts": {"tp": ["name"], "fn": ["length"], "fp": [], "tn": []}}
    assert rubric.not_judged == {}
    assert rubric.trait_provenance["polite"] == "global"


def test_one_unreadable_reply_costs_one_trait(server: ModelServer) -> None:
    server.script = saying(verdict="perhaps", score=11, **{"class": "dry"})
    result = verified(rivers(rubric=ALL_KINDS))

    assert result.rubric.llm_trait_scores == {"tone": 0}
    assert {name: why.state for name, why in result.rubric.not_judged.items()} == {
        "polite": "parse_error",
        "depth": "parse_error",
    }
    assert "not between 0 and 10" in result.rubric.not_judged["depth"].message
    assert result.rubric.raw_judge_replies["polite"]
    assert result.metadata.caveats == ["traits_not_judged"]


def test_what_only_others_could_judge_says_so(server: ModelServer) -> None:
    made = rivers(
        rubric=Rubric(agentic_traits=[AgenticRubricTrait(name="runs", kind="boolean", description="It runs")])
    )
    made.set_global_rubric(DynamicRubric(regex_traits=[RegexRubricTrait(name="dose", pattern="x", summary="doses")]))
    rubric = verified(made).rubric

    assert {name: why.reason for name, why in rubric.not_judged.items()} == {"runs": "no_judge", "dose": "no_judge"}
    assert rubric.rubric_evaluation_performed is False


def test_a_function_that_fails_costs_its_trait_alone(server: ModelServer) -> None:
    def divides(text: str) -> bool:
        return bool(1 / 0)

    traits = [
        CallableRubricTrait.from_callable("fails", divides, "boolean"),
        CallableRubricTrait.from_callable("odd", lambda text: "yes", "boolean"),
        CallableRubricTrait.from_callable("long", len, "score", min_score=0, max_score=1000),
    ]
    rubric = verified(rivers(rubric=Rubric(callable_traits=traits))).rubric

    assert rubric.callable_trait_scores == {"long": len("An answer in words.")}
    assert {name: why.reason for name, why in rubric.not_judged.items()} == {
        "fails": "code_failed",
        "odd": "code_failed",
    }
    assert "division by zero" in rubric.not_judged["fails"].message


def test_a_template_class_of_the_script_runs_as_its_code(server: ModelServer) -> None:
    server.script = saying(name="Danube")
    result = verified(rivers(Strict))

    assert result.template.verify_result is True
    assert result.template.regex_validation_results == {"one": True}
    assert result.template.parsed_gt_response == {"name": "Danube"}


def test_a_template_class_that_fails_is_no_wrong_answer(server: ModelServer) -> None:
    result = verified(rivers(Broken))

    assert result.template.verify_result is None
    assert "out of order" in (result.template.field_verification_error or "")
    assert result.metadata.failure is not None
    assert result.metadata.failure.category == "code_failed"


def test_a_template_about_the_text_asks_no_judge(server: ModelServer) -> None:
    class Cited(BaseAnswer):
        cited: bool = VerifiedField(
            description="cites", ground_truth=True, verify_with=TraceContains(substring="[1]"), default=False
        )

    server.script = saying("So it is [1].")
    result = verified(rivers(Cited))

    assert result.template.verify_result is True
    assert len(server.asked) == 1


@pytest.mark.parametrize(("mode", "template", "rubric"), [("template_only", True, False), ("rubric_only", False, True)])
def test_a_mode_leaves_the_other_half_out(server: ModelServer, mode: str, template: bool, rubric: bool) -> None:
    server.script = saying(name="Danube", km=2850, verdict=True)
    made = rivers(River, Rubric(llm_traits=[LLMRubricTrait(name="polite", kind="boolean")]))
    result = verified(made, evaluation_mode=mode)

    assert (result.has_template, result.has_rubric) == (template, rubric)


@pytest.mark.parametrize(
    ("said", "category"),
    [
        (Said(status=500, body={}), "server_error"),
        (Said("", "length"), "truncated"),
        ("<think>and so on", "truncated"),
        (Said("", "content_filter"), "refused"),
    ],
)
def test_no_answer_is_judged_where_there_is_none(server: ModelServer, said: Said | str, category: str) -> None:
    server.script = lambda payload: said
    result = verified(rivers(River, ALL_KINDS))

    assert result.metadata.failure is not None
    assert (result.metadata.failure.category, result.metadata.failure.stage) == (category, "generate_answer")
    assert (result.has_template, result.has_rubric) == (False, False)
    assert len(server.asked) == 1


def test_reasoning_in_front_of_an_answer_is_no_part_of_it(server: ModelServer) -> None:
    server.script = saying("<think>Rhine? No.</think>\nThe Danube.")
    result = verified(rivers(rubric=Rubric(regex_traits=[RegexRubricTrait(name="rhine", pattern="Rhine")])))

    assert result.template.raw_llm_response == "The Danube."
    assert result.rubric.regex_trait_results == {"rhine": False}


def test_recorded_answers_are_judged_in_place_of_new_ones(server: ModelServer) -> None:
    server.script = saying(name="Danube", km=2850)
    made = rivers(River)
    missing = made.add_question("Which river flows through Paris?", "The Seine", River)
    model = ModelConfig(interface="manual", manual_traces={"Which river flows through Vienna?": "It is the Danube."})
    results = made.run_verification(VerificationConfig(answering_models=[model], parsing_models=[MODEL]))

    assert [result.template.verify_result for result in results] == [True, None]
    assert results[0].template.raw_llm_response == "It is the Danube."
    assert results[1].metadata.question_id == missing
    assert "No answer" in (results[1].metadata.error or "")
    assert len(server.asked) == 1


def test_recorded_answers_are_found_by_id_text_and_digest(tmp_path: Any) -> None:
    digest = "cb0b4aafcd9b7fb0e17a9ba40b1f0b8b"
    file = tmp_path / "traces.json"
    file.write_text(json.dumps({digest: "so"}), encoding="utf-8")
    traces = ManualTraces.from_file(file)
    traces.register_trace("Why?", "therefore", map_to_id=True)

    assert traces.find("id", "Why?") == "therefore"
    assert traces.find(digest, "Else?") == "so"
    assert traces.find("id", "Else?") is None


def test_models_judges_and_replicates_make_a_grid(server: ModelServer) -> None:
    server.script = saying(name="Danube", km=1)
    made = rivers(River)
    other = ModelConfig(id="other", model_name="large", model_provider="openai")
    told: list[tuple[float, str]] = []
    config = VerificationConfig(
        answering_models=[MODEL, other], parsing_models=[MODEL, other], replicate_count=2, async_max_workers=4
    )
    results = made.run_verification(config, run_name="grid", progress_callback=lambda *step: told.append(step))
    again = made.run_verification(config, run_name="grid", async_enabled=False)

    def order(result: VerificationResult) -> tuple[str, int | None, str]:
        return (result.metadata.answering.model_name, result.metadata.replicate, result.metadata.parsing.model_name)

    assert [order(r) for r in results] == [
        (model, replicate, judge)
        for model in ("small", "large")
        for replicate in (1, 2)
        for judge in ("small", "large")
    ]
    assert [order(r) for r in again] == [order(r) for r in results]
    assert len({r.metadata.result_id for r in results}) == 8
    assert [percent for percent, _ in told] == [25.0, 50.0, 75.0, 100.0]
    assert made.get_all_run_names() == ["grid", "grid (2)"]
    assert len(made.get_verification_results(run_name="grid")) == 8
    assert made.clear_verification_results() == 16


def test_answers_are_got_side_by_side(server: ModelServer) -> None:
    together = threading.Barrier(3, timeout=20)

    def script(payload: Payload) -> str:
        together.wait()
        return "So."

    server.script = script
    made = Benchmark.create(name="Many")
    for number in range(3):
        made.add_question(f"Question {number}?", "So.")
    config = VerificationConfig(answering_models=[MODEL], parsing_models=[MODEL], async_max_workers=3)

    assert [r.template.raw_llm_response for r in made.run_verification(config)] == ["So."] * 3


def test_only_finished_questions_are_asked_unless_named(server: ModelServer) -> None:
    made = rivers()
    open_one = made.add_question("Open?", "Yes", finished=False)
    config = VerificationConfig(answering_models=[MODEL], parsing_models=[MODEL])

    assert len(made.run_verification(config)) == 1
    assert [r.metadata.question_id for r in made.run_verification(config, question_ids=[open_one])] == [open_one]
    with pytest.raises(NotFound, match="no question"):
        made.run_verification(config, question_ids=["other"])
    made.mark_unfinished_batch(made.get_question_ids())
    with pytest.raises(BadArgument, match="no finished question"):
        made.run_verification(config)
    with pytest.raises(BadArgument, match="Nearest: “question_ids”"):
        made.run_verification(config, question_id=[open_one])


def test_rubrics_that_share_a_name_are_told_before_anything_is_asked(server: ModelServer) -> None:
    made = rivers(rubric=ALL_KINDS)
    made.set_question_rubric(
        made.get_question_ids()[0], Rubric(regex_traits=[RegexRubricTrait(name="polite", pattern="x")])
    )
    with pytest.raises(InvalidValue, match="polite"):
        verified(made)
    assert server.asked == []
