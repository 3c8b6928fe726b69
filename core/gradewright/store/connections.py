"""The connections of an open library: one that writes, and a pool of those that read.

Write-ahead logging lets readers go on while something is written. ``synchronous=NORMAL`` goes with it: a commit is one
append to the log without waiting for the disk (0.02 ms against 0.17 ms), and a killed program loses nothing. Only a
power cut can lose the last moments before it, and even then the file stays whole, because checkpoints do wait.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from gradewright.errors import LibraryUnusable
from gradewright.store.failures import in_words

BUSY_SECONDS = 5.0
_LOG_LIMIT = 64 * 1024 * 1024
# An import in one transaction keeps its pages here instead of writing them out and reading them again.
_CACHE_KILOBYTES = 32 * 1024


def uri_of(path: Path, mode: str) -> str:
    """Return the SQLite URI of a file; ``mode`` is its query (``"mode=ro"``)."""
    # realpath, not Path.resolve: it does not raise on a loop of links. Names may be bytes that are no text.
    real = Path(os.path.realpath(path)).as_posix()
    return f"file:{quote(os.fsencode(real))}?{mode}"


def connect(path: Path, mode: str = "mode=rw") -> sqlite3.Connection:
    """Open a bare connection that leaves transactions to its user.

    Raises:
        sqlite3.Error: the file cannot be opened.
    """
    db = sqlite3.connect(
        uri_of(path, mode),
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
    )
    db.execute("PRAGMA foreign_keys=ON")
    return db


class Writer:
    """The one connection that writes. Transactions exclude each other, whichever threads they come from."""

    def __init__(self, path: Path):
        self._path = path
        self.lock = threading.RLock()
        with in_words(path):
            self._db = connect(path, "mode=rwc")
            try:
                self._db.execute("PRAGMA journal_mode=WAL").close()
                self._db.execute("PRAGMA synchronous=NORMAL").close()
                self._db.execute(f"PRAGMA cache_size=-{_CACHE_KILOBYTES}").close()
                self._db.execute(f"PRAGMA journal_size_limit={_LOG_LIMIT}").close()
            except BaseException:
                self._db.close()
                raise
        self._closed = False

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run the block as one transaction: all of it is kept at its end, or nothing if it raises.

        Raises:
            LibraryUnusable: the disk is full, the file is locked or damaged, or the library was closed.
        """
        with self.lock:
            if self._closed:
                raise LibraryUnusable("The library was closed.", file=str(self._path))
            with in_words(self._path):
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                    self._db.execute("COMMIT")
                except BaseException:
                    # SQLite ends the transaction itself on some errors, a full disk among them.
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                    raise

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection itself, for what cannot be in a transaction (migrations, backups)."""
        return self._db

    def close(self) -> None:
        """Close the connection after the transaction that is going on, if any."""
        with self.lock:
            self._closed = True
            self._db.close()


class Readers:
    """A pool of reading connections. Each read sees one state of the library, whatever is written meanwhile."""

    def __init__(self, path: Path, mode: str = "mode=rw"):
        self._path = path

        def open_reader() -> sqlite3.Connection:
            db = connect(path, mode)
            db.execute("PRAGMA query_only=ON").close()
            return db

        self._engine: Engine = create_engine(
            "sqlite://", creator=open_reader, poolclass=QueuePool, pool_size=8, max_overflow=-1, pool_timeout=30
        )
        event.listen(self._engine, "begin", _begin)
        self._closed = False

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """Lend a connection with an open read transaction.

        Raises:
            LibraryUnusable: the file cannot be read, or the library was closed.
        """
        if self._is_closed():
            raise LibraryUnusable("The library was closed.", file=str(self._path))
        with in_words(self._path), self._engine.connect() as connection:
            try:
                yield connection
            finally:
                if self._is_closed():
                    connection.invalidate()

    def close(self) -> None:
        """Close the connections that nobody uses; those in use are closed when they are given back."""
        self._closed = True
        self._engine.dispose()

    def _is_closed(self) -> bool:
        return self._closed


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
