"""Criteria and choice traits as the traits of a model judge: what other programs can ask about them."""

from __future__ import annotations

from gradewright.model.choice import ChoiceTrait
from gradewright.model.criterion import Criterion
from gradewright.model.traits import MAX_CLASSES, MIN_CLASSES, LLMTrait


def judged_trait(criterion: Criterion) -> LLMTrait:
    """Return the LLM trait that says in its description what the criterion says: yes or no, or a score on its scale."""
    scale = criterion.scored_on
    bounds = (1, 5) if scale is None else (1, scale.points)
    return LLMTrait(
        name=criterion.name or "criterion",
        description=words_of(criterion),
        kind="boolean" if scale is None else "score",
        min_score=bounds[0],
        max_score=bounds[1],
    )


def judged_choice(trait: ChoiceTrait) -> LLMTrait:
    """Return the LLM trait that asks for one of the labels; yes or no where they cannot be its classes."""
    labels = trait.labels
    distinct = {label.lower() for label in labels if label.strip()}
    fits = MIN_CLASSES <= len(labels) <= MAX_CLASSES and len(distinct) == len(labels)
    if not fits:
        return LLMTrait(name=trait.name, description=trait.prompt, kind="boolean")
    classes = {choice.label: f"Score {choice.score:g}." for choice in trait.choices}
    return LLMTrait(name=trait.name, description=trait.prompt, kind="literal", classes=classes)


def words_of(trait: Criterion | ChoiceTrait) -> str:
    """Return the words of a criterion as one text: its definition, statements, anchors and examples; of a choice its
    prompt.
    """
    if isinstance(trait, ChoiceTrait):
        return trait.prompt
    criterion = trait
    parts = [criterion.definition.strip()]
    scale = criterion.scored_on
    lists = (
        ("Must hold:", criterion.must),
        ("Must not hold:", criterion.must_not),
        ("Points:", [f"{point}: {anchor}" for point, anchor in enumerate(scale.anchors, start=1)] if scale else ()),
        ("Passes, for example:", criterion.pass_examples),
        ("Fails, for example:", criterion.fail_examples),
    )
    for heading, texts in lists:
        lines = [f"- {text.strip()}" for text in texts if text.strip()]
        if lines:
            parts.append("\n".join([heading, *lines]))
    return "\n\n".join(part for part in parts if part)
