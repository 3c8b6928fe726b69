"""Any text can be checked: no crash, spans inside the text, and a bounded time for a long one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gradewright.lint.double_barreled import double_demands
from gradewright.lint.patterns import matches_every_text, pattern_error
from gradewright.lint.quality_word import quality_words
from gradewright.lint.tokens import Nfc
from gradewright.lint.words import word_lists

LISTS = word_lists("en")
WORDS = st.sampled_from(
    ["the", "answer", "names", "and", "or", "as", "well", "states", "says", "is", "clear", ",", ";", ".", "if", "that",
     "to", "give", "é", "e\u0301", "한", "\u1112\u1161\u11ab", "“", "”", "(", ")", "3", "\n", "but", "also", "not"]
)  # fmt: skip


@given(st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=25).map(" ".join)))
def test_spans_lie_in_the_text(text: str) -> None:
    spans = [*quality_words(text, LISTS), *(split.span for split in double_demands(text, LISTS))]
    for span in spans:
        assert 0 <= span.start < span.end <= len(text)


@given(st.text(alphabet="ae\u0301\u0300\u0327 \u1112\u1161\u11ab한x", max_size=30))
def test_offsets_lead_back_to_the_same_words(text: str) -> None:
    import unicodedata

    nfc = Nfc.of(text)
    assert nfc.text == unicodedata.normalize("NFC", text)
    start, end = nfc.original_span(0, len(nfc.text))
    assert (start, end) == (0, len(text))


@given(st.text(alphabet="ab.*+?|()[]^$\\{}1,", max_size=12), st.sampled_from(["", "a", "x", "ab\nab", "1"]))
def test_what_matches_every_text_matches_this_one(pattern: str, text: str) -> None:
    import re

    if pattern_error(pattern) is None and matches_every_text(pattern):
        assert re.search(pattern, text) is not None


def test_a_statement_of_many_thousand_words_is_read_in_linear_steps() -> None:
    text = "Names the drug and the dose, " * 4000 + "and says when to call."
    assert len(double_demands(text, LISTS)) == 1
