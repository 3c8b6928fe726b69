"""Versions: numbers, history, what retires and what is deleted."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from support.rubrics import criterion, full_rubric

from gradewright.edits.retiring import removal, restoral
from gradewright.edits.rubrics import RemoveEntry, SetEntry
from gradewright.edits.target import RubricOwner
from gradewright.errors import NotFound
from gradewright.model.rubric import Rubric, RubricEntry, RubricVersions, VersionStep
from gradewright.model.traits import LLMTrait
from gradewright.rubrics.fingerprint import fingerprint
from gradewright.rubrics.versions import is_new_version, next_version, opened, removed, restored

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def exported(rubric: Rubric, before: Rubric | None = None) -> Rubric:
    """Return the rubric as it is after an export."""
    return replace(rubric, versions=next_version(rubric, NOW, before))


def test_a_new_rubric_is_version_one() -> None:
    versions = next_version(full_rubric(), NOW)
    assert (versions.number, versions.fingerprint) == (1, fingerprint(full_rubric()))
    assert versions.ids == ("names-order", "tone", "old-one", "a1b2c3", "d4e5f6")
    (step,) = versions.history
    assert (step.version, step.from_version, step.date) == (1, None, "2026-03-04T05:06:07Z")
    assert step.added == ("names-order", "tone", "a1b2c3", "d4e5f6")


def test_the_date_is_that_of_utc() -> None:
    east = NOW.astimezone(timezone(timedelta(hours=5, minutes=30)))
    assert next_version(full_rubric(), east).history[0].date == "2026-03-04T05:06:07Z"


def test_an_equal_fingerprint_keeps_the_version() -> None:
    first = exported(full_rubric())
    renamed = replace(first, terms=replace(first.terms, name="Other"), entries=tuple(reversed(first.entries)))
    assert not is_new_version(renamed)
    assert next_version(renamed, NOW).number == 1
    assert next_version(renamed, NOW).history == first.versions.history


def test_other_words_make_the_next_version_and_say_what_changed() -> None:
    first = exported(full_rubric())
    entries = [
        first.entries[0].with_trait(first.entries[0].trait.model_copy(update={"must": ("Other.",), "name": "Other"})),
        replace(first.entries[1], retired=True),
        replace(first.entries[2], retired=False),
        *first.entries[3:],
        criterion("new"),
    ]
    second = first.with_entries(entries)
    assert is_new_version(second)
    versions = next_version(second, NOW, first)
    assert (versions.number, versions.fingerprint) == (2, fingerprint(second))
    assert versions.history[-1] == VersionStep(
        2, fingerprint(second), "2026-03-04T05:06:07Z", ("old-one", "new"), ("tone",),
        (("names-order", ("name", "must")),), 1,
    )  # fmt: skip
    assert versions.history[0] == first.versions.history[0]


def test_without_the_earlier_words_it_still_says_what_came_and_went() -> None:
    first = exported(full_rubric())
    second = exported(removed(first, "tone"), first)
    third = restored(second, "tone").with_entries([*restored(second, "tone").entries, criterion("new")])
    step = next_version(third, NOW).history[-1]
    assert (step.added, step.retired, step.changed) == (("tone", "new"), (), ())
    fourth = removed(second, "names-order")
    assert next_version(fourth, NOW).history[-1].retired == ("names-order",)


def test_going_back_to_earlier_words_is_a_new_version_all_the_same() -> None:
    first = exported(full_rubric())
    second = exported(removed(first, "tone"), first)
    third = exported(restored(second, "tone"), second)
    assert third.versions.number == 3
    assert third.versions.fingerprint == first.versions.fingerprint


def test_opening_computes_the_fingerprint_and_keeps_number_and_history() -> None:
    history = (VersionStep(7, "0" * 64, "2026-01-01"),)
    rubric = opened(full_rubric(), 7, history)
    assert rubric.versions == RubricVersions(7, fingerprint(full_rubric()), history, tuple(e.id for e in full_rubric()))
    assert not is_new_version(rubric)
    assert opened(full_rubric(), 0, ()).versions == RubricVersions()


def test_what_a_version_has_is_retired_and_what_is_newer_is_deleted() -> None:
    first = exported(full_rubric())
    later = first.with_entries([*first.entries, criterion("new")])
    kept = removed(later, "tone").entry("tone")
    assert kept is not None
    assert kept.retired
    assert restored(removed(later, "tone"), "tone") == later
    without = removed(later, "new")
    assert without.entry("new") is None
    assert "new" in without.taken_ids()
    assert removed(full_rubric(), "tone").entry("tone") is None


def test_traits_of_other_kinds_are_deleted() -> None:
    rubric = exported(Rubric((RubricEntry("x", LLMTrait(name="X", kind="boolean")),)))
    assert removed(rubric, "x").entries == ()


def test_the_edits_do_the_same_and_can_be_undone() -> None:
    owner = RubricOwner(benchmark_id=1)
    later = exported(full_rubric()).with_entries([*full_rubric().entries, criterion("new")])
    retire, delete = removal(owner, later, "tone"), removal(owner, later, "new")
    assert isinstance(retire, SetEntry)
    assert isinstance(delete, RemoveEntry)
    assert (retire.title, delete.title) == ("retire criterion “Tone”", "remove “New”")
    restore = restoral(owner, removed(later, "tone"), "tone")
    assert (restore.entry.retired, restore.title) == (False, "restore criterion “Tone”")
    with pytest.raises(NotFound):
        removal(owner, later, "nobody")
