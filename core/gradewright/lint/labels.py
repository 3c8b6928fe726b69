"""The rule ``label-collision``: labels of a choice that a grader, a program or a reader can take for one another.

Judges write labels in their own way (“N/A” becomes “n a”), and some tools take the first label that a reply begins or
ends with: “bad” for “very bad”. What is the same after both sides were normalised alike is one label for any of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from gradewright.lint.finding import Finding, Place
from gradewright.lint.report import finding, part, severities
from gradewright.model.traits import AgenticTrait, CallableTrait, LLMTrait, Trait

# A sign before a digit and a point or comma between digits are parts of a number.
_NUMBER_SIGN = re.compile(r"(?<![^\W_])[-\u2212](?=\d)")
_IN_NUMBER = re.compile(r"(?<=\d)[.,](?=\d)")


class Likeness(StrEnum):
    """How two labels are alike; the values are the names of their severities."""

    SAME = "label-collision"
    """Nothing but capitals, white space, punctuation or Unicode forms tells them apart."""
    WORDS = "label-collision-words"
    """One is the first or last words of the other: “bad”, “very bad”."""
    LETTERS = "label-collision-letters"
    """One is the first or last letters of the other: “consistent”, “inconsistent”; “1”, “10”."""


@dataclass(frozen=True, slots=True)
class LabelCollision:
    """Two labels that collide, as they are written, and their places in the list; ``first`` is the shorter one."""

    first: str
    second: str
    positions: tuple[int, int]
    likeness: Likeness


def label_collisions(labels: Sequence[str]) -> list[LabelCollision]:
    """Return the pairs of labels that can be taken for one another, in the order of the list.

    Labels are compared without regard to capitals, white space, punctuation and Unicode forms (NFKC); a label made of
    nothing but punctuation ("+", "++") is compared as it is. Blank labels are left out: they lack a name, not a
    difference.
    """
    plain = [(position, label, normalised_label(label)) for position, label in enumerate(labels)]
    named = [each for each in plain if each[2]]
    found: list[LabelCollision] = []
    for number, one in enumerate(named):
        for other in named[number + 1 :]:
            likeness = _likeness(one[2], other[2])
            if likeness is not None:
                short, long = (one, other) if len(one[2]) <= len(other[2]) else (other, one)
                found.append(LabelCollision(short[1], long[1], (short[0], long[0]), likeness))
    return found


def normalised_label(label: str) -> str:
    """Return a label as it is compared: NFKC, capitals folded, punctuation as white space, single spaces."""
    visible = "".join(c for c in unicodedata.normalize("NFKC", label) if unicodedata.category(c) != "Cf")
    folded = " ".join(unicodedata.normalize("NFKC", visible.casefold()).split())
    kept = {match.start() for rule in (_NUMBER_SIGN, _IN_NUMBER) for match in rule.finditer(folded)}
    spaced = "".join(
        " " if unicodedata.category(c).startswith("P") and place not in kept else c for place, c in enumerate(folded)
    )
    return " ".join(spaced.split()) or folded


def check_labels(trait: Trait, place: Place) -> Iterator[Finding]:
    """Yield the collisions among the classes of a trait that chooses between them."""
    if isinstance(trait, LLMTrait | AgenticTrait | CallableTrait) and trait.kind == "literal":
        yield from collision_findings(trait.class_names(), lambda label: part(place, f"class:{label}"))


def collision_findings(
    labels: Sequence[str], where: Callable[[str], Place], *, whole: bool = False
) -> Iterator[Finding]:
    """Yield one finding a collision, at the place of the longer label.

    ``whole`` leaves out labels that are parts of others: where values are read as typed data, those are no risk.
    """
    for each in label_collisions(labels):
        if not whole or each.likeness is Likeness.SAME:
            yield _finding(each, where(each.second))


def _likeness(one: str, other: str) -> Likeness | None:
    if one == other:
        return Likeness.SAME
    short, long = sorted((one, other), key=len)
    if not long.startswith(short) and not long.endswith(short):
        return None
    whole = long.startswith(f"{short} ") or long.endswith(f" {short}")
    return Likeness.WORDS if whole else Likeness.LETTERS


def _finding(each: LabelCollision, place: Place) -> Finding:
    pair = f"“{each.first}” and “{each.second}”"
    if each.likeness is Likeness.SAME:
        why = "reads like another label"
        message = (
            f"{pair} differ in nothing but capitals, spaces or punctuation, so a reply cannot be told to mean the one "
            "or the other. Rename one of them."
        )
    else:
        why = "holds another label"
        message = (
            f"{pair}: one is the beginning or end of the other, and tools that look for a label inside a reply take "
            "the wrong one. Whole labels are compared here; rename one of them for results that go elsewhere."
        )
    made = finding("label-collision", place, each.second, why, message, title="Two labels that can be confused")
    return replace(made, severity=severities()[each.likeness])
