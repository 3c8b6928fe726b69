"""What scripts make benchmarks of: templates, rubrics with their traits, questions, and what a run needs.

The names, and the modules below, are those of Karenina's ``karenina.schemas``; they are looked up when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gradewright.schemas.arguments import BadArgument as BadArgument
    from gradewright.schemas.config import ModelConfig as ModelConfig
    from gradewright.schemas.entities import AgenticRubricTrait as AgenticRubricTrait
    from gradewright.schemas.entities import BaseAnswer as BaseAnswer
    from gradewright.schemas.entities import CallableRubricTrait as CallableRubricTrait
    from gradewright.schemas.entities import DynamicRubric as DynamicRubric
    from gradewright.schemas.entities import LLMRubricTrait as LLMRubricTrait
    from gradewright.schemas.entities import MetricRubricTrait as MetricRubricTrait
    from gradewright.schemas.entities import Question as Question
    from gradewright.schemas.entities import RegexRubricTrait as RegexRubricTrait
    from gradewright.schemas.entities import Rubric as Rubric
    from gradewright.schemas.entities import VerifiedField as VerifiedField
    from gradewright.schemas.results import VerificationResult as VerificationResult
    from gradewright.schemas.results import VerificationResultSet as VerificationResultSet
    from gradewright.schemas.verification import VerificationConfig as VerificationConfig
    from gradewright.schemas.warnings import DoubtfulRule as DoubtfulRule
    from gradewright.schemas.warnings import FileRemark as FileRemark
    from gradewright.schemas.warnings import GradewrightWarning as GradewrightWarning
    from gradewright.schemas.warnings import RunsCode as RunsCode

_ENTITIES = (
    "AgenticRubricTrait",
    "BaseAnswer",
    "CallableRubricTrait",
    "DynamicRubric",
    "LLMRubricTrait",
    "MetricRubricTrait",
    "Question",
    "RegexRubricTrait",
    "Rubric",
    "VerifiedField",
)
_HOMES = {
    "BadArgument": "gradewright.schemas.arguments",
    "DoubtfulRule": "gradewright.schemas.warnings",
    "FileRemark": "gradewright.schemas.warnings",
    "GradewrightWarning": "gradewright.schemas.warnings",
    "ModelConfig": "gradewright.schemas.config",
    "RunsCode": "gradewright.schemas.warnings",
    "VerificationConfig": "gradewright.schemas.verification",
    "VerificationResult": "gradewright.schemas.results",
    "VerificationResultSet": "gradewright.schemas.results",
    **dict.fromkeys(_ENTITIES, "gradewright.schemas.entities"),
}

__all__ = [
    "AgenticRubricTrait",
    "BadArgument",
    "BaseAnswer",
    "CallableRubricTrait",
    "DoubtfulRule",
    "DynamicRubric",
    "FileRemark",
    "GradewrightWarning",
    "LLMRubricTrait",
    "MetricRubricTrait",
    "ModelConfig",
    "Question",
    "RegexRubricTrait",
    "Rubric",
    "RunsCode",
    "VerificationConfig",
    "VerificationResult",
    "VerificationResultSet",
    "VerifiedField",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
