"""Looking back at a judged run: which judgements are stale, and how steady a judge is about each criterion."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from gradewright.runs.judged.settings import JudgedSettings
from gradewright.runs.judged.tasks import TaskList
from gradewright.runs.plan import CHUNK
from gradewright.store.library import Library


@dataclass(frozen=True, slots=True)
class Steadiness:
    """How often a judge that was asked several times about the same changed its mind.

    ``groups`` counts the answers that one judge judged at least twice by this check, ``flips`` those of them on which
    its judgements differ.
    """

    entry: str
    groups: int
    flips: int

    @property
    def flip_rate(self) -> float | None:
        """The share of answers on which the judgements differ; None where nothing was judged twice."""
        return self.flips / self.groups if self.groups else None


def stale_judgements(library: Library, run_id: int) -> dict[str, int]:
    """Return by entry how many judgements of a run were made under words that have changed since, where there are any.

    A criterion that was removed or retired counts as changed.

    Raises:
        NotFound: there is no such run.
    """
    run = library.run(run_id)
    made = library.judged_fingerprints(run_id)
    settings = JudgedSettings.read(run.config["settings"]) if made else None
    current: dict[str, set[str]] = {}
    if settings is not None:
        tasks = TaskList(library.benchmark(run.benchmark_id).rubric, settings)
        ids = library.question_ids(run.benchmark_id)
        for start in range(0, len(ids), CHUNK):
            for question in library.questions(ids[start : start + CHUNK]):
                for task in tasks.of(question):
                    current.setdefault(task.entry, set()).add(task.fingerprint)
    stale = {
        entry: sum(count for fingerprint, count in counts.items() if fingerprint not in current.get(entry, ()))
        for entry, counts in made.items()
    }
    return {entry: count for entry, count in stale.items() if count}


def steadiness(library: Library, run_id: int) -> tuple[Steadiness, ...]:
    """Return for each check of a run how steady its judges are, the least steady first."""
    groups: dict[str, int] = {}
    flips: dict[str, int] = {}
    for (_, entry, _), votes in groupby(library.judged_votes(run_id), key=lambda vote: vote[:3]):
        said = [repr(value if verdict is None else verdict) for *_, verdict, value in votes]
        if len(said) > 1:
            groups[entry] = groups.get(entry, 0) + 1
            flips[entry] = flips.get(entry, 0) + (len(set(said)) > 1)
    found = [Steadiness(entry, count, flips[entry]) for entry, count in groups.items()]
    return tuple(sorted(found, key=lambda each: -(each.flip_rate or 0.0)))
