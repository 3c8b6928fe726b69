"""Schema 5: endpoints, without their keys."""

from __future__ import annotations

import sqlite3


def apply(db: sqlite3.Connection) -> None:
    """Add the table."""
    db.execute(
        """CREATE TABLE endpoint (
            id INTEGER PRIMARY KEY, position INTEGER NOT NULL, name TEXT NOT NULL UNIQUE, settings TEXT NOT NULL)"""
    )
