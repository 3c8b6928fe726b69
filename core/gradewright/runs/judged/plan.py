"""What a judged run will ask, counted and priced before it starts."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gradewright.endpoints.costs import Cost
from gradewright.endpoints.estimates import fewest_tokens, most_tokens
from gradewright.errors import InvalidValue, NotFound
from gradewright.judge.questions import Framing
from gradewright.model.endpoint import Endpoint
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.model.run import CheckKind, RunState
from gradewright.runs.judged.lines import Lines
from gradewright.runs.judged.settings import JudgedSettings
from gradewright.runs.judged.tasks import JudgeTask, TaskList, graded_text, judge_identity, rests_on, text_sha
from gradewright.runs.plan import CHUNK, RESUMABLE
from gradewright.store.library import Library
from gradewright.store.rows import StoredAnswer

KIND = "judged"
_MILLION = 1_000_000
_SHORTEST_REPLY = 20
_MOST_SIZES = 4096


@dataclass(frozen=True, slots=True)
class JudgedPlan:
    """A run over recorded answers with judges.

    ``answer_ids`` are all answers of the run; ``judgements`` counts them with checks, judges and replicates, ``reused``
    are taken over from earlier runs, ``done`` were made in this run before, and ``calls`` are left to be asked (before
    any retry). ``tokens_in`` and ``tokens_out`` are from low to high, ``cost`` likewise, None where a price lacks.
    ``warnings`` are sentences. ``checks`` are the columns that are known from the start. ``run_id`` is None for a run
    that does not exist yet.
    """

    benchmark_id: int
    benchmark_name: str
    settings: JudgedSettings
    models: tuple[str, ...]
    answer_ids: array[int]
    judgements: int
    reused: int
    done: int
    calls: int
    tokens_in: tuple[int, int]
    tokens_out: tuple[int, int]
    cost: Cost | None
    warnings: tuple[str, ...]
    checks: tuple[tuple[CheckKind, str, str], ...]
    run_id: int | None = None

    def config(self, lines: Lines) -> dict[str, Any]:
        """What the run keeps about itself, as JSON data: choices, and the judges as they were."""
        judges = {name: _described(line.endpoint) for name, line in lines.items()}
        return {
            "kind": KIND,
            "models": list(self.models),
            "last_answer": max(self.answer_ids, default=0),
            "needs_judge": [],
            "settings": self.settings.data(),
            "judges": judges,
        }


@dataclass(slots=True)
class _Count:
    """What is counted while the answers are looked through."""

    judgements: int = 0
    reused: int = 0
    done: int = 0
    calls: int = 0
    low: int = 0
    high: int = 0
    by_judge: dict[str, list[int]] = field(default_factory=dict)
    checks: dict[tuple[CheckKind, str, str], None] = field(default_factory=dict)


def plan_judged(library: Library, benchmark_id: int, settings: JudgedSettings, lines: Lines) -> JudgedPlan:
    """Plan a run over the recorded answers of a benchmark.

    Raises:
        NotFound: there is no such benchmark, or no answers of such a model.
        InvalidValue: no answers are recorded, no judge is asked about anything, or no trait or criterion has a name
            that was chosen.
    """
    row = library.benchmark_row(benchmark_id)
    known = library.answer_models(benchmark_id)
    for model in settings.models or ():
        if model not in known:
            recorded = ", ".join(f"“{name}”" for name in known) or "none"
            raise NotFound(f"No answers of “{model}” are recorded for “{row.name}”.", hint=f"Recorded: {recorded}.")
    chosen = tuple(name for name in known if settings.models is None or name in settings.models)
    ids = library.answer_ids(benchmark_id, models=None if settings.models is None else chosen)
    if not ids:
        raise InvalidValue(
            f"“{row.name}” has no recorded answers yet.", hint="A run asks judges about answers, so take some in first."
        )
    plan = _plan(library, benchmark_id, settings, lines, ids, chosen, None)
    if not plan.judgements:
        chosen_names = "" if settings.checks is None else " of those that were chosen"
        raise InvalidValue(f"“{row.name}” has no trait or criterion{chosen_names} that a judge decides.")
    return plan


def plan_judged_resume(library: Library, run_id: int, lines: Lines) -> JudgedPlan:
    """Plan the rest of a judged run. What was judged is not asked again, what failed is tried again.

    A criterion that was changed since is judged anew, and only that one. Answers that came after the run was started
    are not part of it.

    Raises:
        NotFound: there is no such run.
        InvalidValue: the run is going, or had no judge.
    """
    run = library.run(run_id)
    if run.config.get("kind") != KIND:
        raise InvalidValue(f"Run {run.number} of “{run.benchmark_name}” asked no judge.")
    if run.state not in (*RESUMABLE, RunState.COMPLETE):
        raise InvalidValue(f"Run {run.number} of “{run.benchmark_name}” is {run.state.value}.")
    settings = JudgedSettings.read(run.config["settings"])
    models = tuple(str(name) for name in run.config.get("models", ()))
    last = int(run.config.get("last_answer", 0))
    ids = array("q", (i for i in library.answer_ids(run.benchmark_id, models=models) if i <= last))
    return _plan(library, run.benchmark_id, settings, lines, ids, models, run_id)


def judges_of_run(library: Library, run_id: int) -> tuple[str, ...]:
    """Return the names of the endpoints that a run asks. Raises NotFound, and InvalidValue where it asks none."""
    run = library.run(run_id)
    if run.config.get("kind") != KIND:
        raise InvalidValue(f"Run {run.number} of “{run.benchmark_name}” asked no judge.")
    return JudgedSettings.read(run.config["settings"]).judges


def _plan(
    library: Library,
    benchmark_id: int,
    settings: JudgedSettings,
    lines: Lines,
    ids: array[int],
    models: tuple[str, ...],
    run_id: int | None,
) -> JudgedPlan:
    count = _Count(by_judge={name: [0, 0, 0] for name in settings.judges})
    rubric = library.benchmark(benchmark_id).rubric
    identities = {name: judge_identity(lines[name].endpoint, settings) for name in settings.judges}
    sizes: dict[str, tuple[int, int]] = {}
    for chunk in _with_tasks(library, ids, rubric, settings):
        _count_chunk(library, chunk, settings, identities, count, run_id, sizes)
    endpoints = [lines[name].endpoint for name in settings.judges]
    return JudgedPlan(
        benchmark_id,
        library.benchmark_row(benchmark_id).name,
        settings,
        models,
        ids,
        count.judgements,
        count.reused,
        count.done,
        count.calls,
        (count.low, count.high),
        (count.calls * min(_SHORTEST_REPLY, settings.max_tokens), count.calls * settings.max_tokens),
        _cost(count, endpoints, settings),
        tuple(_warnings(endpoints, models)),
        tuple(count.checks),
        run_id,
    )


Tasks = list[tuple[StoredAnswer, Question, tuple[JudgeTask, ...]]]


def _with_tasks(library: Library, ids: Sequence[int], rubric: Rubric, settings: JudgedSettings) -> Iterator[Tasks]:
    last: tuple[int, Question, tuple[JudgeTask, ...]] | None = None
    tasks = TaskList(rubric, settings)
    for start in range(0, len(ids), CHUNK):
        chunk: Tasks = []
        for stored in library.answers_by_id(ids[start : start + CHUNK]):
            if last is None or last[0] != stored.question_id:
                question = library.question(stored.question_id)
                last = stored.question_id, question, tasks.of(question)
            chunk.append((stored, last[1], tuple(task for task in last[2] if task.is_left(stored.answer))))
        yield chunk


def _count_chunk(
    library: Library,
    chunk: Tasks,
    settings: JudgedSettings,
    identities: Mapping[str, str],
    count: _Count,
    run_id: int | None,
    sizes: dict[str, tuple[int, int]],
) -> None:
    wanted: list[tuple[str, str, JudgeTask, str]] = []
    for stored, _question, tasks in chunk:
        text = graded_text(stored.answer, settings)
        sha = text_sha(text)
        for task in tasks:
            count.checks.setdefault((task.kind, task.check, task.cell_entry))
            for judge, identity in identities.items():
                keys = [rests_on(task, sha, identity, n) for n in range(1, settings.replicates + 1)]
                wanted += [(key, judge, task, text) for key in keys]
    count.judgements += len(wanted)
    made: set[str] = set()
    if run_id is not None:
        rows = library.judgements(run_id, [stored.id for stored, _, _ in chunk])
        made = {each.rests_on for each in rows if each.usable}
    left = [each for each in wanted if each[0] not in made]
    count.done += len(wanted) - len(left)
    if settings.reuse:
        found = library.judgements_resting_on([each[0] for each in left])
        count.reused += sum(each[0] in found for each in left)
        left = [each for each in left if each[0] not in found]
    count.calls += len(left)
    for _key, judge, task, text in left:
        low, high = _size(task, sizes)
        low, high = low + fewest_tokens(text), high + most_tokens(text)
        count.low, count.high = count.low + low, count.high + high
        row = count.by_judge[judge]
        row[0], row[1], row[2] = row[0] + low, row[1] + high, row[2] + 1


def _size(task: JudgeTask, sizes: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """Return how many tokens a prompt has without the answer, from few to many."""
    # Questions are short beside prompts, so that the first one's stands for all of a criterion.
    known = sizes.get(task.fingerprint)
    if known is None:
        if len(sizes) >= _MOST_SIZES:
            sizes.clear()
        messages = task.ask("", Framing(boundary="-")).messages
        known = sizes[task.fingerprint] = (
            sum(fewest_tokens(each["content"]) for each in messages),
            sum(most_tokens(each["content"]) for each in messages),
        )
    return known


def _cost(count: _Count, endpoints: Sequence[Endpoint], settings: JudgedSettings) -> Cost | None:
    total: Cost | None = None
    for endpoint in endpoints:
        price, (low, high, calls) = endpoint.price, count.by_judge[endpoint.name]
        if price is None:
            return None
        shortest = calls * min(_SHORTEST_REPLY, settings.max_tokens)
        cost = Cost(
            (low * price.asked + shortest * price.given) / _MILLION,
            (high * price.asked + calls * settings.max_tokens * price.given) / _MILLION,
            price.currency,
            price.date,
        )
        if total is not None and total.currency != cost.currency:
            return None
        total = cost if total is None else total + cost
    return total


def _warnings(endpoints: Sequence[Endpoint], models: Sequence[str]) -> Iterator[str]:
    graded = {model.casefold(): model for model in models}
    for endpoint in endpoints:
        same = graded.get(endpoint.model.casefold())
        if same is not None:
            yield f"“{endpoint.name}” judges answers of “{same}”, the model that it is itself."
        if endpoint.protocol == "recorded":
            yield f"“{endpoint.name}” replies from a recording; no model is asked."


def _described(endpoint: Endpoint) -> dict[str, Any]:
    return {"model": endpoint.model, "base_url": endpoint.base_url, "protocol": endpoint.protocol}
