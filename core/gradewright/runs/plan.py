"""What a run will do, counted before it starts."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gradewright.errors import InvalidValue, NotFound
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.model.run import CheckKind, RunState
from gradewright.runs.checks import bind_checks
from gradewright.store.library import Library
from gradewright.workers.patterns import PatternRunner, WatchedPatterns

CHUNK = 256
RESUMABLE = (RunState.STOPPED, RunState.INTERRUPTED)


@dataclass(frozen=True, slots=True)
class NeedsJudge:
    """A trait that only a judge can decide, and the answers that it would be asked about. It is not part of the run."""

    name: str
    answers: int


@dataclass(frozen=True, slots=True)
class RunPlan:
    """Recorded answers and the checks that will be made on them, without any judge.

    ``answer_ids`` are those still to do, in the order of questions, models and replicates; ``answers`` and ``cells``
    count the whole run, ``done`` the answers that it has judged already. ``checks`` are the columns in order.
    ``run_id`` is None for a run that does not exist yet.
    """

    benchmark_id: int
    benchmark_name: str
    models: tuple[str, ...]
    answer_ids: array[int]
    answers: int
    cells: int
    checks: tuple[tuple[CheckKind, str], ...]
    needs_judge: tuple[NeedsJudge, ...]
    done: int = 0
    run_id: int | None = None

    def config(self) -> dict[str, Any]:
        """What the run keeps about itself, as JSON data."""
        return {
            "kind": "verification",
            "models": list(self.models),
            "last_answer": max(self.answer_ids, default=0),
            "needs_judge": [{"trait": each.name, "answers": each.answers} for each in self.needs_judge],
        }


@dataclass(slots=True)
class _Counts:
    """What is counted while the questions are looked through."""

    cells: int = 0
    checks: dict[tuple[CheckKind, str], None] = field(default_factory=dict)
    needs_judge: dict[str, int] = field(default_factory=dict)

    def add(self, question: Question, rubric: Rubric, answers: int, patterns: PatternRunner) -> None:
        """Count a question with so many answers."""
        checks = bind_checks(question, rubric, patterns)
        self.cells += answers * len(checks.planned)
        self.checks.update(dict.fromkeys((each.kind, each.check) for each in checks.planned))
        for name in checks.compiled.needs_judge:
            self.needs_judge[name] = self.needs_judge.get(name, 0) + answers


def plan_verification(library: Library, benchmark_id: int, models: Sequence[str] | None = None) -> RunPlan:
    """Plan a run over the recorded answers of a benchmark, of some models or of all.

    Raises:
        NotFound: there is no such benchmark, or no answers of such a model.
        InvalidValue: no answers are recorded.
    """
    row = library.benchmark_row(benchmark_id)
    known = library.answer_models(benchmark_id)
    for model in models or ():
        if model not in known:
            recorded = ", ".join(f"“{name}”" for name in known) or "none"
            raise NotFound(f"No answers of “{model}” are recorded for “{row.name}”.", hint=f"Recorded: {recorded}.")
    chosen = tuple(known if models is None else (name for name in known if name in set(models)))
    answer_ids = library.answer_ids(benchmark_id, models=None if models is None else chosen)
    if not answer_ids:
        raise InvalidValue(
            f"“{row.name}” has no recorded answers yet.", hint="A run checks answers, so take some in first."
        )
    counts = _count(library, benchmark_id, answer_ids)
    return RunPlan(
        benchmark_id,
        row.name,
        chosen,
        answer_ids,
        len(answer_ids),
        counts.cells,
        _in_order(counts.checks),
        tuple(NeedsJudge(name, answers) for name, answers in counts.needs_judge.items()),
    )


def plan_resume(library: Library, run_id: int) -> RunPlan:
    """Plan the rest of a run that was stopped or interrupted. What it has judged is not asked again.

    Answers that came after the run was started are not part of it.

    Raises:
        NotFound: there is no such run.
        InvalidValue: the run is complete, or going.
    """
    run = library.run(run_id)
    if run.state not in RESUMABLE:
        raise InvalidValue(
            f"Run {run.number} of “{run.benchmark_name}” is {run.state.value}, so nothing is left of it."
        )
    models = tuple(str(name) for name in run.config.get("models", ()))
    last = int(run.config.get("last_answer", 0))
    judged = set(library.judged_answer_ids(run_id))
    planned = [i for i in library.answer_ids(run.benchmark_id, models=models) if i <= last]
    rest = array("q", (i for i in planned if i not in judged))
    checks = tuple((check.kind, check.name) for check in library.run_checks(run_id))
    needs = tuple(NeedsJudge(str(n["trait"]), int(n["answers"])) for n in run.config.get("needs_judge", ()))
    return RunPlan(
        run.benchmark_id,
        run.benchmark_name,
        models,
        rest,
        len(rest) + len(judged),
        run.planned_cells,
        checks,
        needs,
        len(judged),
        run_id,
    )


def _count(library: Library, benchmark_id: int, answer_ids: Sequence[int]) -> _Counts:
    rubric = library.benchmark(benchmark_id).rubric
    answers_of: dict[int, int] = {}
    for start in range(0, len(answer_ids), CHUNK):
        for row in library.answer_rows(answer_ids[start : start + CHUNK]):
            answers_of[row.question_id] = answers_of.get(row.question_id, 0) + 1
    counts = _Counts()
    ids = list(answers_of)
    with WatchedPatterns() as patterns:
        for start in range(0, len(ids), CHUNK):
            chunk = ids[start : start + CHUNK]
            for question_id, question in zip(chunk, library.questions(chunk), strict=True):
                counts.add(question, rubric, answers_of[question_id], patterns)
    return counts


def _in_order(checks: Iterable[tuple[CheckKind, str]]) -> tuple[tuple[CheckKind, str], ...]:
    """The template first, then the traits as they came: the global ones, then questions' own."""
    return tuple(sorted(checks, key=lambda check: check[0] is not CheckKind.TEMPLATE))
