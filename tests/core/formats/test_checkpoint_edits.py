"""Edited questions and benchmarks: what was edited changes, everything else stays as the file had it."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest
from support.checkpoints import NOW, exact, item, prop, read, root

from gradewright.formats.karenina_jsonld import Checkpoint, write_checkpoint
from gradewright.model.kept_test import KeptTest
from gradewright.model.question import FewShotExample

ODD_PROPERTIES = [
    prop("answer_notes", "old notes"),
    prop("unknown", {"a": 1.0}),
    {"name": "finished", "value": 1},
    prop("author", {"name": "raw object"}),
    prop("custom_a", 1),
    prop("custom_b", None),
]


def odd_item() -> dict[str, Any]:
    """Return an item that no program of today writes."""
    element: dict[str, Any] = item("Odd?", additionalProperty=copy.deepcopy(ODD_PROPERTIES), x={"y": 1})
    element["keywords"] = ["old place"]
    element["item"]["acceptedAnswer"]["@id"] = "urn:answer"
    return element


def written_tree(checkpoint: Checkpoint, **changes: Any) -> Any:
    """Return the file after changing its first question."""
    questions = [replace(checkpoint.questions[0], **changes), *checkpoint.questions[1:]]
    return json.loads(b"".join(write_checkpoint(checkpoint.benchmark, questions, now=NOW)))


EDITS: list[tuple[dict[str, Any], Any]] = [
    ({"text": "New?"}, lambda e: e["item"].update(text="New?")),
    ({"reference": "5"}, lambda e: e["item"]["acceptedAnswer"].update(text="5")),
    ({"template": "x"}, lambda e: e["item"]["hasPart"].update(text="x")),
    ({"finished": False}, lambda e: e["item"]["additionalProperty"][2].update(value=False)),
    ({"notes": "new"}, lambda e: e["item"]["additionalProperty"][0].update(value="new")),
    ({"notes": ""}, lambda e: e["item"]["additionalProperty"].pop(0)),
    ({"author": {"name": "B"}}, lambda e: e["item"]["additionalProperty"][3].update(value='{"name": "B"}')),
    (
        {"custom": {"a": 1, "b": None, "c": [2]}},
        lambda e: e["item"]["additionalProperty"].append(prop("custom_c", [2])),
    ),
    ({"custom": {"a": 1.0, "b": None}}, lambda e: e["item"]["additionalProperty"][4].update(value=1.0)),
    ({"custom": {"a": 1}}, lambda e: e["item"]["additionalProperty"].pop(5)),
    ({"workspace_path": "w"}, lambda e: e["item"]["additionalProperty"].append(prop("workspace_path", "w"))),
    (
        {"few_shot": (FewShotExample("q", "a"),)},
        lambda e: e["item"]["additionalProperty"].append(
            prop("few_shot_examples", '[{"question": "q", "answer": "a"}]')
        ),
    ),
    (
        {"kept_tests": (KeptTest("x", None, "", {}, {"T": "yes"}),)},
        lambda e: e["item"]["additionalProperty"].append(
            prop("gradewright_kept_tests", '[{"text": "x", "traits": {"T": "yes"}}]')
        ),
    ),
    ({"modified": "2031"}, lambda e: e.update(dateModified="2031")),
    ({"key": "other"}, lambda e: e.update({"@id": "other"})),
]


@pytest.mark.parametrize(
    ("changes", "expected"), EDITS, ids=lambda value: ",".join(value) if isinstance(value, dict) else ""
)
def test_one_aspect_of_a_question(changes: dict[str, Any], expected: Any) -> None:
    tree = root(odd_item(), item("Other?"))
    wanted = copy.deepcopy(tree)
    expected(wanted["dataFeedElement"][0])
    wanted["dateModified"] = NOW

    assert exact(written_tree(read(tree), **changes)) == exact(wanted)


def test_edited_keywords_go_to_the_question() -> None:
    element = written_tree(read(root(odd_item())), keywords=("new",))["dataFeedElement"][0]

    assert "keywords" not in element
    assert element["item"]["keywords"] == ["new"]


def test_an_edited_text_keeps_the_identifier_that_was_made_for_the_old_one() -> None:
    element = item("Old?")
    del element["@id"]
    checkpoint = read(root(element))
    again = written_tree(checkpoint, text="New?")["dataFeedElement"][0]

    assert again["@id"] == checkpoint.questions[0].key


def test_one_aspect_of_the_benchmark() -> None:
    tree = root(item(), own=1.0, custom_order=None)
    checkpoint = read(tree)
    edits: list[dict[str, Any]] = [
        {"name": "N"},
        {"description": ""},
        {"version": "2"},
        {"creator": {"@type": "Person", "name": "P"}},
    ]
    for changes in edits:
        benchmark = replace(checkpoint.benchmark, **changes)
        again = json.loads(b"".join(write_checkpoint(benchmark, checkpoint.questions, now=NOW)))
        assert exact(again) == exact({**tree, **changes, "dateModified": NOW})


def test_root_properties() -> None:
    tree = root(item())
    tree["additionalProperty"] += [prop("a", 1), prop("gone", 2)]
    checkpoint = read(tree)
    custom = {"benchmark_format_version": "3.0.0-jsonld", "a": 1.0, "new": None}
    benchmark = replace(checkpoint.benchmark, custom=custom)
    again = json.loads(b"".join(write_checkpoint(benchmark, checkpoint.questions, now=NOW)))

    expected = [prop("benchmark_format_version", "3.0.0-jsonld"), prop("a", 1.0), prop("new")]
    assert exact(again["additionalProperty"]) == exact(expected)


def test_questions_can_be_added_removed_and_moved() -> None:
    checkpoint = read(root(item("A?"), odd_item(), item("C?")))
    a, b, c = checkpoint.questions
    again = json.loads(b"".join(write_checkpoint(checkpoint.benchmark, [c, b], now=NOW)))

    assert [element["item"]["text"] for element in again["dataFeedElement"]] == ["C?", "Odd?"]
    assert again["dateModified"] == NOW
    assert json.loads(b"".join(write_checkpoint(checkpoint.benchmark, [], now=NOW)))["dataFeedElement"] == []
    assert a.text == "A?"
