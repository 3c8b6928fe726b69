"""The rubric that holds for one question: the global one and its own (formats specification, section 4.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from gradewright.errors import InvalidValue
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import TRAIT_ORDER, AgenticTrait, CallableTrait, LLMTrait, Trait
from gradewright.verify.traits import validate_result


class Provenance(StrEnum):
    """Where an entry of a merged rubric comes from."""

    GLOBAL = "global"
    QUESTION = "question_specific"


@dataclass(frozen=True, slots=True)
class MergedEntry:
    """An entry and the rubric it comes from."""

    entry: RubricEntry
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class MergedRubric:
    """The entries that hold for a question: the global ones, then its own, each in their own order."""

    entries: tuple[MergedEntry, ...] = ()

    @property
    def traits(self) -> tuple[Trait, ...]:
        """The traits in the order of the entries."""
        return tuple(merged.entry.trait for merged in self.entries)

    def by_kind(self) -> tuple[MergedEntry, ...]:
        """The entries in the order in which Karenina lists them: by kind, then global before own."""
        return tuple(sorted(self.entries, key=lambda merged: TRAIT_ORDER.index(merged.entry.trait.type)))


def check_names(rubric: Rubric) -> None:
    """Check the names of active entries: each once, capitals and outer spaces count, no dot; a gated one has a concept.

    Criteria are told apart by their ids, so their names may hold anything and occur again.

    Raises:
        InvalidValue: with the name in the message.
    """
    seen: set[tuple[bool, str]] = set()
    for entry in rubric.active:
        name = entry.trait.name
        if isinstance(entry.trait, Criterion):
            continue
        if "." in name:
            raise InvalidValue(f"The trait name “{name}” must not hold a dot.")
        if (entry.gated, name) in seen:
            raise InvalidValue(f"Two traits are named “{name}”.", hint="Rename one of them.")
        seen.add((entry.gated, name))
        if entry.gated and entry.trait.summary is None and entry.trait.description is None:
            raise InvalidValue(
                f"The gated trait “{name}” has neither a summary nor a description to look for in the answer."
            )


def check_key(entry: RubricEntry) -> tuple[str, bool, str]:
    """Return by what an entry is told apart from all others that hold for a question: a criterion by its id."""
    if isinstance(entry.trait, Criterion):
        return ("criterion", False, entry.id)
    return ("trait", entry.gated, entry.trait.name)


def merge_rubrics(global_: Rubric, own: Rubric) -> MergedRubric:
    """Merge the active entries of the benchmark's rubric and of the question's own.

    Gated traits, which Karenina keeps in a rubric of their own, may have the name of one that always counts.

    Raises:
        InvalidValue: a name in one of them is not allowed, or both have a trait of the same name or a criterion of the
            same id.
    """
    check_names(global_)
    check_names(own)
    taken = {check_key(entry): entry.trait for entry in global_.active}
    for entry in own.active:
        other = taken.get(check_key(entry))
        if isinstance(other, Criterion):
            raise InvalidValue(
                f"The global rubric and the question's own both have a criterion with the id “{entry.id}”.",
                hint="Remove one of them and add it again: it then gets another id.",
            )
        if other is not None:
            kinds = f"both {other.type}" if other.type == entry.trait.type else f"{other.type} and {entry.trait.type}"
            raise InvalidValue(
                f"The global rubric and the question's own both have a trait “{entry.trait.name}” ({kinds}).",
                hint="Rename one of them.",
            )
    merged = [MergedEntry(entry, Provenance.GLOBAL) for entry in global_.active]
    merged += [MergedEntry(entry, Provenance.QUESTION) for entry in own.active]
    return MergedRubric(tuple(merged))


def validate_evaluation(traits: Iterable[Trait], evaluation: Mapping[str, Any]) -> bool:
    """Tell whether results by trait name fit a rubric: all its traits but the metric ones, no others, each allowed."""
    expected = {trait.name: trait for trait in traits if trait.type != "metric"}
    if set(evaluation) != set(expected):
        return False
    return all(validate_result(trait, evaluation[name]) for name, trait in expected.items())


def directionalities(traits: Iterable[Trait]) -> dict[str, bool | None]:
    """Return by name whether a higher result is better; None where neither."""
    return {trait.name: getattr(trait, "higher_is_better", None) for trait in traits}


def max_scores(traits: Iterable[Trait]) -> dict[str, int]:
    """Return by name the highest result of the traits with scores or numbered classes, where a highest is set."""
    return {
        trait.name: trait.max_score
        for trait in traits
        if isinstance(trait, LLMTrait | CallableTrait | AgenticTrait)
        and trait.kind in ("score", "literal")
        and trait.max_score is not None
    }
