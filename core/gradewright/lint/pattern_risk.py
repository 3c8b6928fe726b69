"""What a pattern can never do, and what it can do for too long: nothing matches, or a text matches in too many ways."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from gradewright.lint import pattern_ways as ways
from gradewright.lint.patterns import pattern_error
from gradewright.workers import pattern_automaton
from gradewright.workers.pattern_automaton import Automaton, Check
from gradewright.workers.pattern_characters import ALL, LINE_END, OTHERS, WORD_CHARACTERS
from gradewright.workers.pattern_cost import safe_length

LONGEST_LOOKED_AT = 2_000
_END = ALL + 1
# Texts so short that a bound on the steps holds for these only: many parts that may be left out, one after the other.
_HARDLY_ANY = range(1, 40)
_BEFORE = ("start", "line end", "word", "other")


@lru_cache(maxsize=2048)
def cannot_match(pattern: str, flags: int = 0) -> bool:
    """Return whether no text has a match of this pattern, for certain: ``a^``, ``$x``, ``[^\\s\\S]``, ``\\d(?=x)y``."""
    read = _read(pattern, flags)
    if read is None:
        return False
    return not _reaches_end(read)


@lru_cache(maxsize=2048)
def can_explode(pattern: str, flags: int = 0) -> bool:
    """Return whether the time of a search can double with each character of a text, or grow with its third power.

    It can where a repetition reads one text in several ways (``(a+)+$``, ``(a|a)*b``), or where repetitions of the same
    characters follow one another (``\\d+\\d+\\d+x``, ``.*.*x``), and something behind them can still fail.
    """
    read = _read(pattern, flags)
    if read is None:
        return False
    try:
        return safe_length(pattern, flags) in _HARDLY_ANY or any(ways.explodes(each) for each in _with_inner(read))
    except ways.GivenUp:
        return False


_ATOM = r"(?:\\[dwsDWS]|\\[^\w\s]|\[\^?\]?(?:\\.|[^\]\\\[])*\]|[^\\()\[\]{}|?*+^$.\s]|\.)"
_NESTED = re.compile(rf"\((?:\?:)?({_ATOM})([*+])\)([*+])(?![?+])")


def without_nested_repeats(pattern: str, flags: int = 0) -> str | None:
    """Return the pattern with ``(x+)+`` written as ``x+``, found in the same texts; None where that is no cure.

    A pattern that speaks of its groups is left alone, because groups go away.
    """
    if re.search(r"\\[1-9]|\(\?[(P]", pattern):
        return None
    changed = _NESTED.sub(lambda match: match[1] + ("+" if match[2] == match[3] == "+" else "*"), pattern)
    if changed == pattern or pattern_error(changed) is not None or can_explode(changed, flags):
        return None
    return changed


def _read(pattern: str, flags: int) -> Automaton | None:
    if len(pattern) > LONGEST_LOOKED_AT or pattern_error(pattern) is not None:
        return None
    try:
        return pattern_automaton.automaton(pattern, flags)
    except (pattern_automaton.TooLarge, re.error, RecursionError, OverflowError):
        return None


def _with_inner(read: Automaton) -> Iterator[Automaton]:
    yield read
    for inner in read.inner:
        yield from _with_inner(inner)


def _reaches_end(read: Automaton) -> bool:
    """Whether some text leads to the end. A state is a place, what was before it, and what may come next."""
    left = [(0, before, ALL | _END) for before in _BEFORE]
    seen = set(left)
    while left:
        place, before, allowed = left.pop()
        if place == read.end:
            return True
        following = [(there, kind, ALL | _END) for there, bits in read.nodes[place].steps
                     for kind in _kinds(bits & allowed, read)]  # fmt: skip
        for there, check in read.nodes[place].free:
            narrowed = allowed if check is None else allowed & _allowed_after(check, before, read)
            if narrowed:
                following.append((there, before, narrowed))
        for state in following:
            if state not in seen:
                seen.add(state)
                left.append(state)
    return False


def _kinds(bits: int, read: Automaton) -> Iterator[str]:
    """What a character of a set can be for the boundary behind it."""
    if bits & LINE_END:
        yield "line end"
    if bits & WORD_CHARACTERS:
        yield "word"
    others = ALL & ~WORD_CHARACTERS | (OTHERS if read.ascii else 0)
    if bits & others & ~LINE_END:
        yield "other"


def _allowed_after(check: Check, before: str, read: Automaton) -> int:
    """The characters, or the end, that can come next where a condition holds; 0 where it cannot hold."""
    everything = ALL | _END
    # Where only ASCII letters make words, any other character may be either.
    either = OTHERS if read.ascii else 0
    words, others = WORD_CHARACTERS | either, everything & ~WORD_CHARACTERS | either
    match check.name:
        case "AT_BEGINNING_STRING":
            return everything if before == "start" else 0
        case "AT_BEGINNING":
            return everything if before == "start" or (read.multiline and before == "line end") else 0
        case "AT_END":
            return LINE_END | _END
        case "AT_END_STRING":
            return _END
        case "AT_BOUNDARY":
            return others if before == "word" else words
        case "AT_NON_BOUNDARY":
            return words if before == "word" else others
        case "ahead":
            return check.bits
        case "never":
            return 0
    return everything
