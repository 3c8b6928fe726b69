"""The rule ``scale-number``: a number used as a score that is no point of the scale, or a scale of another size."""

from __future__ import annotations

import re

from gradewright.lint.demand import Span
from gradewright.lint.reading import Reading
from gradewright.lint.words import WordLists


def scale_numbers(reading: Reading, points: int) -> list[Span]:
    """Return the scores that are not on a scale from 1 to ``points``, and stated scales of another size.

    Numbers that count something ("a 14-day window", "6 examples") are no scores (grading-rubric specification,
    section 3).
    """
    found: list[tuple[int, int]] = []
    for pattern in reading.lists.scale_numbers:
        for match in pattern.finditer(reading.bare):
            extent = _off_scale(match, points, reading.lists)
            if extent is not None and not any(start < extent[1] and extent[0] < end for start, end in found):
                found.append(extent)
    return [reading.span(*extent) for extent in sorted(found)]


def _off_scale(match: re.Match[str], points: int, lists: WordLists) -> tuple[int, int] | None:
    groups = match.groupdict()
    size, low, score = (_value(groups.get(name), lists) for name in ("size", "low", "score"))
    if size is not None and size != points:
        return match.span()
    if low is not None and low != 1:
        return match.span()
    if score is not None and not (score.is_integer() and 1 <= score <= points):
        return match.span()
    return None


def _value(text: str | None, lists: WordLists) -> float | None:
    if text is None:
        return None
    word = text.lower()
    return float(lists.small_numbers[word]) if word in lists.small_numbers else float(word.replace(",", "."))
