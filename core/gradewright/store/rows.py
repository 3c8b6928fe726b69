"""What reads give back beside the values of the model: light rows for lists, and stored things with their ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gradewright.model.answer import Answer
from gradewright.model.run import CellState, CheckKind, RunState, Tally


@dataclass(frozen=True, slots=True)
class BenchmarkRow:
    """A benchmark in a list. ``entry_count`` counts the global rubric's entries."""

    id: int
    name: str
    version: str
    question_count: int
    finished_count: int
    answer_count: int
    entry_count: int
    run_count: int


@dataclass(frozen=True, slots=True)
class KeptRubricRow:
    """A rubric that is kept alone, in a list. ``entry_count`` counts retired entries, too."""

    id: int
    name: str
    entry_count: int


@dataclass(frozen=True, slots=True)
class SheetBatchRow:
    """A batch of rater sheets that was printed: ``fingerprint`` and ``version`` are those of its rubric then."""

    name: str
    at: str
    title: str
    fingerprint: str
    version: int
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SheetOutputRow:
    """An output of a batch by its number; ``answer_id`` is None for the cover and for sheets without an answer."""

    batch: SheetBatchRow
    number: int
    answer_id: int | None


@dataclass(frozen=True, slots=True)
class QuestionFigures:
    """What the questions of a benchmark hold, counted.

    ``own_entries``: entries of the questions' own rubrics; ``code_entries``: those of them whose trait is a program.
    ``keywords``: the most frequent ones with their counts; ``keyword_count``: how many different ones there are.
    """

    own_entries: int
    code_entries: int
    without_template: int
    without_reference: int
    keywords: tuple[tuple[str, int], ...]
    keyword_count: int


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """A question in a list. ``text`` is its beginning, at most 240 characters; ``entry_count`` is of its own rubric."""

    id: int
    key: str
    text: str
    finished: bool
    has_template: bool
    entry_count: int


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """A recorded answer with its ids."""

    id: int
    question_id: int
    batch_id: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A recorded answer in a list. ``text`` is its beginning, at most 240 characters."""

    id: int
    question_id: int
    model: str
    replicate: int
    text: str
    has_fields: bool


@dataclass(frozen=True, slots=True)
class AnswerBatch:
    """One import of answers; ``count`` leaves out those that were taken out one by one."""

    id: int
    benchmark_id: int
    source: str
    at: str
    count: int


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A question whose text, reference or keywords contain what was searched for."""

    benchmark_id: int
    benchmark_name: str
    question_id: int
    text: str


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run in a list. ``answers`` counts answers by their overall verdict, ``cells`` judgements.

    In ``answers``, ``not_judged`` are the blank ones.
    """

    id: int
    benchmark_id: int
    benchmark_name: str
    number: int
    state: RunState
    config: Mapping[str, Any]
    planned_answers: int
    planned_cells: int
    started: str
    ended: str | None
    answers: Tally
    cells: Tally


@dataclass(frozen=True, slots=True)
class RunCheck:
    """A column of a run's results. ``ordinal`` counts from 0; ``entry`` is a criterion's id, "" for other checks."""

    ordinal: int
    kind: CheckKind
    name: str
    has_values: bool
    entry: str = ""


@dataclass(frozen=True, slots=True)
class CellBrief:
    """What a table shows of a cell."""

    ordinal: int
    state: CellState
    verdict: bool | None
    value: Any
    score: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One answer's results in a run. ``cells`` holds its cells by the check's ordinal; ``overall`` None is “blank”."""

    id: int
    run_id: int
    answer_id: int
    question_id: int
    question_text: str
    model: str
    replicate: int
    overall: bool | None
    cells: Mapping[int, CellBrief]


@dataclass(frozen=True, slots=True)
class ResultTally:
    """Counts over the results that fit a filter: answers by overall verdict, cells, and cells by check ordinal."""

    answers: Tally
    cells: Tally
    checks: Mapping[int, Tally] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One step of the history.

    ``state`` is ``done``, ``undone`` or ``dropped`` (undone, and then something else was done).
    """

    seq: int
    at: str
    title: str
    state: str
    benchmark_id: int | None
    question_id: int | None
