"""A pattern as an automaton: which characters lead from one place in it to another, and where nothing is consumed.

It answers what the bound on steps of ``pattern_cost`` cannot: whether anything at all can match, and whether one text
can be matched in so many ways that giving them all up takes forever. Sets of characters are too large rather than too
small and repetitions are written out a few times only, so the automaton matches all that the pattern matches, and more.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gradewright.workers import pattern_characters as characters

# Neither module has a public name since Python 3.11; a change in them is caught by the tests of this module.
_parser: Any = re._parser  # type: ignore[attr-defined]
_ops: Any = re._constants  # type: ignore[attr-defined]

MOST_NODES = 2_000
MANY_REPEATS = 8
"""A repetition of so many times or more counts as one without end."""

_WRITTEN_OUT = 3
_OPPOSITES = (
    {_ops.CATEGORY_DIGIT, _ops.CATEGORY_NOT_DIGIT},
    {_ops.CATEGORY_SPACE, _ops.CATEGORY_NOT_SPACE},
    {_ops.CATEGORY_WORD, _ops.CATEGORY_NOT_WORD},
)
_LAST_CHARACTER = 0x10FFFF


class TooLarge(Exception):
    """The automaton has too many places to be looked at."""


@dataclass(frozen=True, slots=True)
class Check:
    """A condition that consumes nothing: the name of a boundary, ``ahead``, ``never``, or ``unknown`` (it may fail).

    ``bits`` are the characters that may come next under ``ahead``.
    """

    name: str
    bits: int = characters.ALL


@dataclass(slots=True)
class Node:
    """A place in a pattern: the ways on that consume a character of a set, and those that consume nothing."""

    steps: list[tuple[int, int]] = field(default_factory=list)
    free: list[tuple[int, Check | None]] = field(default_factory=list)


@dataclass(slots=True)
class Automaton:
    """The places of a pattern; it begins at 0 and matches at ``end``. ``multiline`` and ``ascii`` are its flags.

    ``counted`` tells that a part which can match nothing is repeated many times, but not without end.
    ``inner`` are the automata of what is looked for ahead or behind, and of parts that are never given back.
    """

    nodes: list[Node]
    end: int
    multiline: bool
    ascii: bool
    counted: bool
    inner: list[Automaton]


def automaton(pattern: str, flags: int = 0) -> Automaton:
    """Return the automaton of a pattern that compiles.

    Raises:
        re.error, RecursionError, OverflowError: the pattern cannot be parsed.
        TooLarge: it has too many places.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = _parser.parse(pattern, flags)
    state = tree.state.flags
    reader = characters.CharacterReader(bool(state & re.IGNORECASE), bool(state & re.DOTALL))
    try:
        return _Builder(reader, state).build(list(tree))
    except characters.TooIntricate as error:
        raise TooLarge from error


