"""A trait while it is being edited: what was typed, and whether it makes a trait."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from gradewright.model.choice import ChoiceTrait
from gradewright.model.criterion import Criterion, slug
from gradewright.model.rubric import RubricEntry, new_entry_id
from gradewright.model.traits import (
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
    UnreadableTrait,
)

NEW_CRITERION = "New criterion"
NEW_CLASSES = {"weak": "What a weak answer looks like.", "strong": "What a strong answer looks like."}
# Where a rule about several values is said, by a word of its sentence.
_FIELD_OF_RULE = (
    ("instructions on what should not", "tn_instructions"),
    ("instructions", "tp_instructions"),
    ("metric", "metrics"),
    ("class", "classes"),
)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why what was typed makes no trait: the field it is about, and one sentence."""

    field: str
    sentence: str


class TraitDraft:
    """The values of one trait as they stand in the card, valid or not."""

    def __init__(self, trait: Trait):
        self.kept = trait
        self.values: dict[str, Any] = dict(trait)

    @property
    def is_valid(self) -> bool:
        """Whether the values as they stand are the trait that is kept."""
        return self.values == dict(self.kept)

    def set(self, **values: Any) -> Trait | Problem:
        """Change some values; return the trait they make now, or why they make none."""
        self.values.update(values)
        if isinstance(self.kept, Criterion) and not str(self.values.get("name", "")).strip():
            return Problem("name", "A criterion needs a name.")
        if self.values.get("kind") == "score" and not _in_order(self.values):
            return Problem("bounds", "The lowest score must be below the highest.")
        try:
            made = type(self.kept).model_validate(self.values)
        except ValidationError as error:
            return _problem(error)
        self.kept = made
        self.values = dict(made)
        return made


def new_entry(kind: str, taken: set[str], taken_ids: Container[str] = ()) -> RubricEntry:
    """Return a fresh entry of one of the kinds that can be added: it is complete enough to be kept at once.

    ``taken`` are the names in use; ``taken_ids`` those that a criterion must not have.
    """
    trait: Trait
    if kind == "criterion":
        name = free_name(NEW_CRITERION, taken)
        return RubricEntry(slug(name, taken_ids), Criterion(name=name))
    if kind == "regex":
        trait = RegexTrait(name=free_name("New pattern", taken), pattern="", normalize=True)
    elif kind == "metric":
        name = free_name("New metric", taken)
        trait = MetricTrait(name=name, metrics=["precision", "recall", "f1"], tp_instructions=["What should be there"])
    elif kind == "literal":
        trait = LLMTrait(name=free_name("New choice", taken), kind="literal", classes=dict(NEW_CLASSES))
    elif kind == "score":
        trait = LLMTrait(name=free_name("New score", taken), kind="score")
    else:
        trait = LLMTrait(name=free_name("New trait", taken), kind="boolean")
    return RubricEntry(new_entry_id(), trait)


def free_name(wanted: str, taken: set[str]) -> str:
    """Return the name, or the name with the first number that makes it free."""
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted} {number}"
    return name


def kind_words(trait: Trait) -> str:
    """Return what kind of trait it is, for the line under its name."""
    match trait:
        case LLMTrait(kind="boolean"):
            return "judge, yes or no"
        case LLMTrait(kind="score"):
            return f"judge, {trait.min_score} to {trait.max_score}"
        case LLMTrait(kind="literal"):
            return f"judge, one of {len(trait.classes or ())}"
        case LLMTrait():
            return "judge, structured"
        case RegexTrait():
            return "pattern, must not occur" if trait.invert_result else "pattern"
        case MetricTrait():
            return ", ".join(trait.metrics)
        case CallableTrait():
            return "code from a file"
        case AgenticTrait():
            return "agent, does not run yet"
        case Criterion():
            scale = trait.scored_on
            words = "pass–fail" if scale is None else f"{scale.points} points"
            return f"{words}, must pass" if trait.must_pass else words
        case ChoiceTrait():
            return f"one of {len(trait.choices)}, scored"
        case UnreadableTrait():
            return f"{trait.intended}, not readable"


def kind_icon(trait: Trait) -> str:
    """Return the icon of a trait's kind."""
    match trait:
        case LLMTrait(kind="boolean"):
            return "pass-fail"
        case ChoiceTrait():
            return "choice"
        case Criterion():
            return "pass-fail" if trait.scored_on is None else "scale"
        case LLMTrait(kind="score"):
            return "scale"
        case LLMTrait(kind="literal"):
            return "choice"
        case RegexTrait():
            return "regex"
        case MetricTrait():
            return "metric"
        case CallableTrait():
            return "code"
        case _:
            return "judge"


def _in_order(values: dict[str, Any]) -> bool:
    low, high = values.get("min_score"), values.get("max_score")
    return low is None or high is None or low < high


def _problem(error: ValidationError) -> Problem:
    first = error.errors(include_url=False)[0]
    message = str(first["msg"]).removeprefix("Value error, ")
    sentence = f"{message[:1].upper()}{message[1:]}."
    if first["loc"]:
        field = str(first["loc"][0])
        if field == "name":
            sentence = "A trait needs a name."
        return Problem(field, sentence)
    field = next((field for word, field in _FIELD_OF_RULE if word in message), "name")
    return Problem(field, sentence)
