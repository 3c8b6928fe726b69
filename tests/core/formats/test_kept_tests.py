"""Kept tests in checkpoints: written as a property that others pass over, read back, and kept where unreadable."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from support.checkpoints import NOW, encoded, exact, item, prop, read, root, written

from gradewright.formats.karenina_jsonld import Checkpoint, read_checkpoint, write_checkpoint
from gradewright.model.kept_test import KeptTest
from gradewright.model.question import Benchmark, Question

NAME = "gradewright_kept_tests"
TEXT = '[{"text": "Take 1\\u0660 mg", "values": {"dose": 1.0}, "verdict": "pass", "fields": {"dose": "pass"}}]'
TEST = KeptTest("Take 1٠ mg", {"dose": 1.0}, "pass", {"dose": "pass"})
OTHER = KeptTest("", None, "", {}, {"Says mg": "no"})


def with_property(value: Any) -> dict[str, Any]:
    return root(item(additionalProperty=[prop("finished", True), prop(NAME, value)]))


def saved(checkpoint: Checkpoint, **changes: Any) -> list[Any]:
    questions = [replace(checkpoint.questions[0], **changes)]
    tree = json.loads(b"".join(write_checkpoint(checkpoint.benchmark, questions, now=NOW)))
    properties: list[Any] = tree["dataFeedElement"][0]["item"]["additionalProperty"]
    return properties


def test_they_are_the_last_property_of_a_question_as_json_text() -> None:
    question = Question("k", "Q?", workspace_path="w", kept_tests=(TEST,))
    raw = b"".join(write_checkpoint(Benchmark("b"), [question], now=NOW))
    properties = json.loads(raw)["dataFeedElement"][0]["item"]["additionalProperty"]
    assert properties[-1] == prop(NAME, TEXT)
    (again,) = read_checkpoint(raw).questions
    assert (again.kept_tests, again.residue) == ((TEST,), None)
    assert repr(again.kept_tests[0].values) == "{'dose': 1.0}"


def test_a_file_with_them_comes_back_as_it_was() -> None:
    raw = encoded(with_property(TEXT))
    checkpoint = read_checkpoint(raw)
    assert checkpoint.questions[0].kept_tests == (TEST,)
    assert written(checkpoint) == raw


@pytest.mark.parametrize("layout", [lambda text: text.replace(": ", ":"), lambda text: text.replace("\\u0660", "٠")])
def test_another_spelling_of_the_same_is_kept_until_they_change(layout: Any) -> None:
    raw = encoded(with_property(layout(TEXT)))
    checkpoint = read_checkpoint(raw)
    assert checkpoint.questions[0].kept_tests == (TEST,)
    assert written(checkpoint) == raw
    assert saved(checkpoint, kept_tests=(TEST, OTHER))[1] == prop(
        NAME, TEXT[:-1] + ', {"text": "", "traits": {"Says mg": "no"}}]'
    )


def test_the_last_one_removed_takes_the_property_along() -> None:
    assert saved(read(with_property(TEXT)), kept_tests=()) == [prop("finished", True)]


def test_a_number_of_another_type_is_another_test() -> None:
    changed = saved(read(with_property(TEXT)), kept_tests=(replace(TEST, values={"dose": 1}),))
    assert changed[1] == prop(NAME, TEXT.replace("1.0", "1"))


@pytest.mark.parametrize(
    "value",
    [
        "",
        "{",
        "{}",
        '"text"',
        "[1]",
        '[{"text": "a", "later": 1}]',
        '[{"text": 1}]',
        "[" * 5_000,
        [],
        {"text": "a"},
        7,
        True,
    ],
)
def test_what_cannot_be_read_stays_in_the_file_and_is_told(value: Any) -> None:
    tree = with_property(value)
    checkpoint = read(tree)
    assert checkpoint.questions[0].kept_tests == ()
    (warning,) = checkpoint.warnings
    assert "kept tests cannot be read" in warning
    assert "/dataFeedElement/0/item/additionalProperty" in warning
    assert exact(json.loads(written(checkpoint))) == exact(tree)
    assert saved(checkpoint, notes="n")[1] == prop(NAME, value)


def test_no_value_is_no_test() -> None:
    tree = root(item(additionalProperty=[prop("finished", True), prop(NAME)]))
    checkpoint = read(tree)
    assert (checkpoint.questions[0].kept_tests, checkpoint.warnings) == ((), [])
    assert exact(json.loads(written(checkpoint))) == exact(tree)


def test_an_empty_list_is_no_test() -> None:
    raw = encoded(with_property("[]"))
    checkpoint = read_checkpoint(raw)
    assert (checkpoint.questions[0].kept_tests, checkpoint.warnings) == ((), [])
    assert written(checkpoint) == raw
