"""Opening a library: looking at the file first, making a new one, bringing an old one up to date."""

from __future__ import annotations

import sqlite3
import stat
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from gradewright.errors import LibraryUnusable, WriteFailed
from gradewright.store.backup import back_up, copy_library
from gradewright.store.connections import Readers, Writer, connect
from gradewright.store.failures import BACKUPS, damaged, in_words, sentence_for
from gradewright.store.lock import LibraryLock
from gradewright.store.migrations import MIGRATIONS, Migration
from gradewright.store.migrations.m0001_initial import TABLES as FIRST_TABLES
from gradewright.store.runs import interrupt_all
from gradewright.store.tables import METADATA

APPLICATION_ID = 0x47_72_64_57
"""“GrdW”, by which the file says whose it is (``PRAGMA application_id``)."""

# The index of words is left out: to look at its columns is to open it, and it can be made again.
_INDEX = "question_fts"
_COLUMNS = f"""
    SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
    WHERE m.type = 'table' AND m.name NOT LIKE '{_INDEX}%'
"""
_KNOWN = {(t.name, column.name) for t in METADATA.tables.values() if t.name != _INDEX for column in t.columns}

_CHECK = "Check the path."


@dataclass(slots=True)
class Opened:
    """The connections of an open library and its lock; only a library opened for reading has no writer."""

    path: Path
    readers: Readers
    writer: Writer | None = None
    lock: LibraryLock | None = None
    interrupted_runs: int = 0

    def copy_to(self, target: Path) -> Path:
        """Copy the whole library to another file; return its path.

        Raises:
            WriteFailed: the copy cannot be written, or it would replace the library itself.
        """
        if target.exists() and target.samefile(self.path):
            raise WriteFailed("A library cannot be copied onto itself.", file=str(target), hint="Choose another name.")
        with self.readers.connection() as connection:
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            copy_library(raw, target)
        return target

    def close(self) -> None:
        """Close everything. Safe to call twice."""
        self.readers.close()
        if self.writer is not None:
            self.writer.close()
        if self.lock is not None:
            self.lock.release()


