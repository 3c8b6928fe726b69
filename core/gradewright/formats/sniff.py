"""Finding out what a file is, by what stands in it."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.json_size import refuse_large
from gradewright.formats.memory import file_read
from gradewright.formats.tables.answers import ANSWER_COLUMNS, BUCKETS, FIELD, manual_traces
from gradewright.formats.tables.questions import QUESTION_COLUMNS
from gradewright.formats.tables.rows import read_file, read_table
from gradewright.formats.tables.text import decode_table

_CHECKPOINT_KEYS = frozenset({"dataFeedElement", "@context", "checkpoint", "templates", "hasPart"})
_ANSWER_ONLY = frozenset({"question_id", "model", "replicate", "fields", "buckets"})


class FileKind(StrEnum):
    """What a file can be."""

    CHECKPOINT = "checkpoint"
    QUESTIONS = "questions"
    ANSWERS = "answers"
    MANUAL_TRACES = "manual traces"


def sniff(source: Path | str | bytes, name: str = "") -> FileKind:
    """Return what a file is: a Karenina checkpoint (of any layout), a table, or a manual trace file.

    A table with a ``question`` holds questions, unless a column that only answers have stands in it.

    Raises:
        FileUnreadable: it cannot be read, or is none of these.
    """
    shown = name or ("" if isinstance(source, bytes) else str(source))
    with file_read(shown):
        return _kind(read_file(source), shown)


def _kind(raw: bytes, name: str) -> FileKind:
    # The context stands first in every checkpoint that a program writes; parsing a large file to find out is a waste.
    if name.lower().endswith(".jsonld") or b'"@context"' in raw[:512] or _is_checkpoint(raw):
        return FileKind.CHECKPOINT
    if manual_traces(raw) is not None:
        return FileKind.MANUAL_TRACES
    table = read_table(raw, QUESTION_COLUMNS | ANSWER_COLUMNS)
    columns = set(table.columns)
    if columns & _ANSWER_ONLY or any(column.startswith((FIELD, BUCKETS)) for column in columns):
        return FileKind.ANSWERS
    if "question" in columns:
        return FileKind.QUESTIONS
    lost = next((problem for problem in table.problems if problem.left_out), None)
    if lost is not None and not columns:
        # Not one line of it could be read, so what is wrong with the first says more than what the file is not.
        raise FileUnreadable(lost.message, place=f"line {lost.line}" if lost.line else None)
    raise FileUnreadable(
        "This is neither a checkpoint nor a table of questions or answers.",
        hint="A table needs a column “question” or “question_id”.",
    )


def _is_checkpoint(raw: bytes) -> bool:
    """Return whether the file is one JSON object with a key that only checkpoints have, or one that is cut off."""
    if raw[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] != b"{" and raw[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        return False
    text, _ = decode_table(raw)
    if not text.lstrip("\ufeff \t\r\n").startswith("{"):
        return False
    refuse_large(text)
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        # A damaged checkpoint is one all the same: its reader says where it breaks.
        return '"dataFeedElement"' in text or '"@context"' in text
    return isinstance(value, dict) and bool(_CHECKPOINT_KEYS & value.keys())
