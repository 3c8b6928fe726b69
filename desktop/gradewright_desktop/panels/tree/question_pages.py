"""The words of questions, read in pages of neighbours and kept while they are looked at."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence

from gradewright.store.rows import QuestionRow

PAGE = 256
_KEPT = 64 * PAGE


class QuestionPages:
    """Rows by id. A row that nobody has read brings the page of ids around it."""

    def __init__(self, read: Callable[[Sequence[int]], Sequence[QuestionRow]]) -> None:
        self._read = read
        self._rows: dict[int, QuestionRow] = {}

    def row(self, question_id: int, ids: array[int], position: int) -> QuestionRow | None:
        """The row of a question that stands at ``position`` of ``ids``; None where it cannot be read."""
        found = self._rows.get(question_id)
        if found is None:
            start = position - position % PAGE
            page = [number for number in ids[start : start + PAGE] if number not in self._rows]
            for row in self._read(page if question_id in page else [question_id]):
                self._rows[row.id] = row
            found = self._rows.get(question_id)
            for oldest in list(self._rows)[: max(0, len(self._rows) - _KEPT)]:
                del self._rows[oldest]
        return found

    def forget(self, ids: Iterable[int]) -> list[int]:
        """Drop rows, to be read again; returns the ids of those that had been read."""
        return [number for number in ids if self._rows.pop(number, None) is not None]

    def known(self, question_id: int) -> QuestionRow | None:
        """A row if it was read already."""
        return self._rows.get(question_id)