def open_for_reading(path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> Opened:
    """Open a library that is not to be changed, in a folder that need not be writable, or while others write it.

    Raises:
        LibraryUnusable: there is no such library, or it cannot be read by this version.
    """
    if not is_there(path):
        raise _missing(path)
    newest = migrations[-1].number
    mode = "mode=ro"
    try:
        version = inspect(path, mode, newest)
    except LibraryUnusable:
        # In a folder that cannot be written SQLite cannot share its index of the log. Without a log it needs none.
        log = path.with_name(path.name + "-wal")
        if log.exists() and log.stat().st_size:
            raise
        mode = "mode=ro&immutable=1"
        version = inspect(path, mode, newest)
    if version == 0:
        raise LibraryUnusable("The file is empty and not a library.", file=str(path), hint="Choose another file.")
    if version < newest:
        raise LibraryUnusable(
            f"This library was made by an earlier version (file {version}, this program reads {newest}).",
            file=str(path),
            hint="Open it for writing once; that keeps a backup and brings it up to date.",
        )
    return Opened(path, Readers(path, mode))


def open_for_writing(path: Path, now: datetime, create: bool, migrations: Sequence[Migration] = MIGRATIONS) -> Opened:
    """Open a library for reading and writing.

    Raises:
        LibraryUnusable: it cannot be opened, see :meth:`gradewright.store.library.Library.open`.
    """
    is_new = not is_there(path)
    if is_new and not create:
        raise _missing(path)
    if is_new:
        _make_folder(path)
    lock = LibraryLock(path, now)
    try:
        version = 0 if is_new else inspect(path, "mode=ro", migrations[-1].number)
        return _opened(path, lock, version, now, migrations)
    except BaseException:
        if is_new:
            path.unlink(missing_ok=True)
        lock.release()
        raise


def _opened(path: Path, lock: LibraryLock, version: int, now: datetime, migrations: Sequence[Migration]) -> Opened:
    writer = Writer(path)
    try:
        bring_up_to_date(writer, path, version, now, migrations)
        with writer.transaction() as db:
            interrupted = interrupt_all(db)
    except BaseException:
        writer.close()
        raise
    return Opened(path, Readers(path), writer, lock, interrupted)


def place_of(path: str | Path) -> Path:
    """Return the full path of a library; ``~`` at its start is a home folder where it names one.

    Raises:
        LibraryUnusable: the path cannot be followed.
    """
    try:
        return Path(path).expanduser().absolute()
    except RuntimeError:
        # “~name” of somebody who is not known here is a name like any other.
        return Path(path).absolute()


def is_there(path: Path) -> bool:
    """Return whether there is a file that could be a library.

    Raises:
        LibraryUnusable: there is something else, or the path cannot be followed.
    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise LibraryUnusable(f"The library cannot be opened: {reason}.", file=str(path), hint=_CHECK) from error
    if stat.S_ISDIR(mode):
        raise LibraryUnusable("This is a folder, not a library.", file=str(path), hint="Name a file in it.")
    if not stat.S_ISREG(mode):
        raise LibraryUnusable("This is a pipe or a device, not a library.", file=str(path), hint=_CHECK)
    return True


def _missing(path: Path) -> LibraryUnusable:
    return LibraryUnusable("There is no library here.", file=str(path), hint=_CHECK)


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LibraryUnusable(
            f"The folder for the library could not be made: {error.strerror}.", file=str(path)
        ) from error


def inspect(path: Path, mode: str, newest: int) -> int:
    """Return the schema version of a library, 0 of an empty file, without changing anything.

    Raises:
        LibraryUnusable: the file is something else, is damaged, or was made by a newer version.
    """
    with in_words(path):
        db = connect(path, mode)
        try:
            application = db.execute("PRAGMA application_id").fetchone()[0]
            version = int(db.execute("PRAGMA user_version").fetchone()[0])
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
            columns = set(db.execute(_COLUMNS)) if version == newest == MIGRATIONS[-1].number else set(_KNOWN)
        except sqlite3.OperationalError as error:
            # Nothing is wrong with these statements, so it is the file: “unsupported file format” has no code.
            raise sentence_for(error, path) or damaged(error) from error
        finally:
            db.close()
    if not tables and not application and not version:
        return 0
    if application != APPLICATION_ID:
        raise LibraryUnusable(
            "The file is a database of another program.",
            file=str(path),
            hint="It was not touched. Choose another file.",
        )
    if version > newest:
        raise LibraryUnusable(
            f"This library was made by a newer version (file {version}, this program reads up to {newest}).",
            file=str(path),
            hint="It was not touched.",
        )
    if version < 1 or not tables >= FIRST_TABLES or not columns >= _KNOWN:
        raise LibraryUnusable("The library is damaged: a part of it is missing.", file=str(path), hint=BACKUPS)
    return version


def bring_up_to_date(
    writer: Writer, path: Path, version: int, now: datetime, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Run the migrations that a library has not had, each in a transaction and after a backup of the state before.

    A library that is new has no state to back up.

    Raises:
        LibraryUnusable: a backup or a migration could not be written; the library is at the last step that worked.
    """
    is_new = version == 0
    for migration in migrations[version:]:
        if not is_new:
            back_up(writer.connection, path, version, now)
        with writer.transaction() as db:
            migration.apply(db)
            if migration.number == 1:
                _sign(db, now)
            db.execute(f"PRAGMA user_version={migration.number}")
        version = migration.number


def _sign(db: sqlite3.Connection, now: datetime) -> None:
    db.execute(f"PRAGMA application_id={APPLICATION_ID}")
    db.execute("INSERT INTO library (id, uuid, created) VALUES (1, ?, ?)", (str(uuid.uuid4()), now.isoformat()))
