"""What a write changed, for everybody who shows some of it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Changes:
    """The ids of what a write changed.

    ``benchmarks``: their own values, their counts or their being there. ``questions``: their values or their being
    there. ``answers_of``: benchmarks whose recorded answers changed. ``rubrics``: rubrics that are kept alone.
    ``structure``: whether something was added, removed, restored or moved, so that lists of ids must be read again.
    ``title`` names the edit; it is ``""`` where nothing changed.
    """

    benchmarks: frozenset[int] = frozenset()
    questions: frozenset[int] = frozenset()
    answers_of: frozenset[int] = frozenset()
    runs: frozenset[int] = frozenset()
    rubrics: frozenset[int] = frozenset()
    structure: bool = False
    title: str = ""

    def __bool__(self) -> bool:
        return bool(self.benchmarks or self.questions or self.answers_of or self.runs or self.rubrics or self.structure)


@dataclass(slots=True)
class Touched:
    """The same while it is being collected."""

    benchmarks: set[int] = field(default_factory=set)
    questions: set[int] = field(default_factory=set)
    answers_of: set[int] = field(default_factory=set)
    rubrics: set[int] = field(default_factory=set)
    structure: bool = False
    # Which benchmarks all this is in, for the history.
    within: set[int] = field(default_factory=set)

    def changes(self, title: str) -> Changes:
        """Return what was collected."""
        return Changes(
            frozenset(self.benchmarks),
            frozenset(self.questions),
            frozenset(self.answers_of),
            rubrics=frozenset(self.rubrics),
            structure=self.structure,
            title=title,
        )
