"""The code on a sheet: short, hard to mistype, and it says itself when it was mistyped.

A code is a batch and a place in it, ``GW-4K7TM-0012-X``: the batch by chance, the number of the output, and a check
character. The alphabet leaves out I, L, O and U (Crockford's base 32), and what looks like a left-out letter is read as
the digit that it stands for.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Final

from gradewright.errors import InvalidValue

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BATCH_LENGTH: Final = 5
MOST_ITEMS: Final = 9_999
_PREFIX: Final = "GW"
_LOOKS: Final = str.maketrans({"I": "1", "L": "1", "O": "0"})
_SHAPE: Final = re.compile(rf"GW([{ALPHABET}]{{{BATCH_LENGTH}}})(\d{{4}})([{ALPHABET}])")
# Of x to the 5th, in the field of 32 elements whose x has the order 31.
_OVERFLOW: Final = 0b100000
_REDUCTION: Final = 0b100101


@dataclass(frozen=True, slots=True)
class SheetCode:
    """What a code names: a batch of sheets, and the number of an output in it, from 1 (0: the cover)."""

    batch: str
    number: int

    def __str__(self) -> str:
        body = f"{self.batch}{self.number:04d}"
        return f"{_PREFIX}-{self.batch}-{self.number:04d}-{_check(body)}"


def new_batch() -> str:
    """Return the name of a new batch."""
    return "".join(secrets.choice(ALPHABET) for _ in range(BATCH_LENGTH))


def read_code(text: str) -> SheetCode:
    """Return what a code that somebody typed or scanned names.

    Capitals, spaces and hyphens do not matter; I, L and O are read as 1, 1 and 0.

    Raises:
        InvalidValue: it is no code, or it was mistyped.
    """
    plain = re.sub(r"[\s\-–—.:]+", "", text).upper()
    plain = plain[:2] + plain[2:].translate(_LOOKS)
    match = _SHAPE.fullmatch(plain)
    if match is None:
        raise InvalidValue(
            f"“{text.strip()}” is no code of a sheet.", hint="It looks like GW-4K7TM-0012-X, at the foot of the page."
        )
    batch, number, check = match.groups()
    if _check(batch + number) != check:
        raise InvalidValue(f"“{text.strip()}” was mistyped: its last character does not fit the others.")
    return SheetCode(batch, int(number))


def _check(body: str) -> str:
    """Return the check character: the characters as a polynomial over the field of 32 elements, at x.

    Every place weighs another power of x, so any one wrong character and any two that changed places are noticed.
    """
    value = 0
    for character in body:
        value = (value << 1) ^ ALPHABET.index(character)
        if value & _OVERFLOW:
            value ^= _REDUCTION
    # Times x once more: the last character of the body must not weigh as much as the check itself.
    value <<= 1
    return ALPHABET[value ^ _REDUCTION if value & _OVERFLOW else value]
