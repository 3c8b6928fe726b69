"""Schema 2: which programs from files a person has allowed to run. No file that is exported holds any of it."""

from __future__ import annotations

import sqlite3


def apply(db: sqlite3.Connection) -> None:
    """Add the table of decisions."""
    db.execute(
        """CREATE TABLE allowed_code (
            sha256 TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL, first_seen TEXT NOT NULL, seal TEXT NOT NULL,
            PRIMARY KEY (sha256, kind)) WITHOUT ROWID"""
    )
