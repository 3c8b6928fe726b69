"""One answer while its judgements come in: which are there, what its cells are, and the verdict on the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gradewright.model.criterion import Criterion
from gradewright.model.judgement import JudgementPlace, KeptJudgement
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.model.run import Cell, CellState
from gradewright.rubrics.verdicts import Judgement, verdict
from gradewright.runs.checks import QuestionChecks
from gradewright.runs.judged.cells import GradedText
from gradewright.runs.judged.settings import JudgedSettings
from gradewright.runs.judged.tasks import JudgeTask
from gradewright.runs.judged.votes import combined
from gradewright.store.rows import StoredAnswer
from gradewright.verify.verdicts import overall


@dataclass(frozen=True, slots=True)
class Bound:
    """A question with everything that is checked about its answers. ``rubrics`` are the global one and its own."""

    question: Question
    checks: QuestionChecks
    tasks: tuple[JudgeTask, ...]
    rubrics: tuple[Rubric, Rubric]


@dataclass(slots=True)
class OpenAnswer:
    """One answer of a run. ``base`` are the cells of checks without a judge, ``votes`` the judgements by entry."""

    stored: StoredAnswer
    bound: Bound
    tasks: tuple[JudgeTask, ...]
    graded: GradedText
    base: list[Cell]
    settings: JudgedSettings
    votes: dict[str, dict[JudgementPlace, KeptJudgement]] = field(default_factory=dict)

    def add(self, judgement: KeptJudgement) -> None:
        """Take in a judgement."""
        self.votes.setdefault(judgement.place.entry, {})[judgement.place] = judgement

    @property
    def complete(self) -> bool:
        """Whether all its judgements are there."""
        return all(len(self.votes.get(task.entry, ())) >= self.settings.votes for task in self.tasks)

    def result(self) -> tuple[int, list[Cell], bool | None]:
        """Return the answer's id, its cells as far as they are known, and its overall verdict."""
        known: dict[str, Cell] = {}
        for task in self.tasks:
            votes = self.votes.get(task.entry, {})
            if len(votes) >= self.settings.votes:
                known[task.entry] = combined(list(votes.values()), self.settings.combine)
        waits = len(known) < len(self.tasks)
        judged = {(task.kind, task.check) for task in self.tasks if task.criterion is None}
        # A judge's cell takes the place of the one that says that nothing was recorded.
        cells = [cell for cell in self.base if (cell.kind, cell.check) not in judged] + list(known.values())
        return self.stored.id, cells, overall_verdict(self.bound.rubrics, cells, waits=waits)


def overall_verdict(rubrics: Iterable[Rubric], cells: Sequence[Cell], *, waits: bool = False) -> bool | None:
    """Return the verdict on an answer: False where a part fails, None where one is blank or still ``waits``.

    Criteria are read by the rule of their rubric; templates and traits as :func:`gradewright.verify.verdicts.overall`
    does.
    """
    parts: list[bool | None] = []
    by_entry = {cell.entry: cell for cell in cells if cell.entry}
    for rubric in rubrics:
        if any(isinstance(trait, Criterion) for trait in rubric.traits):
            given = {entry.id: _judgement(by_entry[entry.id]) for entry in rubric.active if entry.id in by_entry}
            parts.append(verdict(rubric, given).passed)
    others = [cell for cell in cells if not cell.entry]
    if any(cell.verdict is not None or cell.state is not CellState.JUDGED for cell in others):
        parts.append(overall(others))
    if False in parts:
        return False
    return None if waits or None in parts or not parts else True


def _judgement(cell: Cell) -> Judgement:
    if cell.state is CellState.CANNOT_JUDGE:
        return Judgement(cannot_judge=True)
    return Judgement(cell.value if cell.state is CellState.JUDGED else None)
