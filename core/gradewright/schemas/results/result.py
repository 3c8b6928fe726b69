"""One answer judged: what was asked, what the template and the traits said, and what could not be judged."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic import Field

from gradewright.schemas.arguments import FaceModel


class ModelIdentity(FaceModel):
    """Which model it was. Two configurations of one model are told apart by their ids."""

    model_name: str
    interface: str = "langchain"
    config_id: str | None = None

    @property
    def display_string(self) -> str:
        """``interface:name``, and the id where it says more."""
        extra = f" ({self.config_id})" if self.config_id and self.config_id != self.model_name else ""
        return f"{self.interface}:{self.model_name}{extra}"

    @property
    def names(self) -> frozenset[str]:
        """Every name by which a script may ask for the model."""
        return frozenset({self.display_string, self.model_name, self.config_id or self.model_name})

    def __str__(self) -> str:
        return self.display_string


class Failure(FaceModel):
    """Why a result says nothing: the run failed, not the answer. ``reason`` is a sentence."""

    category: str
    stage: str
    reason: str
    group: str = "run"
    details: dict[str, Any] | None = None


class VerificationResultMetadata(FaceModel):
    """What was asked, who answered, who judged, and whether that worked.

    ``failure`` is None for a wrong answer: an answer that was judged wrong was judged.
    """

    question_id: str
    template_id: str = "no_template"
    failure: Failure | None = None
    caveats: list[str] = Field(default_factory=list)
    warnings: list[str] = Field(default_factory=list)
    question_text: str = ""
    raw_answer: str | None = None
    keywords: list[str] | None = None
    answering: ModelIdentity
    parsing: ModelIdentity
    answering_system_prompt: str | None = None
    parsing_system_prompt: str | None = None
    execution_time: float = 0.0
    timestamp: str = ""
    result_id: str = ""
    run_name: str | None = None
    replicate: int | None = None
    evaluation_mode: str | None = None

    @property
    def completed_without_errors(self) -> bool:
        """Whether nothing stood in the way of judging the answer by its template."""
        return self.failure is None

    @property
    def error(self) -> str | None:
        """The sentence of the failure, or None."""
        return None if self.failure is None else self.failure.reason

    @property
    def answering_model(self) -> str:
        """The answering model as text."""
        return self.answering.display_string

    @property
    def parsing_model(self) -> str:
        """The judge as text."""
        return self.parsing.display_string

    @staticmethod
    def compute_result_id(
        question_id: str,
        answering: ModelIdentity,
        parsing: ModelIdentity,
        timestamp: str,
        replicate: int | None = None,
    ) -> str:
        """Return 16 hex digits for what makes a result this one."""
        parts = {
            "answering": answering.display_string,
            "parsing": parsing.display_string,
            "question_id": question_id,
            "replicate": replicate,
            "timestamp": timestamp,
        }
        text = json.dumps(parts, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


class VerificationResultTemplate(FaceModel):
    """What the template said. Nothing in it is a verdict unless ``template_verification_performed``."""

    raw_llm_response: str = ""
    parsed_gt_response: dict[str, Any] | None = None
    parsed_llm_response: dict[str, Any] | None = None
    template_verification_performed: bool = False
    verify_result: bool | None = None
    verify_granular_result: float | None = None
    field_results: dict[str, bool | None] | None = None
    field_scores: dict[str, float | None] | None = None
    field_verification_error: str | None = None
    regex_validation_results: dict[str, bool] | None = None
    raw_judge_reply: str | None = None
    repaired: bool = False
    usage_metadata: dict[str, Any] | None = None


class NotJudged(FaceModel):
    """Why a check has no result: ``state`` is how it ended (``parse_error``, ``refused``, ``failed`` …)."""

    state: str
    reason: str = ""
    message: str = ""


class VerificationResultRubric(FaceModel):
    """What the traits said, by kind and name. A trait that was not judged is in ``not_judged`` and in nothing else."""

    rubric_evaluation_performed: bool = False
    rubric_evaluation_strategy: str | None = None
    llm_trait_scores: dict[str, Any] | None = None
    llm_trait_labels: dict[str, str] | None = None
    regex_trait_scores: dict[str, bool] | None = None
    callable_trait_scores: dict[str, bool | int | float] | None = None
    metric_trait_scores: dict[str, dict[str, float]] | None = None
    metric_trait_confusion_lists: dict[str, dict[str, list[str]]] | None = None
    not_judged: dict[str, NotJudged] = Field(default_factory=dict)
    trait_provenance: dict[str, str] = Field(default_factory=dict)
    raw_judge_replies: dict[str, str] = Field(default_factory=dict)

    @property
    def regex_trait_results(self) -> dict[str, bool] | None:
        """Another name of :attr:`regex_trait_scores`."""
        return self.regex_trait_scores

    @property
    def callable_trait_results(self) -> dict[str, bool | int | float] | None:
        """Another name of :attr:`callable_trait_scores`."""
        return self.callable_trait_scores

    @property
    def metric_trait_metrics(self) -> dict[str, dict[str, float]] | None:
        """Another name of :attr:`metric_trait_scores`."""
        return self.metric_trait_scores

    def get_all_trait_scores(self) -> dict[str, Any]:
        """Return every result by the trait's name."""
        kinds = (self.llm_trait_scores, self.regex_trait_scores, self.callable_trait_scores, self.metric_trait_scores)
        return {name: value for scores in kinds if scores for name, value in scores.items()}


class VerificationResult(FaceModel):
    """One answer of one model to one question, as one judge read it."""

    metadata: VerificationResultMetadata
    template: VerificationResultTemplate = Field(default_factory=VerificationResultTemplate)
    rubric: VerificationResultRubric = Field(default_factory=VerificationResultRubric)

    @property
    def has_template(self) -> bool:
        """Whether the template gave a verdict."""
        return self.template.template_verification_performed

    @property
    def has_rubric(self) -> bool:
        """Whether traits were judged."""
        return self.rubric.rubric_evaluation_performed
