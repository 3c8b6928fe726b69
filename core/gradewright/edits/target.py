"""What an edit is applied to: the few changes of content from which every edit is made.

The store carries them out in SQL, the tests in memory; both must give the same content for the same edits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from gradewright.errors import InvalidValue
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric


@dataclass(frozen=True, slots=True)
class RubricOwner:
    """Whose rubric is meant: a benchmark's global one, a question's own, or one that is kept alone.

    Exactly one of the ids is given.

    Raises:
        InvalidValue: none or several were given.
    """

    benchmark_id: int | None = None
    question_id: int | None = None
    kept_id: int | None = None

    def __post_init__(self) -> None:
        if sum(given is not None for given in (self.benchmark_id, self.question_id, self.kept_id)) != 1:
            raise InvalidValue("A rubric belongs to one benchmark or to one question, or is kept alone.")


class EditTarget(Protocol):
    """Content that edits can change.

    Every method raises :class:`gradewright.errors.NotFound` for an id that never existed. Removed things keep their
    ids, their values and their places, so that they can be restored exactly.
    """

    def benchmark_value(self, benchmark_id: int, aspect: str) -> Any:
        """Return one field of a benchmark."""

    def set_benchmark_value(self, benchmark_id: int, aspect: str, value: Any) -> None:
        """Set one field of a benchmark."""

    def question_value(self, question_id: int, aspect: str) -> Any:
        """Return one field of a question."""

    def set_question_value(self, question_id: int, aspect: str, value: Any) -> None:
        """Set one field of a question."""

    def add_benchmark(self, benchmark: Benchmark, questions: Sequence[Question]) -> int:
        """Add a benchmark with its questions, under a free name; return its id."""

    def set_benchmark_removed(self, benchmark_id: int, removed: bool) -> bool:
        """Remove or restore a benchmark; return whether that changed anything."""

    def add_questions(self, benchmark_id: int, questions: Sequence[Question], before_id: int | None) -> list[int]:
        """Add questions in front of another, or at the end; return their ids in the same order."""

    def set_questions_removed(self, question_ids: Sequence[int], removed: bool) -> list[int]:
        """Remove or restore questions; return the ids of those that this changed."""

    def question_after(self, question_id: int) -> int | None:
        """Return the question that comes next in the same benchmark, removed ones counted, or None at the end."""

    def move_question(self, question_id: int, before_id: int | None) -> None:
        """Put a question directly in front of another one of its benchmark, or at the end."""

    def rubric(self, owner: RubricOwner) -> Rubric:
        """Return a rubric."""

    def set_rubric(self, owner: RubricOwner, rubric: Rubric) -> None:
        """Replace a rubric."""

    def add_kept_rubric(self, rubric: Rubric) -> int:
        """Add a rubric that is kept alone, under a free name; return its id."""

    def set_kept_rubric_removed(self, rubric_id: int, removed: bool) -> bool:
        """Remove or restore a kept rubric; return whether that changed anything."""

    def add_answers(self, benchmark_id: int, answers: Sequence[Answer], source: str) -> int:
        """Add recorded answers as one batch; return the batch's id."""

    def set_answers_removed(self, batch_id: int, removed: bool) -> bool:
        """Remove or restore a batch of answers; return whether that changed anything."""

    def set_recorded_removed(self, answer_ids: Sequence[int], removed: bool) -> list[int]:
        """Remove or restore single answers, apart from their batch; return the ids of those that this changed.

        An answer is there when neither it nor its batch is removed.
        """

    def recorded_answer(self, answer_id: int) -> Answer:
        """Return one recorded answer, a removed one too."""

    def add_replacement(self, answer_id: int, answer: Answer) -> int:
        """Add an answer to the question and the batch of another one; return its id."""
