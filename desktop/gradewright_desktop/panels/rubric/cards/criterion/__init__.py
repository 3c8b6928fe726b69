"""The card of a criterion: its words, its examples and how it is scored."""

from __future__ import annotations

from gradewright_desktop.panels.rubric.cards.criterion.card import CriterionCard

__all__ = ["CriterionCard"]
