"""Which words of an answer a judgement rests on: matches of patterns, and the values of fields found again in the text.

Positions count code points of the text as stored; :class:`ShownText` turns them into positions of a Qt document.
"""

from __future__ import annotations

import datetime
import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradewright.model.run import Cell, FieldOutcome

MOST_MARKS_A_CHECK = 20
LONGEST_VALUE = 400


@dataclass(frozen=True, slots=True)
class Mark:
    """Words that speak for (``supports``) or against a verdict: ``text[start:end]``, said by ``check``."""

    start: int
    end: int
    supports: bool
    check: str
    field: str = ""


def value_words(value: Any) -> list[str]:
    """Return how a value may be written in an answer; an empty list where looking for it would find anything."""
    if value is None or isinstance(value, bool):
        return []
    if isinstance(value, str):
        words = value.strip()
        return [words] if 0 < len(words) <= LONGEST_VALUE else []
    if isinstance(value, int):
        return [str(value), f"{value:,}"] if abs(value) >= 1000 else [str(value)]
    if isinstance(value, float):
        plain = f"{value:.15g}"
        return [plain, plain.replace(".", ",")] if "." in plain else [plain]
    if isinstance(value, datetime.date):
        return [value.isoformat()]
    return []


def _bounded(words: str) -> str:
    """Return a pattern for these words that does not start or end inside another word or number."""
    pattern = r"\s+".join(re.escape(part) for part in words.split())
    if words[0].isdigit() or words[0] in "+-":
        pattern = r"(?<![\w.,])" + pattern
    elif _is_spaced(words[0]):
        pattern = r"(?<!\w)" + pattern
    if words[-1].isdigit():
        pattern += r"(?!\w)(?![.,]\d)"
    elif _is_spaced(words[-1]):
        pattern += r"(?!\w)"
    return pattern


def _is_spaced(character: str) -> bool:
    """Say whether words that end with this character are set apart by spaces. Han, kana and Thai words are not."""
    return character.isalnum() and not "\u0e00" <= character <= "\u0eff" and character < "\u2e80"


def find_value(text: str, value: Any) -> tuple[int, int] | None:
    """Return where a value stands in a text for the first time, or None."""
    places = []
    for words in value_words(value):
        found = re.search(_bounded(words), text, re.IGNORECASE)
        if found:
            places.append(found.span())
    return min(places, default=None)


def field_marks(text: str, check: str, outcomes: Iterable[FieldOutcome]) -> list[Mark]:
    """Return the marks of a template's fields: the words the values were read from, if they occur."""
    marks = []
    for outcome in outcomes:
        if outcome.passed is None:
            continue
        values = outcome.got if isinstance(outcome.got, (list, tuple, set, frozenset)) else [outcome.got]
        spans = {span for value in values if (span := find_value(text, value))}
        marks += [Mark(*span, bool(outcome.passed), check, outcome.name) for span in sorted(spans)[:MOST_MARKS_A_CHECK]]
    return marks


def span_marks(check: str, spans: Sequence[Sequence[int]], supports: bool) -> list[Mark]:
    """Return the marks of a pattern from the spans it matched; empty matches mark nothing."""
    return [Mark(start, end, supports, check) for start, end in spans[:MOST_MARKS_A_CHECK] if end > start]


def numbered(marks: Iterable[Mark]) -> list[tuple[int, Mark]]:
    """Return marks in the order of the text with their numbers; marks of the same words share one."""
    ordered = sorted(marks, key=_place)
    numbers: dict[tuple[int, int], int] = {}
    for mark in ordered:
        numbers.setdefault((mark.start, mark.end), len(numbers) + 1)
    return [(numbers[mark.start, mark.end], mark) for mark in ordered]


def _place(mark: Mark) -> tuple[int, int]:
    return mark.start, -mark.end


class ShownText:
    """A text as a Qt document holds it: one paragraph mark a line end, positions in UTF-16 units.

    ``text`` is what to hand to the document; :meth:`position` says where a position of the stored text is in it.
    """

    def __init__(self, stored: str) -> None:
        self.text = stored.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")
        self._dropped = [found.start() + 1 for found in re.finditer("\r\n", stored)]
        self._wide = [found.start() for found in re.finditer("[\U00010000-\U0010ffff]", self.text)]

    def position(self, stored: int) -> int:
        """Return the document's position for one of the stored text."""
        shown = stored - bisect_left(self._dropped, stored)
        return shown + bisect_left(self._wide, shown)

    def span(self, mark: Mark) -> tuple[int, int]:
        """Return start and end of a mark in the document."""
        return self.position(mark.start), self.position(mark.end)


def marks_of(text: str, cells: Iterable[Cell], spans: Mapping[str, Sequence[Sequence[int]]]) -> list[Mark]:
    """Return all marks of an answer; ``spans`` holds, by check, what its pattern matched."""
    marks: list[Mark] = []
    for cell in cells:
        marks += field_marks(text, cell.check, cell.fields)
        marks += span_marks(cell.check, spans.get(cell.check, ()), cell.verdict is not False)
    return marks
