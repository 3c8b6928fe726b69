"""Errors of verification."""

from __future__ import annotations

from gradewright.errors import UserError


class CheckError(UserError):
    """A check could not be made: the value, the ground truth or the rule does not allow it.

    ``field`` names the template field (``""`` for the template as a whole), ``error`` is what was raised inside.
    A check that raises ends the whole verification of an answer, as it does in Karenina.
    """

    def __init__(self, field: str, error: BaseException):
        said = str(error) or type(error).__name__
        super().__init__(said[:1].upper() + said[1:] + ("" if said.endswith(".") else "."), place=field or None)
        self.field = field
        self.error = error


class ValuesRejected(UserError):
    """Recorded field values that the template's types do not allow, with the first reason."""
