"""Finding the passages of a graded text that speak to its grader. Nothing is taken out: people are told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from gradewright.judge.replies import visible
from gradewright.resources import engine_resource

_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Address:
    """A passage, by its code points in the text without invisible characters, ``end`` excluded."""

    start: int
    end: int
    text: str


def addresses_grader(text: str) -> tuple[Address, ...]:
    """Return the passages that speak to a grader or pose as its instructions, in order; at most twenty."""
    seen = visible(text)
    lower = seen.lower()
    found: list[Address] = []
    for words, pattern in _patterns():
        # Most answers have none of the words, and looking for a word costs a hundredth of what a pattern does.
        if not any(word in lower for word in words):
            continue
        for match in pattern.finditer(seen):
            found.append(Address(match.start(), match.end(), match[0].strip()))
            if len(found) >= _MOST:
                break
    return tuple(sorted(found, key=lambda address: address.start)[:_MOST])


@cache
def _patterns() -> tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]:
    lines = engine_resource("prompts/addressing.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines if "\t" in line]
    return tuple(
        (tuple(word for word in words.split("|") if word), re.compile(pattern, re.IGNORECASE | re.MULTILINE))
        for words, pattern in pairs
    )
