"""The questions under one benchmark: all their ids, of which the first ones are rows of the tree."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

CHUNK = 500


@dataclass(slots=True)
class Branch:
    """``known`` tells whether the ids were read; ``shown`` is how many of them are rows.

    The rows grow as people scroll: the view lays out every row of an open branch, so it is given no more than needed.
    """

    ids: array[int] = field(default_factory=lambda: array("q"))
    known: bool = False
    shown: int = 0
    _rows: dict[int, int] | None = None

    @property
    def rest(self) -> int:
        """How many questions are not rows yet."""
        return len(self.ids) - self.shown

    def next_chunk(self) -> int:
        """How many rows come next: as many again as there are, so that scrolling far takes few steps."""
        return min(self.rest, max(CHUNK, self.shown))

    def row_of(self, question_id: int) -> int:
        """The row of a question, or -1 where it has none."""
        if self._rows is None:
            self._rows = {number: row for row, number in enumerate(self.ids[: self.shown])}
        return self._rows.get(question_id, -1)

    def position_of(self, question_id: int) -> int:
        """The position of a question among all ids, or -1."""
        try:
            return self.ids.index(question_id)
        except ValueError:
            return -1

    def set_rows(self, ids: array[int], shown: int) -> None:
        """Take other ids, of which so many are rows."""
        self.ids, self.shown, self._rows = ids, shown, None

    def show_more(self, count: int) -> None:
        """Make the next ids rows."""
        self.shown += count
        self._rows = None
