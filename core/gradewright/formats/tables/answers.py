"""Recorded answers from CSV, JSON Lines and Karenina's manual traces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.json_size import refuse_large
from gradewright.formats.memory import file_read
from gradewright.formats.tables.columns import columns_remarks, missing_column
from gradewright.formats.tables.json_values import (
    HALF_PAIR,
    BadValue,
    Doubled,
    mend,
    parse_value,
    parse_values,
    twice,
)
from gradewright.formats.tables.lookup import QuestionLookup
from gradewright.formats.tables.rows import Row, RowProblem, Table, read_file, read_table
from gradewright.formats.tables.text import decode_table
from gradewright.model.answer import Answer

ANSWER_COLUMNS = frozenset({"question_id", "question", "answer", "model", "replicate", "fields", "buckets"})
FIELD = "field."
BUCKETS = "buckets."
LISTS = ("tp", "fn", "fp", "tn")

_DIGEST = re.compile(r"[0-9a-fA-F]{32}")


class _RowRefused(Exception):
    """Why a row does not fit."""


def read_answers(
    source: Path | str | bytes, questions: QuestionLookup, model: str | None = None, name: str = ""
) -> tuple[list[Answer], list[RowProblem]]:
    """Read recorded answers.

    Columns: ``question_id`` or ``question`` (matched by id, else by text after NFC and stripping), ``answer``,
    ``model``, ``replicate`` (from 1; counted per question and model where it is not given), ``fields`` (a JSON object)
    or ``field.NAME``, ``buckets`` (a JSON object by trait, with the lists ``tp``, ``fn``, ``fp``, ``tn``) or
    ``buckets.TRAIT``. In a CSV file an empty ``field.NAME`` cell is a field that nobody read, ``null`` one that was
    looked for and not found, and what begins with a bracket or brace is JSON. ``model`` stands in where a row names
    none. A file ``{md5 of the question's text: answer}`` needs it.

    Rows that do not fit are listed with their line numbers, the rest is returned.

    Raises:
        FileUnreadable: the file is no table of answers.
    """
    shown = name or ("" if isinstance(source, bytes) else str(source))
    with file_read(shown):
        raw = read_file(source)
        traces = manual_traces(raw)
        if traces is not None:
            return _from_traces(traces, questions, model)
        table = read_table(raw, ANSWER_COLUMNS)
        if "answer" not in table.columns:
            raise missing_column("answer", table)
        if not {"question_id", "question"} & set(table.columns):
            raise missing_column("question_id", table)
        return _from_table(table, questions, model)


def manual_traces(raw: bytes) -> dict[str, Any] | None:
    """Return the content of a manual trace file, an object whose keys are MD5 digests; None for any other file.

    Raises:
        FileUnreadable: it gives different answers under one digest, or holds more than fits into memory.
    """
    head = raw[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head.startswith(b"{") and not raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None
    text, _ = decode_table(raw)
    refuse_large(text)
    try:
        value = parse_values(text)[0].value
    except BadValue:
        return None
    if not isinstance(value, dict) or not value or not all(_DIGEST.fullmatch(key) for key in value):
        return None
    if isinstance(value, Doubled):
        raise FileUnreadable(twice(value), hint="Remove one of them and try again.")
    return value


def _from_traces(
    traces: Mapping[str, Any], questions: QuestionLookup, model: str | None
) -> tuple[list[Answer], list[RowProblem]]:
    if not model:
        raise FileUnreadable("A manual trace file does not say which model answered.", hint="Name the model.")
    answers: list[Answer] = []
    problems: list[RowProblem] = []
    for number, (digest, text) in enumerate(traces.items(), start=1):
        found = questions.by_digest(digest)
        if not isinstance(text, str):
            problems.append(RowProblem(0, f"Entry {number}, {digest}: the answer is no text."))
        elif not found:
            problems.append(RowProblem(0, f"Entry {number}, {digest}: no question has a text with this MD5."))
        else:
            # Questions of equal text were asked in the same words, so the answer is one to each.
            mended = mend(text)
            if mended is not text:
                problems.append(RowProblem(0, f"Entry {number}, {digest}: {HALF_PAIR}", left_out=False))
            answers.extend(Answer(key, model, mended) for key in found)
    return answers, problems


def _from_table(table: Table, questions: QuestionLookup, model: str | None) -> tuple[list[Answer], list[RowProblem]]:
    answers: list[Answer] = []
    problems = list(table.problems) + _unused(table.columns)
    counted: dict[tuple[str, str], _Replicates] = {}
    for row in table.rows:
        try:
            answer = _answer(row, table.quoted, questions, model)
            answers.append(_numbered(answer, row.values.get("replicate"), counted))
        except _RowRefused as reason:
            problems.append(RowProblem(row.line, str(reason)))
    return answers, sorted(problems, key=lambda problem: problem.line)


def _unused(columns: Iterable[str]) -> list[RowProblem]:
    unused = [name for name in columns if name not in ANSWER_COLUMNS and not name.startswith((FIELD, BUCKETS))]
    return columns_remarks(unused, "is not used", "are not used")


def _answer(row: Row, quoted: bool, questions: QuestionLookup, model: str | None) -> Answer:
    values = row.values
    key = _question_key(values, questions)
    text = values.get("answer")
    if not isinstance(text, str):
        raise _RowRefused("There is no answer." if text is None else "The answer is no text.")
    if quoted and not text:
        raise _RowRefused("The answer is empty.")
    named = values.get("model")
    if named is not None and not isinstance(named, str):
        raise _RowRefused("The model is no text.")
    who = (named or "").strip() or (model or "")
    if not who:
        raise _RowRefused("The row does not say which model answered.")
    return Answer(key, who, text, fields=_fields(values, quoted), buckets=_buckets(values, quoted))


def _question_key(values: Mapping[str, Any], questions: QuestionLookup) -> str:
    given, text = values.get("question_id"), values.get("question")
    if given not in (None, ""):
        key = questions.by_id(str(given).strip())
        if key is not None:
            return key
        if not text:
            raise _RowRefused(f"No question has the id “{str(given).strip()}”.")
    if not isinstance(text, str) or not text.strip():
        raise _RowRefused("The row does not say which question was answered.")
    found = questions.by_text(text)
    if not found:
        raise _RowRefused(f"No question has the text “{_start(text)}”.")
    if len(found) > 1:
        raise _RowRefused(f"{len(found)} questions have the text “{_start(text)}”; name one by its question_id.")
    return found[0]


def _start(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"


@dataclass(slots=True)
class _Replicates:
    """The numbers that answers of one model to one question have so far."""

    taken: set[int] = field(default_factory=set)
    _counted: int = 0

    def count(self) -> int:
        """Return the first free number after as many as there are."""
        # No number up to the last one that was counted has become free since; looking from 1 again is quadratic.
        number = max(len(self.taken), self._counted) + 1
        while number in self.taken:
            number += 1
        self._counted = number
        return number


def _numbered(answer: Answer, given: Any, counted: dict[tuple[str, str], _Replicates]) -> Answer:
    replicates = counted.setdefault((answer.question_key, answer.model), _Replicates())
    if given in (None, ""):
        number = replicates.count()
    else:
        number = _whole_number(given)
        if number in replicates.taken:
            raise _RowRefused(f"An answer of {answer.model} with replicate {number} to this question stands above.")
    replicates.taken.add(number)
    return answer if number == 1 else replace(answer, replicate=number)


def _whole_number(given: Any) -> int:
    try:
        if not isinstance(given, bool):
            number = int(given) if not isinstance(given, float) or given.is_integer() else 0
            if 0 < number < 1 << 31:
                return number
    except (TypeError, ValueError, OverflowError):
        pass
    raise _RowRefused(f"The replicate “{_start(str(given))}” is no whole number from 1.")


def _json(value: Any, what: str) -> Any:
    try:
        return parse_value(value).value
    except BadValue as reason:
        raise _RowRefused(f"{what}: {reason}") from reason


def _fields(values: Mapping[str, Any], quoted: bool) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    whole = values.get("fields")
    if whole not in (None, ""):
        decoded = _json(whole, "“fields”") if isinstance(whole, str) else whole
        if not isinstance(decoded, dict):
            raise _RowRefused("“fields” is no JSON object.")
        found |= decoded
    for name, value in values.items():
        if not name.startswith(FIELD) or (quoted and value == ""):
            continue
        found[name.removeprefix(FIELD)] = _cell(value, name) if quoted else value
    return found or (None if whole in (None, "") else {})


def _cell(value: str, name: str) -> Any:
    """Return the value of a field's cell. Numbers stay texts: which type they are, the template's field knows."""
    stripped = value.strip()
    if stripped == "null":
        return None
    return _json(stripped, f"“{name}”") if stripped[:1] in ("[", "{") else value


def _buckets(values: Mapping[str, Any], quoted: bool) -> dict[str, dict[str, list[str]]] | None:
    described: dict[str, Any] = {}
    whole = values.get("buckets")
    if whole not in (None, ""):
        decoded = _json(whole, "“buckets”") if isinstance(whole, str) else whole
        if not isinstance(decoded, dict):
            raise _RowRefused("“buckets” is no JSON object.")
        described |= decoded
    for name, value in values.items():
        if name.startswith(BUCKETS) and value not in (None, ""):
            described[name.removeprefix(BUCKETS)] = _json(value, f"“{name}”") if isinstance(value, str) else value
    return {trait: _lists(trait, value) for trait, value in described.items()} or None


def _lists(trait: str, value: Any) -> dict[str, list[str]]:
    if not isinstance(value, dict):
        raise _RowRefused(f"The buckets of “{trait}” are no JSON object.")
    unknown = [name for name in value if name not in LISTS]
    if unknown:
        raise _RowRefused(f"The buckets of “{trait}” have no “{unknown[0]}”; there are tp, fn, fp and tn.")
    lists: dict[str, list[str]] = {}
    for name in LISTS:
        members = value.get(name)
        if members is None:
            members = []
        if not isinstance(members, list) or not all(isinstance(member, str) for member in members):
            raise _RowRefused(f"“{name}” of “{trait}” is no list of texts.")
        lists[name] = members
    return lists
