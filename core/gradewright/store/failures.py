"""What SQLite reports, in sentences. Anything that is not about the file or the disk is a bug and passes through."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError

from gradewright.errors import LibraryUnusable

P = ParamSpec("P")
T = TypeVar("T")

BACKUPS = "Earlier states are in the backups beside it."
_UNCHANGED = "Nothing was changed by this step."


#: What reading a row raises where its bytes are not what was written: no JSON, no number, a member that is missing.
_OTHERS_WORDS = (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError, OverflowError)
#: What is said of bytes in a text column that are no text, and of an index of words that is none: both without a code.
_DAMAGED = ("could not decode to utf-8", "invalid fts5 file format")


def damaged(cause: Exception) -> LibraryUnusable:
    """Return the error for a row that does not hold what a library has in it."""
    error = LibraryUnusable("The library is damaged: a part of it cannot be read.", hint=BACKUPS)
    error.__cause__ = cause
    return error


def of_row(read: Callable[P, T]) -> Callable[P, T]:
    """Make a function that reads what a row holds say in words that the row is damaged.

    Raises:
        LibraryUnusable: where ``read`` raises anything that comes from bytes that nobody wrote.
    """

    @wraps(read)
    def reading(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return read(*arguments, **named)
        except _OTHERS_WORDS as error:
            raise damaged(error) from error

    return reading


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
    if code in (None, 1) and str(error).lower().startswith(_DAMAGED):
        code = 11
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
    except UnicodeDecodeError as error:
        # Names of tables, which the driver decodes by itself.
        raise LibraryUnusable("The library is damaged.", file=str(path), hint=BACKUPS) from error
    except LibraryUnusable as error:
        error.file = error.file or str(path)
        raise
    except DBAPIError as error:
        cause = error.orig
        sentence = sentence_for(cause, path) if isinstance(cause, sqlite3.Error) else None
        if sentence is None:
            raise
        raise sentence from error
