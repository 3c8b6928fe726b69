"""Quotes are found however they are written down, differences are counted, and what was made up is said to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.judge.evidence import Evidence

ANSWER = (
    "The  fee is\n5 € a month — “no strings attached”. "
    "You can’t cancel before the cafe\u0301 opens in May of next year."
)


def found(quote: str, answer: str = ANSWER) -> str | None:
    match = Evidence(answer).find(quote)
    return None if match.start is None else answer[match.start : match.end]


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("5 € a month", "5 € a month"),
        ("The fee is 5 € a month", "The  fee is\n5 € a month"),
        ('a month - "no strings attached"', "a month — “no strings attached”"),
        ("You can't cancel", "You can’t cancel"),
        ("the café opens", "the cafe\u0301 opens"),
        ("the FEE is", "The  fee is"),
        ("“The fee is 5 €”", "The  fee is\n5 €"),
        ("The fee is … no strings attached", "The  fee is\n5 € a month — “no strings attached"),
        ("no strings [...] cancel", "no strings attached”. You can’t cancel"),
    ],
)
def test_the_way_it_is_written_does_not_matter(quote: str, words: str) -> None:
    match = Evidence(ANSWER).find(quote)

    assert found(quote) == words
    assert match.said == "found word for word"


def test_a_few_changed_words_are_counted() -> None:
    match = Evidence(ANSWER).find("You cannot cancel before the café opens in June of next year")
    near = Evidence("one two three four five six seven eight nine ten").find(
        "one two three four FIVES six seven eight nine"
    )

    assert near.said == "found with 1 change"
    assert (near.start, near.end) == (0, 44)
    assert match.said.startswith("found with")
    assert match.start == ANSWER.index("You")


@pytest.mark.parametrize("quote", ["The fee is waived for students", "free of charge", "", "  ", "attached … The fee"])
def test_what_is_not_there_was_made_up(quote: str) -> None:
    match = Evidence(ANSWER).find(quote)

    assert not match.found
    assert match.said == "not in the answer: the judge made up this quote"


@given(st.text(max_size=200), st.integers(0, 200), st.integers(1, 60))
def test_every_part_of_an_answer_is_found_in_it(answer: str, start: int, length: int) -> None:
    part = answer[start : start + length]
    if not part.strip():
        return
    match = Evidence(answer).find(part)

    assert match.start is not None
    assert match.end is not None
    assert answer[match.start : match.end] == part.strip()


@given(st.text(max_size=80), st.text(max_size=40))
def test_looking_never_fails(answer: str, quote: str) -> None:
    match = Evidence(answer).find(quote)

    assert match.start is None or match.end is None or 0 <= match.start < match.end <= len(answer)


def test_a_long_answer_is_searched_with_bounded_work() -> None:
    answer = "the same words again and again, " * 3_200 + "and the fee is five euro a month, as agreed"
    evidence = Evidence(answer)
    matches = evidence.find_all(["the fee is five euro each month, as agreed"] * 20)

    assert {match.said for match in matches} == {"found with 1 change"}
