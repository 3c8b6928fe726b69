"""What the statements of a list are called, and the words for undo of a change of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StatementWords:
    """``title`` is the list's: “Must”. ``other`` is the list that a statement can go to, "" for none.

    ``edge`` is ``"pass"`` or ``"fail"`` for examples, which have no numbers and may have several lines.
    """

    title: str
    noun: str = "statement"
    placeholder: str = "One thing to look for"
    other: str = ""
    edge: str = ""

    @property
    def splits(self) -> bool:
        """Whether Enter begins another one."""
        return not self.edge

    @property
    def is_numbered(self) -> bool:
        """Whether the numbers are shown."""
        return not self.edge

    @property
    def min_lines(self) -> int:
        """How high an empty field is, in lines."""
        return 2 if self.edge else 1

    def name(self, number: int) -> str:
        """Return what one of them is called: “Must 3”, “Should be there, instruction 2”."""
        if self.noun == "statement" or self.edge:
            return f"{self.title} {number}"
        return f"{self.title}, {self.noun} {number}"


def change_words(title: str, before: Sequence[str], after: Sequence[str]) -> str:
    """Return what became of a list, in words that the name of the criterion follows: “edit Must 3 in”."""
    lists = list(before), list(after)
    same_start = next(
        (at for at, pair in enumerate(zip(*lists, strict=False)) if pair[0] != pair[1]), min(map(len, lists))
    )
    number = same_start + 1
    if len(after) == len(before):
        changed = [at for at, pair in enumerate(zip(*lists, strict=True)) if pair[0] != pair[1]]
        if len(changed) == 1:
            return f"edit {title} {number} in"
        return f"move {title} statements in" if sorted(before) == sorted(after) else f"edit {title} in"
    if len(after) == len(before) + 1:
        return f"add {title} {number} in"
    if len(after) == len(before) - 1:
        return f"remove {title} {number} in"
    return f"add {title} statements in" if len(after) > len(before) else f"remove {title} statements in"
