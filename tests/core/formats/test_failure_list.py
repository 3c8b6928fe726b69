"""Failure lists: what the reader accepts, and what opening one does to a rubric."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.rubrics import criterion, full_rubric

from gradewright.errors import FileUnreadable, UserError
from gradewright.formats.failure_list import read_failure_list
from gradewright.formats.grading_rubric import read_rubric, write_rubric
from gradewright.model.criterion import Criterion, CriterionSource
from gradewright.model.rubric import Rubric
from gradewright.rubrics.failures import FailureList, OpenedFailures, frequencies, open_failures
from gradewright.rubrics.fingerprint import fingerprint


def read(root: Any, name: str = "errors.json") -> FailureList:
    """Return the failure list that a file with this JSON holds."""
    return read_failure_list(json.dumps(root).encode(), name)


def listed(*categories: dict[str, Any], **about: Any) -> FailureList:
    """Return a failure list of these categories."""
    return read({"categories": list(categories), **about})


def category(label: str, count: int | str = 1, **members: Any) -> dict[str, Any]:
    """Return an active category whose id is made of its label."""
    return {"id": f"c-{label.lower()}", "label": label, "count": count, "status": "active", **members}


def names(opened: OpenedFailures) -> list[str]:
    """Return the names of the criteria of a rubric, in order."""
    return [entry.trait.name for entry in opened.rubric.entries]


def trait(opened: OpenedFailures | Rubric, entry_id: str) -> Criterion:
    """Return a criterion by its id."""
    rubric = opened.rubric if isinstance(opened, OpenedFailures) else opened
    entry = rubric.entry(entry_id)
    assert entry is not None
    assert isinstance(entry.trait, Criterion)
    return entry.trait


def test_active_categories_become_criteria_by_count_and_then_by_label() -> None:
    failures = listed(
        category("Wrong window", 4, definition="Names another return window."),
        category("No label sent", 9),
        category("angry tone", 4),
        category("Old", 50, status="merged", merged_into="c-angry tone"),
        category("Parked", 40, status="parked"),
    )
    opened = open_failures(Rubric(), failures)
    assert names(opened) == ["No label sent", "angry tone", "Wrong window"]
    assert opened.added == ("no-label-sent", "angry-tone", "wrong-window")
    assert opened.skipped == ("Old", "Parked")
    assert trait(opened, "wrong-window") == Criterion(
        name="Wrong window",
        definition="Names another return window.",
        source=CriterionSource(list="errors.json", id="c-wrong window", count=4),
    )
    assert (opened.left_out, opened.warnings) == ((), ())


@pytest.mark.parametrize(
    "root",
    [
        {"categories": [{"id": "7", "label": "A", "definition": "d", "count": 12, "status": "active"}]},
        {"failures": [{"id": 7, "name": "A", "description": "d", "n": "12", "state": "Active"}]},
        {"taxonomy": [{"id": "7", "title": " A ", "description": "d", "frequency": " 12 "}]},
        {"taxonomy": {"categories": [{"id": "7", "label": "A", "definition": "d", "count": 12.0}]}},
        [{"id": "7", "label": "A", "definition": "d", "count": 12}],
    ],
)
def test_the_usual_names_are_all_read(root: Any) -> None:
    (found,) = read(root).active
    assert (found.id, found.label, found.definition, found.count) == ("7", "A", "d", 12)


def test_the_name_of_the_list_is_its_own_or_that_of_the_file() -> None:
    assert listed(category("A"), name=" May review ").name == "May review"
    assert read([category("A")], "/somewhere/errors.json").name == "errors.json"


def test_a_match_refreshes_the_count_and_fills_a_blank_definition_and_nothing_else() -> None:
    known = criterion("late", name="Reply is late", source=CriterionSource(list="old", id="c-9", count=3), group="Time")
    by_name = criterion("tone", name="  angry TONE ", definition="Mine.")
    rubric = Rubric((known, by_name))
    opened = open_failures(
        rubric,
        listed(
            {"id": "c-9", "label": "Renamed there", "count": 8, "definition": "Takes more than a day."},
            category("Angry tone", 5, definition="Theirs."),
        ),
    )
    assert (opened.added, opened.refreshed) == ((), ("late", "tone"))
    assert isinstance(known.trait, Criterion)
    source = CriterionSource(list="old", id="c-9", count=8)
    assert opened.rubric.entries[0] == known.with_trait(
        known.trait.model_copy(update={"source": source, "definition": "Takes more than a day."})
    )
    assert trait(opened, "tone").definition == "Mine."
    assert trait(opened, "tone").name == "  angry TONE "
    assert trait(opened, "tone").source == CriterionSource(list="errors.json", id="c-angry tone", count=5)


def test_ids_come_before_names() -> None:
    rubric = Rubric((criterion("a", name="A", source=CriterionSource(id="1", count=0)),))
    opened = open_failures(rubric, listed({"id": "2", "label": "A", "count": 9}, {"id": "1", "label": "B", "count": 2}))
    assert opened.refreshed == ("a",)
    assert trait(opened, "a").source == CriterionSource(id="1", count=2)
    assert opened.added == ("a-2",)


def test_a_retired_criterion_is_known_again_and_stays_retired() -> None:
    retired = criterion("a", name="A", source=CriterionSource(id="c-a", count=1), retired=True)
    opened = open_failures(Rubric((retired,)), listed(category("A", 7)))
    assert opened.added == ()
    assert opened.rubric.entries[0].retired
    assert trait(opened, "a").source == CriterionSource(id="c-a", count=7)


def test_ids_are_slugs_that_were_never_used() -> None:
    rubric = Rubric((criterion("wrong-window", name="Other"),), spent=("no-label",))
    opened = open_failures(rubric, listed(category("Wrong window"), category("No label"), category("返品", 0)))
    assert opened.added == ("no-label-2", "wrong-window-2", "返品")


def test_a_rubric_is_full_at_twenty_active_criteria() -> None:
    rubric = Rubric((*(criterion(f"own-{n}") for n in range(17)), criterion("r", retired=True)))
    failures = listed(*(category(f"F{n}", n) for n in range(6)), category("Own 3", 0))
    opened = open_failures(rubric, failures)
    assert opened.added == ("f5", "f4", "f3")
    assert opened.left_out == ("F2", "F1", "F0")
    assert opened.refreshed == ("own-3",)
    assert sum(not entry.retired for entry in opened.rubric.entries) == 20


def test_a_rubric_with_more_is_left_as_it_is() -> None:
    rubric = Rubric(tuple(criterion(f"own-{n}") for n in range(25)))
    opened = open_failures(rubric, listed(category("New", 3)))
    assert (opened.rubric, opened.left_out) == (rubric, ("New",))


def test_two_categories_of_one_name_are_two_criteria_with_a_warning() -> None:
    failures = listed(category("Tone", 5), {"id": "other", "label": " tone", "count": 2})
    opened = open_failures(Rubric(), failures)
    assert opened.added == ("tone", "tone-2")
    assert opened.warnings == ("The list has 2 active categories called “Tone”; each is a criterion of its own.",)
    assert open_failures(opened.rubric, failures).rubric == opened.rubric


def test_one_id_twice_is_two_criteria_with_a_warning() -> None:
    failures = listed({"id": "x", "label": "A", "count": 2}, {"id": "x", "label": "B", "count": 1})
    opened = open_failures(Rubric(), failures)
    assert opened.added == ("a", "b")
    assert opened.warnings == ("Two categories have the id “x”.",)
    assert open_failures(opened.rubric, failures).rubric == opened.rubric


def test_merges_in_a_circle_are_named_and_skipped() -> None:
    failures = listed(
        {"id": "1", "label": "A", "count": 1, "status": "merged", "merged_into": "2"},
        {"id": "2", "label": "B", "count": 1, "status": "merged", "merged_into": "3"},
        {"id": "3", "label": "C", "count": 1, "merged_into": "2"},
        {"id": "4", "label": "D", "count": 1, "status": "merged", "merged_into": "D"},
        {"id": "5", "label": "E", "count": 1, "status": "merged", "merged_into": "nobody"},
        {"id": "6", "label": "F", "count": 1, "status": "merged", "merged_into": "G"},
        category("G"),
    )
    assert failures.skipped == ("A", "B", "C", "D", "E", "F")
    assert failures.warnings == (
        "Merged in a circle, and skipped: “B” → “C” → “B”.",
        "Merged in a circle, and skipped: “D” → “D”.",
        "“E” is merged into “nobody”, which the list does not have.",
    )
    assert names(open_failures(Rubric(), failures)) == ["G"]


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (-1, "not -1."), (1.5, "not 1.5."), (True, "not true or false."), (None, "not nothing."),
        ("many", "not “many”."),
        ("1,200", "not “1,200”."), ("-3", "not “-3”."), ("", "not “”."), ([], "not a list."), ("٣", "not “٣”."),
        (2**70, "not one of that size."), (1e300, "not one of that size."), ("9" * 5000, "has to be a whole number"),
    ],
)  # fmt: skip
def test_any_other_count_is_refused_with_its_pointer(count: Any, words: str) -> None:
    with pytest.raises(FileUnreadable) as caught:
        listed(category("A"), {"label": "B", "count": count, "status": "merged"})
    assert str(caught.value).startswith("errors.json, /categories/1/count: In category 2 (“B”): “count” has to be")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("root", "message"),
    [
        ({}, "errors.json: This is no failure list: it has no list “categories”."),
        ({"categories": {}}, "/categories: “categories” has to be a list of categories, not an object."),
        (3, "A failure list is an object with “categories”, not a number."),
        ({"categories": ["x"]}, "/categories/0: In category 1: An object is needed here, not a text."),
        ({"failures": [{"count": 1}]}, "/failures/0/label: In category 1: “label” is missing."),
        ({"failures": [{"name": " ", "count": 1}]}, "/failures/0/name: In category 1: “label” is missing."),
        ({"categories": [{"label": 3}]}, "/categories/0/label: In category 1: “label” has to be a text, not a number."),
        ({"categories": [{"label": "A", "definition": []}]}, "/categories/0/definition: In category 1 (“A”):"),
        ({"categories": [{"label": "A", "status": True}]}, "/categories/0/status:"),
        ({"categories": [{"label": "A", "id": {}}]}, "/categories/0/id:"),
        ({"categories": [{"label": "A", "id": 2**60}]}, "/categories/0/id:"),
        ({"taxonomy": {"failures": [{}]}}, "/taxonomy/failures/0/label:"),
        ({"categories": [], "reviewed": "x"}, "/reviewed:"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(root: Any, message: str) -> None:
    with pytest.raises(FileUnreadable) as caught:
        read(root)
    assert message in str(caught.value)


def test_categories_without_a_count_come_last_with_a_warning() -> None:
    failures = listed({"label": "A"}, {"label": "B", "count": 0})
    opened = open_failures(Rubric(), failures)
    assert names(opened) == ["B", "A"]
    assert opened.warnings == ("1 category has no count. They come after those that have one.",)
    assert open_failures(opened.rubric, failures).rubric == opened.rubric


def test_counts_are_rates_only_of_a_random_sample() -> None:
    categories = (category("A", 6), category("B", 2), category("C", 2))
    for order in ("by date", None, 7, "not random"):
        opened = open_failures(Rubric(), listed(*categories, review_order=order))
        assert frequencies(opened.rubric) == {"a": "rank 1 of 3", "b": "rank 2 of 3", "c": "rank 2 of 3"}
    opened = open_failures(Rubric(), listed(*categories, review_order=" Random "))
    assert frequencies(opened.rubric)["a"] == "6 of 10 failures (60.0%)"
    opened = open_failures(Rubric(), listed(*categories, review_order="random", reviewed=200))
    assert frequencies(opened.rubric)["a"] == "6 of 200 reviewed (3.0%)"
    # It is known after saving and opening, and forgotten when a later list was reviewed in another order.
    again = read_rubric(write_rubric(opened.rubric))
    assert frequencies(again.rubric)["a"] == "6 of 200 reviewed (3.0%)"
    assert again.warnings == ()
    later = open_failures(again.rubric, listed(*categories))
    assert frequencies(later.rubric)["a"] == "rank 1 of 3"


def test_counts_change_no_fingerprint() -> None:
    opened = open_failures(Rubric(), listed(category("A", 6)))
    assert fingerprint(open_failures(opened.rubric, listed(category("A", 7))).rubric) == fingerprint(opened.rubric)


def test_a_rubric_keeps_everything_else() -> None:
    opened = open_failures(full_rubric(), listed(category("New")))
    assert opened.rubric.entries[:-1] == full_rubric().entries
    assert replace(opened.rubric, entries=()) == replace(full_rubric(), entries=())


LABELS = st.sampled_from(["A", "a", " A", "B", "Tone", "é", "e\u0301", "返品", "-", ""])
CATEGORIES = st.fixed_dictionaries(
    {"label": LABELS},
    optional={
        "id": st.sampled_from(["1", "2", 1, "A", ""]),
        "count": st.integers(0, 3) | st.sampled_from(["0", "2"]),
        "status": st.sampled_from(["active", "merged", ""]),
        "definition": st.sampled_from(["", "d"]),
        "merged_into": st.sampled_from(["1", "2", "A", ""]),
    },
)


@settings(max_examples=150)
@given(st.lists(CATEGORIES, max_size=30), st.sampled_from(["random", "other"]), st.booleans())
def test_opening_the_same_list_again_changes_nothing(categories: list[dict[str, Any]], order: str, full: bool) -> None:
    with contextlib.suppress(UserError):
        failures = listed(*categories, review_order=order)
        first = open_failures(full_rubric() if full else Rubric(), failures)
        second = open_failures(first.rubric, failures)
        assert second.rubric == first.rubric
        assert (second.added, second.refreshed) == ((), ())
        assert second.left_out == first.left_out
        ids = [entry.id for entry in first.rubric.entries]
        assert len(set(ids)) == len(ids)
        assert read_rubric(write_rubric(first.rubric)).rubric.entries == first.rubric.entries


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["label", "id", "count", "status", "merged_into", "taxonomy"]), inner, max_size=4
        )
    ),
    max_leaves=10,
)


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(["categories", "taxonomy", "failures", "name", "reviewed"]), JSON, max_size=3))
def test_the_reader_raises_nothing_but_sentences(root: dict[str, Any]) -> None:
    with contextlib.suppress(UserError):
        open_failures(Rubric(), read(root))


def test_the_library_of_categories_may_be_large() -> None:
    failures = listed(*(category("Same", number % 7, id=str(number)) for number in range(3000)))
    assert len(open_failures(Rubric(), failures).left_out) == 2980
