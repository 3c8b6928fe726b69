"""Rubrics: the ordered list of traits, and the card of the one that is chosen."""

from __future__ import annotations

from gradewright_desktop.panels.rubric.panel import RubricEditor

__all__ = ["RubricEditor"]
