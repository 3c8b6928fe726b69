"""Where the person is, and the way back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

HISTORY_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a workspace.

    ``workspace`` is ``"build"`` or ``"results"``. ``kind`` says what is shown: ``"welcome"``, ``"benchmark"``,
    ``"rubric"`` (the global one), ``"questions"``, ``"question"`` in Build; ``"runs"``, ``"run"`` in Results. ``tab``
    is the tab or part of it, such as ``"template"``; ``entry_id`` the rubric entry, ``run_id`` the run. With kind
    ``"rubric"`` and no benchmark ``kept_id`` is the rubric that is kept alone.
    """

    workspace: str = "build"
    kind: str = "welcome"
    benchmark_id: int | None = None
    question_id: int | None = None
    entry_id: str | None = None
    run_id: int | None = None
    tab: str = ""
    kept_id: int | None = None

    def at(self, **changes: Any) -> Place:
        """Return this place with some of its parts changed."""
        return replace(self, **changes)


class Navigator(QObject):
    """The current place, with a history to walk back and forward through."""

    moved = Signal(object)

    def __init__(self, start: Place | None = None, parent: QObject | None = None):
        super().__init__(parent)
        self._places = [start or Place()]
        self._index = 0

    @property
    def current(self) -> Place:
        return self._places[self._index]

    @property
    def can_go_back(self) -> bool:
        return self._index > 0

    @property
    def can_go_forward(self) -> bool:
        return self._index < len(self._places) - 1

    def go(self, place: Place) -> None:
        """Move to a place; the places after the current one are forgotten, as in a browser."""
        if place == self.current:
            return
        del self._places[self._index + 1 :]
        self._places.append(place)
        del self._places[:-HISTORY_LENGTH]
        self._index = len(self._places) - 1
        self.moved.emit(place)

    def refine(self, place: Place) -> None:
        """Change the current place without a step in the history: another tab, another row of the same list."""
        if place != self.current:
            self._places[self._index] = place
            self.moved.emit(place)

    def back(self) -> None:
        """Go to the place before, if there is one."""
        if self.can_go_back:
            self._index -= 1
            self.moved.emit(self.current)

    def forward(self) -> None:
        """Go to the place that :meth:`back` came from, if there is one."""
        if self.can_go_forward:
            self._index += 1
            self.moved.emit(self.current)

    def reset(self, place: Place) -> None:
        """Forget the history and start at a place: another library was opened."""
        self._places = [place]
        self._index = 0
        self.moved.emit(place)

    def last_in(self, workspace: str) -> Place | None:
        """Return the latest place of a workspace, so that switching to it comes back to where one was."""
        visited = reversed(self._places[: self._index + 1])
        return next((place for place in visited if place.workspace == workspace), None)
