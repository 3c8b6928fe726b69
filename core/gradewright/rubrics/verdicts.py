"""The overall verdict on one output by one grader, and why (grading rubric, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from gradewright.model.criterion import Criterion
from gradewright.model.rubric import OverallRule, Rubric, RubricEntry

_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one grader said about one criterion of one output.

    ``answer`` is True or False for a criterion of pass or fail, the point for a scale, None where there is no result.
    ``raw`` is the answer exactly as the grader wrote it.
    """

    answer: bool | int | None = None
    cannot_judge: bool = False
    raw: str = ""
    note: str = ""


class Outcome(StrEnum):
    """What came of one criterion."""

    PASSED = "passed"
    FAILED = "failed"
    CANNOT_JUDGE = "cannot judge"
    NOT_JUDGED = "not judged"

    @property
    def passed(self) -> bool | None:
        """True or False; None where there is no verdict."""
        return None if self in (Outcome.CANNOT_JUDGE, Outcome.NOT_JUDGED) else self is Outcome.PASSED


class Overall(StrEnum):
    """The verdict on an output. Blank is neither pass nor fail."""

    PASS = "pass"
    FAIL = "fail"
    BLANK = "blank"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The overall verdict, the sentence that says why, and the ids of the criteria that decided it.

    ``counted`` are the ids of the criteria that the rule counts. Where there are none, the rule is met, and ``why``
    says that nothing was counted. ``outcomes`` has every active criterion by its id.
    """

    overall: Overall
    why: str
    decided_by: tuple[str, ...]
    counted: tuple[str, ...]
    outcomes: Mapping[str, Outcome]

    @property
    def passed(self) -> bool | None:
        """True or False; None for a blank verdict."""
        return None if self.overall is Overall.BLANK else self.overall is Overall.PASS


def outcome(criterion: Criterion, judgement: Judgement | None) -> Outcome:
    """Return what came of a criterion. A score off the scale, or of the wrong kind, is “not judged”."""
    if judgement is None:
        return Outcome.NOT_JUDGED
    if judgement.cannot_judge:
        return Outcome.CANNOT_JUDGE
    answer = judgement.answer
    scale = criterion.scored_on
    if scale is None:
        passed = answer if isinstance(answer, bool) else None
    else:
        is_point = isinstance(answer, int) and not isinstance(answer, bool)
        passed = scale.passes(answer) if is_point and answer is not None else None
    if passed is None:
        return Outcome.NOT_JUDGED
    return Outcome.PASSED if passed else Outcome.FAILED


def criteria(rubric: Rubric) -> tuple[tuple[RubricEntry, Criterion], ...]:
    """Return the active entries that hold criteria, with them."""
    return tuple((entry, entry.trait) for entry in rubric.active if isinstance(entry.trait, Criterion))


def counted_criteria(rubric: Rubric) -> tuple[RubricEntry, ...]:
    """Return the entries of the criteria that count towards the overall verdict. Traits of other kinds never do."""
    every = rubric.terms.overall_rule is OverallRule.FAILS_ON_ANY
    return tuple(entry for entry, criterion in criteria(rubric) if every or criterion.must_pass)


def verdict(rubric: Rubric, judgements: Mapping[str, Judgement]) -> Verdict:
    """Return the overall verdict of one grader on one output.

    Args:
        rubric: with the rule.
        judgements: of that grader, by criterion id. Those of retired or unknown criteria do not count.
    """
    outcomes = {entry.id: outcome(criterion, judgements.get(entry.id)) for entry, criterion in criteria(rubric)}
    counted = counted_criteria(rubric)
    ids = tuple(entry.id for entry in counted)
    failed = [entry for entry in counted if outcomes[entry.id] is Outcome.FAILED]
    unknown = [entry for entry in counted if outcomes[entry.id].passed is None]
    if failed:
        return Verdict(Overall.FAIL, f"Failed: {_names(failed)}.", _ids(failed), ids, outcomes)
    if unknown:
        return Verdict(Overall.BLANK, _why_blank(unknown, outcomes), _ids(unknown), ids, outcomes)
    return Verdict(Overall.PASS, _why_passed(rubric, len(counted)), ids, ids, outcomes)


def _why_blank(unknown: list[RubricEntry], outcomes: Mapping[str, Outcome]) -> str:
    parts = []
    for state in (Outcome.CANNOT_JUDGE, Outcome.NOT_JUDGED):
        entries = [entry for entry in unknown if outcomes[entry.id] is state]
        if entries:
            parts.append(f"{state}: {_names(entries)}")
    return f"No counted criterion failed, but {'; '.join(parts)}. That is neither a pass nor a fail."


def _why_passed(rubric: Rubric, counted: int) -> str:
    if counted == 0:
        lacking = "no active criterion is must-pass" if criteria(rubric) else "the rubric has no active criterion"
        return f"Nothing was counted: {lacking}. The rule is met all the same."
    if counted == 1:
        return "The one counted criterion passed."
    return f"All {counted:,} counted criteria passed."


def _ids(entries: Iterable[RubricEntry]) -> tuple[str, ...]:
    return tuple(entry.id for entry in entries)


def _names(entries: list[RubricEntry]) -> str:
    named = [f"“{entry.trait.name.strip() or entry.id}”" for entry in entries[:_MOST_NAMED]]
    left = len(entries) - len(named)
    if left:
        return f"{', '.join(named)} and {left:,} more"
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
