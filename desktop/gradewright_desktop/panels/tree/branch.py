"""The questions under one benchmark: all their ids, of which a stretch is rows of the tree."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

CHUNK = 500
# A view lays out every row of an open branch whenever one comes or goes, at some ten microseconds each.
MOST_ROWS = 2000


@dataclass(slots=True)
class Branch:
    """``known`` tells whether the ids were read. The rows are ``shown`` ids from the one at ``first`` on.

    The stretch grows as people scroll, up to ``MOST_ROWS``, and moves from there on and when they go far.
    """

    ids: array[int] = field(default_factory=lambda: array("q"))
    known: bool = False
    first: int = 0
    shown: int = 0
    _rows: dict[int, int] | None = None

    @property
    def rows(self) -> array[int]:
        """The ids that are rows, in order."""
        return self.ids[self.first : self.first + self.shown]

    @property
    def below(self) -> int:
        """How many questions follow that are not rows yet."""
        return len(self.ids) - self.first - self.shown

    def next_chunk(self) -> int:
        """How many rows come next: as many again as there are, as long as all of them may stay."""
        return min(self.below, max(CHUNK, min(self.shown, MOST_ROWS - self.shown)))

    def id_at(self, row: int) -> int:
        """The question in a row."""
        return self.ids[self.first + row]

    def row_of(self, question_id: int) -> int:
        """The row of a question, or -1 where it has none."""
        if self._rows is None:
            self._rows = {number: row for row, number in enumerate(self.rows)}
        return self._rows.get(question_id, -1)

    def position_of(self, question_id: int) -> int:
        """The position of a question among all ids, or -1."""
        try:
            return self.ids.index(question_id)
        except ValueError:
            return -1

    def set_rows(self, ids: array[int], first: int, shown: int) -> None:
        """Take other ids, and another stretch of them as rows."""
        self.ids, self.first, self.shown, self._rows = ids, first, shown, None

    def stretch_in(self, ids: array[int]) -> tuple[int, int]:
        """Where the rows would be in other ids: the same place as far as it is still there, and as many.

        Another filter begins with few rows again.
        """
        if len(ids) <= CHUNK:
            return 0, len(ids)
        first = 0
        if self.first and self.shown:
            try:
                first = ids.index(self.ids[self.first])
            except ValueError:
                first = 0
        if abs(len(ids) - len(self.ids)) > CHUNK:
            return first, min(CHUNK, len(ids) - first)
        shown = len(ids) - first if self.below == 0 else max(self.shown, CHUNK)
        return first, min(shown, MOST_ROWS, len(ids) - first)
