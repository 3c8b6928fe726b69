"""Edits of recorded answers: they come and go in batches, one for each import."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gradewright.edits.compound import NOTHING, Compound
from gradewright.edits.target import EditTarget
from gradewright.model.answer import Answer


@dataclass(frozen=True, slots=True)
class AddAnswers:
    """Add recorded answers to a benchmark as one batch; ``source`` says where they come from (a file's name)."""

    kind: ClassVar[str] = "add_answers"
    benchmark_id: int
    answers: tuple[Answer, ...]
    source: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return "add answer" if len(self.answers) == 1 else f"add {len(self.answers)} answers"

    def apply(self, target: EditTarget) -> RemoveAnswers | Compound:
        """Make the change and return its inverse, which holds the batch's id.

        Raises:
            NotFound: there is no such benchmark, or an answer names a question that is not in it.
        """
        if not self.answers:
            return NOTHING
        return RemoveAnswers(target.add_answers(self.benchmark_id, self.answers, self.source), self.source)


@dataclass(frozen=True, slots=True)
class RemoveAnswers:
    """Take a batch of answers out. It is kept and can be restored; ``source`` is for the words only."""

    kind: ClassVar[str] = "remove_answers"
    batch_id: int
    source: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return f"remove answers of {self.source}" if self.source else "remove answers"

    def apply(self, target: EditTarget) -> RestoreAnswers | Compound:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such batch.
        """
        changed = target.set_answers_removed(self.batch_id, True)
        return RestoreAnswers(self.batch_id, self.source) if changed else NOTHING


@dataclass(frozen=True, slots=True)
class RestoreAnswers:
    """Put a removed batch of answers back; ``source`` is for the words only."""

    kind: ClassVar[str] = "restore_answers"
    batch_id: int
    source: str = ""

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return f"restore answers of {self.source}" if self.source else "restore answers"

    def apply(self, target: EditTarget) -> RemoveAnswers | Compound:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such batch.
        """
        changed = target.set_answers_removed(self.batch_id, False)
        return RemoveAnswers(self.batch_id, self.source) if changed else NOTHING
