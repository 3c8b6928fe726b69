"""What the linter says about a place."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradewright.edits import Edit
    from gradewright.lint.changes import EntryChange


class Severity(StrEnum):
    """How much a finding matters. The order of the members is the order of weight."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a finding points.

    ``question_id`` and ``entry_id`` are None where the finding is about the benchmark or about no trait. ``part`` names
    the text in it: ``"name"``, ``"description"``, ``"template"``, ``"field:dose"``, ``"pattern"``, ``"class:good"``,
    ``"instruction:tp:2"`` (the third of the ``tp`` list), ``"kept-test:0"``. ``start`` and ``end`` are
    character offsets in that text, both 0 for the whole of it. In a rubric that is kept alone ``kept_id`` is its id and
    ``benchmark_id`` 0. A criterion's texts are ``"name"``, ``"definition"``, ``"must:0"``, ``"must_not:0"``,
    ``"pass:0"``, ``"fail:0"``, ``"anchor:1"`` (of the lowest point), and ``"pass_line"``; what holds for the whole
    rubric is ``"cannot_judge"``, ``"overall_rule"`` and ``"language"`` without an ``entry_id``.
    """

    benchmark_id: int
    question_id: int | None = None
    entry_id: str | None = None
    part: str = ""
    start: int = 0
    end: int = 0
    kept_id: int | None = None


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that removes a finding: a title named by what it does, and the edit.

    ``change`` says the same of one entry, so that fixes of several of its statements can be made in one step; None
    where the edit adds entries.
    """

    title: str
    edit: Edit
    before: str = ""
    after: str = ""
    change: EntryChange | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: ``words`` are the exact words it is about, ``why`` a few words, ``message`` one sentence.

    ``also`` are further places that it is about: the other criterion of an overlap, the other of two negations.
    ``silenced`` is the reason for which a person silenced the rule for this entry, None where nobody did; a silenced
    finding stays, and counts nowhere.
    """

    rule: str
    severity: Severity
    place: Place
    words: str
    why: str
    message: str
    title: str = ""
    fix: Fix | None = None
    also: tuple[Place, ...] = ()
    silenced: str | None = None
