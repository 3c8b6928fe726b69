"""Traits: single quality checks. One frozen pydantic model a kind, told apart by ``type``.

Which combinations of values construct, and what they become, follows Karenina 0.1.0 (formats specification, section 4),
so that a trait that opens here opens there and the other way round.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter


class _TraitBase(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1)
    description: str | None = None
    summary: str | None = None


class LLMTrait(_TraitBase):
    """A check that a model judges: boolean, score between two bounds, literal (named classes) or template."""

    type: Literal["llm"] = "llm"
    kind: Literal["boolean", "score", "literal"] | dict[str, Any]
    min_score: int | None = 1
    max_score: int | None = 5
    classes: dict[str, str] | None = None
    deep_judgment_enabled: bool = False
    deep_judgment_excerpt_enabled: bool = True
    deep_judgment_max_excerpts: int | None = None
    deep_judgment_fuzzy_match_threshold: float | None = None
    deep_judgment_excerpt_retry_attempts: int | None = None
    deep_judgment_search_enabled: bool = False
    include_ground_truth: bool = False
    higher_is_better: bool | None = True


class RegexTrait(_TraitBase):
    """A pattern that is searched for in the answer, with the meaning of Python's ``re``."""

    type: Literal["regex"] = "regex"
    pattern: str
    case_sensitive: bool = True
    invert_result: bool = False
    higher_is_better: bool | None = True


class CallableTrait(_TraitBase):
    """A function that came with a file, as bytes. It is shown and kept; it does not run here."""

    type: Literal["callable"] = "callable"
    kind: Literal["boolean", "score", "literal"]
    callable_code: bytes
    min_score: int | None = None
    max_score: int | None = None
    invert_result: bool = False
    classes: dict[str, str] | None = None
    higher_is_better: bool | None = True


class MetricTrait(_TraitBase):
    """Precision, recall and their like over instructions that a judge sorts the answer's content into."""

    type: Literal["metric"] = "metric"
    evaluation_mode: Literal["tp_only", "full_matrix"] = "tp_only"
    metrics: list[str]
    tp_instructions: list[str] = Field(default_factory=list)
    tn_instructions: list[str] = Field(default_factory=list)
    repeated_extraction: bool = True
    higher_is_better: bool | None = None


class AgenticTrait(_TraitBase):
    """A check that an agent makes in a workspace. Kept and shown; it does not run here."""

    type: Literal["agentic"] = "agentic"
    kind: Literal["boolean", "score", "literal"] | dict[str, Any]
    higher_is_better: bool | None = True
    min_score: int | None = 1
    max_score: int | None = 5
    classes: dict[str, str] | None = None
    context_mode: Literal["workspace_only", "trace_and_workspace", "trace_only"] = "trace_and_workspace"
    materialize_trace: bool = False
    persist_trace: bool = False
    max_turns: int = Field(default=15, gt=0)
    timeout_seconds: int = Field(default=120, gt=0)
    model_override: dict[str, Any] | None = None


class UnreadableTrait(_TraitBase):
    """A trait of a file whose details do not make sense. It is kept as it came and says why it cannot be used."""

    type: Literal["unreadable"] = "unreadable"
    intended: str
    problem: str


Trait = Annotated[
    LLMTrait | RegexTrait | CallableTrait | MetricTrait | AgenticTrait | UnreadableTrait, Field(discriminator="type")
]

TRAIT_ADAPTER: TypeAdapter[Trait] = TypeAdapter(Trait)
