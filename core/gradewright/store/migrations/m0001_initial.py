"""Schema 1: benchmarks, questions, answers, runs, results, the journal, and the search index."""

from __future__ import annotations

import sqlite3

_STATEMENTS = (
    """CREATE TABLE library (id INTEGER PRIMARY KEY, uuid TEXT NOT NULL, created TEXT NOT NULL)""",
    """CREATE TABLE benchmark (
        id INTEGER PRIMARY KEY, removed INTEGER NOT NULL, name TEXT NOT NULL, description TEXT NOT NULL,
        version TEXT NOT NULL, creator TEXT, rubric TEXT, custom TEXT, scenarios TEXT, identifier TEXT NOT NULL,
        created TEXT NOT NULL, modified TEXT NOT NULL, residue TEXT)""",
    """CREATE TABLE question (
        id INTEGER PRIMARY KEY, benchmark_id INTEGER NOT NULL REFERENCES benchmark (id), position REAL NOT NULL,
        removed INTEGER NOT NULL, finished INTEGER NOT NULL, has_template INTEGER NOT NULL,
        entry_count INTEGER NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, reference TEXT NOT NULL,
        keywords TEXT)""",
    # Covers the list of a benchmark's questions and both of its counts.
    """CREATE INDEX question_order ON question (benchmark_id, position, removed, finished)""",
    """CREATE TABLE question_body (
        question_id INTEGER PRIMARY KEY REFERENCES question (id), template TEXT NOT NULL, rubric TEXT, few_shot TEXT,
        author TEXT, sources TEXT, notes TEXT NOT NULL, workspace_path TEXT NOT NULL, custom TEXT,
        created TEXT NOT NULL, modified TEXT NOT NULL, residue TEXT)""",
    # New questions are put into the index by whoever inserts them; changes and deletions come by trigger.
    # Trigrams find any three characters anywhere, in every script. Nothing ranks by relevance, so no column sizes.
    """CREATE VIRTUAL TABLE question_fts USING fts5 (
        text, reference, keywords, content='question', content_rowid='id', tokenize='trigram', columnsize=0)""",
    # Eight megabytes of new index are collected before they are written out: an import makes fewer parts to merge.
    """INSERT INTO question_fts (question_fts, rank) VALUES ('hashsize', 8388608)""",
    """CREATE TRIGGER question_fts_update AFTER UPDATE OF text, reference, keywords ON question BEGIN
        INSERT INTO question_fts (question_fts, rowid, text, reference, keywords)
        VALUES ('delete', old.id, CAST(old.text AS TEXT), CAST(old.reference AS TEXT), old.keywords);
        INSERT INTO question_fts (rowid, text, reference, keywords)
        VALUES (new.id, CAST(new.text AS TEXT), CAST(new.reference AS TEXT), new.keywords);
    END""",
    """CREATE TRIGGER question_fts_delete AFTER DELETE ON question BEGIN
        INSERT INTO question_fts (question_fts, rowid, text, reference, keywords)
        VALUES ('delete', old.id, CAST(old.text AS TEXT), CAST(old.reference AS TEXT), old.keywords);
    END""",
    """CREATE TABLE answer_batch (
        id INTEGER PRIMARY KEY, benchmark_id INTEGER NOT NULL REFERENCES benchmark (id), removed INTEGER NOT NULL,
        source TEXT NOT NULL, at TEXT NOT NULL)""",
    """CREATE TABLE answer (
        id INTEGER PRIMARY KEY, benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
        question_id INTEGER NOT NULL REFERENCES question (id), batch_id INTEGER NOT NULL REFERENCES answer_batch (id),
        removed INTEGER NOT NULL, model TEXT NOT NULL, replicate INTEGER NOT NULL, text TEXT NOT NULL, fields TEXT,
        buckets TEXT)""",
    """CREATE INDEX answer_of_benchmark ON answer (benchmark_id, removed, model, question_id, replicate)""",
    """CREATE INDEX answer_of_question ON answer (question_id, removed)""",
    """CREATE INDEX answer_of_batch ON answer (batch_id)""",
    """CREATE TABLE run (
        id INTEGER PRIMARY KEY, benchmark_id INTEGER NOT NULL REFERENCES benchmark (id), number INTEGER NOT NULL,
        state TEXT NOT NULL, config TEXT NOT NULL, planned_answers INTEGER NOT NULL, planned_cells INTEGER NOT NULL,
        started TEXT NOT NULL, ended TEXT)""",
    """CREATE UNIQUE INDEX run_number ON run (benchmark_id, number)""",
    """CREATE TABLE run_check (
        run_id INTEGER NOT NULL REFERENCES run (id), ordinal INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
        has_values INTEGER NOT NULL, PRIMARY KEY (run_id, ordinal)) WITHOUT ROWID""",
    """CREATE TABLE result (
        id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES run (id),
        answer_id INTEGER NOT NULL REFERENCES answer (id), question_id INTEGER NOT NULL REFERENCES question (id),
        model TEXT NOT NULL, replicate INTEGER NOT NULL, overall INTEGER, marks TEXT NOT NULL,
        passed INTEGER NOT NULL, failed INTEGER NOT NULL, valued INTEGER NOT NULL,
        cannot_judge INTEGER NOT NULL, not_judged INTEGER NOT NULL)""",
    """CREATE UNIQUE INDEX result_of_run ON result (run_id, answer_id)""",
    """CREATE INDEX result_of_answer ON result (answer_id)""",
    """CREATE TABLE cell (
        result_id INTEGER NOT NULL REFERENCES result (id), ordinal INTEGER NOT NULL, state TEXT NOT NULL,
        verdict INTEGER, number REAL, value TEXT, score REAL, reason TEXT, message TEXT, fields TEXT, detail TEXT,
        PRIMARY KEY (result_id, ordinal)) WITHOUT ROWID""",
    """CREATE TABLE journal (
        seq INTEGER PRIMARY KEY, at TEXT NOT NULL, session TEXT NOT NULL, state TEXT NOT NULL, title TEXT NOT NULL,
        edit TEXT NOT NULL, inverse TEXT NOT NULL, benchmark_id INTEGER, question_id INTEGER)""",
    """CREATE INDEX journal_state ON journal (state, seq)""",
    """CREATE INDEX journal_question ON journal (question_id) WHERE question_id IS NOT NULL""",
)

TABLES = frozenset(
    (
        *("library", "benchmark", "question", "question_body", "question_fts", "answer_batch", "answer", "run"),
        *("run_check", "result", "cell", "journal"),
    )
)


def apply(db: sqlite3.Connection) -> None:
    """Make the tables in an empty file."""
    for statement in _STATEMENTS:
        db.execute(statement)
