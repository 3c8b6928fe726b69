"""Schema 4: rubrics that are kept alone, and the content of every version that was exported or opened."""

from __future__ import annotations

import sqlite3


def apply(db: sqlite3.Connection) -> None:
    """Add both tables."""
    db.execute(
        """CREATE TABLE kept_rubric (
            id INTEGER PRIMARY KEY, removed INTEGER NOT NULL, name TEXT NOT NULL, rubric TEXT NOT NULL,
            at TEXT NOT NULL)"""
    )
    db.execute(
        """CREATE TABLE rubric_version (
            fingerprint TEXT NOT NULL PRIMARY KEY, rubric TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID"""
    )
