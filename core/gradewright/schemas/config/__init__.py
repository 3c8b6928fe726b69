"""``ModelConfig``: a model by its name, and the server that answers for it."""

from __future__ import annotations

from gradewright.schemas.config.models import ManualTraces, ModelConfig

__all__ = ["ManualTraces", "ModelConfig"]
