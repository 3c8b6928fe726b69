"""``VerificationConfig``, and the results of a run."""

from __future__ import annotations

from gradewright.schemas.results import VerificationResult, VerificationResultSet
from gradewright.schemas.verification.config import VerificationConfig

__all__ = ["VerificationConfig", "VerificationResult", "VerificationResultSet"]
