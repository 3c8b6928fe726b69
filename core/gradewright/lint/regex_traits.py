"""Checks of patterns in rubrics: do they compile, can they match, do they match everything, can they take forever."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gradewright.edits import RubricOwner, SetEntry
from gradewright.lint.finding import Finding, Fix, Place
from gradewright.lint.pattern_risk import can_explode, cannot_match, without_nested_repeats
from gradewright.lint.patterns import matches_every_text, pattern_doubt, pattern_error
from gradewright.lint.report import finding, part
from gradewright.model.rubric import RubricEntry
from gradewright.model.traits import RegexTrait

RISK = (
    "On some answers this pattern can try so many ways to match that it never ends, and then the answer is not judged. "
    "Let no repetition stand inside or right behind another one of the same characters."
)


def check_regex(entry: RubricEntry, owner: RubricOwner, place: Place) -> Iterator[Finding]:
    """Yield what is wrong with the pattern of a regex trait."""
    trait = entry.trait
    if not isinstance(trait, RegexTrait):
        return
    where = part(place, "pattern", 0, len(trait.pattern))
    flags = 0 if trait.case_sensitive else int(re.IGNORECASE)
    problem = pattern_error(trait.pattern)
    if problem is not None:
        yield invalid_pattern("pattern-invalid", part(place, "pattern"), trait.pattern, problem)
    elif not trait.pattern:
        yield finding("no-pattern", where, trait.name, "has no pattern", _found(trait, "every"), title="No pattern")
    elif pattern_doubt(trait.pattern) is not None:
        yield finding(
            "pattern-doubtful",
            where,
            trait.pattern,
            "may change its meaning",
            f"A later Python may read this pattern in another way: {pattern_doubt(trait.pattern)}.",
            title="A pattern that may be read in two ways",
        )
    elif matches_every_text(trait.pattern):
        yield finding(
            "regex-never",
            where,
            trait.pattern,
            "is found in every text",
            f"The pattern can match nothing at all. {_found(trait, 'every')}",
            title="A pattern that every answer meets",
        )
    elif cannot_match(trait.pattern, flags):
        yield finding(
            "regex-never",
            where,
            trait.pattern,
            "is found in no text",
            f"No text can match this pattern. {_found(trait, 'no')}",
            title="A pattern that no answer meets",
        )
    elif can_explode(trait.pattern, flags):
        yield finding(
            "regex-risk",
            where,
            trait.pattern,
            "can take forever",
            RISK,
            title="A pattern that can take forever",
            fix=_simpler(entry, trait, owner, flags),
        )


def _simpler(entry: RubricEntry, trait: RegexTrait, owner: RubricOwner, flags: int) -> Fix | None:
    simpler = without_nested_repeats(trait.pattern, flags)
    if simpler is None:
        return None
    changed = entry.with_trait(trait.model_copy(update={"pattern": simpler}))
    edit = SetEntry(owner, changed, f"simplify the pattern of “{trait.name}”")
    return Fix("Simplify", edit, trait.pattern, simpler)


def _found(trait: RegexTrait, how_many: str) -> str:
    """What follows for the answers where a pattern is found in every one or in no one."""
    said = f"It is found in {how_many} answer, so every answer"
    if trait.higher_is_better is None:
        return f"{said} gets the same."
    passes = (trait.higher_is_better is not trait.invert_result) is (how_many == "every")
    return f"{said} {'passes' if passes else 'fails'}."


def invalid_pattern(rule: str, place: Place, pattern: str, problem: tuple[str, int | None]) -> Finding:
    """Return the finding for a pattern that does not compile, pointing at the character where it breaks."""
    reason, offset = problem
    start = min(offset or 0, len(pattern))
    at = "" if offset is None else f" at character {offset + 1}"
    return finding(
        rule,
        part(place, place.part, start, len(pattern)),
        pattern[start:] or pattern,
        "is no valid pattern",
        f"The pattern cannot be used: {reason}{at}.",
        title="A pattern that does not compile",
    )
