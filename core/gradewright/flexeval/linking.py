"""Which metric depends on which, and in what order they are computed (FlexEval's page, section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from gradewright.errors import InvalidValue
from gradewright.formats.flexeval.eval_run import LEVELS, Dependency, MetricItem


@dataclass(frozen=True, slots=True)
class LinkedMetrics:
    """The metrics of a run, the number of the metric that each dependency means, and an order that respects them."""

    items: tuple[MetricItem, ...]
    needs: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]


def link(items: Sequence[MetricItem]) -> LinkedMetrics:
    """Find what every dependency means.

    Raises:
        InvalidValue: a dependency fits no metric or several, looks at something smaller, or they go round in a circle.
    """
    needs = tuple(tuple(_meant(need, item, items) for need in item.depends_on) for item in items)
    try:
        order = tuple(TopologicalSorter(dict(enumerate(needs))).static_order())
    except CycleError as error:
        names = " → ".join(f"“{items[number].name}”" for number in error.args[1])
        raise InvalidValue(f"These metrics depend on each other in a circle: {names}.") from error
    return LinkedMetrics(tuple(items), needs, order)


def _meant(need: Dependency, item: MetricItem, items: Sequence[MetricItem]) -> int:
    fitting = [number for number, other in enumerate(items) if _fits(need, other)]
    asked = need.name or "any metric"
    if not fitting:
        raise InvalidValue(
            f"The {item.words} depends on “{asked}”, which is no metric of this run.",
            hint="What a metric depends on has to be listed as a metric, too.",
        )
    if len(fitting) > 1:
        found = ", ".join(items[number].words for number in fitting)
        raise InvalidValue(
            f"The {item.words} depends on “{asked}”, which can be {found}.",
            hint="Give the type, the level or the kwargs of the one that is meant.",
        )
    other = items[fitting[0]]
    if LEVELS.index(other.level) > LEVELS.index(item.level):
        raise InvalidValue(
            f"The {item.words} depends on the {other.words}, which looks at something smaller.",
            hint="A metric can depend on one of its own level or a larger one.",
        )
    return fitting[0]


def _fits(need: Dependency, other: MetricItem) -> bool:
    return (
        (need.name is None or need.name == other.name)
        and (need.type is None or need.type == other.type)
        and (need.level is None or need.level == other.level)
        and (need.kwargs is None or dict(need.kwargs) == dict(other.kwargs))
    )
