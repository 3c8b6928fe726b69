"""Templates, traits, rubrics, questions and rules, by the names that Karenina gives them; looked up when first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gradewright.schemas.entities.answer import BaseAnswer as BaseAnswer
    from gradewright.schemas.entities.callable_trait import CallableRubricTrait as CallableRubricTrait
    from gradewright.schemas.entities.question import Question as Question
    from gradewright.schemas.entities.rubric import DynamicRubric as DynamicRubric
    from gradewright.schemas.entities.rubric import Rubric as Rubric
    from gradewright.schemas.entities.rubric import merged_rubric as merged_rubric
    from gradewright.schemas.entities.traits import AgenticRubricTrait as AgenticRubricTrait
    from gradewright.schemas.entities.traits import LLMRubricTrait as LLMRubricTrait
    from gradewright.schemas.entities.traits import MetricRubricTrait as MetricRubricTrait
    from gradewright.schemas.entities.traits import RegexRubricTrait as RegexRubricTrait
    from gradewright.schemas.entities.verified_field import ConditionalGroundTruth as ConditionalGroundTruth
    from gradewright.schemas.entities.verified_field import GroundTruthCase as GroundTruthCase
    from gradewright.schemas.entities.verified_field import VerifiedField as VerifiedField
    from gradewright.schemas.primitives import *  # noqa: F403 - sources import rules from here too

_HOMES = {
    "AgenticRubricTrait": "traits",
    "BaseAnswer": "answer",
    "CallableRubricTrait": "callable_trait",
    "ConditionalGroundTruth": "verified_field",
    "DynamicRubric": "rubric",
    "GroundTruthCase": "verified_field",
    "LLMRubricTrait": "traits",
    "MetricRubricTrait": "traits",
    "Question": "question",
    "RegexRubricTrait": "traits",
    "Rubric": "rubric",
    "VerifiedField": "verified_field",
    "merged_rubric": "rubric",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is not None:
        return getattr(import_module(f"{__name__}.{home}"), name)
    if not name.startswith("_"):
        rules = import_module("gradewright.schemas.primitives")
        if name in rules.__all__:
            return getattr(rules, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*_HOMES, *import_module("gradewright.schemas.primitives").__all__])
