"""What a check looks for, in words: its kind, its definition, and what the run noted about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gradewright.model.run import Cell, CheckKind
from gradewright.model.traits import (
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
    UnreadableTrait,
)
from gradewright_desktop.panels.results.words import number_text, plain_text, state_words, tr


@dataclass(frozen=True, slots=True)
class CheckKindWords:
    """How a kind of check is called and which icon it has."""

    words: str
    icon: str


def kind_of(cell: Cell, trait: Trait | None) -> CheckKindWords:
    """Return what sort of check a cell belongs to."""
    if cell.kind is CheckKind.TEMPLATE:
        return CheckKindWords(tr("Template, compared with the ground truth"), "template")
    if isinstance(trait, RegexTrait):
        return CheckKindWords(tr("Pattern, searched for in the answer"), "regex")
    if isinstance(trait, MetricTrait):
        return CheckKindWords(tr("Metric over recorded lists"), "metric")
    if isinstance(trait, (LLMTrait, AgenticTrait)):
        return CheckKindWords(tr("Judged by a model"), "judge")
    if isinstance(trait, CallableTrait):
        return CheckKindWords(tr("Code from a file"), "code")
    if isinstance(trait, UnreadableTrait):
        return CheckKindWords(tr("Not readable"), "warning-outline")
    return CheckKindWords(tr("No longer in the rubric"), "retired")


def definition(cell: Cell, trait: Trait | None) -> list[tuple[str, str]]:
    """Return what a check looks for as pairs of a name and a text, then what the run noted."""
    pairs = [] if trait is None else _trait_pairs(trait)
    pairs.append((tr("State"), state_words(cell)))
    if cell.score is not None:
        pairs.append((tr("Score"), number_text(cell.score)))
    if cell.message:
        pairs.append((tr("Message"), cell.message))
    pairs += [(_label(name), _detail_text(value)) for name, value in cell.detail.items()]
    return pairs


def _trait_pairs(trait: Trait) -> list[tuple[str, str]]:
    pairs = [(tr("Description"), trait.description)] if trait.description else []
    if isinstance(trait, RegexTrait):
        pairs.append((tr("Pattern"), trait.pattern))
        pairs.append((tr("Case"), tr("matters") if trait.case_sensitive else tr("does not matter")))
        if trait.normalize:
            pairs.append((tr("Accents"), tr("written in either way are the same (NFC)")))
        if trait.invert_result:
            pairs.append((tr("Result"), tr("true where the pattern is not found")))
    elif isinstance(trait, MetricTrait):
        pairs.append((tr("Should be there"), "\n".join(trait.tp_instructions)))
        if trait.tn_instructions:
            pairs.append((tr("Should not be there"), "\n".join(trait.tn_instructions)))
    elif isinstance(trait, UnreadableTrait):
        pairs.append((tr("Problem"), trait.problem))
    if trait_lower_is_better(trait):
        pairs.append((tr("Reading"), tr("false is the better result, so true reads as fail")))
    return pairs


def trait_lower_is_better(trait: Trait) -> bool:
    """Say whether a trait's true result reads as a fail."""
    return getattr(trait, "higher_is_better", True) is False


def _label(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _detail_text(value: Any) -> str:
    if isinstance(value, Mapping):
        return "\n".join(f"{key}: {plain_text(item)}" for key, item in value.items())
    return plain_text(value)
