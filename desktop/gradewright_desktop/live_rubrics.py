"""Linting rubrics again and again while they are written: only what changed is read anew."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from gradewright.lint.checks import lint_rubric
from gradewright.lint.code import NO_CODE, AllowedCode
from gradewright.lint.finding import Finding, Place
from gradewright.lint.memory import LintMemory
from gradewright.model.rubric import Rubric, RubricEntry

MOST_RUBRICS = 8
NOTHING = Rubric()


class LiveRubrics:
    """Keeps what was found in the rubrics that are worked on. Safe to use from any thread.

    The linter knows an entry that did not change by its being the same object. Reading the library makes new objects
    each time, so those that are equal to what was there are exchanged for it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[Place, tuple[LintMemory, dict[str, RubricEntry]]] = {}

    def lint(
        self, rubric: Rubric, place: Place, *, global_rubric: Rubric = NOTHING, allowed: AllowedCode = NO_CODE
    ) -> Sequence[Finding]:
        """Return the findings of a rubric, as :func:`gradewright.lint.checks.lint_rubric` does."""
        with self._lock:
            memory, known = self._known.pop(place) if place in self._known else (LintMemory(), {})
            same = rubric.with_entries(known[each.id] if known.get(each.id) == each else each for each in rubric)
            # The latest stands last; the oldest is forgotten.
            self._known[place] = memory, {entry.id: entry for entry in same}
            while len(self._known) > MOST_RUBRICS:
                del self._known[next(iter(self._known))]
            return lint_rubric(same, place, global_rubric=global_rubric, allowed=allowed, memory=memory)
