"""Sets of results: filters, groups, sums, tables."""

from __future__ import annotations

import builtins
import csv
import io
import json
from collections.abc import Iterable
from typing import Any

import pytest

from gradewright.schemas import BadArgument, VerificationResult, VerificationResultSet
from gradewright.schemas.results import (
    Failure,
    ModelIdentity,
    NotJudged,
    VerificationResultMetadata,
    VerificationResultRubric,
    VerificationResultTemplate,
)

JUDGE = ModelIdentity(model_name="judge", config_id="j1")


def result(
    question: str, model: str, passed: bool | None, score: int | None = None, replicate: int | None = None
) -> VerificationResult:
    """Return a result whose template passed, failed, or was not judged, with a score or without."""
    failure = None if passed is not None else Failure(category="parse_error", stage="parse_template", reason="No JSON.")
    rubric = VerificationResultRubric(not_judged={"depth": NotJudged(state="refused", message="Declined.")})
    if score is not None:
        rubric = VerificationResultRubric(
            rubric_evaluation_performed=True,
            llm_trait_scores={"depth": score, "polite": score > 2, "tone": 1},
            llm_trait_labels={"tone": "warm"},
            regex_trait_scores={"cites": True},
            callable_trait_scores={"words": 7},
            metric_trait_scores={"facts": {"recall": 0.5, "f1": 0.6}},
            metric_trait_confusion_lists={"facts": {"tp": ["a"], "fn": ["b"], "fp": [], "tn": []}},
            trait_provenance={"depth": "global"},
        )
    return VerificationResult(
        metadata=VerificationResultMetadata(
            question_id=question,
            question_text=f"=Question {question}?",
            answering=ModelIdentity(model_name=model),
            parsing=JUDGE,
            failure=failure,
            replicate=replicate,
            result_id=f"{question}-{model}-{replicate}",
            execution_time=0.5,
        ),
        template=VerificationResultTemplate(
            raw_llm_response="So, it is.",
            template_verification_performed=passed is not None,
            verify_result=passed,
            verify_granular_result=None if passed is None else float(passed),
            parsed_gt_response=None if passed is None else {"name": "Danube", "km": 2850},
            parsed_llm_response=None if passed is None else {"name": "Danube", "km": 1},
            field_results=None if passed is None else {"name": True, "km": passed},
            field_scores=None if passed is None else {"name": 1.0, "km": float(passed)},
        ),
        rubric=rubric,
    )


@pytest.fixture
def results() -> VerificationResultSet:
    """Two questions, two models; one result was not judged."""
    return VerificationResultSet(
        [
            result("q1", "small", True, 4, 1),
            result("q1", "large", False, 2, 1),
            result("q2", "small", None, None, 1),
            result("q2", "large", True, 5, 2),
        ],
        run_name="first",
    )


def ids(results: Iterable[VerificationResult]) -> list[str]:
    """Return which results there are."""
    return [each.metadata.result_id for each in results]


def test_a_set_is_a_sequence(results: VerificationResultSet) -> None:
    assert len(results) == 4
    assert results[0].metadata.question_id == "q1"
    assert ids(results[1:3]) == ["q1-large-1", "q2-small-1"]
    assert repr(results) == "VerificationResultSet(4 results, 2 passed, 1 failed, 1 not judged)"


@pytest.mark.parametrize(
    ("selection", "found"),
    [
        ({"question_ids": ["q1"]}, ["q1-small-1", "q1-large-1"]),
        ({"answering_models": ["langchain:large"]}, ["q1-large-1", "q2-large-2"]),
        ({"answering_models": ["large"]}, ["q1-large-1", "q2-large-2"]),
        ({"parsing_models": ["j1"], "replicates": [2]}, ["q2-large-2"]),
        ({"parsing_models": ["langchain:judge (j1)"], "replicates": [2]}, ["q2-large-2"]),
        ({"completed_only": True}, ["q1-small-1", "q1-large-1", "q2-large-2"]),
        ({"has_template": True, "has_rubric": True, "question_ids": ["q2"]}, ["q2-large-2"]),
        ({"question_ids": None, "has_rubric": False}, ["q1-small-1", "q1-large-1", "q2-small-1", "q2-large-2"]),
        ({"question_ids": []}, []),
    ],
)
def test_filters(results: VerificationResultSet, selection: dict[str, Any], found: list[str]) -> None:
    assert ids(results.filter(**selection)) == found


def test_filters_refuse_what_they_do_not_know(results: VerificationResultSet) -> None:
    with pytest.raises(BadArgument, match="Nearest: “question_ids”"):
        results.filter(question_id=["q1"])
    with pytest.raises(BadArgument, match="list"):
        results.filter(question_ids="q1")


