"""How long a pattern can take, read from its structure: up to which length of text it is certain to be quick.

``re`` backtracks. How often depends on choices that can be taken back: a repetition whose characters could also begin
what follows, alternatives that begin alike, repetitions inside repetitions. This module bounds the number of steps of a
search by a polynomial in the length of the text, erring on the side of too many, or says that it cannot.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gradewright.model.pattern_text import children, set_width
from gradewright.workers import pattern_characters as characters

# Neither module has a public name since Python 3.11; a change in them is caught by the tests of this module.
_parser: Any = re._parser  # type: ignore[attr-defined]
_ops: Any = re._constants  # type: ignore[attr-defined]

SAFE_STEPS = 5e7
"""Steps that ``re`` takes in well under a second on slow machines."""

LONGEST_TEXT = 10_000_000
LONGEST_PATTERN = 2_000
_WIDEST_FOLDED_SETS = 200_000
_SMALL_REPEAT = 16
_LONGEST_UNROLLED = 64
_MOST_WORK = 5_000
_HIGHEST_DEGREE = 8

Polynomial = tuple[float, ...]
"""Coefficients by degree, lowest first."""

_ONE: Polynomial = (1.0,)
_LINEAR: Polynomial = (0.0, 1.0)


class _Unbounded(Exception):
    """The pattern has choices whose number this module does not bound."""


@dataclass(frozen=True, slots=True)
class _Cost:
    """``scan``: steps at one position; ``exits``: how many ends it can offer to what follows."""

    scan: Polynomial
    exits: Polynomial


def safe_length(pattern: str, flags: int = 0) -> int:
    """Return the length of text up to which searching with this pattern is certain to be quick; 0 where none is.

    Raises:
        re.error: the pattern is not valid.
        RecursionError, OverflowError: the pattern is too deep, or a number in it too large.
    """
    if len(pattern) > LONGEST_PATTERN:
        return 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = _parser.parse(pattern, flags)
    all_flags = tree.state.flags | _local_flags(tree)
    ignore_case = bool(all_flags & re.IGNORECASE)
    if ignore_case and set_width(tree) > _WIDEST_FOLDED_SETS:
        # Compiling folds every character of such sets, which takes seconds by itself.
        return 0
    reader = _Reader(characters.CharacterReader(ignore_case, bool(all_flags & re.DOTALL)))
    anchored = not all_flags & re.MULTILINE and _is_anchored(tree)
    try:
        at_one_place = reader.sequence(list(tree), 0).scan
        return _longest(at_one_place if anchored else _times(_LINEAR, at_one_place))
    except (_Unbounded, characters.TooIntricate):
        return 0


class _Reader:
    """Walks a parsed pattern from right to left. ``follow`` is the set of characters that can come next."""

    def __init__(self, sets: characters.CharacterReader) -> None:
        self._sets = sets
        self._work = 0

    def sequence(self, items: Sequence[Any], follow: int) -> _Cost:
        scan: Polynomial = _ONE
        exits: Polynomial = _ONE
        for item in reversed(items):
            cost = self._item(item, follow)
            scan = _plus(cost.scan, _times(cost.exits, scan))
            exits = _times(cost.exits, exits)
            follow = self._sets.first([item], follow)
        return _Cost(scan, exits)

    def _item(self, item: Any, follow: int) -> _Cost:
        op, value = item
        self._work += 1
        if self._work > _MOST_WORK:
            raise _Unbounded
        if op in (_ops.LITERAL, _ops.NOT_LITERAL, _ops.ANY, _ops.IN, _ops.AT, _ops.FAILURE):
            return _Cost(_ONE, _ONE)
        if op is _ops.SUBPATTERN:
            return self.sequence(list(value[3]), follow)
        if op is _ops.BRANCH:
            return self._branch([list(branch) for branch in value[1]], follow)
        if op in (_ops.MAX_REPEAT, _ops.MIN_REPEAT):
            return self._repeat(value[0], value[1], list(value[2]), follow)
        if op is _ops.POSSESSIVE_REPEAT:
            return _Cost(self._repeat(value[0], value[1], list(value[2]), follow).scan, _ONE)
        if op is _ops.ATOMIC_GROUP:
            return _Cost(self.sequence(list(value), characters.ALL).scan, _ONE)
        if op in (_ops.ASSERT, _ops.ASSERT_NOT):
            return _Cost(self.sequence(list(value[1]), 0).scan, _ONE)
        if op is _ops.GROUPREF:
            return _Cost(_LINEAR, _ONE)
        raise _Unbounded

    def _branch(self, branches: list[list[Any]], follow: int) -> _Cost:
        costs = [self.sequence(branch, follow) for branch in branches]
        scan = _plus(_ONE, *(cost.scan for cost in costs))
        if self._disjoint(branches, follow):
            return _Cost(scan, _greatest([cost.exits for cost in costs]))
        return _Cost(scan, _plus(*(cost.exits for cost in costs)))

    def _disjoint(self, branches: list[list[Any]], follow: int) -> bool:
        seen = 0
        for branch in branches:
            first = self._sets.first(branch, follow)
            if first & seen or self._sets.nullable(branch):
                return False
            seen |= first
        return True

    def _repeat(self, low: int, high: int, body: list[Any], follow: int) -> _Cost:
        if high <= 1:
            inner = self.sequence(body, follow)
            ambiguous = self._sets.first(body, follow) & follow or self._sets.nullable(body)
            return _Cost(_plus(_ONE, inner.scan), _plus(_ONE, inner.exits) if ambiguous else inner.exits)
        if not self._is_fixed(body):
            return self._unrolled(low, high, body, follow)
        first = self._sets.first(body, 0)
        if self._sets.nullable(body):
            raise _Unbounded
        length = max(1, len(body))
        reach: Polynomial = (float(high * length),) if high <= _SMALL_REPEAT else (float(length), float(length))
        ambiguous = bool(first & follow) and low != high
        return _Cost(reach, reach if ambiguous else _ONE)

    def _unrolled(self, low: int, high: int, body: list[Any], follow: int) -> _Cost:
        """Write out a short repetition: what must be there, then what may."""
        if high > _SMALL_REPEAT or len(body) * high > _LONGEST_UNROLLED:
            raise _Unbounded
        optional = (_ops.MAX_REPEAT, (0, 1, body))
        return self.sequence(body * low + [optional] * (high - low), follow)

    def _is_fixed(self, body: Sequence[Any]) -> bool:
        """Tell whether every text is matched by the body in one way only, without choices to take back."""
        for op, value in body:
            self._sets.look()
            if op in (_ops.LITERAL, _ops.NOT_LITERAL, _ops.ANY, _ops.IN, _ops.AT):
                continue
            if op is _ops.SUBPATTERN and self._is_fixed(list(value[3])):
                continue
            if op is _ops.BRANCH:
                branches = [list(branch) for branch in value[1]]
                if all(self._is_fixed(branch) for branch in branches) and self._disjoint(branches, 0):
                    continue
            exactly = op in (_ops.MAX_REPEAT, _ops.MIN_REPEAT) and value[0] == value[1] <= _SMALL_REPEAT
            if exactly and self._is_fixed(list(value[2])):
                continue
            return False
        return True


def _is_anchored(tree: Any) -> bool:
    for op, value in tree:
        if op is _ops.AT:
            return value in (_ops.AT_BEGINNING, _ops.AT_BEGINNING_STRING)
        return bool(op is _ops.SUBPATTERN and _is_anchored(value[3]))
    return False


def _local_flags(tree: Any) -> int:
    flags = 0
    for op, value in tree:
        if op is _ops.SUBPATTERN:
            flags |= value[1]
        for child in children(op, value):
            flags |= _local_flags(child)
    return flags


def _plus(*polynomials: Polynomial) -> Polynomial:
    length = max(len(p) for p in polynomials)
    return tuple(sum(p[i] for p in polynomials if i < len(p)) for i in range(length))


def _times(left: Polynomial, right: Polynomial) -> Polynomial:
    product = [0.0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            product[i + j] += a * b
    if len(product) > _HIGHEST_DEGREE + 1 or max(product) > SAFE_STEPS:
        raise _Unbounded
    return tuple(product)


def _greatest(polynomials: Sequence[Polynomial]) -> Polynomial:
    length = max(len(p) for p in polynomials)
    return tuple(max(p[i] for p in polynomials if i < len(p)) for i in range(length))


def _longest(steps: Polynomial) -> int:
    def quick(length: int) -> bool:
        return sum(c * float(length) ** degree for degree, c in enumerate(steps)) <= SAFE_STEPS

    low, high = 0, LONGEST_TEXT
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if quick(middle) else (low, middle - 1)
    return low
