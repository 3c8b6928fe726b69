"""Short column names: telling, short and all different."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gradewright_desktop.panels.results.short_names import LONGEST, short_names


def test_the_first_telling_word() -> None:
    names = [
        "Dose is complete",
        "States the warning signs",
        "plain_language",
        "NoStopAdvice",
        "cites_PMID",
        "是否给出剂量",
    ]
    assert short_names(names) == ["Dose", "Warning", "Plain", "Stop", "Cites", "是否给…"]


def test_another_word_tells_apart_then_a_number() -> None:
    assert short_names(["Dose is complete", "Dose is right", "Dose", "dose"]) == ["Dose", "Right", "Dose 2", "Dose 3"]


def test_a_name_of_openings_or_signs_keeps_itself() -> None:
    assert short_names(["Is it", "!?", "the"]) == ["It", "!?", "The"]


@given(st.lists(st.text(min_size=1, max_size=40), max_size=40))
def test_short_and_different(names: list[str]) -> None:
    short = short_names(names)
    assert len(set(short)) == len(names)
    assert all(0 < len(name) <= LONGEST + 3 for name in short)
