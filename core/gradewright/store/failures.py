"""What SQLite reports, in sentences. Anything that is not about the file or the disk is a bug and passes through."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from gradewright.errors import LibraryUnusable

BACKUPS = "Earlier states are in the backups beside it."
_UNCHANGED = "Nothing was changed by this step."


def _sentences(code: int) -> tuple[str, str] | None:
    """Return message and hint for a primary result code of SQLite (its C header gives the numbers)."""
    return {
        3: ("The library cannot be opened: access to the file was denied.", "Check the permissions of the file."),
        5: ("The library is being written by another program.", f"{_UNCHANGED} Close the other program and try again."),
        6: ("The library is being written by another program.", f"{_UNCHANGED} Close the other program and try again."),
        8: ("The library cannot be written: the file or its folder is read-only.", "It can be opened read-only."),
        10: (
            "The library could not be read or written: the disk reported an error.",
            f"{_UNCHANGED} Check the disk or the network drive, then try again.",
        ),
        11: ("The library is damaged.", BACKUPS),
        13: (
            "The library could not be written: the disk is full.",
            f"{_UNCHANGED} Free some space, then try again, or keep a copy elsewhere.",
        ),
        14: ("The library cannot be opened.", "Check that the folder exists and can be written."),
        26: ("The file is not a library.", "It was not touched. Choose another file."),
    }.get(code)


def sentence_for(error: sqlite3.Error, path: Path) -> LibraryUnusable | None:
    """Return what a person should read about an error of SQLite, or None where it is a bug."""
    code = getattr(error, "sqlite_errorcode", None)
    found = None if code is None else _sentences(code & 0xFF)
    if found is None:
        return None
    return LibraryUnusable(found[0], file=str(path), hint=found[1])


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turn errors of SQLite into sentences.

    Raises:
        LibraryUnusable: the file or the disk does not allow what was tried.
    """
    try:
        yield
    except sqlite3.Error as error:
        if (sentence := sentence_for(error, path)) is None:
            raise
        raise sentence from error
    except DBAPIError as error:
        cause = error.orig
        sentence = sentence_for(cause, path) if isinstance(cause, sqlite3.Error) else None
        if sentence is None:
            raise
        raise sentence from error
