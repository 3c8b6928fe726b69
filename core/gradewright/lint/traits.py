"""Is a trait complete, and does it say something."""

from __future__ import annotations

from collections.abc import Iterator

from gradewright.lint.code import NO_CODE, AllowedCode, check_callable
from gradewright.lint.finding import Finding, Place
from gradewright.lint.labels import check_labels
from gradewright.lint.report import finding, part
from gradewright.model.rubric import RubricEntry
from gradewright.model.traits import (
    MIN_CLASSES,
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    UnreadableTrait,
)


def check_trait(entry: RubricEntry, place: Place, allowed: AllowedCode = NO_CODE) -> Iterator[Finding]:
    """Yield what is missing from one trait, and what cannot work. ``allowed`` are the programs that may run."""
    trait = entry.trait
    if entry.gated and not (trait.summary or "").strip() and not (trait.description or "").strip():
        yield finding(
            "gated-without-concept",
            part(place, "summary"),
            trait.name,
            "names no concept",
            "The trait counts only where its concept occurs, but neither summary nor description says which that is.",
            title="No concept to look for",
        )
    yield from check_labels(trait, place)
    if isinstance(trait, LLMTrait | AgenticTrait):
        yield from _check_judged(trait, place)
    elif isinstance(trait, MetricTrait):
        yield from _check_metric(trait, place)
    elif isinstance(trait, CallableTrait):
        yield from check_callable(trait, allowed, place)
    elif isinstance(trait, UnreadableTrait):
        yield finding(
            "unreadable-trait",
            place,
            trait.name,
            "cannot be read",
            f"The file's details of this {trait.intended} trait make no sense: {trait.problem}. It is kept as it came.",
            title="A trait that cannot be read",
        )


def _check_judged(trait: LLMTrait | AgenticTrait, place: Place) -> Iterator[Finding]:
    if not (trait.description or "").strip() and trait.kind != "literal":
        yield finding(
            "no-trait-description",
            part(place, "description"),
            trait.name,
            "has no description",
            "A judge is told nothing but the name of this trait, so each one will decide what it means.",
            title="No description",
        )
    if trait.kind == "literal":
        yield from _check_classes(trait, place)
    if trait.kind == "score":
        yield from _check_bounds(trait, place)


def _check_classes(trait: LLMTrait | AgenticTrait, place: Place) -> Iterator[Finding]:
    classes = trait.classes or {}
    if len(classes) < MIN_CLASSES:
        yield finding(
            "too-few-classes",
            part(place, "classes"),
            trait.name,
            f"has {len(classes) or 'no'} {'class' if len(classes) == 1 else 'classes'}",
            "A choice needs at least two classes.",
            title="Too few classes",
        )
    for name, description in classes.items():
        if not description.strip():
            yield finding(
                "no-class-description",
                part(place, f"class:{name}"),
                name,
                "has no description",
                f"Nothing says which answers belong to the class “{name}”.",
                title="A class without a description",
            )


def _check_bounds(trait: LLMTrait | AgenticTrait, place: Place) -> Iterator[Finding]:
    low, high = trait.min_score, trait.max_score
    if low is not None and high is not None and low >= high:
        yield finding(
            "bounds",
            part(place, "bounds"),
            f"{low} to {high}",
            "is no scale",
            f"The lowest score, {low}, is not below the highest, {high}, so every answer gets the same.",
            title="A scale without room",
        )


def _check_metric(trait: MetricTrait, place: Place) -> Iterator[Finding]:
    lists = [("tp", trait.tp_instructions, "must be there")]
    if trait.evaluation_mode == "full_matrix":
        lists.append(("tn", trait.tn_instructions, "must not be there"))
    for name, instructions, meaning in lists:
        if not any(text.strip() for text in instructions):
            yield finding(
                "no-instruction",
                part(place, name),
                trait.name,
                f"lists nothing that {meaning}",
                f"The metric counts content that {meaning}, and no instruction says what that is.",
                title="No instruction",
            )
            continue
        yield from _check_instructions(name, instructions, place)


def _check_instructions(name: str, instructions: list[str], place: Place) -> Iterator[Finding]:
    seen: dict[str, int] = {}
    for number, text in enumerate(instructions):
        where = part(place, f"instruction:{name}:{number}")
        key = " ".join(text.split()).casefold()
        if not key:
            message = f"Instruction {number + 1} is empty, and a judge would have to invent what it means."
            yield finding("blank-instruction", where, "", "an empty instruction", message, title="Empty instruction")
        elif seen.setdefault(key, number) != number:
            yield finding(
                "repeated-instruction",
                part(where, where.part, 0, len(text)),
                text,
                f"repeats instruction {seen[key] + 1}",
                f"Instruction {number + 1} reads like instruction {seen[key] + 1}; what it finds would count twice.",
                title="Said twice",
            )