class _Builder:
    """Lays out the places of one automaton."""

    def __init__(self, reader: characters.CharacterReader, flags: int) -> None:
        self._reader = reader
        self._flags = flags
        self._vague = False
        self._nodes = [Node()]
        self._counted = False
        self._inner: list[Automaton] = []

    def build(self, items: Sequence[Any]) -> Automaton:
        end = self._sequence(items, 0)
        multiline, ascii_only = bool(self._flags & re.MULTILINE), bool(self._flags & re.ASCII)
        return Automaton(self._nodes, end, multiline, ascii_only, self._counted, self._inner)

    def _new(self) -> int:
        if len(self._nodes) >= MOST_NODES:
            raise TooLarge
        self._nodes.append(Node())
        return len(self._nodes) - 1

    def _free(self, start: int, end: int, check: Check | None = None) -> int:
        self._nodes[start].free.append((end, check))
        return end

    def _step(self, start: int, bits: int) -> int:
        end = self._new()
        self._nodes[start].steps.append((end, bits))
        return end

    def _sequence(self, items: Sequence[Any], start: int) -> int:
        for op, value in items:
            start = self._item(op, value, start)
        return start

    def _item(self, op: Any, value: Any, start: int) -> int:
        if op is _ops.IN and _is_empty(value):
            return self._step(start, 0)
        if op in (_ops.LITERAL, _ops.NOT_LITERAL, _ops.ANY, _ops.IN):
            return self._step(start, self._reader.first([(op, value)], 0))
        if op is _ops.SUBPATTERN:
            return self._group(value, start)
        if op is _ops.BRANCH:
            return self._either([list(branch) for branch in value[1]], start)
        if op in (_ops.MAX_REPEAT, _ops.MIN_REPEAT):
            return self._repeat(value[0], value[1], list(value[2]), start)
        if op is _ops.AT:
            return self._free(start, self._new(), Check("unknown" if self._vague else str(value)))
        if op is _ops.FAILURE:
            return self._step(start, 0)
        if op in (_ops.ASSERT, _ops.ASSERT_NOT):
            return self._look(value[0], list(value[1]), start, wanted=op is _ops.ASSERT)
        if op is _ops.GROUPREF_EXISTS:
            return self._either([list(branch or ()) for branch in value[1:]], start)
        return self._opaque(op, value, start)

    def _group(self, value: Any, start: int) -> int:
        if not value[1] and not value[2]:
            return self._sequence(list(value[3]), start)
        # Flags of its own: what they take away is left in, and where lines and words end is not known.
        outer, vague = self._reader, self._vague
        flags = self._flags | value[1]
        self._reader = characters.CharacterReader(bool(flags & re.IGNORECASE), bool(flags & re.DOTALL))
        self._vague = True
        end = self._sequence(list(value[3]), start)
        self._reader, self._vague = outer, vague
        return end

    def _either(self, branches: Sequence[Sequence[Any]], start: int) -> int:
        end = self._new()
        for branch in branches:
            self._free(self._sequence(branch, self._free(start, self._new())), end)
        return end

    def _repeat(self, low: int, high: int, body: list[Any], start: int) -> int:
        if MANY_REPEATS <= high < _ops.MAXREPEAT and self._reader.nullable(body):
            self._counted = True
        for _ in range(min(low, _WRITTEN_OUT)):
            start = self._sequence(body, start)
        if high < MANY_REPEATS:
            optional = min(high - low, _WRITTEN_OUT)
            end = self._new()
            for _ in range(optional):
                self._free(start, end)
                start = self._sequence(body, start)
            return self._free(start, end)
        # Nothing is shared between going in and going round: ways that differ must be different ways.
        body_start, end = self._new(), self._new()
        self._free(start, body_start)
        self._free(start, end)
        round_again = self._sequence(body, body_start)
        self._free(round_again, body_start)
        return self._free(round_again, end)

    def _look(self, direction: int, body: list[Any], start: int, *, wanted: bool) -> int:
        self._inner.append(_Builder(self._reader, self._flags).build(body))
        end = self._new()
        if not wanted and not body:
            return self._free(start, end, Check("never"))
        if wanted and direction > 0 and not self._reader.nullable(body):
            return self._free(start, end, Check("ahead", self._reader.first(body, 0) or characters.ALL))
        return self._free(start, end, Check("unknown"))

    def _opaque(self, op: Any, value: Any, start: int) -> int:
        """A part that is taken whole: any characters, so many as there are."""
        body = list(value[2]) if op is _ops.POSSESSIVE_REPEAT else list(value) if op is _ops.ATOMIC_GROUP else []
        self._inner.append(_Builder(self._reader, self._flags).build(body))
        end = self._new()
        self._free(start, end, Check("unknown"))
        self._nodes[start].steps.append((end, characters.ALL))
        self._nodes[end].steps.append((end, characters.ALL))
        return end


def _is_empty(items: Sequence[Any]) -> bool:
    """Tell whether a set leaves out every character (``[^\\s\\S]``)."""
    if not items or items[0][0] is not _ops.NEGATE:
        return False
    categories = {value for op, value in items if op is _ops.CATEGORY}
    everything = any(op is _ops.RANGE and value == (0, _LAST_CHARACTER) for op, value in items)
    return everything or any(pair <= categories for pair in _OPPOSITES)
