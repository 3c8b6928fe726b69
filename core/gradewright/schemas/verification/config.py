"""What a run is to do. Settings of Karenina that nothing here carries out are refused, not passed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, model_validator

from gradewright.schemas.arguments import BadArgument, FaceModel
from gradewright.schemas.config import ModelConfig

EvaluationMode = Literal["template_only", "template_and_rubric", "rubric_only"]

#: Settings that Karenina has and this engine does not carry out, with the values that ask for nothing. An answer is one
#: message here, so the whole of it and its last message are the same.
NOT_CARRIED_OUT: Mapping[str, tuple[Any, ...]] = {
    "abstention_enabled": (False,),
    "abstention_check_enabled": (False,),
    "agentic_parsing": (False,),
    "agentic_rubric_strategy": ("individual",),
    "answerer_concurrency_limits": (None,),
    "batch_timeout_seconds": (None,),
    "custom_error_patterns": (None, []),
    "db_config": (None,),
    "deep_judgment_mode": ("disabled",),
    "deep_judgment_enabled": (False,),
    "deep_judgment_rubric_config": (None,),
    "deep_judgment_rubric_mode": ("disabled",),
    "deep_judgment_search_enabled": (False,),
    "embedding_check_enabled": (False,),
    "few_shot_config": (None,),
    "few_shot_enabled": (False,),
    "prompt_config": (None,),
    "replay_store": (None,),
    "rubric_trait_names": (None,),
    "sufficiency_enabled": (False,),
    "sufficiency_check_enabled": (False,),
    "task_ordering": ("auto",),
    "use_full_trace_for_rubric": (True, False),
    "use_full_trace_for_template": (False, True),
    "workspace_output_mode": ("none",),
}


class VerificationConfig(FaceModel):
    """Who answers, who judges, and what is judged.

    Without an ``evaluation_mode`` a run judges what there is: templates where questions have one, traits where rubrics
    hold any. Karenina's default is ``template_only``, which leaves rubrics out without a word.
    """

    answering_models: list[ModelConfig] = Field(default_factory=list)
    parsing_models: list[ModelConfig] = Field(default_factory=list)
    evaluation_mode: EvaluationMode = "template_and_rubric"
    replicate_count: int = Field(default=1, ge=1)
    rubric_evaluation_strategy: Literal["batch", "sequential"] | None = None
    include_extraction_hints: bool = True
    async_enabled: bool = True
    async_max_workers: int = Field(default=2, ge=1, le=64)
    max_concurrent_requests: int | None = Field(default=None, ge=1)
    request_timeout: float = Field(default=120.0, gt=0)

    @classmethod
    def argument_names(cls) -> list[str]:
        """The fields, and Karenina's settings that may be given as long as they ask for nothing."""
        return [*super().argument_names(), *NOT_CARRIED_OUT, "rubric_enabled"]

    @classmethod
    def _prepared(cls, given: dict[str, Any]) -> dict[str, Any]:
        for name, nothing in NOT_CARRIED_OUT.items():
            if name in given and given[name] not in nothing:
                raise BadArgument(
                    f"“{name}” is not carried out here, and a run without it would give other verdicts.",
                    hint=f"Leave it out, or at {nothing[0]!r}.",
                )
        kept = {name: value for name, value in given.items() if name not in NOT_CARRIED_OUT}
        if "rubric_enabled" in kept:
            wanted = kept.pop("rubric_enabled")
            kept.setdefault("evaluation_mode", "template_and_rubric" if wanted else "template_only")
        return kept

    @model_validator(mode="after")
    def _check(self) -> VerificationConfig:
        if not self.parsing_models:
            raise BadArgument("VerificationConfig needs at least one of “parsing_models”: the judge.")
        if not self.answering_models:
            raise BadArgument("VerificationConfig needs at least one of “answering_models”.")
        for role, models in (("answering", self.answering_models), ("parsing", self.parsing_models)):
            ids = [model.id for model in models]
            twice = next((each for each in ids if ids.count(each) > 1), None)
            if twice is not None:
                raise BadArgument(f"Two {role} models have the id “{twice}”.", hint="Give each an id of its own.")
        if any(model.interface == "manual" for model in self.parsing_models):
            raise BadArgument("Recorded answers cannot judge: a parsing model needs another interface than “manual”.")
        return self

    @property
    def rubric_enabled(self) -> bool:
        """Whether traits are judged."""
        return self.evaluation_mode != "template_only"

    @classmethod
    def from_overrides(
        cls,
        *,
        answering_model: str,
        parsing_model: str,
        answering_id: str = "",
        parsing_id: str = "",
        answering_provider: str | None = None,
        parsing_provider: str | None = None,
        **settings: Any,
    ) -> VerificationConfig:
        """Make a configuration of one answering and one judging model, and any other settings.

        Raises:
            BadArgument: a setting is unknown or does not fit.
        """
        answering = ModelConfig(id=answering_id, model_name=answering_model, model_provider=answering_provider)
        parsing = ModelConfig(id=parsing_id, model_name=parsing_model, model_provider=parsing_provider)
        return cls(answering_models=[answering], parsing_models=[parsing], **settings)
