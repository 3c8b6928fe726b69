"""The two families of errors: what a person can act on, and what is a fault of ours.

Everything that a file, an option, a full disk or a missing name can cause is a :class:`UserError`: a sentence that says
what happened and where, shown as it stands. Any other exception is a bug and may end in a crash report.
"""

from __future__ import annotations


class UserError(Exception):
    """Something a person can act on.

    ``message`` is one sentence; ``place`` says where (``"line 7"``, ``"/dataFeedElement/3/item/text"``); ``hint`` says
    what to do next. ``str(error)`` is the whole of it on one line.
    """

    def __init__(self, message: str, *, file: str | None = None, place: str | None = None, hint: str | None = None):
        super().__init__(message)
        self.message = message
        self.file = file
        self.place = place
        self.hint = hint

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, self.place) if part)
        text = f"{where}: {self.message}" if where else self.message
        return f"{text} {self.hint}" if self.hint else text


class FileUnreadable(UserError):
    """A file that cannot be opened as what it claims to be. Nothing was changed by trying."""


class NotFound(UserError):
    """A benchmark, question, run or rubric entry that the library does not hold."""


class InvalidValue(UserError):
    """A value that the model does not allow, with the nearest name where a name was misspelt."""


class LibraryUnusable(UserError):
    """The library file cannot be opened or written: newer than the program, locked, damaged, disk full."""


class WriteFailed(UserError):
    """A file could not be written. The file that was there before is as it was."""
