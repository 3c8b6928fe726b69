"""Model values as JSON data and back, exactly: for the journal and for the columns of the library.

Everything that is JSON already stays as it is; rubrics have a module of their own.
Reading back trusts what was written here and does not validate again, so that a rule that becomes stricter later never
makes a stored trait unreadable.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from gradewright.edits.rubric_values import rubric_data, rubric_from
from gradewright.errors import InvalidValue
from gradewright.model.answer import Answer
from gradewright.model.kept_test import KeptTest, kept_test_data
from gradewright.model.question import Benchmark, FewShotExample, Question
from gradewright.model.rubric import Rubric

BENCHMARK_ASPECTS: tuple[str, ...] = tuple(f.name for f in fields(Benchmark))
QUESTION_ASPECTS: tuple[str, ...] = tuple(f.name for f in fields(Question))

_encode_ascii = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


def _encoder() -> Callable[[Any], str]:
    """Return the encoder of ``json`` that keeps characters as they are.

    ``JSONEncoder.encode`` builds a C encoder for every value, which takes twice as long as encoding a small one, and an
    import encodes one or two for each question. So one is built here, where this Python has it.
    """
    plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return plain.encode
    chunks = make(None, plain.default, json.encoder.encode_basestring, None, ":", ",", False, False, True)
    return lambda data: "".join(chunks(data, 0))


_encode = _encoder()


def to_json(data: Any) -> str:
    """Return compact JSON text that UTF-8 can carry.

    Lone surrogates, which UTF-8 cannot carry, are written as ``\\\\ud800`` escapes and come back as they were.
    """
    text = _encode(data)
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return _encode_ascii(data)
    return text


def from_json(text: str) -> Any:
    """Return what :func:`to_json` was given, lists in place of tuples."""
    return json.loads(text)


def aspect_data(aspect: str, value: Any) -> Any:
    """Return one field of a benchmark or question as JSON data."""
    if aspect == "rubric":
        return rubric_data(value)
    if aspect == "few_shot":
        return [[example.question, example.answer] for example in value]
    if aspect == "kept_tests":
        return [kept_test_data(test) for test in value]
    return value


def aspect_from(aspect: str, data: Any) -> Any:
    """Return the field value that :func:`aspect_data` was given."""
    if aspect == "rubric":
        return rubric_from(data)
    if aspect == "few_shot":
        return tuple(FewShotExample(question, answer) for question, answer in data)
    if aspect == "kept_tests":
        return tuple(KeptTest(**test) for test in data)
    if aspect in ("keywords", "scenarios"):
        return tuple(data)
    return data


def benchmark_data(benchmark: Benchmark) -> dict[str, Any]:
    """Return a benchmark as JSON data."""
    return {aspect: aspect_data(aspect, getattr(benchmark, aspect)) for aspect in BENCHMARK_ASPECTS}


def benchmark_from(data: Mapping[str, Any]) -> Benchmark:
    """Return the benchmark that :func:`benchmark_data` was given."""
    return Benchmark(**{aspect: aspect_from(aspect, value) for aspect, value in data.items()})


def question_data(question: Question) -> dict[str, Any]:
    """Return a question as JSON data."""
    return {aspect: aspect_data(aspect, getattr(question, aspect)) for aspect in QUESTION_ASPECTS}


def question_from(data: Mapping[str, Any]) -> Question:
    """Return the question that :func:`question_data` was given."""
    return Question(**{aspect: aspect_from(aspect, value) for aspect, value in data.items()})


def answer_data(answer: Answer) -> dict[str, Any]:
    """Return an answer as JSON data."""
    return {f.name: getattr(answer, f.name) for f in fields(Answer)}


def answer_from(data: Mapping[str, Any]) -> Answer:
    """Return the answer that :func:`answer_data` was given."""
    return Answer(**data)


_TEXTS = frozenset(
    {"name", "description", "version", "identifier", "created", "modified"}
    | {"key", "text", "reference", "template", "notes", "workspace_path"}
)


def checked(owner: str, aspect: str, value: Any) -> Any:
    """Return ``value`` as the field ``aspect`` of a ``"benchmark"`` or ``"question"`` holds it, lists as tuples.

    Raises:
        InvalidValue: there is no such field, or it does not hold such values.
    """
    known = BENCHMARK_ASPECTS if owner == "benchmark" else QUESTION_ASPECTS
    if aspect not in known:
        raise InvalidValue(f"A {owner} has no “{aspect}”.{_nearest(aspect, known)}")
    fits = True
    if aspect in _TEXTS:
        fits = isinstance(value, str)
    elif aspect == "finished":
        fits = isinstance(value, bool)
    elif aspect == "rubric":
        fits = isinstance(value, Rubric)
    elif aspect in ("keywords", "few_shot", "scenarios", "kept_tests"):
        fits = isinstance(value, (tuple, list)) and _members_fit(aspect, value)
        value = tuple(value) if fits else value
    elif aspect in ("custom", "residue"):
        fits = isinstance(value, Mapping) or (aspect == "residue" and value is None)
    if not fits:
        raise InvalidValue(f"“{aspect}” of a {owner} cannot be {value!r:.60}.")
    if aspect == "name" and not value.strip():
        raise InvalidValue("A benchmark needs a name.")
    return value


def _members_fit(aspect: str, values: Any) -> bool:
    kind: type = {"keywords": str, "few_shot": FewShotExample, "kept_tests": KeptTest}.get(aspect, Mapping)
    return all(isinstance(value, kind) for value in values)


def _nearest(name: str, known: tuple[str, ...]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1)
    return f" Nearest: “{near[0]}”." if near else ""