def test_groups(results: VerificationResultSet) -> None:
    assert {name: len(part) for name, part in results.group_by_question().items()} == {"q1": 2, "q2": 2}
    assert list(results.group_by_model()) == ["langchain:small", "langchain:large"]
    assert list(results.group_by_model(by="parsing")) == ["langchain:judge (j1)"]
    assert next(iter(results.group_by_model(by="both"))) == "langchain:small / langchain:judge (j1)"
    assert {number: len(part) for number, part in results.group_by_replicate().items()} == {1: 3, 2: 1}
    with pytest.raises(BadArgument, match="answering, parsing, both"):
        results.group_by_model(by="name")  # type: ignore[arg-type]


def test_rates_stand_on_what_was_judged(results: VerificationResultSet) -> None:
    summary = results.get_summary()

    assert (summary["num_results"], summary["num_completed"], summary["num_with_rubric"]) == (4, 3, 3)
    assert (summary["num_passed"], summary["num_failed"]) == (2, 1)
    assert summary["pass_rate"] == pytest.approx(2 / 3)
    assert summary["num_not_judged_traits"] == 1
    templates = results.get_template_results()
    assert templates.aggregate_pass_rate(by="answering_model") == {"langchain:small": 1.0, "langchain:large": 0.5}
    assert ids(templates.filter(failed_only=True)) == ["q1-large-1"]
    assert ids(templates.filter(passed_only=True, question_ids=["q2"])) == ["q2-large-2"]
    nothing = results.filter(question_ids=["q2"], answering_models=["small"])
    assert nothing.get_summary()["pass_rate"] is None
    assert nothing.get_template_results().aggregate_pass_rate() == {}
    with pytest.raises(BadArgument, match="colour"):
        templates.aggregate_pass_rate(by="colour")


def test_traits_are_summed(results: VerificationResultSet) -> None:
    rubrics = results.get_rubrics_results()

    assert rubrics.aggregate_llm_traits(by="answering_model")["langchain:large"] == {
        "depth": 3.5,
        "polite": 0.5,
        "tone": 1.0,
    }
    assert rubrics.aggregate_llm_traits("median", by="question_id")["q1"]["depth"] == 3.0
    assert rubrics.get_trait_summary()["llm_traits"] == ["depth", "polite", "tone"]
    assert results[0].rubric.get_all_trait_scores()["words"] == 7
    assert {name: len(part) for name, part in rubrics.group_by_question().items()} == {"q1": 2, "q2": 2}
    with pytest.raises(BadArgument, match="mean, median, first"):
        rubrics.aggregate_llm_traits("average")


def test_data_frames(results: VerificationResultSet) -> None:
    pytest.importorskip("pandas")
    fields = results.to_dataframe()
    traits = results.get_rubrics_results().to_dataframe()

    assert len(fields) == 7
    assert fields["field_match"].dropna().tolist() == [True, True, True, False, True, True]
    assert fields.loc[fields["question_id"] == "q2", "replicate"].tolist() == [1, 2, 2]
    assert fields["success"].tolist() == [True] * 4 + [False] + [True] * 2
    assert set(traits["trait_type"]) == {"llm_score", "llm_binary", "llm_literal", "regex", "callable", "metric", ""}
    assert traits.loc[traits["not_judged"].notna(), "trait_score"].isna().all()
    scores = results.get_rubrics_results().to_dataframe(trait_type="llm_score")
    assert scores["trait_score"].tolist() == [4, 2, 5]
    assert len(results.get_rubrics_results().to_dataframe(trait_type="llm")) == 9
    empty = VerificationResultSet().to_dataframe()
    assert list(empty.columns) == list(fields.columns)
    with pytest.raises(BadArgument, match="llm_score"):
        results.get_rubrics_results().to_dataframe(trait_type="score")


def test_without_pandas_a_sentence_says_so(results: VerificationResultSet, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "pandas":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(BadArgument, match=r"gradewright\[pandas\]"):
        results.to_dataframe()


def test_exports(results: VerificationResultSet) -> None:
    told = json.loads(results.to_json())
    rows = list(csv.DictReader(io.StringIO(results.to_csv())))
    traits = list(csv.DictReader(io.StringIO(results.to_csv("rubric"))))

    assert len(told) == 4
    assert told[1]["template"]["verify_result"] is False
    assert told[2]["metadata"]["failure"]["reason"] == "No JSON."
    assert [row["verify_result"] for row in rows] == ["true", "true", "false", "false", "", "true", "true"]
    assert rows[0]["question_text"] == "'=Question q1?"
    assert json.loads(traits[5]["confusion_tp"]) == ["a"]
    with pytest.raises(BadArgument, match="template, rubric"):
        results.to_csv("all")  # type: ignore[arg-type]


def test_results_are_made_by_name_alone() -> None:
    with pytest.raises(BadArgument, match="Nearest: “verify_result”"):
        VerificationResultTemplate(verfy_result=True)  # type: ignore[call-arg]
    first = VerificationResultMetadata.compute_result_id("q", JUDGE, JUDGE, "now", 1)
    assert first != VerificationResultMetadata.compute_result_id("q", JUDGE, JUDGE, "now", 2)
    assert len(first) == 16
