"""Criteria and rubrics as values."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from gradewright.model.criterion import Criterion, Scale, slug
from gradewright.model.judged import judged_trait
from gradewright.model.rubric import Rubric, RubricEntry, RubricVersions


def test_anchors_that_lack_are_empty() -> None:
    assert Scale(points=3, anchors=("low",)).anchors == ("low", "", "")


@pytest.mark.parametrize(
    "values",
    [
        {"points": 2},
        {"points": 6},
        {"points": 3, "anchors": ("a", "b", "c", "d")},
        {"points": 4, "pass_line": 5},
        {"points": 4, "pass_line": 0},
    ],
)
def test_scales_that_are_none(values: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Scale.model_validate(values)


def test_a_scale_passes_from_its_line_on() -> None:
    scale = Scale(points=4, pass_line=3)
    assert [scale.passes(score) for score in range(6)] == [None, False, False, True, True, None]
    assert Scale(points=4).passes(4) is None


def test_a_left_over_scale_is_not_in_use() -> None:
    criterion = Criterion(name="Tone", scale=Scale(points=3))
    assert criterion.scored_on is None
    with pytest.raises(ValidationError):
        Criterion(name="Tone", scoring="scale")


@pytest.mark.parametrize(
    ("name", "taken", "expected"),
    [
        ("States the fee!", (), "states-the-fee"),
        ("  Ton & Höflichkeit ", (), "ton-höflichkeit"),
        ("用語", (), "用語"),
        ("!!!", (), "criterion"),
        ("Tone", ("tone", "tone-2"), "tone-3"),
    ],
)
def test_slugs(name: str, taken: tuple[str, ...], expected: str) -> None:
    assert slug(name, taken) == expected


def test_ids_in_use_deleted_or_exported_are_taken() -> None:
    rubric = Rubric((RubricEntry("a", Criterion()),), versions=RubricVersions(1, "f", (), ("a", "b")), spent=("c",))
    assert rubric.taken_ids() == {"a", "b", "c"}
    assert slug("b", rubric.taken_ids()) == "b-2"


def test_retired_entries_are_no_traits() -> None:
    rubric = Rubric((RubricEntry("a", Criterion(name="A"), retired=True), RubricEntry("b", Criterion(name="B"))))
    assert [trait.name for trait in rubric.traits] == ["B"]
    assert len(rubric) == 2


def test_a_judge_is_told_all_of_a_criterion() -> None:
    scale = Scale(points=3, anchors=("none", "some", "all"), pass_line=2)
    made = judged_trait(
        Criterion(name="Fee", definition="The fee.", must=("Names the fee.",), scoring="scale", scale=scale)
    )
    assert (made.kind, made.min_score, made.max_score) == ("score", 1, 3)
    assert made.description == "The fee.\n\nMust hold:\n- Names the fee.\n\nPoints:\n- 1: none\n- 2: some\n- 3: all"
