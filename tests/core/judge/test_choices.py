"""Choosing a label out of a reply, and filling prompts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.errors import InvalidValue
from gradewright.judge.choice_prompt import fill, parts, texts_of
from gradewright.judge.choices import whole_choice
from gradewright.model.conversation import Conversation, Message

GOOD_BAD = ("very good", "good", "ok", "bad", "very bad")


@pytest.mark.parametrize(
    ("reply", "labels", "expected"),
    [
        ("I weighed it.\n**very bad**", GOOD_BAD, "very bad"),
        ("very bad\nbad", GOOD_BAD, "bad"),
        ("Final decision: N/A", ("met", "partly-met", "n/a"), "n/a"),
        ("Partly-Met.", ("met", "partly-met", "n/a"), "partly-met"),
        ("Score = 3.5", ("3.5", "3", "5"), "3.5"),
        ("Verdict - NO.", ("YES", "NO"), "NO"),
        ("-1", ("-1", "0", "1"), "-1"),
        ("- 1", ("-1", "0", "1"), "1"),
        ("\\boxed{NO}", ("YES", "NO"), "NO"),
        ("«да»", ("да", "нет"), "да"),
        ("Y\u200bES", ("YES", "NO"), "YES"),
        ("<think>\nYES\n</think>\nunclear", ("YES", "NO"), None),
        ("<think>YES\nand so on", ("YES", "NO"), None),
        ("NOT ENOUGH INFORMATION", ("YES", "NO"), None),
        ("YES or NO", ("YES", "NO"), None),
        ("Actually I cannot say", ("A", "B"), None),
        ("", ("YES", "NO"), None),
        ("a+", ("A", "A+"), "A+"),
    ],
)
def test_whole_labels(reply: str, labels: tuple[str, ...], expected: str | None) -> None:
    assert whole_choice(reply, labels).label == expected


def test_labels_that_differ_by_capitals_alone_are_told_apart_only_as_written() -> None:
    assert whole_choice("Yes", ("yes", "Yes")).label == "Yes"
    reading = whole_choice("YES", ("yes", "Yes"))
    assert reading.label is None
    assert "“yes” and “Yes”" in reading.reason


@given(
    st.lists(st.text(min_size=1, max_size=6).filter(lambda t: t.strip()), min_size=1, max_size=5, unique=True),
    st.data(),
)
def test_a_label_written_alone_is_read_or_said_to_be_unclear(labels: list[str], data: st.DataObject) -> None:
    label = data.draw(st.sampled_from(labels))
    reading = whole_choice(label, labels)
    if len(label.splitlines()) == 1 and reading.label is None:
        assert reading.reason
    if reading.label is not None:
        assert reading.label in labels


TALK = Conversation((Message("user", "Hi {x}"), Message("assistant", "Hello")), "Be kind")


def test_own_words_are_told_from_what_is_inserted() -> None:
    told = parts("A {{b}} {content}!", texts_of(TALK, "Turn", 1))
    assert [(part.text, part.gap) for part in told] == [
        ("A {", ""), ("b}", ""), (" ", ""), ("assistant: Hello\n", "content"), ("!", "")
    ]  # fmt: skip


@pytest.mark.parametrize("prompt", ["{", "}", "{}", "{0}", "{Content}", "{content.x}", "{content[0]}", "{content!x}"])
def test_gaps_that_nothing_fills(prompt: str) -> None:
    with pytest.raises(InvalidValue):
        fill(prompt, texts_of(TALK, "Turn", 1))


def test_a_gap_cannot_be_made_enormous() -> None:
    with pytest.raises(InvalidValue, match="wider"):
        fill("{content:>999999999}", texts_of(TALK, "Turn", 1))


@pytest.mark.parametrize(("level", "index"), [("Turn", 2), ("Message", None), ("Message", -1)])
def test_places_that_are_not_there(level: str, index: int | None) -> None:
    with pytest.raises(InvalidValue):
        texts_of(TALK, level, index)  # type: ignore[arg-type]
