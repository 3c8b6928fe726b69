"""One judgement by a judge: what it says as a cell, what it rests on, and how it came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gradewright.model.run import Cell, CellState


@dataclass(frozen=True, slots=True)
class JudgementPlace:
    """Where a judgement belongs in a run. ``entry`` tells checks apart, ``replicate`` counts from 1."""

    answer_id: int
    entry: str
    judge: str
    replicate: int = 1


@dataclass(frozen=True, slots=True)
class PromptRecord:
    """The prompt of a judgement without what it can be made again from.

    ``texts`` are the messages, those of the evidence with gaps (``\\0answer\\0``) in place of the texts that are kept
    elsewhere, and of the boundary.
    """

    roles: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    boundary: str = ""


@dataclass(frozen=True, slots=True)
class KeptJudgement:
    """A judgement to be kept, or as it was kept.

    ``rests_on`` is a hash of everything that can change it: the criterion, the answer, the judge, the prompt's version,
    the replicate. ``fingerprint`` is that of the criterion alone: under another one it is stale. ``record`` has the raw
    reply, reasoning, usage, timing, form, notes. ``taken_from`` is the id of an earlier judgement that was taken over.
    """

    place: JudgementPlace
    rests_on: str
    fingerprint: str
    cell: Cell
    record: Mapping[str, Any] = field(default_factory=dict)
    prompt: PromptRecord = PromptRecord()
    taken_from: int | None = None
    id: int = 0
    at: str = ""

    @property
    def usable(self) -> bool:
        """Whether it was judged, so that it is not asked for again."""
        return self.cell.state in (CellState.JUDGED, CellState.CANNOT_JUDGE)
