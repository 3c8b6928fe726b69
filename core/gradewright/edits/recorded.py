"""Edits of recorded answers: they come in batches, one for each import, and go as a batch or one by one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from gradewright.edits.compound import NOTHING, Compound
from gradewright.edits.target import EditTarget
from gradewright.edits.values import answer_data, to_json
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


@dataclass(frozen=True, slots=True)
class RemoveRecordedAnswers:
    """Take single answers out, whatever they came in with. They are kept, with what runs said about them."""

    kind: ClassVar[str] = "remove_recorded_answers"
    answer_ids: tuple[int, ...]

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return _counted("remove", len(self.answer_ids))

    def apply(self, target: EditTarget) -> RestoreRecordedAnswers | Compound:
        """Make the change and return its inverse; answers that were taken out already stay as they are.

        Raises:
            NotFound: there is no such answer.
        """
        changed = target.set_recorded_removed(self.answer_ids, True)
        return RestoreRecordedAnswers(tuple(changed)) if changed else NOTHING


@dataclass(frozen=True, slots=True)
class RestoreRecordedAnswers:
    """Put single answers back. Those of a batch that is out as a whole come back only with it."""

    kind: ClassVar[str] = "restore_recorded_answers"
    answer_ids: tuple[int, ...]

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return _counted("restore", len(self.answer_ids))

    def apply(self, target: EditTarget) -> RemoveRecordedAnswers | Compound:
        """Make the change and return its inverse; answers that are there already stay as they are.

        Raises:
            NotFound: there is no such answer.
        """
        changed = target.set_recorded_removed(self.answer_ids, False)
        return RemoveRecordedAnswers(tuple(changed)) if changed else NOTHING


@dataclass(frozen=True, slots=True)
class ReplaceAnswer:
    """Put another answer in the place of a recorded one: same question, same batch, an id of its own.

    The old one is taken out, not overwritten, so that a run that judged it goes on showing the words that it judged.
    The question stays the old one's, whatever ``answer.question_key`` says.
    """

    kind: ClassVar[str] = "replace_answer"
    answer_id: int
    answer: Answer

    @property
    def title(self) -> str:
        """What the edit does, in words that follow “Undo: ”."""
        return _CHANGE

    def apply(self, target: EditTarget) -> Compound:
        """Make the change and return its inverse.

        Raises:
            NotFound: there is no such answer.
        """
        before = target.recorded_answer(self.answer_id)
        after = replace(self.answer, question_key=before.question_key)
        # Compared as text, because 1, 1.0 and True are equal in Python and different values of a field.
        if to_json(answer_data(before)) == to_json(answer_data(after)):
            return NOTHING
        added = target.add_replacement(self.answer_id, after)
        removed = target.set_recorded_removed((self.answer_id,), True)
        back = (RestoreRecordedAnswers(tuple(removed)),) if removed else ()
        return Compound(_CHANGE, (RemoveRecordedAnswers((added,)), *back))


def replaced_again(inverse: Compound) -> Compound:
    """Return the edit that brings a replacement about again, from the inverse that it gave."""
    swapped: list[RemoveRecordedAnswers | RestoreRecordedAnswers] = []
    for part in reversed(inverse.edits):
        if isinstance(part, RestoreRecordedAnswers):
            swapped.append(RemoveRecordedAnswers(part.answer_ids))
        elif isinstance(part, RemoveRecordedAnswers):
            swapped.append(RestoreRecordedAnswers(part.answer_ids))
    return Compound(_CHANGE, tuple(swapped))


_CHANGE = "change answer"


def _counted(verb: str, count: int) -> str:
    return f"{verb} answer" if count == 1 else f"{verb} {count} answers"
