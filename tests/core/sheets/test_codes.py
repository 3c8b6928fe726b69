"""Codes on sheets: what is typed in is read, and what was mistyped is noticed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.errors import InvalidValue
from gradewright.sheets.codes import ALPHABET, BATCH_LENGTH, SheetCode, new_batch, read_code

codes = st.builds(SheetCode, st.text(ALPHABET, min_size=BATCH_LENGTH, max_size=BATCH_LENGTH), st.integers(0, 9_999))


def test_a_code_as_it_is_printed() -> None:
    assert str(SheetCode("4K7TM", 12)) == "GW-4K7TM-0012-C"
    assert len(new_batch()) == BATCH_LENGTH


@given(codes)
def test_a_code_comes_back(code: SheetCode) -> None:
    assert read_code(str(code)) == code
    assert read_code(f" {str(code).lower().replace('-', ' ')} ") == code


def test_letters_that_look_like_digits_are_those() -> None:
    code = SheetCode("10010", 110)
    assert read_code(str(code).replace("1", "l").replace("0", "o")) == code


@given(codes, st.data())
def test_one_wrong_character_is_noticed(code: SheetCode, data: st.DataObject) -> None:
    text = str(code)
    place = data.draw(st.sampled_from([n for n, c in enumerate(text) if n > 2 and c != "-"]))
    alphabet = "0123456789" if 9 <= place <= 12 else ALPHABET
    other = data.draw(st.sampled_from([c for c in alphabet if c != text[place]]))
    with pytest.raises(InvalidValue):
        read_code(text[:place] + other + text[place + 1 :])


@pytest.mark.parametrize(("printed", "typed"), [("4K0TM", "4KZTM"), ("4K0ZM", "4KZ0M")])
def test_the_first_and_the_last_of_the_alphabet_are_told_apart(printed: str, typed: str) -> None:
    with pytest.raises(InvalidValue, match="mistyped"):
        read_code(str(SheetCode(printed, 7)).replace(printed, typed))


@given(codes, st.data())
def test_two_that_changed_places_are_noticed(code: SheetCode, data: st.DataObject) -> None:
    text = str(code)
    place = data.draw(st.sampled_from([3, 4, 5, 6, 9, 10, 11]))
    left, right = text[place], text[place + 1]
    if left == right:
        return
    with pytest.raises(InvalidValue):
        read_code(text[:place] + right + left + text[place + 2 :])


@pytest.mark.parametrize("text", ["", "GW", "GW-4K7TM-0012", "XX-4K7TM-0012-S", "GW-4K7TM-00I2-SS"])
def test_what_is_no_code(text: str) -> None:
    with pytest.raises(InvalidValue, match="no code"):
        read_code(text)
