"""Whether a text is a pattern, found out in bounded time."""

from __future__ import annotations

import re
import warnings
from typing import Any, Final

# Neither module has a public name since Python 3.11; a change in them is caught by the tests of this module.
_parser: Any = re._parser  # type: ignore[attr-defined]
_ops: Any = re._constants  # type: ignore[attr-defined]

LONGEST_COMPILED: Final = 20_000
"""Longer patterns are not compiled to find out: alternatives that begin alike take quadratic time."""

WIDEST_SETS: Final = 50_000
"""Characters in all sets of a pattern. Where capitals do not count, each of them is looked at: 4 ms for so many."""


def pattern_error(pattern: str) -> tuple[str, int | None] | None:
    """Return why Python's ``re`` refuses a pattern, and the offset in it, or None where it compiles.

    A pattern that may take long to compile is only read, and one that is too long not even that: what else is wrong
    with it shows where it is used, in a worker that is watched.
    """
    if len(pattern) > LONGEST_COMPILED:
        return None
    try:
        with warnings.catch_warnings():
            # Patterns come from files; that a future Python may read one differently is no error of today.
            warnings.simplefilter("ignore")
            if set_width(_parser.parse(pattern)) <= WIDEST_SETS:
                re.compile(pattern)
    except re.error as error:
        return error.msg, error.pos
    except (RecursionError, OverflowError, ValueError, MemoryError):
        return "it is nested too deep or counts too far", None
    return None


def children(op: Any, value: Any) -> list[Any]:
    """Return the parts of a parsed pattern that are inside of one of its items."""
    if op is _ops.SUBPATTERN:
        return [value[3]]
    if op is _ops.BRANCH:
        return list(value[1])
    if op in (_ops.MAX_REPEAT, _ops.MIN_REPEAT, _ops.POSSESSIVE_REPEAT):
        return [value[2]]
    if op is _ops.ATOMIC_GROUP:
        return [value]
    if op in (_ops.ASSERT, _ops.ASSERT_NOT):
        return [value[1]]
    if op is _ops.GROUPREF_EXISTS:
        return [part for part in value[1:] if part is not None]
    return []


def set_width(tree: Any) -> int:
    """Return how many characters the ranges of all sets in a parsed pattern span.

    Raises:
        RecursionError: the pattern is too deep.
    """
    width = 0
    for op, value in tree:
        if op is _ops.IN:
            width += sum(item[1][1] - item[1][0] + 1 for item in value if item[0] is _ops.RANGE)
        width += sum(set_width(child) for child in children(op, value))
    return width
