"""A criterion as the trait of a model judge: what other programs can ask about it."""

from __future__ import annotations

from gradewright.model.criterion import Criterion
from gradewright.model.traits import LLMTrait


def judged_trait(criterion: Criterion) -> LLMTrait:
    """Return the LLM trait that says in its description what the criterion says: yes or no, or a score on its scale."""
    scale = criterion.scored_on
    bounds = (1, 5) if scale is None else (1, scale.points)
    return LLMTrait(
        name=criterion.name or "criterion",
        description=described(criterion),
        kind="boolean" if scale is None else "score",
        min_score=bounds[0],
        max_score=bounds[1],
    )


def described(criterion: Criterion) -> str:
    """Return the words of a criterion as one text: definition, statements, anchors, examples."""
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
