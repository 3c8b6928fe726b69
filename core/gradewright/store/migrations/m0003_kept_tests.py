"""Schema 3: the kept tests of questions."""

from __future__ import annotations

import sqlite3


def apply(db: sqlite3.Connection) -> None:
    """Add the column, NULL for the questions that have none."""
    db.execute("ALTER TABLE question_body ADD COLUMN kept_tests TEXT")
