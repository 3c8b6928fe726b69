"""Whole copies of a library, made while it is in use."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from datetime import datetime
from pathlib import Path

from gradewright.errors import LibraryUnusable, WriteFailed


def copy_library(db: sqlite3.Connection, target: Path) -> None:
    """Copy everything that is in the library now to another file, which appears only when it is complete.

    Raises:
        WriteFailed: the copy could not be written, or it would replace the library itself.
    """
    partial = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial.unlink(missing_ok=True)
        copy = sqlite3.connect(partial, isolation_level=None)
        try:
            db.backup(copy, pages=2_000)
            # A copy stands alone: no log beside it that could be left behind.
            copy.execute("PRAGMA journal_mode=DELETE").close()
        finally:
            copy.close()
        with partial.open("rb+") as handle:
            os.fsync(handle.fileno())
        partial.replace(target)
    except (OSError, sqlite3.Error) as error:
        for end in ("", "-wal", "-shm", "-journal"):
            with contextlib.suppress(OSError):
                partial.with_name(partial.name + end).unlink(missing_ok=True)
        reason = (error.strerror if isinstance(error, OSError) else str(error)) or type(error).__name__
        raise WriteFailed(
            f"The copy could not be written: {reason}.", file=str(target), hint="The library is as it was."
        ) from error


def back_up(db: sqlite3.Connection, library: Path, version: int, now: datetime) -> Path:
    """Keep a copy of a library beside it, before its schema changes; return where.

    Raises:
        LibraryUnusable: the copy could not be written. The library is as it was.
    """
    target = library.with_name(f"{library.stem}.schema-{version}.{now:%Y%m%d-%H%M%S}{library.suffix}.bak")
    try:
        copy_library(db, target)
    except WriteFailed as error:
        raise LibraryUnusable(
            "The library was made by an earlier version and must be brought up to date, but no backup of it could be "
            f"written beside it. {error.message}",
            file=str(library),
            hint="It was not touched. Free some space in its folder, then try again.",
        ) from error
    return target
