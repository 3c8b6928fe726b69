"""Schema 6: judgements one by one, what they rest on, and the texts of prompts that they share."""

from __future__ import annotations

import sqlite3

_STATEMENTS = (
    "ALTER TABLE run_check ADD COLUMN entry TEXT",
    """CREATE TABLE judge_text (id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, text TEXT NOT NULL)""",
    """CREATE TABLE judgement (
        id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES run (id),
        answer_id INTEGER NOT NULL REFERENCES answer (id), entry TEXT NOT NULL, judge TEXT NOT NULL,
        replicate INTEGER NOT NULL, rests_on TEXT NOT NULL, fingerprint TEXT NOT NULL, state TEXT NOT NULL,
        cell TEXT NOT NULL, record TEXT NOT NULL, taken_from INTEGER REFERENCES judgement (id), at TEXT NOT NULL)""",
    # One judgement a place: one that comes again, because a failed one is tried again, takes its place.
    """CREATE UNIQUE INDEX judgement_place ON judgement (run_id, answer_id, entry, judge, replicate)""",
    # Only what was judged is ever taken over by another run.
    """CREATE INDEX judgement_rests_on ON judgement (rests_on) WHERE state IN ('judged', 'cannot_judge')""",
)


def apply(db: sqlite3.Connection) -> None:
    """Add the column and the tables."""
    for statement in _STATEMENTS:
        db.execute(statement)
