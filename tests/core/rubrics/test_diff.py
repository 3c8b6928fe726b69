"""Differences of rubrics: what happened to each criterion, in which words, and what it means for results."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from support.rubrics import TEXTS, criterion, full_rubric, rubrics

from gradewright.model.criterion import CriterionSource, Scale
from gradewright.model.rubric import CannotJudgeRule, OverallRule, Rubric, RubricEntry
from gradewright.model.traits import LLMTrait, RegexTrait
from gradewright.rubrics.diff import EntryEvent, diff
from gradewright.rubrics.fingerprint import criterion_fingerprint, fingerprint
from gradewright.rubrics.member_changes import Level, MemberChange, TextEvent
from gradewright.rubrics.words import marked, text_changes, words


def changed(rubric: Rubric, entry_id: str, **members: Any) -> Rubric:
    """Return the rubric with members of one criterion replaced."""
    entries = list(rubric.entries)
    place = rubric.index(entry_id)
    entries[place] = entries[place].with_trait(entries[place].trait.model_copy(update=members))
    return rubric.with_entries(entries)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("don't", ["don", "'", "t"]),
        ("a  b", ["a", "  ", "b"]),
        ("हिन्दी है", ["हिन्दी", " ", "है"]),
        ("e\u0301te\u0301", ["e\u0301te\u0301"]),
        ("返品期限", ["返", "品", "期", "限"]),
        ("مرحبا بك", ["مرحبا", " ", "بك"]),
        ("14 Tage – ok", ["14", " ", "Tage", " ", "–", " ", "ok"]),
        ("", []),
    ],
)
def test_words_are_words_in_any_script(text: str, found: list[str]) -> None:
    assert words(text) == found


@given(TEXTS)
def test_words_join_to_the_text(text: str) -> None:
    assert "".join(words(text)) == text


def test_changes_are_shown_by_words() -> None:
    pieces = text_changes("States the dose in mg.", "States the dose and unit in mg.")
    assert marked(pieces) == "States the dose {+and unit +}in mg."
    assert marked(text_changes("返品は14日以内", "返品は30日以内")) == "返品は[-14-]{+30+}日以内"


@settings(max_examples=60)
@given(TEXTS, TEXTS)
def test_pieces_lead_from_one_text_to_the_other(before: str, after: str) -> None:
    member = MemberChange("name", before, after, Level.SUBSTANTIVE)
    for change in member.texts:
        assert (change.before, change.after) == (before, after)
    assert bool(member.texts) == (before != after)


@pytest.mark.parametrize(("every", "end"), [(9, ". "), (10**6, " ")])
def test_long_texts_are_compared_by_sentences(every: int, end: str) -> None:
    tokens = [f"word{number % 50}" for number in range(8000)]
    before = "".join(token + (end if place % every == 0 else " ") for place, token in enumerate(tokens))
    after = f"new {before.replace('word7 word8', 'word7 other')} end"
    pieces = text_changes(before, after)
    assert "".join(piece.text for piece in pieces if piece.kind != "removed") == after
    assert "".join(piece.text for piece in pieces if piece.kind != "added") == before
    # With sentences the words are found; without, everything between what is new at both ends is replaced.
    assert (len(pieces) > 100) == (every == 9)


def test_equal_rubrics_do_not_differ() -> None:
    found = diff(full_rubric(), full_rubric())
    assert (found.entries, found.terms, found.moved, found.level) == ((), (), False, Level.SAME)


def test_a_reworded_statement_is_found_among_the_others() -> None:
    before = changed(full_rubric(), "tone", must=("Greets the customer by name.", "Ends with an offer of help."))
    after = changed(before, "tone", must=("Ends with an offer of help.", "Greets the customer by first name.", "New."))
    (entry,) = diff(before, after).entries
    assert (entry.id, entry.event, entry.level, entry.stale) == ("tone", EntryEvent.CHANGED, Level.SUBSTANTIVE, True)
    (member,) = entry.members
    assert member.member == "must"
    assert [(text.event, marked(text.pieces)) for text in member.texts] == [
        (TextEvent.REWORDED, "Greets the customer by {+first +}name."),
        (TextEvent.ADDED, "{+New.+}"),
    ]


@pytest.mark.parametrize(
    ("entry_id", "members", "member", "level"),
    [
        ("names-order", {"name": "Other"}, "name", Level.SUBSTANTIVE),
        ("names-order", {"must_pass": False}, "must_pass", Level.SUBSTANTIVE),
        ("names-order", {"must": (" Repeats the order number. ",)}, "must", Level.COSMETIC),
        ("names-order", {"source": CriterionSource(list="a.json", id="c7", count=43)}, "source", Level.COSMETIC),
        ("names-order", {"scale": Scale(points=3)}, "scale", Level.COSMETIC),
        ("tone", {"scale": Scale(points=4, anchors=("Rude", "Curt", "Kind", "Warm"), pass_line=3)}, "scale",
         Level.SUBSTANTIVE),
        ("tone", {"scale": Scale(points=4, anchors=("Rude", "Curt", "Polite", "Warm"), pass_line=4)}, "scale",
         Level.BREAKING),
        ("tone", {"scale": Scale(points=5, anchors=("Rude", "Curt", "Polite", "Warm"), pass_line=3)}, "scale",
         Level.BREAKING),
    ],
)  # fmt: skip
def test_changes_are_classified(entry_id: str, members: dict[str, Any], member: str, level: Level) -> None:
    after = changed(full_rubric(), entry_id, **members)
    found = diff(full_rubric(), after)
    assert [(change.member, change.level) for change in found.entries[0].members] == [(member, level)]
    assert found.level is level
    # Cosmetic is what leaves the fingerprint as it was, and only that.
    assert (fingerprint(after) == fingerprint(full_rubric())) == (level is Level.COSMETIC)
    assert found.stale == (() if level is Level.COSMETIC else (entry_id,))


def test_another_way_of_scoring_is_breaking() -> None:
    found = diff(full_rubric(), changed(full_rubric(), "tone", scoring="pass-fail"))
    assert found.level is Level.BREAKING
    assert [change.member for change in found.entries[0].members] == ["scoring", "scale"]


def test_anchors_are_named_by_their_points() -> None:
    scale = Scale(points=4, anchors=("Rude", "Curt", "Polite and calm", "Warm"), pass_line=2)
    found = diff(full_rubric(), changed(full_rubric(), "tone", scale=scale))
    texts = found.entries[0].members[0].texts
    assert [(text.part, marked(text.pieces)) for text in texts] == [
        ("anchor of point 3", "Polite{+ and calm+}"),
        ("pass line", "[-3-]{+2+}"),
    ]


def test_entries_come_and_go() -> None:
    before = full_rubric()
    entries = [replace(before.entries[0], retired=True), replace(before.entries[2], retired=False), criterion("new")]
    found = diff(before, before.with_entries(entries))
    assert {entry.id: entry.event for entry in found.entries} == {
        "names-order": EntryEvent.RETIRED,
        "old-one": EntryEvent.RESTORED,
        "new": EntryEvent.ADDED,
        "tone": EntryEvent.DELETED,
        "a1b2c3": EntryEvent.DELETED,
        "d4e5f6": EntryEvent.DELETED,
    }
    assert found.level is Level.BREAKING
    assert [entry.id for entry in found.of(EntryEvent.RETIRED)] == ["names-order"]


def test_added_and_retired_criteria_are_substantive() -> None:
    before = full_rubric()
    assert diff(before, before.with_entries([*before.entries, criterion("new")])).level is Level.SUBSTANTIVE
    retired = [replace(before.entries[0], retired=True), *before.entries[1:]]
    assert diff(before, before.with_entries(retired)).level is Level.SUBSTANTIVE


def test_another_id_is_breaking_and_known_again() -> None:
    before = full_rubric()
    found = diff(before, before.with_entries([replace(before.entries[0], id="order-number"), *before.entries[1:]]))
    (entry,) = found.entries
    assert (entry.id, entry.id_before, entry.event) == ("order-number", "names-order", EntryEvent.NEW_ID)
    assert (found.level, found.stale) == (Level.BREAKING, ("order-number",))


def test_traits_are_known_again_by_their_names() -> None:
    before = Rubric(
        (RubricEntry("x", RegexTrait(name="A", pattern="a")), RubricEntry("y", LLMTrait(name="B", kind="boolean")))
    )
    after = Rubric(
        (RubricEntry("p", RegexTrait(name="A", pattern="b")), RubricEntry("q", LLMTrait(name="B", kind="score")))
    )
    found = diff(before, after)
    assert [(entry.id, entry.level, entry.members[0].member) for entry in found.entries] == [
        ("p", Level.SUBSTANTIVE, "pattern"),
        ("q", Level.BREAKING, "kind"),
    ]


@pytest.mark.parametrize(
    ("change", "level"),
    [
        ({"name": "Other"}, Level.COSMETIC),
        ({"check_type": "Other"}, Level.COSMETIC),
        ({"graded_unit": "one line"}, Level.SUBSTANTIVE),
        ({"overall_rule": OverallRule.FAILS_ON_MUST_PASS}, Level.BREAKING),
        ({"cannot_judge": None}, Level.BREAKING),
        ({"cannot_judge": CannotJudgeRule(" The reply is cut off.", "unclear")}, Level.COSMETIC),
    ],
)
def test_terms_are_classified(change: dict[str, Any], level: Level) -> None:
    before = full_rubric()
    after = replace(before, terms=replace(before.terms, **change))
    found = diff(before, after)
    assert found.level is level
    assert len(found.terms) == 1
    assert (fingerprint(after) == fingerprint(before)) == (level is Level.COSMETIC)


def test_another_order_is_cosmetic() -> None:
    before = full_rubric()
    found = diff(before, before.with_entries(reversed(before.entries)))
    assert (found.entries, found.moved, found.level) == ((), True, Level.COSMETIC)


def test_what_a_retired_criterion_says_does_not_matter() -> None:
    found = diff(full_rubric(), changed(full_rubric(), "old-one", must=("Other.",)))
    assert (found.level, found.stale) == (Level.COSMETIC, ())


@settings(max_examples=60)
@given(rubrics(), rubrics())
def test_stale_is_whatever_has_another_fingerprint(before: Rubric, after: Rubric) -> None:
    found = diff(before, after)
    old = {entry.id: criterion_fingerprint(entry) for entry in before.entries}
    new = {entry.id: criterion_fingerprint(entry) for entry in after.active}
    both = {entry_id for entry_id in old.keys() & new.keys() if old[entry_id] != new[entry_id]}
    renamed = {entry.id for entry in found.of(EntryEvent.NEW_ID)}
    gone = {entry.id for entry in found.of(EntryEvent.DELETED)}
    assert set(found.stale) - renamed - gone == both
    assert (found.level in (Level.SAME, Level.COSMETIC)) == (fingerprint(before) == fingerprint(after))
