"""Schema 7: batches of rater sheets, so that what comes back on paper can be told apart by its codes."""

from __future__ import annotations

import sqlite3


def apply(db: sqlite3.Connection) -> None:
    """Add the tables of batches and of the outputs in them."""
    db.execute(
        """CREATE TABLE sheet_batch (
            name TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL, title TEXT NOT NULL, fingerprint TEXT NOT NULL,
            version INTEGER NOT NULL, options TEXT NOT NULL) WITHOUT ROWID"""
    )
    db.execute(
        """CREATE TABLE sheet_output (
            batch TEXT NOT NULL REFERENCES sheet_batch (name), number INTEGER NOT NULL,
            answer_id INTEGER REFERENCES answer (id), PRIMARY KEY (batch, number)) WITHOUT ROWID"""
    )
