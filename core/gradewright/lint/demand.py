"""What a wording check looks at and what it finds, in any language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a text of a criterion is: that decides which rules look at it (grading rubric, section 3)."""

    MUST = "must"
    MUST_NOT = "must_not"
    DEFINITION = "definition"
    NAME = "name"
    ANCHOR = "anchor"


@dataclass(frozen=True, slots=True)
class Demand:
    """One text to check. ``points`` is the length of the criterion's scale, None without one.

    ``grounded`` tells that another text of the criterion says what to check against.
    """

    text: str
    kind: Kind
    points: int | None = None
    grounded: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """Words in a text: code-point offsets in the text as it stands."""

    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that fires: the words it is about, and further words where it is about two places.

    ``parts`` is the text taken apart, or put in another way, where that can be done without changing what is asked;
    ``moves`` tells that what it then says belongs into the other list.
    """

    rule: str
    span: Span
    also: tuple[Span, ...] = ()
    parts: tuple[str, ...] = ()
    moves: bool = False
