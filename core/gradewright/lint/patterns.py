"""What can be said about a pattern without an answer at hand."""

from __future__ import annotations

import re
import warnings
from functools import lru_cache
from re import _constants as constants  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

LONGEST_COMPILED = 20_000
# Only these let an empty match happen anywhere: a text without a word or a line break has them, too.
_STARTS = {"AT_BEGINNING", "AT_BEGINNING_STRING"}
_ENDS = {"AT_END", "AT_END_STRING"}
_ASSERTIONS = {"ASSERT", "ASSERT_NOT", "GROUPREF", "GROUPREF_EXISTS"}


@lru_cache(maxsize=4096)
def pattern_error(pattern: str) -> tuple[str, int | None] | None:
    """Return why Python's ``re`` refuses a pattern, and the offset in it, or None where it compiles."""
    if len(pattern) > LONGEST_COMPILED:
        return None
    try:
        with warnings.catch_warnings():
            # Patterns come from files; that a future Python may read one differently is no error of today.
            warnings.simplefilter("ignore")
            re.compile(pattern)
    except re.error as error:
        return error.msg, error.pos
    except (RecursionError, OverflowError, ValueError):
        return "it is nested too deep or counts too far", None
    return None


@lru_cache(maxsize=4096)
def pattern_doubt(pattern: str) -> str | None:
    """Return what Python warns about in a pattern that compiles (``"[[a]"``: a set in a set, some day), or None."""
    if len(pattern) > LONGEST_COMPILED or pattern_error(pattern) is not None:
        return None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        parser.parse(pattern)
    return str(caught[0].message).lower() if caught else None


@lru_cache(maxsize=4096)
def matches_every_text(pattern: str) -> bool:
    """Return whether a pattern is found in every text, however short: ``""``, ``".*"``, ``"x?"``.

    A pattern that can match nothing at all matches everywhere, unless an assertion forbids it.
    """
    if len(pattern) > LONGEST_COMPILED or pattern_error(pattern) is not None:
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = parser.parse(pattern)
    if tree.getwidth()[0] > 0:
        return False
    seen: set[str] = set()
    _collect(tree, seen)
    if seen & _ASSERTIONS or seen - _STARTS - _ENDS - {"OTHER"}:
        return False
    return not (seen & _STARTS and seen & _ENDS)


def _collect(tree: Any, seen: set[str]) -> None:
    """Collect the assertions of a parsed pattern; everything else counts as ``"OTHER"``."""
    for code, argument in tree:
        if code is constants.AT:
            seen.add(str(argument))
        elif str(code) in _ASSERTIONS:
            seen.add(str(code))
        else:
            seen.add("OTHER")
            _descend(argument, seen)


def _descend(argument: Any, seen: set[str]) -> None:
    if isinstance(argument, parser.SubPattern):
        _collect(argument, seen)
    elif isinstance(argument, list | tuple):
        for each in argument:
            _descend(each, seen)
