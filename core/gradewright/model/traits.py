"""Traits: single quality checks. One frozen pydantic model a kind, told apart by ``type``.

Which combinations of values construct, and what they become, follows Karenina 0.1.0 (formats specification, section 4),
so that a trait that opens here opens there and the other way round.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator, model_validator

from gradewright.model.choice import ChoiceTrait
from gradewright.model.composed import composed
from gradewright.model.criterion import Criterion
from gradewright.model.pattern_text import pattern_error
from gradewright.model.template_kind import check_template_kind

MIN_CLASSES = 2
MAX_CLASSES = 20

METRICS_BY_MODE: Mapping[str, tuple[str, ...]] = {
    "tp_only": ("precision", "recall", "f1"),
    "full_matrix": ("precision", "recall", "specificity", "accuracy", "f1"),
}
"""The metrics that can be asked for, by evaluation mode."""

AGENT_INTERFACES = ("claude_agent_sdk", "langchain_deep_agents")
"""The interfaces of a model override that can run an agentic trait."""


class _TraitBase(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    name: str = Field(min_length=1)
    description: str | None = None
    summary: str | None = None


class _ClassTrait(_TraitBase):
    """What traits with named classes share: the number of a class is its place in ``classes``."""

    classes: dict[str, str] | None = None

    def class_names(self) -> list[str]:
        """The class names in order; empty where the trait has no classes."""
        return list(self.classes or ())

    def class_index(self, name: str) -> int:
        """The place of the class with exactly this name, or -1."""
        names = self.class_names()
        return names.index(name) if name in names else -1


class LLMTrait(_ClassTrait):
    """A check that a model judges: boolean, score between two bounds, literal (named classes) or template."""

    type: Literal["llm"] = "llm"
    kind: Literal["boolean", "score", "literal"] | dict[str, Any]
    min_score: int | None = 1
    max_score: int | None = 5
    deep_judgment_enabled: bool = False
    deep_judgment_excerpt_enabled: bool = True
    deep_judgment_max_excerpts: int | None = None
    deep_judgment_fuzzy_match_threshold: float | None = None
    deep_judgment_excerpt_retry_attempts: int | None = None
    deep_judgment_search_enabled: bool = False
    include_ground_truth: bool = False
    higher_is_better: bool | None = True

    @model_validator(mode="after")
    def _check_kind(self) -> Self:
        # Classes have to be right on a trait of any kind, though only literal ones use them.
        if self.classes is not None or self.kind == "literal":
            _check_classes(self.classes, strict=True)
        if isinstance(self.kind, dict):
            check_template_kind(self.kind)
            if self.deep_judgment_enabled:
                raise ValueError("a trait of template kind cannot use deep judgment")
            _settle_template_direction(self)
        if self.kind == "literal":
            _set_bounds(self, 0, len(self.classes or ()) - 1)
        return self


class RegexTrait(_TraitBase):
    """A pattern that is searched for in the answer, with the meaning of Python's ``re``.

    With ``normalize`` pattern and answer are both put into Unicode's composed form (NFC) before that, so that “é” is
    found however it is written. Karenina never does, so what comes from its files and scripts does not either.
    """

    type: Literal["regex"] = "regex"
    pattern: str
    case_sensitive: bool = True
    invert_result: bool = False
    higher_is_better: bool | None = True
    normalize: bool = False

    @property
    def searched(self) -> str:
        """The pattern as it is searched for."""
        return composed(self.pattern) if self.normalize else self.pattern

    @field_validator("pattern")
    @classmethod
    def _check_pattern(cls, pattern: str) -> str:
        problem = pattern_problem(pattern)
        if problem is not None:
            raise ValueError(problem)
        return pattern

    @model_validator(mode="after")
    def _check_searched(self) -> Self:
        # A sign of the pattern's language and a mark after it can become one character: "(?=" and U+0338.
        problem = pattern_problem(self.searched) if self.normalize else None
        if problem is not None:
            raise ValueError(f"with accents in one form, {problem}")
        return self


class CallableTrait(_ClassTrait):
    """A function that came with a file, as bytes. It is shown and kept, and runs only where a person allows it.

    The bytes may be given as base64 text, in which characters that do not belong are skipped; in JSON they are base64.
    ``source`` is the text that the function was made from, where whoever made it kept that beside it. It is for people
    to read; nothing says that the bytes do what it says.
    """

    model_config = ConfigDict(ser_json_bytes="base64")

    type: Literal["callable"] = "callable"
    kind: Literal["boolean", "score", "literal"]
    callable_code: bytes
    min_score: int | None = None
    max_score: int | None = None
    invert_result: bool = False
    higher_is_better: bool | None = True
    source: str | None = None

    @field_validator("callable_code", mode="before")
    @classmethod
    def _decode(cls, code: Any) -> Any:
        if not isinstance(code, str):
            return code
        # Written by pydantic in the URL-safe alphabet, by Karenina in the usual one.
        return base64.b64decode(code.replace("-", "+").replace("_", "/"))

    @model_validator(mode="after")
    def _check_kind(self) -> Self:
        if self.kind == "literal":
            _check_classes(self.classes, strict=False)
            low = 0 if self.min_score is None else self.min_score
            high = len(self.classes or ()) - 1 if self.max_score is None else self.max_score
            _set_bounds(self, low, high)
        return self


class MetricTrait(_TraitBase):
    """Precision, recall and their like over instructions that a judge sorts the answer's content into."""

    type: Literal["metric"] = "metric"
    evaluation_mode: Literal["tp_only", "full_matrix"] = "tp_only"
    metrics: list[str]
    tp_instructions: list[str] = Field(default_factory=list)
    tn_instructions: list[str] = Field(default_factory=list)
    repeated_extraction: bool = True
    higher_is_better: bool | None = None

    @model_validator(mode="after")
    def _check_metrics(self) -> Self:
        if not self.metrics:
            raise ValueError("a metric trait needs at least one metric")
        available = METRICS_BY_MODE[self.evaluation_mode]
        for metric in self.metrics:
            if metric not in available:
                raise ValueError(f"no metric “{metric}” in mode {self.evaluation_mode}: {', '.join(available)}")
        if not self.tp_instructions:
            raise ValueError("a metric trait needs instructions on what should be in the answer")
        if self.evaluation_mode == "full_matrix" and not self.tn_instructions:
            raise ValueError("mode full_matrix needs instructions on what should not be in the answer")
        return self

    def required_buckets(self) -> tuple[str, ...]:
        """The lists that a judge has to return: ``tp``, ``fn``, ``fp``, and ``tn`` in full_matrix."""
        return ("tp", "fn", "fp", "tn") if self.evaluation_mode == "full_matrix" else ("tp", "fn", "fp")


