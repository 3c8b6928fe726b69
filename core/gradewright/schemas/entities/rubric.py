"""``Rubric`` and ``DynamicRubric``: traits by kind, as scripts hold them, and as the engine holds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from pydantic import Field, model_validator

from gradewright.model.rubric import Rubric as ModelRubric
from gradewright.model.rubric import RubricEntry, new_entry_id
from gradewright.model.traits import (
    TRAIT_ORDER,
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
    UnreadableTrait,
)
from gradewright.schemas.arguments import BadArgument, FaceModel
from gradewright.schemas.entities.callable_trait import CallableRubricTrait
from gradewright.schemas.entities.traits import (
    AgenticRubricTrait,
    LLMRubricTrait,
    MetricRubricTrait,
    RegexRubricTrait,
)
from gradewright.verify.rubrics import check_names, directionalities, max_scores, merge_rubrics, validate_evaluation

FaceTrait = LLMRubricTrait | RegexRubricTrait | CallableRubricTrait | MetricRubricTrait | AgenticRubricTrait

_MODELS: dict[str, Any] = {
    "llm": LLMTrait,
    "regex": RegexTrait,
    "callable": CallableTrait,
    "metric": MetricTrait,
    "agentic": AgenticTrait,
}
_FACES: dict[str, Any] = {
    "llm": LLMRubricTrait,
    "regex": RegexRubricTrait,
    "callable": CallableRubricTrait,
    "metric": MetricRubricTrait,
    "agentic": AgenticRubricTrait,
}
KINDS = tuple(kind for kind in TRAIT_ORDER if kind in _FACES)

AnyRubric = TypeVar("AnyRubric", bound="Rubric")


class Rubric(FaceModel):
    """Traits of five kinds. Names are unique across all of them and hold no dot."""

    llm_traits: list[LLMRubricTrait] = Field(default_factory=list)
    regex_traits: list[RegexRubricTrait] = Field(default_factory=list)
    callable_traits: list[CallableRubricTrait] = Field(default_factory=list)
    metric_traits: list[MetricRubricTrait] = Field(default_factory=list)
    agentic_traits: list[AgenticRubricTrait] = Field(default_factory=list)

    @classmethod
    def argument_hints(cls) -> Mapping[str, str]:
        """See :meth:`FaceModel.argument_hints`."""
        return {
            "traits": "Traits go by kind: llm_traits, regex_traits, callable_traits, metric_traits, agentic_traits."
        }

    @model_validator(mode="after")
    def _check(self) -> Rubric:
        self.as_model()
        return self

    @property
    def traits(self) -> list[FaceTrait]:
        """All traits: LLM, regex, callable, metric, agentic, each kind in its own order."""
        return [trait for kind in KINDS for trait in getattr(self, f"{kind}_traits")]

    def add_trait(self, trait: FaceTrait) -> None:
        """Add a trait at the end of its kind's list.

        Raises:
            BadArgument: it is no trait, or the rubric has one of that name.
        """
        if not isinstance(trait, FaceTrait):
            raise BadArgument(f"A {type(trait).__name__} is no trait.")
        if trait.name in self.get_trait_names():
            raise BadArgument(f"Two traits are named “{trait.name}”.", hint="Rename one of them.")
        getattr(self, f"{trait.type}_traits").append(trait)

    def is_empty(self) -> bool:
        """Tell whether there are no traits."""
        return not self.traits

    def get_trait_names(self) -> list[str]:
        """The names of all traits, in the order of :attr:`traits`."""
        return [trait.name for trait in self.traits]

    def get_llm_trait_names(self) -> list[str]:
        """The names of the LLM traits."""
        return [trait.name for trait in self.llm_traits]

    def get_regex_trait_names(self) -> list[str]:
        """The names of the regex traits."""
        return [trait.name for trait in self.regex_traits]

    def get_callable_trait_names(self) -> list[str]:
        """The names of the callable traits."""
        return [trait.name for trait in self.callable_traits]

    def get_metric_trait_names(self) -> list[str]:
        """The names of the metric traits."""
        return [trait.name for trait in self.metric_traits]

    def get_agentic_trait_names(self) -> list[str]:
        """The names of the agentic traits."""
        return [trait.name for trait in self.agentic_traits]

    def get_trait_max_scores(self) -> dict[str, int]:
        """The highest result, by name, of the traits with scores or classes."""
        return max_scores(self.as_model().traits)

    def get_trait_directionalities(self) -> dict[str, bool | None]:
        """By name, whether a higher result is better; None where neither."""
        return directionalities(self.as_model().traits)

    def validate_evaluation(self, evaluation: Mapping[str, Any]) -> bool:
        """Tell whether results by name fit: every trait but the metric ones, no others, each a result it can have."""
        return validate_evaluation(self.as_model().traits, evaluation)

    def as_model(self) -> ModelRubric:
        """Return the rubric as the engine holds it.

        Raises:
            InvalidValue: two traits have one name, or a name holds a dot.
        """
        made = ModelRubric(
            tuple(RubricEntry(new_entry_id(), model_trait(trait), self._gated()) for trait in self.traits)
        )
        check_names(made)
        return made

    @classmethod
    def _gated(cls) -> bool:
        return False


class DynamicRubric(Rubric):
    """Traits that count only where their concept occurs in the answer; each needs a summary or a description."""

    @classmethod
    def _gated(cls) -> bool:
        return True


def model_trait(trait: FaceTrait | Trait) -> Trait:
    """Return a trait as the engine holds it."""
    if type(trait) in _MODELS.values() or isinstance(trait, UnreadableTrait):
        return trait
    made: Trait = _MODELS[trait.type](
        **{name: getattr(trait, name) for name in trait.model_fields_set if name != "type"}
    )
    return made


def face_trait(trait: Trait) -> FaceTrait | None:
    """Return a trait as scripts hold it, or None for one that could not be read from its file."""
    if isinstance(trait, UnreadableTrait):
        return None
    made: FaceTrait = _FACES[trait.type](
        **{name: getattr(trait, name) for name in trait.model_fields_set if name != "type"}
    )
    return made


def face_rubric(entries: Iterable[RubricEntry], made: type[AnyRubric]) -> AnyRubric:
    """Return the entries that are gated, or not, as ``made`` holds them."""
    lists: dict[str, Any] = {}
    for entry in entries:
        trait = face_trait(entry.trait) if entry.gated == made._gated() else None
        if trait is not None:
            lists.setdefault(f"{trait.type}_traits", []).append(trait)
    return made(**lists)


def merged_rubric(global_rubric: Rubric | None, question_rubric: Rubric | None) -> Rubric | None:
    """Return the rubric that holds for a question: the global traits of each kind, then the question's own.

    Raises:
        InvalidValue: both have a trait of the same name.
    """
    if global_rubric is None and question_rubric is None:
        return None
    sides = [ModelRubric() if side is None else side.as_model() for side in (global_rubric, question_rubric)]
    merged = merge_rubrics(*sides)
    made = type(global_rubric or question_rubric or Rubric())
    return face_rubric((each.entry for each in merged.by_kind()), made)
