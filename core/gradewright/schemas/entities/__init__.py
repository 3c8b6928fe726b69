"""Templates, traits, rubrics and questions, by the names that Karenina gives them."""

from __future__ import annotations

from gradewright.schemas.entities.answer import BaseAnswer
from gradewright.schemas.entities.callable_trait import CallableRubricTrait
from gradewright.schemas.entities.question import Question
from gradewright.schemas.entities.rubric import DynamicRubric, Rubric, merged_rubric
from gradewright.schemas.entities.traits import (
    AgenticRubricTrait,
    LLMRubricTrait,
    MetricRubricTrait,
    RegexRubricTrait,
)
from gradewright.schemas.entities.verified_field import ConditionalGroundTruth, GroundTruthCase, VerifiedField
from gradewright.schemas.primitives import *  # noqa: F403 - sources import rules from here too
from gradewright.schemas.primitives import __all__ as _rules

__all__ = [
    "AgenticRubricTrait",
    "BaseAnswer",
    "CallableRubricTrait",
    "ConditionalGroundTruth",
    "DynamicRubric",
    "GroundTruthCase",
    "LLMRubricTrait",
    "MetricRubricTrait",
    "Question",
    "RegexRubricTrait",
    "Rubric",
    "VerifiedField",
    "merged_rubric",
    *_rules,
]
