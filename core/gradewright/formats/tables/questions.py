"""Questions from CSV and JSON Lines."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from gradewright.formats.memory import file_read
from gradewright.formats.question_keys import Keys
from gradewright.formats.tables.columns import columns_remarks, missing_column
from gradewright.formats.tables.rows import Row, RowProblem, Table, read_file, read_table
from gradewright.model.question import Question
from gradewright.verify.ids import question_id

QUESTION_COLUMNS = frozenset({"question", "answer", "keywords", "id"})


def read_questions(source: Path | str | bytes, name: str = "") -> tuple[list[Question], list[RowProblem]]:
    """Read questions from a table with the columns ``question``, ``answer`` (the reference), ``keywords`` and ``id``.

    Only ``question`` is needed. Keywords are a JSON list, or words between semicolons or commas. Any other column goes
    into the question's own properties. Rows that do not fit are listed with their line numbers, the rest is returned.

    Raises:
        FileUnreadable: the file is no table, or has no column ``question``.
    """
    shown = name or ("" if isinstance(source, bytes) else str(source))
    with file_read(shown):
        table = read_table(read_file(source), QUESTION_COLUMNS)
        if "question" not in table.columns:
            raise missing_column("question", table)
        return _questions(table)


def _questions(table: Table) -> tuple[list[Question], list[RowProblem]]:
    keys = Keys()
    questions: list[Question] = []
    problems = list(table.problems)
    others = [name for name in table.columns if name not in QUESTION_COLUMNS]
    problems += columns_remarks(
        others, "is kept as a property of each question", "are kept as properties of each question"
    )
    for row in table.rows:
        read = _question(row, table.quoted, keys)
        if isinstance(read, RowProblem):
            problems.append(read)
        else:
            questions.append(read)
    return questions, sorted(problems, key=lambda problem: problem.line)


def _question(row: Row, quoted: bool, keys: Keys) -> Question | RowProblem:
    values = row.values
    text, reference = values.get("question"), values.get("answer")
    if not isinstance(text, str) or not text.strip():
        return RowProblem(row.line, "The question is empty." if not text else "The question is no text.")
    if reference is None:
        reference = ""
    if not isinstance(reference, str):
        # JSON Lines may give a number or true as the reference; its text is what can be compared.
        reference = json.dumps(reference, ensure_ascii=False)
    given = values.get("id")
    if given is not None and not isinstance(given, str | int):
        return RowProblem(row.line, "The id is no text.")
    wanted = str(given).strip() if given is not None else ""
    if wanted and wanted in keys.taken:
        return RowProblem(row.line, f"The id “{wanted}” was given to a question above.")
    keywords = read_keywords(values.get("keywords"), quoted)
    if keywords is None:
        return RowProblem(row.line, "The keywords are no list of texts.")
    custom = {name: value for name, value in values.items() if name not in QUESTION_COLUMNS and value not in ("", None)}
    key = keys.take(wanted or question_id(text))
    return Question(key, text, reference, keywords=keywords, custom=custom)


def read_keywords(value: Any, quoted: bool) -> tuple[str, ...] | None:
    """Return keywords from a list, a JSON list, or words between semicolons (else commas); None where it is none."""
    if value is None:
        return ()
    if isinstance(value, str):
        stripped = value.strip()
        if quoted and stripped.startswith("["):
            try:
                return read_keywords(json.loads(stripped), quoted=False)
            except (ValueError, RecursionError):
                return None
        words = re.split(";" if ";" in stripped else ",", stripped)
        return tuple(word.strip() for word in words if word.strip())
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return tuple(value)
    return None
