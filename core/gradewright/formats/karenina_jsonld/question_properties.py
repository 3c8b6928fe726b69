"""What a question says in its ``additionalProperty`` list (formats specification, 1.4)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.karenina_jsonld.checks import kind_of, same
from gradewright.formats.karenina_jsonld.properties import property_value, put_properties, read_properties
from gradewright.formats.karenina_jsonld.remarks import Remarks, pointer
from gradewright.formats.karenina_jsonld.vocabulary import CUSTOM_PREFIX, KEPT_TESTS
from gradewright.model.kept_test import KeptTest, kept_test_data, kept_test_from
from gradewright.model.question import FewShotExample, Question

_TRUE = frozenset({"true", "t", "yes", "y", "on", "1"})
_FALSE = frozenset({"false", "f", "no", "n", "off", "0"})


@dataclass(slots=True)
class QuestionProperties:
    """The properties of a question that have a place in :class:`Question`."""

    finished: bool = False
    author: Any = None
    sources: Any = None
    few_shot: tuple[FewShotExample, ...] = ()
    notes: str = ""
    workspace_path: str = ""
    custom: dict[str, Any] = field(default_factory=dict)
    kept_tests: tuple[KeptTest, ...] = ()

    @classmethod
    def of(cls, question: Question) -> QuestionProperties:
        """Return the properties of a question."""
        return cls(
            question.finished,
            question.author,
            question.sources,
            question.few_shot,
            question.notes,
            question.workspace_path,
            dict(question.custom),
            question.kept_tests,
        )


def read_question_properties(value: Any, place: str, remarks: Remarks) -> QuestionProperties:
    """Return what a question's property list says; names that mean nothing here are passed over.

    Raises:
        FileUnreadable: the list is not shaped like one, or ``finished`` is neither true nor false.
    """
    result = QuestionProperties()
    for name, content in read_properties(value, place).items():
        if name.startswith(CUSTOM_PREFIX):
            # Only the first prefix: Karenina removes every one in the name, and so loses part of some names.
            result.custom[name[len(CUSTOM_PREFIX) :]] = content
        elif name == "finished":
            result.finished = _finished(content, place)
        elif name == "author":
            result.author = decode_text(content)
        elif name == "sources":
            result.sources = decode_text(content)
        elif name == "few_shot_examples":
            result.few_shot = _few_shot(content, place, remarks)
        elif name == "answer_notes":
            result.notes = _text(name, content, place, remarks)
        elif name == "workspace_path":
            result.workspace_path = _text(name, content, place, remarks)
        elif name == KEPT_TESTS:
            result.kept_tests = _kept_tests(content, place, remarks)
    return result


def _finished(value: Any, place: str) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float) and value in (0, 1):
        return bool(value)
    if isinstance(value, str):
        word = value.lower()
        if word in _TRUE or word in _FALSE:
            return word in _TRUE
    raise FileUnreadable(f"“finished” is true or false, not {kind_of(value)}.", place=place)


def decode_text(value: Any) -> Any:
    """Return what a property says that holds JSON as text; a text that is not JSON, and any other value, as it is."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _few_shot(value: Any, place: str, remarks: Remarks) -> tuple[FewShotExample, ...]:
    decoded = decode_text(value)
    if decoded is None:
        return ()
    examples = few_shot_of(decoded)
    if examples is None:
        remarks.add(place, "The few-shot examples are no list of questions with answers. They are kept in the file.")
    return examples or ()


def few_shot_of(decoded: Any) -> tuple[FewShotExample, ...] | None:
    """Return few-shot examples from a list of objects with ``question`` and ``answer``; None where it is another."""
    if not isinstance(decoded, list):
        return None
    examples = [_example(member) for member in decoded]
    found = tuple(example for example in examples if example is not None)
    return found if len(found) == len(examples) else None


def _example(value: Any) -> FewShotExample | None:
    if isinstance(value, dict):
        question, answer = value.get("question"), value.get("answer")
        if isinstance(question, str) and isinstance(answer, str):
            return FewShotExample(question, answer)
    return None


