"""What can be said about a pattern without an answer at hand."""

from __future__ import annotations

import warnings
from functools import lru_cache
from re import _constants as constants  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from gradewright.model import pattern_text
from gradewright.model.pattern_text import LONGEST_COMPILED

# Only these let an empty match happen anywhere: a text without a word or a line break has them, too.
_STARTS = {"AT_BEGINNING", "AT_BEGINNING_STRING"}
_ENDS = {"AT_END", "AT_END_STRING"}
_ASSERTIONS = {"ASSERT", "ASSERT_NOT", "GROUPREF", "GROUPREF_EXISTS"}


@lru_cache(maxsize=4096)
def pattern_error(pattern: str) -> tuple[str, int | None] | None:
    """Return why Python's ``re`` refuses a pattern, and the offset in it, or None where it compiles."""
    return pattern_text.pattern_error(pattern)


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
    seen = _assertions(tree)
    if seen & _ASSERTIONS or seen - _STARTS - _ENDS - {"OTHER"}:
        return False
    return not (seen & _STARTS and seen & _ENDS)


def _assertions(tree: Any) -> set[str]:
    """Return the assertions of a parsed pattern; everything else counts as ``"OTHER"``. Uses no recursion."""
    seen: set[str] = set()
    left: list[Any] = [tree]
    while left:
        part = left.pop()
        if isinstance(part, parser.SubPattern):
            for code, argument in part:
                if code is constants.AT:
                    seen.add(str(argument))
                else:
                    seen.add(str(code) if str(code) in _ASSERTIONS else "OTHER")
                    left.append(argument)
        elif isinstance(part, list | tuple):
            left += part
    return seen
