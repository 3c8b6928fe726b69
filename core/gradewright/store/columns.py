"""Between the fields of the model and the columns of the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gradewright.edits.rubric_values import rubric_from
from gradewright.edits.values import BENCHMARK_ASPECTS, QUESTION_ASPECTS, aspect_data, aspect_from, from_json, to_json
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric
from gradewright.model.run import FieldOutcome
from gradewright.store.failures import damaged, of_row

SqlValue = str | bytes | int | float | None

_EMPTY: dict[str, Any] = {
    "creator": "",
    "rubric": Rubric(),
    "custom": {},
    "scenarios": (),
    "residue": None,
    "keywords": (),
    "few_shot": (),
    "author": None,
    "sources": None,
    "kept_tests": (),
}

LIGHT_ASPECTS = ("key", "text", "reference", "keywords", "finished")
BODY_ASPECTS = tuple(aspect for aspect in QUESTION_ASPECTS if aspect not in LIGHT_ASPECTS)

# The line by which Karenina's placeholder for "no template yet" is known (formats specification, section 1.4).
_STUB_MARK = "# Default template: returns False"


def text_in(text: str) -> str | bytes:
    """Return text as SQLite can hold it: as it is, or as bytes where it has lone surrogates."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def text_out(value: Any) -> str:
    """Return the text that :func:`text_in` was given; of a text cut in the middle, what is readable."""
    if isinstance(value, str):
        return value
    if not isinstance(value, bytes):
        raise damaged(TypeError("no text"))
    try:
        return value.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return value.decode("utf-8", "replace")


@of_row
def json_out(text: Any) -> Any:
    """Return the data that a column holds as JSON. Raises LibraryUnusable where it holds something else."""
    return from_json(text)


@of_row
def rubric_out(text: Any) -> Rubric:
    """Return the rubric that a column holds. Raises LibraryUnusable where it holds something else."""
    return rubric_from(from_json(text))


def encoded(aspect: str, value: Any) -> SqlValue:
    """Return a field of a benchmark or question as its column holds it."""
    if aspect == "finished":
        return int(value)
    if aspect not in _EMPTY:
        return text_in(value)
    empty = _EMPTY[aspect]
    if value is empty or (value == empty and type(value) is type(empty)):
        return None
    return to_json(aspect_data(aspect, value))


def decoded(aspect: str, value: Any) -> Any:
    """Return the field that :func:`encoded` was given."""
    if aspect == "finished":
        return bool(value)
    if aspect not in _EMPTY:
        return text_out(value)
    if value is None:
        return {} if aspect == "custom" else _EMPTY[aspect]
    return _aspect_out(aspect, value)


@of_row
def _aspect_out(aspect: str, value: Any) -> Any:
    return aspect_from(aspect, from_json(value))


def has_template(source: str) -> bool:
    """Return whether template source is more than nothing or the placeholder that stands for nothing."""
    return bool(source) and not source.isspace() and _STUB_MARK not in source


def benchmark_values(benchmark: Benchmark) -> dict[str, SqlValue]:
    """Return the columns of a benchmark, without id and mark."""
    return {aspect: encoded(aspect, getattr(benchmark, aspect)) for aspect in BENCHMARK_ASPECTS}


def benchmark_of(row: Mapping[str, Any]) -> Benchmark:
    """Return the benchmark in a row."""
    return Benchmark(**{aspect: decoded(aspect, row[aspect]) for aspect in BENCHMARK_ASPECTS})


def light_row(question_id: int, benchmark_id: int, position: float, question: Question) -> tuple[SqlValue, ...]:
    """Return a question's row of the ``question`` table, column by column."""
    text, reference, key = question.text, question.reference, question.key
    return (
        question_id,
        benchmark_id,
        position,
        0,
        1 if question.finished else 0,
        1 if has_template(question.template) else 0,
        len(question.rubric.entries),
        key if key.isascii() else text_in(key),
        text if text.isascii() else text_in(text),
        reference if reference.isascii() else text_in(reference),
        to_json(question.keywords) if question.keywords else None,
    )


def body_row(question_id: int, question: Question) -> tuple[SqlValue, ...]:
    """Return a question's row of the ``question_body`` table, column by column.

    The usual values are told apart here and not in :func:`encoded`: an import makes a million of these decisions.
    """
    q = question
    template = q.template
    return (
        question_id,
        template if template.isascii() else text_in(template),
        encoded("rubric", q.rubric) if q.rubric.entries or not q.rubric.is_plain else None,
        encoded("few_shot", q.few_shot) if q.few_shot else None,
        None if q.author is None else to_json(q.author),
        None if q.sources is None else to_json(q.sources),
        text_in(q.notes) if q.notes else "",
        text_in(q.workspace_path) if q.workspace_path else "",
        to_json(q.custom) if q.custom else None,
        q.created if q.created.isascii() else text_in(q.created),
        q.modified if q.modified.isascii() else text_in(q.modified),
        None if q.residue is None else to_json(q.residue),
        encoded("kept_tests", q.kept_tests) if q.kept_tests else None,
    )


def question_of(row: Sequence[Any]) -> Question:
    """Return the question in a row that has the columns of ``QUESTION_ASPECTS`` in order."""
    values = map(decoded, QUESTION_ASPECTS, row)
    return Question(*values)


def answer_of(question_key: Any, model: Any, text: Any, replicate: int, fields: Any, buckets: Any) -> Answer:
    """Return the answer in a row."""
    return Answer(
        text_out(question_key),
        text_out(model),
        text_out(text),
        replicate,
        None if fields is None else json_out(fields),
        None if buckets is None else json_out(buckets),
    )


def outcome_data(outcome: FieldOutcome) -> list[Any]:
    """Return a field outcome as JSON data."""
    o = outcome
    return [o.name, o.passed, o.score, o.weight, o.expected, o.got, o.explanation]