class AgenticTrait(_ClassTrait):
    """A check that an agent makes in a workspace. Kept and shown; it does not run here."""

    type: Literal["agentic"] = "agentic"
    kind: Literal["boolean", "score", "literal"] | dict[str, Any]
    higher_is_better: bool | None = True
    min_score: int | None = 1
    max_score: int | None = 5
    context_mode: Literal["workspace_only", "trace_and_workspace", "trace_only"] = "trace_and_workspace"
    materialize_trace: bool = False
    persist_trace: bool = False
    max_turns: int = Field(default=15, gt=0)
    timeout_seconds: int = Field(default=120, gt=0)
    model_override: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _check_kind(self) -> Self:
        if not self.description:
            raise ValueError("an agentic trait needs a description")
        if isinstance(self.kind, dict):
            check_template_kind(self.kind)
            if self.higher_is_better is not None or "higher_is_better" not in self.model_fields_set:
                raise ValueError("a trait of template kind needs higher_is_better set to null")
        if self.kind == "literal":
            if not self.classes:
                raise ValueError("a literal trait needs classes")
            _set_bounds(self, 0, len(self.classes) - 1)
        if self.materialize_trace and self.context_mode == "workspace_only":
            raise ValueError("the answer cannot be written to a workspace that is the only context")
        if self.model_override is not None and self.model_override.get("interface") not in AGENT_INTERFACES:
            raise ValueError(f"a model override needs an interface that runs agents: {', '.join(AGENT_INTERFACES)}")
        return self


class UnreadableTrait(_TraitBase):
    """A trait of a file whose details do not make sense. It is kept as it came and says why it cannot be used."""

    type: Literal["unreadable"] = "unreadable"
    intended: str
    problem: str


Trait = Annotated[
    LLMTrait | RegexTrait | CallableTrait | MetricTrait | AgenticTrait | Criterion | ChoiceTrait | UnreadableTrait,
    Field(discriminator="type"),
]

TRAIT_ADAPTER: TypeAdapter[Trait] = TypeAdapter(Trait, config=ConfigDict(defer_build=True))

TRAIT_ORDER: tuple[str, ...] = ("llm", "regex", "callable", "metric", "agentic", "criterion", "choice", "unreadable")
"""The order of the kinds in a file, and in a merged rubric as Karenina lists it."""


def pattern_problem(pattern: str) -> str | None:
    """Return why a pattern does not compile with Python's ``re``, in one sentence part, or None where it does.

    A pattern with a doubtful set or a misplaced flag still compiles; the linter speaks of it, not this.
    """
    error = pattern_error(pattern)
    if error is None:
        return None
    message, position = error
    where = f" at character {position + 1}" if position is not None else ""
    return f"the pattern does not compile: {message}{where}"


def _check_classes(classes: dict[str, str] | None, *, strict: bool) -> None:
    if not classes:
        raise ValueError("a literal trait needs classes")
    if not MIN_CLASSES <= len(classes) <= MAX_CLASSES:
        raise ValueError(f"a literal trait has {MIN_CLASSES} to {MAX_CLASSES} classes, this one has {len(classes)}")
    if not strict:
        return
    for name, description in classes.items():
        if not name.strip():
            raise ValueError("a class needs a name")
        if not description.strip():
            raise ValueError(f"class “{name}” needs a description")
    folded = [name.lower() for name in classes]
    if len(set(folded)) != len(folded):
        raise ValueError("two classes have the same name but for capitals")


def _set_bounds(trait: LLMTrait | CallableTrait | AgenticTrait, low: int, high: int) -> None:
    # The models are frozen for everybody else; what the classes imply is settled while one is being made.
    trait.__dict__["min_score"] = low
    trait.__dict__["max_score"] = high


def _settle_template_direction(trait: LLMTrait) -> None:
    if "higher_is_better" not in trait.model_fields_set:
        trait.__dict__["higher_is_better"] = None
    elif trait.higher_is_better is not None:
        raise ValueError("a trait of template kind needs higher_is_better set to null")
