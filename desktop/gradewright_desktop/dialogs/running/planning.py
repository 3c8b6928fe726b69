"""What a new run may choose from and what it would ask: read and worked out off the GUI thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gradewright.endpoints.keys import KeyHome, KeyringSilent, Keys
from gradewright.model.choice import ChoiceTrait
from gradewright.model.criterion import Criterion
from gradewright.model.endpoint import Endpoint
from gradewright.model.traits import LLMTrait, MetricTrait
from gradewright.runs.judged import JudgedPlan, JudgedSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gradewright.model.rubric import RubricEntry
    from gradewright.store.library import Library

# Calls are seldom as quick under load as the one that was made to test an endpoint.
_SLOWER = 2.0


@dataclass(frozen=True, slots=True)
class Judge:
    """An endpoint that may judge, and where its key is; None where it has none or the keyring is silent."""

    endpoint: Endpoint
    key: KeyHome | None


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be chosen. ``models`` are those under test with their answers, ``entries`` ids and names to check.

    Of the ``questions``, ``templated`` ones have a template.
    """

    benchmark_id: int
    name: str
    models: tuple[tuple[str, int], ...]
    entries: tuple[tuple[str, str], ...]
    judges: tuple[Judge, ...]
    questions: int
    templated: int


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan with the time it takes in seconds, from low to high; None where no judge was ever timed."""

    plan: JudgedPlan
    seconds: tuple[float, float] | None
    at_once: int


def needs_judge(library: Library, benchmark_id: int) -> bool:
    """Return whether a run should ask first: there is what judges decide, and a judge that could."""
    return bool(library.endpoints()) and bool(_entries(library, benchmark_id))


def read_offer(library: Library, benchmark_id: int, keys: Keys) -> Offer:
    """Read what a run of a benchmark can choose from. It may wait for the keyring. Raises NotFound."""
    row = library.benchmark_row(benchmark_id)
    models = library.answer_models(benchmark_id)
    templated = sum(1 for question in library.iter_questions(benchmark_id) if question.template.strip())
    named = {entry.id: entry.trait.name for entry in _entries(library, benchmark_id)}
    return Offer(
        benchmark_id,
        row.name,
        tuple((model, len(library.answer_ids(benchmark_id, models=[model]))) for model in models),
        tuple(named.items()),
        tuple(Judge(endpoint, _home(endpoint, keys)) for endpoint in library.endpoints()),
        row.question_count,
        templated,
    )


def plan_run(library: Library, benchmark_id: int, settings: JudgedSettings, keys: Keys) -> Planned:
    """Plan a run. Raises what :func:`gradewright.runs.judged.plan_judged` does."""
    from gradewright.jobs.judging import plan

    planned = plan(library, benchmark_id, settings, keys)
    endpoints = [library.endpoint(name) for name in settings.judges]
    return Planned(planned, _seconds(planned.calls, endpoints), sum(each.limits.at_once for each in endpoints))


def _seconds(calls: int, endpoints: Sequence[Endpoint]) -> tuple[float, float] | None:
    """Return about how long the calls take: judges are asked side by side, each within its limits."""
    share = calls / max(1, len(endpoints))
    low = 0.0
    for endpoint in endpoints:
        took = endpoint.capability.seconds
        if took is None:
            return None
        own = share * took / endpoint.limits.at_once
        if endpoint.limits.requests is not None:
            own = max(own, 60 * share / endpoint.limits.requests)
        low = max(low, own, took)
    return low, low * _SLOWER


def _entries(library: Library, benchmark_id: int) -> list[RubricEntry]:
    rubrics = [library.benchmark(benchmark_id).rubric]
    rubrics += [question.rubric for question in library.iter_questions(benchmark_id)]
    return [
        entry
        for rubric in rubrics
        for entry in rubric.active
        if not entry.gated and isinstance(entry.trait, Criterion | LLMTrait | MetricTrait | ChoiceTrait)
    ]


def _home(endpoint: Endpoint, keys: Keys) -> KeyHome | None:
    try:
        return keys.home(endpoint.name, endpoint.key_variable or None)
    except KeyringSilent:
        return None
