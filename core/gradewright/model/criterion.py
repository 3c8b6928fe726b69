"""Criteria: traits that are written for people, as statements that hold of every good answer or of none.

The members and their rules are those of the grading rubric (its section 1).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

SCALE_POINTS = (3, 4, 5)
"""The lengths that a scale can have."""

_NO_SLUG = re.compile(r"[\W_]+")
_LONGEST_SLUG = 60


class Scale(BaseModel):
    """An anchored scale: a text for every point from 1 up, and the lowest point that passes (None: not chosen yet).

    Anchors that lack are empty ones.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    points: Literal[3, 4, 5]
    anchors: tuple[str, ...] = ()
    pass_line: int | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        if len(self.anchors) > self.points:
            raise ValueError(f"a scale of {self.points} points has no place for {len(self.anchors)} anchors")
        if self.pass_line is not None and not 1 <= self.pass_line <= self.points:
            raise ValueError(f"the pass line {self.pass_line} is no point of a scale from 1 to {self.points}")
        self.__dict__["anchors"] = self.anchors + ("",) * (self.points - len(self.anchors))
        return self

    def passes(self, score: int) -> bool | None:
        """Return whether a point passes; None where it is off the scale or no pass line was chosen."""
        if self.pass_line is None or not 1 <= score <= self.points:
            return None
        return score >= self.pass_line


class CriterionSource(BaseModel):
    """The failure category that a criterion came from: its list, its id there, and how often it was seen."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    list: str = ""
    id: str = ""
    count: int | None = Field(default=None, ge=0)


class Criterion(BaseModel):
    """One thing that graders look for. Its id is that of its entry in the rubric.

    ``scale`` may be left over from before where ``scoring`` is pass-fail; it then means nothing and is not hashed.
    ``extra`` holds the members of a file that nobody here knows, so that they can go back.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    type: Literal["criterion"] = "criterion"
    name: str = ""
    definition: str = ""
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    pass_examples: tuple[str, ...] = ()
    fail_examples: tuple[str, ...] = ()
    scoring: Literal["pass-fail", "scale"] = "pass-fail"
    scale: Scale | None = None
    must_pass: bool = False
    source: CriterionSource | None = None
    extra: Mapping[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check_scoring(self) -> Self:
        if self.scoring == "scale" and self.scale is None:
            raise ValueError("a criterion that is scored on a scale needs the scale")
        return self

    @property
    def scored_on(self) -> Scale | None:
        """The scale in use: None for pass or fail, whatever is left over from an earlier scale."""
        return self.scale if self.scoring == "scale" else None

    # What every trait has, read from what a criterion calls it.

    @property
    def description(self) -> str | None:
        """The definition, by the name that other traits have for it."""
        return self.definition or None

    @property
    def summary(self) -> str | None:
        """None: a criterion has no summary."""
        return None

    @property
    def higher_is_better(self) -> bool:
        """True: a criterion is met, or more of it is."""
        return True


def slug(name: str, taken: Container[str] = ()) -> str:
    """Return an id made of a name: lower-case letters and digits of any script joined by hyphens, not in ``taken``."""
    text = unicodedata.normalize("NFC", name).lower()
    made = _NO_SLUG.sub("-", text).strip("-")[:_LONGEST_SLUG].strip("-") or "criterion"
    if made not in taken:
        return made
    number = 2
    while f"{made}-{number}" in taken:
        number += 1
    return f"{made}-{number}"
