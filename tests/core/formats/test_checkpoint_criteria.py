"""Criteria in a checkpoint: ordinary traits for Karenina, and the whole of them for this program."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from support.rubrics import criterion, full_rubric, rubrics

from gradewright.formats.karenina_jsonld import read_checkpoint, write_checkpoint
from gradewright.model.choice import Choice, ChoiceTrait
from gradewright.model.criterion import Criterion
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import LLMTrait
from gradewright.rubrics.fingerprint import fingerprint
from gradewright.rubrics.versions import next_version

NOW = "2026-01-02T03:04:05"


def written(rubric: Rubric, own: Rubric | None = None) -> bytes:
    """Return a checkpoint with a global rubric, and one of its only question."""
    question = Question("urn:uuid:question-x", "What is asked?", "This.", "", own or Rubric())
    return b"".join(write_checkpoint(Benchmark("B", rubric=rubric), [question], now=NOW))


def bare(rubric: Rubric) -> Rubric:
    """Return a rubric without what only the file needs, and without the ids that traits get by chance."""
    entries = [
        replace(entry, origin=None, id=entry.id if isinstance(entry.trait, Criterion) else "")
        for entry in rubric.entries
    ]
    return rubric.with_entries(entries)


def test_a_rubric_survives_whole_and_a_second_time_to_the_byte() -> None:
    first = full_rubric()
    rubric = replace(first, versions=next_version(first, datetime(2026, 1, 1, tzinfo=UTC)), spent=("gone",))
    raw = written(rubric)
    read = read_checkpoint(raw)
    assert read.warnings == []
    again = read.benchmark.rubric
    versions = replace(again.versions, ids=rubric.versions.ids)
    assert bare(replace(again, versions=versions)) == bare(rubric)
    assert fingerprint(again) == fingerprint(rubric)
    assert b"".join(write_checkpoint(read.benchmark, read.questions, now=NOW)) == raw


def test_karenina_sees_ordinary_traits_and_no_retired_one() -> None:
    root = json.loads(written(full_rubric()))
    ratings = {rating["name"]: rating for rating in root["rating"]}
    assert "Old one" not in ratings
    assert ratings["Names order"]["additionalType"] == "karenina:GlobalRubricTrait"
    assert "Repeats the order number." in ratings["Names order"]["description"]
    assert (ratings["Tone"]["bestRating"], ratings["Tone"]["worstRating"]) == (4.0, 1.0)


def test_criteria_of_a_question_and_choices_survive() -> None:
    choice = ChoiceTrait(name="Kind", prompt="Which?", choices=(Choice(label="a", score=1), Choice(label="b", score=2)))
    own = Rubric((criterion("own", group="G"),
                  RubricEntry("k", choice)))  # fmt: skip
    (question,) = read_checkpoint(written(Rubric(), own)).questions
    assert bare(question.rubric) == bare(own)


def test_an_edit_changes_both_forms() -> None:
    read = read_checkpoint(written(full_rubric()))
    entries = list(read.benchmark.rubric.entries)
    entries[0] = entries[0].with_trait(entries[0].trait.model_copy(update={"must": ("Other.",)}))
    edited = replace(read.benchmark, rubric=read.benchmark.rubric.with_entries(entries))
    raw = b"".join(write_checkpoint(edited, read.questions, now=NOW))
    assert "Other." in json.loads(raw)["rating"][0]["description"]
    assert bare(read_checkpoint(raw).benchmark.rubric) == bare(edited.rubric)


@pytest.mark.parametrize(
    "change",
    [
        lambda rating: rating.update(description="Edited there."),
        lambda rating: rating["additionalProperty"][-1].update(value="{not json"),
        lambda rating: rating["additionalProperty"][-1].update(value=7),
    ],
)
def test_a_trait_that_was_edited_elsewhere_counts_as_it_stands(change: Any) -> None:
    root = json.loads(written(Rubric((criterion(),))))
    change(root["rating"][0])
    read = read_checkpoint(json.dumps(root).encode())
    assert isinstance(read.benchmark.rubric.entries[0].trait, LLMTrait)
    assert len(read.warnings) == 1


def test_a_copied_rating_gets_an_id_of_its_own() -> None:
    root = json.loads(written(Rubric((criterion(),))))
    root["rating"].append(root["rating"][0])
    ids = [entry.id for entry in read_checkpoint(json.dumps(root).encode()).benchmark.rubric.entries]
    assert ids == ["names-order", "names-order-2"]


def test_a_damaged_property_of_the_rubric_is_left_out_with_a_warning() -> None:
    root = json.loads(written(full_rubric()))
    for entry in root["additionalProperty"]:
        if entry["name"] == "gradewright_rubric":
            entry["value"] = "[]"
    read = read_checkpoint(json.dumps(root).encode())
    assert len(read.benchmark.rubric.entries) == 4
    assert any("cannot be read and is left out" in warning for warning in read.warnings)


@settings(max_examples=40)
@given(rubrics())
def test_any_rubric_keeps_its_fingerprint(rubric: Rubric) -> None:
    assert fingerprint(read_checkpoint(written(rubric)).benchmark.rubric) == fingerprint(rubric)
