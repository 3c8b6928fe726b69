"""JSON of tables to values: what JSON itself does not know, and what would be lost without a word, is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gradewright.formats.json_size import MAX_DEPTH

_SURROGATE = re.compile("[\ud800-\udfff]")
HALF_PAIR = "Half of a surrogate pair, which is no character, was replaced by “\ufffd”."
NO_NUMBER = "NaN is no value; it was taken as missing."


class BadValue(Exception):
    """Why a text is no JSON that can be used, in a sentence."""


class Doubled(dict[str, Any]):
    """An object that gives different values to one key; ``key`` is the first such."""

    key = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A value, and what was changed in it so that it can be used: ``remarks`` are sentences."""

    value: Any
    remarks: tuple[str, ...] = ()


def parse_value(text: str) -> Parsed:
    """Parse JSON. NaN, which some programs write for an empty cell, becomes None, half a surrogate pair U+FFFD.

    Raises:
        BadValue: it is no JSON, an object gives a key two values, a number is infinite or has thousands of digits, or
            values are nested more than 100 levels deep.
    """
    parsed, doubled = parse_values(text)
    if doubled:
        raise BadValue(twice(next(found_doubled(parsed.value), Doubled())))
    if is_deep(parsed.value):
        raise BadValue("The values are nested too deeply.")
    mended = mend(parsed.value)
    return parsed if mended is parsed.value else Parsed(mended, (*parsed.remarks, HALF_PAIR))


def parse_values(text: str) -> tuple[Parsed, bool]:
    """Parse JSON whose members are looked at one by one; also return whether there is a :class:`Doubled` in it.

    Raises:
        BadValue: it is no JSON, or no parser gets to its end.
    """
    remarks: list[str] = []
    doubled: list[str] = []

    def pairs(members: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(members)
        if len(found) == len(members):
            return found
        for key, value in members:
            if found[key] is not value and json.dumps(found[key]) != json.dumps(value):
                doubled.append(key)
                marked = Doubled(found)
                marked.key = key
                return marked
        return found

    def constant(name: str) -> None:
        if name != "NaN":
            raise BadValue(f"{name} is no number in JSON.")
        if not remarks:
            remarks.append(NO_NUMBER)

    try:
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if error.lineno > 1 else ""
        raise BadValue(
            f"This is not JSON: {error.msg[:1].lower()}{error.msg[1:]} ({line}column {error.colno})."
        ) from error
    except RecursionError as error:
        raise BadValue("The values are nested too deeply.") from error
    except ValueError as error:
        # Python declines to convert integers of more than 4,300 digits.
        raise BadValue("A whole number is too long to be one.") from error
    return Parsed(value, tuple(remarks)), bool(doubled)


def found_doubled(value: Any) -> Iterator[Doubled]:
    """Yield the objects in a value that give different values to one key."""
    stack = [value]
    while stack:
        current = stack.pop()
        if isinstance(current, Doubled):
            yield current
        if isinstance(current, dict):
            stack.extend(current.values())
        elif isinstance(current, list):
            stack.extend(current)


def twice(doubled: Doubled) -> str:
    """Return the sentence about an object that gives different values to one key."""
    return f"The key “{doubled.key}” stands there twice with different values."


def is_deep(value: Any) -> bool:
    """Return whether a value is nested more than 100 levels deep. Uses no recursion."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_DEPTH):
        if not level:
            return False
        level = [
            member
            for holder in level
            for member in (holder.values() if isinstance(holder, dict) else holder)
            if isinstance(member, dict | list)
        ]
    return bool(level)


def mend(value: Any) -> Any:
    """Return a JSON value with halves of surrogate pairs replaced; the very same one where there are none."""
    if "\\ud" not in json.dumps(value):
        return value

    def mended(member: Any) -> Any:
        if isinstance(member, str):
            return _SURROGATE.sub("\ufffd", member)
        if isinstance(member, dict):
            return {mended(name): mended(inner) for name, inner in member.items()}
        return [mended(inner) for inner in member] if isinstance(member, list) else member

    result = mended(value)
    return value if result == value else result
