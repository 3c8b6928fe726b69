"""Runs, their cells, and the states in which a cell can end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class CellState(StrEnum):
    """How a cell ended. Only ``JUDGED`` carries a verdict or a value."""

    JUDGED = "judged"
    CANNOT_JUDGE = "cannot_judge"
    PARSE_ERROR = "parse_error"
    TRUNCATED = "truncated"
    REFUSED = "refused"
    FAILED = "failed"


class FailureReason(StrEnum):
    """Why a cell is ``FAILED``."""

    TOO_LONG = "too_long"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    RATE_LIMIT = "rate_limit"
    SERVER_ERROR = "server_error"
    REGEX_TIMEOUT = "regex_timeout"
    REGEX_INVALID = "regex_invalid"
    CODE_NOT_ALLOWED = "code_not_allowed"
    CODE_FAILED = "code_failed"
    NO_VALUES = "no_values"
    NO_JUDGE = "no_judge"
    CHECK_ERROR = "check_error"


class CheckKind(StrEnum):
    """What a cell judges: the question's template as a whole, or one trait of a rubric."""

    TEMPLATE = "template"
    TRAIT = "trait"


class RunState(StrEnum):
    """Where a run stands."""

    PLANNED = "planned"
    GOING = "going"
    COMPLETE = "complete"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class FieldOutcome:
    """What became of one template field: ``passed`` is None where the judge returned null.

    ``score`` is between 0 and 1, or None with ``passed``. ``explanation`` says in a few words how far off it was.
    """

    name: str
    passed: bool | None
    score: float | None
    weight: float
    expected: Any
    got: Any
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One judgement of one check on one answer.

    ``verdict`` is True for pass, False for fail and None where the check has no pass or fail reading (a score without
    a pass line, a metric) or was not judged. ``value`` is what the check yielded: a bool, a number, a label, or a
    mapping of metrics. ``detail`` carries expected and got for the results viewer. ``entry`` is the id of a criterion,
    by which it is told apart whatever it is called; "" for other checks.
    """

    check: str
    kind: CheckKind
    state: CellState
    verdict: bool | None = None
    value: Any = None
    reason: str = ""
    message: str = ""
    score: float | None = None
    fields: tuple[FieldOutcome, ...] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)
    entry: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of a run, or of a part of it."""

    total: int = 0
    passed: int = 0
    failed: int = 0
    valued: int = 0
    cannot_judge: int = 0
    not_judged: int = 0

    @property
    def judged(self) -> int:
        """Cells with a verdict or a value."""
        return self.passed + self.failed + self.valued
