"""What a run found out."""

from __future__ import annotations

from gradewright.schemas.results.result import (
    Failure,
    ModelIdentity,
    NotJudged,
    VerificationResult,
    VerificationResultMetadata,
    VerificationResultRubric,
    VerificationResultTemplate,
)
from gradewright.schemas.results.result_set import VerificationResultSet
from gradewright.schemas.results.views import RubricResults, TemplateResults

__all__ = [
    "Failure",
    "ModelIdentity",
    "NotJudged",
    "RubricResults",
    "TemplateResults",
    "VerificationResult",
    "VerificationResultMetadata",
    "VerificationResultRubric",
    "VerificationResultSet",
    "VerificationResultTemplate",
]
