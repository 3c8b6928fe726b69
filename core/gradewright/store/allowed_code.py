"""Decisions about programs from files: kept in the library, and valid only on the computer where they were made.

A decision carries a seal, a keyed hash over it and over which library this is. The key belongs to the person's account
on one computer and is in no library, so that a library from elsewhere brings no decisions along: not as a copy, and not
made up by whoever sends it.
"""

from __future__ import annotations

import hmac
import sqlite3
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import Connection, select

from gradewright.store.columns import text_in, text_out
from gradewright.store.connections import Readers
from gradewright.store.tables import ALLOWED_CODE, LIBRARY

_A = ALLOWED_CODE.c


@dataclass(frozen=True, slots=True)
class AllowedCode:
    """One decision: this program may run. ``first_seen`` names the benchmark in which it was when it was allowed."""

    sha256: str
    kind: str
    at: str
    first_seen: str


class AllowedCodeReads:
    """Reads of the decisions."""

    def __init__(self, readers: Readers):
        self._readers = readers

    def all(self, key: bytes) -> list[AllowedCode]:
        """Return the decisions that were made with this key, oldest first."""
        with self._readers.connection() as connection:
            library = _uuid(connection)
            rows = connection.execute(select(_A.sha256, _A.kind, _A.at, _A.first_seen, _A.seal).order_by(_A.at)).all()
        return [
            AllowedCode(digest, kind, at, text_out(seen))
            for digest, kind, at, seen, seal in rows
            if hmac.compare_digest(str(seal), seal_of(key, library, digest, kind))
        ]


def seal_of(key: bytes, library: str, digest: str, kind: str) -> str:
    """Return the seal of a decision."""
    return hmac.new(key, f"{library} {kind} {digest}".encode(), sha256).hexdigest()


def keep(db: sqlite3.Connection, key: bytes, decision: AllowedCode) -> None:
    """Keep a decision in the place of an older one about the same program."""
    library = str(db.execute("SELECT uuid FROM library").fetchone()[0])
    db.execute(
        "INSERT OR REPLACE INTO allowed_code (sha256, kind, at, first_seen, seal) VALUES (?, ?, ?, ?, ?)",
        (
            decision.sha256,
            decision.kind,
            decision.at,
            text_in(decision.first_seen),
            seal_of(key, library, decision.sha256, decision.kind),
        ),
    )


def drop(db: sqlite3.Connection, digest: str) -> int:
    """Forget all decisions about these bytes; return how many there were."""
    return db.execute("DELETE FROM allowed_code WHERE sha256 = ?", (digest,)).rowcount


def _uuid(connection: Connection) -> str:
    return str(connection.execute(select(LIBRARY.c.uuid)).scalar_one())
