"""A list that is shown, brought to another content step by step, so that views keep what people look at."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class RowSteps:
    """The four things that a model does to its rows; each is called with positions in the list as it is by then.

    ``removed(first, last)``, ``inserted(first, last)`` name rows inclusively. ``moved(source, target)``: the row at
    ``source`` stands at ``target`` afterwards. They change the model's own list between its begin and end calls.
    """

    removed: Callable[[int, int], None]
    moved: Callable[[int, int], None]
    inserted: Callable[[int, int], None]


def update_rows(old: Sequence[Key], new: Sequence[Key], steps: RowSteps) -> None:
    """Call the steps that turn the keys ``old`` into ``new``. Keys are unique on each side.

    Meant for lists of some hundred rows: finding a row that moved looks through the list.
    """
    current = list(old)
    wanted = set(new)
    for position in range(len(current) - 1, -1, -1):
        if current[position] not in wanted:
            del current[position]
            steps.removed(position, position)
    present = set(current)
    for position, key in enumerate(new):
        if key not in present:
            current.insert(position, key)
            steps.inserted(position, position)
        elif current[position] != key:
            source = current.index(key, position)
            current.insert(position, current.pop(source))
            steps.moved(source, position)
