"""The tables of a library at the newest schema, as the queries use them. The migrations make them.

Rules of the columns: a JSON column is NULL where the value is the usual one (no rubric, no custom properties), so that
most rows are short and untouched things are never encoded again. ``removed`` marks what an undo can bring back. Text
that UTF-8 cannot carry (lone surrogates) is stored as a BLOB, see :mod:`gradewright.store.columns`.
"""

from __future__ import annotations

from sqlalchemy import REAL, Column, ForeignKey, Integer, MetaData, Table, Text

METADATA = MetaData()

LIBRARY = Table(
    "library",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("uuid", Text, nullable=False),
    Column("created", Text, nullable=False),
)

BENCHMARK = Table(
    "benchmark",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("removed", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("description", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("creator", Text),
    Column("rubric", Text),
    Column("custom", Text),
    Column("scenarios", Text),
    Column("identifier", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("modified", Text, nullable=False),
    Column("residue", Text),
)

# What lists and filters need. Templates, rubrics and residue are in question_body, so that a scan of 100,000 questions
# reads a fifth of the pages.
QUESTION = Table(
    "question",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("benchmark_id", ForeignKey("benchmark.id"), nullable=False),
    Column("position", REAL, nullable=False),
    Column("removed", Integer, nullable=False),
    Column("finished", Integer, nullable=False),
    Column("has_template", Integer, nullable=False),
    Column("entry_count", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("reference", Text, nullable=False),
    Column("keywords", Text),
)

QUESTION_BODY = Table(
    "question_body",
    METADATA,
    Column("question_id", ForeignKey("question.id"), primary_key=True),
    Column("template", Text, nullable=False),
    Column("rubric", Text),
    Column("few_shot", Text),
    Column("author", Text),
    Column("sources", Text),
    Column("notes", Text, nullable=False),
    Column("workspace_path", Text, nullable=False),
    Column("custom", Text),
    Column("created", Text, nullable=False),
    Column("modified", Text, nullable=False),
    Column("residue", Text),
    Column("kept_tests", Text),
)

QUESTION_FTS = Table(
    "question_fts",
    METADATA,
    Column("rowid", Integer, primary_key=True),
    Column("text", Text),
    Column("reference", Text),
    Column("keywords", Text),
    info={"virtual": True},
)

ANSWER_BATCH = Table(
    "answer_batch",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("benchmark_id", ForeignKey("benchmark.id"), nullable=False),
    Column("removed", Integer, nullable=False),
    Column("source", Text, nullable=False),
    Column("at", Text, nullable=False),
)

# ``removed`` of an answer has a bit for its batch and one for itself, see recording.py.
ANSWER = Table(
    "answer",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("benchmark_id", ForeignKey("benchmark.id"), nullable=False),
    Column("question_id", ForeignKey("question.id"), nullable=False),
    Column("batch_id", ForeignKey("answer_batch.id"), nullable=False),
    Column("removed", Integer, nullable=False),
    Column("model", Text, nullable=False),
    Column("replicate", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("fields", Text),
    Column("buckets", Text),
)

RUN = Table(
    "run",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("benchmark_id", ForeignKey("benchmark.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("config", Text, nullable=False),
    Column("planned_answers", Integer, nullable=False),
    Column("planned_cells", Integer, nullable=False),
    Column("started", Text, nullable=False),
    Column("ended", Text),
)

RUN_CHECK = Table(
    "run_check",
    METADATA,
    Column("run_id", ForeignKey("run.id"), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("has_values", Integer, nullable=False),
    Column("entry", Text),
)

# The texts of prompts that many judgements share: the system's message, and the user's with gaps for what differs.
JUDGE_TEXT = Table(
    "judge_text",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("sha256", Text, nullable=False),
    Column("text", Text, nullable=False),
)

# ``cell`` is the judgement as a cell, ``record`` how it came about; both are JSON. See judgements.py.
JUDGEMENT = Table(
    "judgement",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("run_id", ForeignKey("run.id"), nullable=False),
    Column("answer_id", ForeignKey("answer.id"), nullable=False),
    Column("entry", Text, nullable=False),
    Column("judge", Text, nullable=False),
    Column("replicate", Integer, nullable=False),
    Column("rests_on", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("cell", Text, nullable=False),
    Column("record", Text, nullable=False),
    Column("taken_from", ForeignKey("judgement.id")),
    Column("at", Text, nullable=False),
)

# ``marks`` has one letter a check, in the order of run_check (see results.py): the table of 200,000 answers is
# filtered and counted without touching their 1.6 million cells.
RESULT = Table(
    "result",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("run_id", ForeignKey("run.id"), nullable=False),
    Column("answer_id", ForeignKey("answer.id"), nullable=False),
    Column("question_id", ForeignKey("question.id"), nullable=False),
    Column("model", Text, nullable=False),
    Column("replicate", Integer, nullable=False),
    Column("overall", Integer),
    Column("marks", Text, nullable=False),
    Column("passed", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("valued", Integer, nullable=False),
    Column("cannot_judge", Integer, nullable=False),
    Column("not_judged", Integer, nullable=False),
)

CELL = Table(
    "cell",
    METADATA,
    Column("result_id", ForeignKey("result.id"), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("state", Text, nullable=False),
    Column("verdict", Integer),
    Column("number", REAL),
    Column("value", Text),
    Column("score", REAL),
    Column("reason", Text),
    Column("message", Text),
    Column("fields", Text),
    Column("detail", Text),
)

JOURNAL = Table(
    "journal",
    METADATA,
    Column("seq", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("edit", Text, nullable=False),
    Column("inverse", Text, nullable=False),
    Column("benchmark_id", Integer),
    Column("question_id", Integer),
)

ALLOWED_CODE = Table(
    "allowed_code",
    METADATA,
    Column("sha256", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("first_seen", Text, nullable=False),
    Column("seal", Text, nullable=False),
)

KEPT_RUBRIC = Table(
    "kept_rubric",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("removed", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("rubric", Text, nullable=False),
    Column("at", Text, nullable=False),
)

RUBRIC_VERSION = Table(
    "rubric_version",
    METADATA,
    Column("fingerprint", Text, primary_key=True),
    Column("rubric", Text, nullable=False),
    Column("at", Text, nullable=False),
)

ENDPOINT = Table(
    "endpoint",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("name", Text, nullable=False, unique=True),
    Column("settings", Text, nullable=False),
)

SHEET_BATCH = Table(
    "sheet_batch",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("options", Text, nullable=False),
)

SHEET_OUTPUT = Table(
    "sheet_output",
    METADATA,
    Column("batch", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("answer_id", ForeignKey("answer.id")),
)
