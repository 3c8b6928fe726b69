"""Which characters a part of a pattern can begin with, as bits: one for each ASCII character, three for all others.

Sets are made too large rather than too small, so that "nothing in common" can be trusted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

_ops: Any = re._constants  # type: ignore[attr-defined]

ASCII = (1 << 128) - 1
_OTHER_WORDS = 1 << 128
_OTHER_SPACES = 1 << 129
_OTHER_REST = 1 << 130
OTHERS = _OTHER_WORDS | _OTHER_SPACES | _OTHER_REST
ALL = OTHERS | ASCII


def _bits(accepted: Iterable[str]) -> int:
    bits = 0
    for character in accepted:
        bits |= 1 << ord(character)
    return bits


_CHARACTERS = [chr(code) for code in range(128)]
_DIGITS = _bits(c for c in _CHARACTERS if c.isdigit())
_SPACES = _bits(c for c in _CHARACTERS if c.isspace())
_ASCII_SPACES = _bits(" \t\n\r\f\v")
_WORDS = _bits(c for c in _CHARACTERS if c.isalnum() or c == "_")
_NEWLINE = _bits("\n")

LINE_END = _NEWLINE
WORD_CHARACTERS = _WORDS | _OTHER_WORDS
"""What ``\\w`` may be, whatever the flags."""

_CATEGORIES = {
    _ops.CATEGORY_DIGIT: _DIGITS | _OTHER_WORDS,
    _ops.CATEGORY_NOT_DIGIT: (ASCII & ~_DIGITS) | OTHERS,
    _ops.CATEGORY_SPACE: _SPACES | _OTHER_SPACES,
    _ops.CATEGORY_NOT_SPACE: (ASCII & ~_ASCII_SPACES) | OTHERS,
    _ops.CATEGORY_WORD: _WORDS | _OTHER_WORDS,
    _ops.CATEGORY_NOT_WORD: (ASCII & ~_WORDS) | OTHERS,
}

# ASCII letters that match, or are matched by, a letter outside ASCII where capitals do not count.
_FOLD_OUTSIDE = _bits("kKsSiI")


_MOST_LOOKS = 100_000


class TooIntricate(Exception):
    """Reading the pattern takes too many looks at its parts."""


class CharacterReader:
    """Reads sets of characters from parsed patterns, up to so many looks at their parts."""

    def __init__(self, ignore_case: bool, dot_all: bool) -> None:
        self._looks = 0
        self._ignore_case = ignore_case
        self._any = ALL if dot_all else ALL & ~_NEWLINE

    def look(self, times: int = 1) -> None:
        """Count a look at a part: those inside of others are looked at again for each of these.

        Raises:
            TooIntricate: there were too many.
        """
        self._looks += times
        if self._looks > _MOST_LOOKS:
            raise TooIntricate

    def first(self, items: Sequence[Any], follow: int) -> int:
        """Return the characters with which ``items`` and then ``follow`` can begin."""
        found = 0
        for item in items:
            found |= self._first_of(item)
            if not self._item_nullable(item):
                return found
        return found | follow

    def nullable(self, items: Sequence[Any]) -> bool:
        """Tell whether ``items`` can match nothing at all."""
        return all(self._item_nullable(item) for item in items)

    def _first_of(self, item: Any) -> int:
        op, value = item
        self.look(len(value) if op is _ops.IN else 1)
        if op is _ops.LITERAL:
            return self._folded(_bit(value))
        if op is _ops.NOT_LITERAL:
            return ALL & ~(_bit(value) & ASCII)
        if op is _ops.ANY:
            return self._any
        if op is _ops.IN:
            return self._set(value)
        if op is _ops.SUBPATTERN:
            return self.first(list(value[3]), 0)
        if op is _ops.BRANCH:
            found = 0
            for branch in value[1]:
                found |= self.first(list(branch), 0)
            return found
        if op in (_ops.MAX_REPEAT, _ops.MIN_REPEAT, _ops.POSSESSIVE_REPEAT):
            return self.first(list(value[2]), 0)
        if op is _ops.ATOMIC_GROUP:
            return self.first(list(value), 0)
        if op in (_ops.AT, _ops.FAILURE):
            return 0
        if op in (_ops.ASSERT, _ops.ASSERT_NOT) and self._is_plain(list(value[1])):
            return 0
        return ALL

    def _is_plain(self, items: Sequence[Any]) -> bool:
        """Tell whether looking ahead at these costs a fixed number of steps."""
        return all(op in (_ops.LITERAL, _ops.NOT_LITERAL, _ops.ANY, _ops.IN, _ops.AT) for op, _ in items)

    def _item_nullable(self, item: Any) -> bool:
        op, value = item
        self.look()
        if op in (_ops.LITERAL, _ops.NOT_LITERAL, _ops.ANY, _ops.IN, _ops.FAILURE):
            return False
        if op is _ops.SUBPATTERN:
            return self.nullable(list(value[3]))
        if op is _ops.BRANCH:
            return any(self.nullable(list(branch)) for branch in value[1])
        if op in (_ops.MAX_REPEAT, _ops.MIN_REPEAT, _ops.POSSESSIVE_REPEAT):
            return value[0] == 0 or self.nullable(list(value[2]))
        if op is _ops.ATOMIC_GROUP:
            return self.nullable(list(value))
        return True

    def _set(self, items: Sequence[Any]) -> int:
        found, negated = 0, False
        for op, value in items:
            if op is _ops.NEGATE:
                negated = True
            elif op is _ops.LITERAL:
                found |= _bit(value)
            elif op is _ops.RANGE:
                found |= _range_bits(value[0], value[1])
            elif op is _ops.CATEGORY:
                found |= _CATEGORIES.get(value, ALL) if not negated else _surely(value)
            else:
                return ALL
        if negated:
            return (ASCII & ~found) | OTHERS
        return self._folded(found)

    def _folded(self, bits: int) -> int:
        if not self._ignore_case:
            return bits
        folded = bits
        for code in range(65, 91):
            pair = (1 << code) | (1 << (code + 32))
            if bits & pair:
                folded |= pair
        if folded & _FOLD_OUTSIDE:
            folded |= _OTHER_WORDS
        if bits & (_OTHER_WORDS | _OTHER_REST):
            folded |= _FOLD_OUTSIDE | _OTHER_WORDS | _OTHER_REST
        return folded


def _surely(category: Any) -> int:
    """Return the characters that are in a category whatever the flags; what a negated set surely leaves out."""
    certain = {
        _ops.CATEGORY_DIGIT: _DIGITS,
        _ops.CATEGORY_NOT_DIGIT: ASCII & ~_DIGITS,
        _ops.CATEGORY_SPACE: _ASCII_SPACES,
        _ops.CATEGORY_NOT_SPACE: ASCII & ~_SPACES,
        _ops.CATEGORY_WORD: _WORDS,
        _ops.CATEGORY_NOT_WORD: ASCII & ~_WORDS,
    }
    return certain.get(category, 0)


def _bit(code: int) -> int:
    if code < 128:
        return 1 << code
    character = chr(code)
    if character.isspace():
        return _OTHER_SPACES
    return _OTHER_WORDS if character.isalnum() else _OTHER_REST


def _range_bits(low: int, high: int) -> int:
    bits = 0
    for code in range(low, min(high, 127) + 1):
        bits |= 1 << code
    return bits | OTHERS if high > 127 else bits
