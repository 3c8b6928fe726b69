"""Computing the metrics of a run, metric by metric in an order that respects what they depend on.

Where FlexEval loses what came before when one reply cannot be read, here the one value is missing and says why; what
depends on it is not computed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gradewright.errors import InvalidValue, NotFound
from gradewright.flexeval.functions import FunctionCall, Functions
from gradewright.flexeval.linking import LinkedMetrics, link
from gradewright.flexeval.objects import MetricObject, Thread, objects_of, thread_data
from gradewright.flexeval.rows import MetricRow
from gradewright.formats.flexeval.eval_run import Dependency, EvalRun, MetricItem
from gradewright.judge.choice_prompt import fill, texts_of
from gradewright.judge.choices import flexeval_choice, whole_choice
from gradewright.model.choice import ChoiceTrait
from gradewright.model.conversation import Conversation
from gradewright.model.run import CellState


@dataclass(frozen=True, slots=True)
class Graded:
    """What a grader replied to a filled prompt, or why it did not."""

    text: str | None
    message: str = ""
    state: CellState = CellState.JUDGED
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


GradeAll = Callable[[Sequence[tuple[ChoiceTrait, str]]], Sequence[Graded]]
"""Asks a grader about many filled prompts; the replies are in their order."""


@dataclass(frozen=True, slots=True)
class Picked:
    """A conversation of a run: its line from 0, and the number of its repetition."""

    thread: int
    copy: int
    conversation: Conversation


def pick(conversations: Sequence[Conversation], run: EvalRun) -> list[Picked]:
    """Return the conversations that a run looks at: a sample of a file where it has many, each as often as is asked."""
    chosen: Sequence[int] = range(len(conversations))
    if len(conversations) >= run.most_threads:
        chosen = sorted(random.Random(run.seed).sample(range(len(conversations)), run.most_threads))
    return [Picked(line, copy, conversations[line]) for line in chosen for copy in range(run.copies)]


def check_run(run: EvalRun, rubrics: Mapping[str, ChoiceTrait], functions: Functions) -> LinkedMetrics:
    """Look at a run before anything is computed or asked.

    Raises:
        NotFound: a rubric or a function that it names is not there.
        InvalidValue: its dependencies do not make sense, or a function is in a program that is not allowed.
    """
    for item in run.metrics:
        if item.type == "function":
            functions.check(item.name)
        elif item.name not in rubrics:
            known = ", ".join(f"“{name}”" for name in rubrics) or "none"
            raise NotFound(f"There is no rubric “{item.name}”.", hint=f"There are: {known}.")
        elif not rubrics[item.name].choices:
            raise InvalidValue(f"The rubric “{item.name}” has no choices, so no reply could be read.")
    return link(run.metrics)


def evaluate(
    picked: Sequence[Picked],
    metrics: LinkedMetrics,
    rubrics: Mapping[str, ChoiceTrait],
    functions: Functions,
    grade: GradeAll,
) -> Iterator[MetricRow]:
    """Yield the rows of a run, metric by metric. ``metrics`` has been checked."""
    threads = [_Loaded(each, data := thread_data(each.conversation), Thread(data)) for each in picked]
    values: dict[int, dict[_Key, dict[str, float | None]]] = {}
    for number in metrics.order:
        item, found = metrics.items[number], values.setdefault(number, {})
        targets = [
            target
            for place, loaded in enumerate(threads)
            for target in _targets(place, loaded, item.level)
            if all(
                _holds(need, meant, metrics.items[meant], target, values)
                for need, meant in zip(item.depends_on, metrics.needs[number], strict=True)
            )
        ]
        made = (
            _functions(item, targets, functions) if item.type == "function" else _rubrics(item, targets, rubrics, grade)
        )
        for target, rows in zip(targets, made, strict=True):
            judged = {row.name: row.value for row in rows if row.state is CellState.JUDGED}
            if judged:
                found[target.key] = judged
            yield from rows


_Key = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Loaded:
    picked: Picked
    data: Mapping[str, Any]
    thread: Thread


@dataclass(frozen=True, slots=True)
class _Target:
    """An object of a level. ``key`` is the place of its thread in the run and its own place in that."""

    place: int
    index: int
    level: str
    found: MetricObject
    loaded: _Loaded = field(compare=False)

    @property
    def key(self) -> _Key:
        return self.place, self.index


def _targets(place: int, loaded: _Loaded, level: str) -> Iterator[_Target]:
    for index, found in enumerate(objects_of(loaded.thread, level)):
        yield _Target(place, index, level, found, loaded)


def _holds(
    need: Dependency,
    number: int,
    other: MetricItem,
    target: _Target,
    values: Mapping[int, Mapping[_Key, Mapping[str, float | None]]],
) -> bool:
    index = _enclosing(target, other.level) + need.position
    if index < 0:
        return False
    found = values[number].get((target.place, index))
    if not found:
        return False
    if need.metric_name is not None and need.metric_name in found:
        value = found[need.metric_name]
    elif len(found) == 1 and need.metric_name in (None, other.name):
        value = next(iter(found.values()))
    else:
        return False
    if value is None:
        return False
    return (need.lowest is None or value >= need.lowest) and (need.highest is None or value <= need.highest)


def _enclosing(target: _Target, level: str) -> int:
    """Return the place of the object itself, or of the larger one around it, at a level."""
    found: Any = target.found
    if level == target.level:
        return target.index
    if level == "Thread":
        return 0
    around = found.turn if level == "Turn" else found.message
    return int(around.index_in_thread)


def _row(target: _Target, item: MetricItem, name: str, value: float | None, **more: Any) -> MetricRow:
    index = None if target.level == "Thread" else target.index
    role = getattr(target.found, "role", None)
    picked = target.loaded.picked
    return MetricRow(picked.thread, picked.copy, target.level, index, role, item.type, item.name, name, value, **more)


def _functions(item: MetricItem, targets: Sequence[_Target], functions: Functions) -> list[list[MetricRow]]:
    calls = [FunctionCall(each.found, each.level, each.index, each.loaded.data) for each in targets]
    rows = []
    for target, result in zip(targets, functions.call_all(item.name, item.kwargs, calls), strict=True):
        if isinstance(result, str):
            rows.append([_row(target, item, item.name, None, state=CellState.FAILED, message=result)])
        else:
            rows.append([_row(target, item, name, value) for name, value in result])
    return rows


def _rubrics(
    item: MetricItem, targets: Sequence[_Target], rubrics: Mapping[str, ChoiceTrait], grade: GradeAll
) -> list[list[MetricRow]]:
    trait = rubrics[item.name]
    prompts: list[str | InvalidValue] = []
    for target in targets:
        conversation = target.loaded.picked.conversation
        index = None if target.level == "Thread" else target.index
        try:
            prompts.append(fill(trait.prompt, texts_of(conversation, target.level, index)))  # type: ignore[arg-type]
        except InvalidValue as error:
            prompts.append(error)
    replies = iter(grade([(trait, prompt) for prompt in prompts if isinstance(prompt, str)]))
    rows = []
    for target, prompt in zip(targets, prompts, strict=True):
        if isinstance(prompt, InvalidValue):
            rows.append([_row(target, item, item.name, None, state=CellState.FAILED, message=prompt.message)])
        else:
            rows.append([_graded(target, item, trait, prompt, next(replies))])
    return rows


def _graded(target: _Target, item: MetricItem, trait: ChoiceTrait, prompt: str, reply: Graded) -> MetricRow:
    more: dict[str, Any] = {
        "prompt": prompt,
        "reply": reply.text,
        "prompt_tokens": reply.prompt_tokens,
        "completion_tokens": reply.completion_tokens,
    }
    if reply.text is None or reply.state is not CellState.JUDGED:
        state = CellState.FAILED if reply.state is CellState.JUDGED else reply.state
        return _row(target, item, item.name, None, state=state, message=reply.message, **more)
    if trait.matching == "flexeval":
        label, why = flexeval_choice(reply.text, trait.labels), "No line of the reply begins or ends with a label."
    else:
        reading = whole_choice(reply.text, trait.labels)
        label, why = reading.label, reading.reason
    if label is None:
        return _row(target, item, item.name, None, state=CellState.PARSE_ERROR, message=why, **more)
    return _row(target, item, item.name, trait.score_of(label), label=label, **more)
