"""Several edits that are made, undone and named as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from gradewright.edits.target import EditTarget

if TYPE_CHECKING:
    from gradewright.edits import Edit


@dataclass(frozen=True, slots=True)
class Compound:
    """Make ``edits`` one after the other; undo takes them all back at once."""

    kind: ClassVar[str] = "compound"
    title: str
    edits: tuple[Edit, ...] = ()

    def apply(self, target: EditTarget) -> Compound:
        """Make the changes and return their inverse.

        Raises:
            UserError: one of the edits cannot be made; those before it have been made, which the caller's
                transaction takes back.
        """
        inverses = [edit.apply(target) for edit in self.edits]
        return Compound(self.title, tuple(reversed(inverses)))


NOTHING = Compound("")
"""The inverse of an edit that changed nothing."""
