"""Which card shows which trait."""

from __future__ import annotations

from gradewright.model.choice import ChoiceTrait
from gradewright.model.criterion import Criterion
from gradewright.model.traits import LLMTrait, MetricTrait, RegexTrait, Trait
from gradewright_desktop.panels.rubric.cards.base import EntryCard
from gradewright_desktop.panels.rubric.cards.choice import ChoiceCard
from gradewright_desktop.panels.rubric.cards.criterion import CriterionCard
from gradewright_desktop.panels.rubric.cards.judged import JudgedCard
from gradewright_desktop.panels.rubric.cards.kept import KeptCard
from gradewright_desktop.panels.rubric.cards.metric import MetricCard
from gradewright_desktop.panels.rubric.cards.pattern import PatternCard

CARDS: dict[str, type[EntryCard]] = {
    "criterion": CriterionCard,
    "judged": JudgedCard,
    "pattern": PatternCard,
    "metric": MetricCard,
    "choice": ChoiceCard,
    "kept": KeptCard,
}


def card_name(trait: Trait) -> str:
    """Return the key in :data:`CARDS` of the card for a trait."""
    match trait:
        case Criterion():
            return "criterion"
        case LLMTrait(kind="boolean" | "score" | "literal"):
            return "judged"
        case RegexTrait():
            return "pattern"
        case MetricTrait():
            return "metric"
        case ChoiceTrait():
            return "choice"
        case _:
            return "kept"