def _kept_tests(value: Any, place: str, remarks: Remarks) -> tuple[KeptTest, ...]:
    tests = kept_tests_of(decode_text(value)) if isinstance(value, str) else None
    if tests is None and value is not None:
        remarks.add(place, "The kept tests cannot be read by this version. They are kept in the file.")
    return tests or ()


def kept_tests_of(decoded: Any) -> tuple[KeptTest, ...] | None:
    """Return kept tests from what their JSON text says; None where it is anything else."""
    if not isinstance(decoded, list):
        return None
    tests = tuple(test for test in map(kept_test_from, decoded) if test is not None)
    return tests if len(tests) == len(decoded) else None


def _text(name: str, value: Any, place: str, remarks: Remarks) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        remarks.add(pointer(place), f"“{name}” is {kind_of(value)}, not a text. It is kept in the file.")
        return ""
    return value


def new_properties(wanted: QuestionProperties) -> list[dict[str, Any]]:
    """Return the property list in the layout that Karenina writes: ``finished`` first, nothing that is empty."""
    result = [property_value("finished", wanted.finished)]
    result += [property_value(name, encoded) for name, encoded in _early(wanted)]
    result += [property_value(CUSTOM_PREFIX + key, value) for key, value in wanted.custom.items()]
    result += [property_value(name, encoded) for name, encoded in _late(wanted)]
    return result


def _early(wanted: QuestionProperties) -> Iterable[tuple[str, str]]:
    for name, value in (("author", wanted.author), ("sources", wanted.sources)):
        if value is not None and value != {} and value != [] and value != "":
            yield name, json.dumps(value)


def _late(wanted: QuestionProperties) -> Iterable[tuple[str, str]]:
    if wanted.few_shot:
        yield "few_shot_examples", few_shot_text(wanted.few_shot)
    if wanted.notes:
        yield "answer_notes", wanted.notes
    if wanted.workspace_path:
        yield "workspace_path", wanted.workspace_path
    if wanted.kept_tests:
        yield KEPT_TESTS, kept_tests_text(wanted.kept_tests)


def few_shot_text(examples: Iterable[FewShotExample]) -> str:
    """Return few-shot examples as the JSON text that the format keeps them in."""
    return json.dumps([{"question": example.question, "answer": example.answer} for example in examples])


def kept_tests_text(tests: Iterable[KeptTest]) -> str:
    """Return kept tests as the JSON text that stands in the file."""
    return json.dumps([kept_test_data(test) for test in tests])


def put_question_properties(
    entries: list[dict[str, Any]] | None, wanted: QuestionProperties, place: str
) -> list[dict[str, Any]] | None:
    """Return a property list that says what is ``wanted``, changed from ``entries`` only where that says otherwise."""
    now = read_question_properties(entries, place, Remarks())
    values: dict[str, Any] = {}
    removed: set[str] = set()
    if wanted.finished != now.finished:
        values["finished"] = wanted.finished
    later = dict((*_early(wanted), *_late(wanted)))
    for name, before, after in (
        ("author", now.author, wanted.author),
        ("sources", now.sources, wanted.sources),
        ("answer_notes", now.notes, wanted.notes),
        ("workspace_path", now.workspace_path, wanted.workspace_path),
    ):
        if not same(before, after):
            _set_or_remove(name, later, values, removed)
    if now.few_shot != wanted.few_shot:
        _set_or_remove("few_shot_examples", later, values, removed)
    if kept_tests_text(now.kept_tests) != kept_tests_text(wanted.kept_tests):
        _set_or_remove(KEPT_TESTS, later, values, removed)
    if not same(now.custom, wanted.custom):
        removed |= {CUSTOM_PREFIX + key for key in now.custom if key not in wanted.custom}
        values |= {CUSTOM_PREFIX + key: value for key, value in _changed(now.custom, wanted.custom).items()}
    if not values and not removed:
        return entries
    return put_properties(entries or [], values, removed)


def _set_or_remove(name: str, later: Mapping[str, str], values: dict[str, Any], removed: set[str]) -> None:
    if name in later:
        values[name] = later[name]
    else:
        removed.add(name)


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in after.items() if key not in before or not same(before[key], value)}
