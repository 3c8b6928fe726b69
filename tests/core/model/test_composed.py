"""NFC in bounded time, the same as the library's, and places found again in the text as it was."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.model.composed import composed, original_spans

ACUTE, BELOW = "\u0301", "\u0323"
#: Letters, marks above and below, Hangul letters, a vowel of three parts, a mark that comes apart, a half of a pair.
PIECES = [
    "a",
    "e",
    " ",
    "é",
    ACUTE,
    BELOW,
    "ᄀ",
    "ᅡ",
    "ᆨ",
    "각",
    "\u0dd9",
    "\u0dcf",
    "\u0dca",
    "\u0f73",
    "\u0344",
    "\ud800",
    "文",
]


def test_composed_and_decomposed_are_one() -> None:
    assert composed("Cafe\u0301") == composed("Café") == "Café"
    text = "Café"
    assert composed(text) is text
    with pytest.raises(TypeError):
        composed(5)  # type: ignore[arg-type]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_as_the_library_does(text: str) -> None:
    assert composed(text) == unicodedata.normalize("NFC", text)


@given(
    st.lists(st.sampled_from([piece for piece in PIECES if piece > "\x7f"]), min_size=100, max_size=160).map("".join)
)
def test_as_the_library_does_in_long_stretches(text: str) -> None:
    assert composed(text) == unicodedata.normalize("NFC", text)


def test_marks_in_the_wrong_order_take_no_quadratic_time() -> None:
    # The library alone takes a minute for this.
    text = "a" + ACUTE * 100_000 + BELOW * 100_000

    assert composed(text) == "ạ" + BELOW * 99_999 + ACUTE * 100_000


@pytest.mark.parametrize(
    ("text", "pattern", "found"),
    [
        ("un cafe\u0301, un the\u0301", "é", ["e\u0301", "e\u0301"]),
        ("un cafe\u0301 noir", "caf. noir", ["cafe\u0301 noir"]),
        ("e\u0301e\u0301", "$", [""]),
        ("각각 각", " ", [" "]),
        ("\u1100\u1161\u11a8 \u1100\u1161", "가$", ["\u1100\u1161"]),
        ("A\u030a\u0323x", "x", ["x"]),
        ("a\u0f73\u0323x", "x", ["x"]),
    ],
)
def test_matches_are_found_again_in_the_text_as_it_was(text: str, pattern: str, found: list[str]) -> None:
    spans = [match.span() for match in re.finditer(pattern, composed(text))]

    assert [text[start:end] for start, end in original_spans(text, spans)] == found


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.data())
def test_places_come_back_as_whole_letters(text: str, data: st.DataObject) -> None:
    length = len(composed(text))
    start = data.draw(st.integers(0, length))
    end = data.draw(st.integers(start, length))

    (span,) = original_spans(text, [(start, end)])

    assert 0 <= span[0] <= span[1] <= len(text)
    # All that was found is there, and at most the rest of its first and its last letter beside it.
    assert composed(text)[start:end] in composed(text[span[0] : span[1]]) or start == end
