"""Judging in several processes, with the results in the order that one process would give them in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.model.run import Cell
from gradewright.runs.crew import Crew
from gradewright.runs.judging_process import worker_command
from gradewright.runs.judging_values import CANNOT_TRAVEL, Group, Rows, pack_batch, pack_setting, unpack_results
from gradewright.runs.workforce import Workforce
from gradewright.store.rows import StoredAnswer

Judged = tuple[int, Sequence[Cell], bool | None]
StoredGroup = tuple[int, list[StoredAnswer]]
"""A question's id and some answers to it."""

_AHEAD = 2
"""Batches for each process that are read before their turn, so that none waits for this one."""


def judge_side_by_side(
    batches: Iterator[list[StoredGroup]],
    question_of: Callable[[int], Question],
    here: Callable[[StoredGroup], list[Judged]],
    rubric: Rubric,
    workforce: Workforce,
    stopping: Callable[[], bool],
) -> Iterator[list[Judged]]:
    """Yield the results of groups in their order. ``here`` judges one in this process.

    That is done for what the processes cannot do: risky patterns and foreign code, which have watched processes of
    their own that see them all in order; batches on which processes ended; and the batch that is next while nobody has
    taken it. Ends when ``stopping`` says so.
    """
    try:
        setting = pack_setting(rubric)
    except CANNOT_TRAVEL:
        for batch in batches:
            yield from map(here, batch)
        return
    count = workforce.processes()
    with Crew(count, setting, workforce.command or worker_command) as crew:
        ahead: deque[tuple[int, list[StoredGroup]]] = deque()
        for number, batch in enumerate(batches):
            ahead.append((number, batch))
            _give(crew, number, [(i, question_of(i), [each.answer for each in stored]) for i, stored in batch])
            if len(ahead) > count * _AHEAD:
                yield from _fetch(crew, *ahead.popleft(), here, stopping, workforce.helping)
            if stopping():
                return
        while ahead and not stopping():
            yield from _fetch(crew, *ahead.popleft(), here, stopping, workforce.helping)


def _give(crew: Crew, number: int, groups: list[Group]) -> None:
    try:
        body = pack_batch(groups)
    except CANNOT_TRAVEL:
        crew.keep_back(number)
    else:
        crew.give(number, body)


def _fetch(
    crew: Crew,
    number: int,
    batch: list[StoredGroup],
    here: Callable[[StoredGroup], list[Judged]],
    stopping: Callable[[], bool],
    helping: bool,
) -> Iterator[list[Judged]]:
    body = crew.result(number, stopping, helping=helping)
    results: Sequence[Rows | None] = [None] * len(batch) if body is None else unpack_results(body)
    for group, rows in zip(batch, results, strict=True):
        if stopping():
            return
        if rows is None:
            yield here(group)
        else:
            yield [(each.id, *row) for each, row in zip(group[1], rows, strict=True)]
