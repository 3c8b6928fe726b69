"""Between positions of a stored text and those of the Qt document that shows it."""

from __future__ import annotations

import re
from bisect import bisect_left

from gradewright.verify.evidence import Mark


class ShownText:
    """A text as a Qt document holds it: one paragraph mark a line end, positions in UTF-16 units.

    ``text`` is what to hand to the document; :meth:`position` says where a position of the stored text is in it.
    """

    def __init__(self, stored: str) -> None:
        self.text = stored.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")
        self._dropped = [found.start() + 1 for found in re.finditer("\r\n", stored)]
        self._wide = [found.start() for found in re.finditer("[\U00010000-\U0010ffff]", self.text)]

    def position(self, stored: int) -> int:
        """Return the document's position for one of the stored text."""
        shown = stored - bisect_left(self._dropped, stored)
        return shown + bisect_left(self._wide, shown)

    def span(self, mark: Mark) -> tuple[int, int]:
        """Return start and end of a mark in the document."""
        return self.position(mark.start), self.position(mark.end)
