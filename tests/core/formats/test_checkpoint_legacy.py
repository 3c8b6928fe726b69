"""Layouts of earlier programs: global traits in properties, and the JSON of version 2.0."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from support.checkpoints import NOW, encoded, exact, item, prop, rating, read, root, saved_again

from gradewright.errors import FileUnreadable
from gradewright.formats.karenina_jsonld import read_checkpoint, write_checkpoint
from gradewright.model.question import FewShotExample
from gradewright.model.rubric import Rubric
from gradewright.model.traits import CallableTrait, LLMTrait, MetricTrait, RegexTrait, UnreadableTrait

OLD_REGEX = [
    {"name": "cites", "pattern": "\\[\\d\\]", "invert": True},
    {"name": "rated", "pattern": "from the property"},
]


def old_file() -> dict[str, Any]:
    """Return a checkpoint with global traits in all three old properties and one as a rating."""
    tree = root(item(), rating=[rating("GlobalRegexTrait", prop("pattern", "from the rating"), name="rated")])
    tree["additionalProperty"] += [
        prop("global_regex_rubric_traits", json.dumps(OLD_REGEX)),
        prop("global_callable_rubric_traits", json.dumps([{"name": "call", "callable_code": "gAQ="}])),
        prop(
            "global_metric_rubric_traits",
            [
                {"name": "cover", "metrics": ["f1"], "tp_instructions": ["x"]},
                {"name": "odd", "metrics": ["f1"], "tp_instructions": ["x"], "more": 1},
            ],
        ),
    ]
    return tree


def test_old_properties_are_merged_by_name_after_the_ratings() -> None:
    checkpoint = read(old_file())
    traits = {trait.name: trait for trait in checkpoint.benchmark.rubric.traits}

    assert list(traits) == ["rated", "cites", "call", "cover", "odd"]
    assert isinstance(traits["rated"], RegexTrait)
    assert traits["rated"].pattern == "from the rating"
    assert isinstance(traits["cites"], RegexTrait)
    assert traits["cites"].invert_result
    assert isinstance(traits["call"], CallableTrait)
    assert traits["call"].callable_code == b"\x80\x04"
    assert isinstance(traits["cover"], MetricTrait)
    assert isinstance(traits["odd"], UnreadableTrait)
    assert list(checkpoint.benchmark.custom) == ["benchmark_format_version"]


def test_an_unedited_rubric_leaves_the_old_properties() -> None:
    assert exact(saved_again(old_file())) == exact(old_file())


def test_an_edited_rubric_is_written_as_ratings_alone() -> None:
    checkpoint = read(old_file())
    entries = [entry for entry in checkpoint.benchmark.rubric if entry.trait.name in ("cites", "rated")]
    benchmark = replace(checkpoint.benchmark, rubric=Rubric(tuple(entries)))
    tree = json.loads(b"".join(write_checkpoint(benchmark, checkpoint.questions, now=NOW)))

    assert [each["name"] for each in tree["rating"]] == ["rated", "cites"]
    assert tree["additionalProperty"] == [prop("benchmark_format_version", "3.0.0-jsonld")]
    assert len(read(tree).benchmark.rubric) == 2


def test_a_trait_that_made_no_sense_keeps_its_details() -> None:
    checkpoint = read(old_file())
    entries = [entry for entry in checkpoint.benchmark.rubric if entry.trait.name == "odd"]
    benchmark = replace(checkpoint.benchmark, rubric=Rubric(tuple(entries)))
    (found,) = json.loads(b"".join(write_checkpoint(benchmark, checkpoint.questions, now=NOW)))["rating"]

    assert found["additionalType"] == "karenina:GlobalMetricRubricTrait"
    assert prop("more", 1) in found["additionalProperty"]
    old = version_two()
    old["global_rubric"] = {"regex_traits": [{"name": "r", "pattern": 5, "more": [1]}, "nonsense"]}
    first, second = saved_again(old)["rating"]
    assert first["additionalProperty"] == [prop("pattern", 5), prop("more", [1])]
    assert second["additionalProperty"] == [prop("unreadable", "nonsense")]


def test_an_old_property_without_sense_is_kept() -> None:
    tree = root(item())
    tree["additionalProperty"].append(prop("global_regex_rubric_traits", "no JSON"))

    assert "no list of traits" in read(tree).warnings[0]
    assert exact(saved_again(tree)) == exact(tree)


def version_two() -> dict[str, Any]:
    """Return a file of the JSON before JSON-LD."""
    return {
        "version": "2.0",
        "global_rubric": {"llm_traits": [{"name": "clear", "kind": "binary", "description": "It is clear"}]},
        "dataset_metadata": {
            "name": "Old set", "description": "From before", "version": "1.2", "license": "CC0",
            "creator": {"name": "Ann"}, "dateCreated": "2024", "custom_properties": {"team": "x"},
        },
        "checkpoint": {
            "urn:q1": {
                "question": "Q1?", "raw_answer": "A1", "original_answer_template": "orig", "answer_template": "tmpl",
                "last_modified": "2025", "finished": True, "keywords": ["k"],
                "question_rubric": {"regex_traits": [{"name": "r", "pattern": "x"}]},
                "few_shot_examples": [{"question": "a", "answer": "b"}],
                "custom_metadata": {"level": 3}, "author": {"name": "B"},
            },
            "urn:q2": {"question": "Q2?", "raw_answer": "A2", "answer_template": "", "last_modified": "2025"},
        },
    }  # fmt: skip


def test_version_two_opens_as_a_checkpoint_of_today() -> None:
    checkpoint = read(version_two())
    benchmark, (first, second) = checkpoint.benchmark, checkpoint.questions
    (clear,) = benchmark.rubric.traits

    assert (benchmark.name, benchmark.version, benchmark.created) == ("Old set", "1.2", "2024")
    assert benchmark.custom["team"] == "x"
    assert benchmark.custom["license"] == "CC0"
    assert isinstance(clear, LLMTrait)
    assert clear.kind == "boolean"
    assert (first.key, first.text, first.reference, first.template) == ("urn:q1", "Q1?", "A1", "tmpl")
    assert (first.finished, first.keywords, first.custom) == (True, ("k",), {"level": 3})
    assert first.few_shot == (FewShotExample("a", "b"),)
    assert first.rubric.traits[0].name == "r"
    assert not second.finished
    assert "old layout 2.0" in checkpoint.warnings[0]
    again = saved_again(version_two())
    assert again["@type"] == "DataFeed"
    properties = again["dataFeedElement"][0]["item"]["additionalProperty"]
    assert prop("original_answer_template", "orig") in properties


@pytest.mark.parametrize(
    ("checkpoint", "place"),
    [
        ({"k": {"raw_answer": ""}}, "/checkpoint/k/question"),
        ({"k": {"question": ""}}, "/checkpoint/k/question"),
        ({"k": 1}, "/checkpoint/k"),
        ({"k": {"question": "Q?", "question_rubric": []}}, "/checkpoint/k/question_rubric"),
    ],
)
def test_version_two_is_refused_with_its_own_places(checkpoint: Any, place: str) -> None:
    with pytest.raises(FileUnreadable) as refused:
        read_checkpoint(encoded({"version": "2.0", "checkpoint": checkpoint}))
    assert refused.value.place == place
