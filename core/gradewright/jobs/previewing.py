"""What a file is, and how it will be understood, before anything of it goes into a library."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.sniff import FileKind, sniff
from gradewright.formats.tables.answers import ANSWER_COLUMNS, BUCKETS, FIELD, manual_traces
from gradewright.formats.tables.questions import QUESTION_COLUMNS
from gradewright.formats.tables.rows import read_file, read_table
from gradewright.jobs.reading import KIND_WORDS

SAMPLE_ROWS = 5

_MEANINGS = {
    "question_id": "which question, by its id",
    "question": "which question, by its text",
    "answer": "the answer",
    "model": "who answered",
    "replicate": "which try, from 1",
    "fields": "values read from the answer, as JSON",
    "buckets": "sorted content for metrics, as JSON",
}
_QUESTION_MEANINGS = {
    "question": "the question",
    "answer": "the reference answer",
    "keywords": "keywords",
    "id": "the question's id",
}


@dataclass(frozen=True, slots=True)
class FilePreview:
    """A file before it is taken in.

    ``columns`` are pairs of a name and what it will be taken for (``""``: not used). ``rows`` are the first rows as
    texts. ``needs_model`` says that nothing in the file names who answered.
    """

    path: Path
    kind: FileKind
    words: str
    columns: tuple[tuple[str, str], ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    count: int = 0
    needs_model: bool = False
    remarks: tuple[str, ...] = ()

    @property
    def is_answers(self) -> bool:
        """Whether it holds recorded answers, which belong to a benchmark that is there already."""
        return self.kind in (FileKind.ANSWERS, FileKind.MANUAL_TRACES)


def preview(path: Path, *, as_answers: bool = False) -> FilePreview:
    """Look into a file. Nothing in it is run, and a checkpoint is only recognised, not read.

    With ``as_answers`` a table that could be questions with their reference answers is taken for recorded answers.

    Raises:
        FileUnreadable: it cannot be read, is nothing that can be taken in, or is no file of answers where one is asked
            for.
    """
    kind = sniff(path)
    if as_answers and kind is FileKind.QUESTIONS:
        kind = FileKind.ANSWERS
    if as_answers and kind is FileKind.CHECKPOINT:
        raise FileUnreadable("This is a benchmark, not recorded answers.", file=str(path))
    words = KIND_WORDS[kind]
    if kind is FileKind.CHECKPOINT:
        return FilePreview(path, kind, words)
    raw = read_file(path)
    if kind is FileKind.MANUAL_TRACES:
        traces = manual_traces(raw) or {}
        pairs = tuple((key, _text(value)) for key, value in list(traces.items())[:SAMPLE_ROWS])
        named = (("digest", "which question, by the MD5 of its text"), ("text", "the answer"))
        return FilePreview(path, kind, words, named, pairs, len(traces), needs_model=True)
    of_answers = kind is FileKind.ANSWERS
    table = read_table(raw, ANSWER_COLUMNS if of_answers else QUESTION_COLUMNS)
    columns = tuple((name, _meaning(name, of_answers)) for name in table.columns)
    rows = tuple(tuple(_text(row.values.get(name)) for name in table.columns) for row in table.rows[:SAMPLE_ROWS])
    remarks = tuple(str(problem) for problem in table.problems if not problem.left_out)
    needs_model = of_answers and any(not str(row.values.get("model") or "").strip() for row in table.rows)
    return FilePreview(path, kind, words, columns, rows, len(table.rows), needs_model, remarks)


def _meaning(name: str, of_answers: bool) -> str:
    if not of_answers:
        return _QUESTION_MEANINGS.get(name, "a property of the question")
    if name.startswith(FIELD):
        return f"value of field {name.removeprefix(FIELD)}"
    if name.startswith(BUCKETS):
        return f"sorted content for {name.removeprefix(BUCKETS)}"
    return _MEANINGS.get(name, "")


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else str(value)
