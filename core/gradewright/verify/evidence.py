"""Which words of an answer a judgement rests on: matches of patterns, and the values of fields found again in the text.

Positions count code points of the text as stored.
"""

from __future__ import annotations

import datetime
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from gradewright.model.composed import composed, original_spans
from gradewright.model.run import Cell, CellState, CheckKind, FieldOutcome
from gradewright.model.traits import RegexTrait, Trait
from gradewright.workers.pattern_cost import safe_length

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


def marks_of(text: str, cells: Iterable[Cell], spans: Mapping[str, Sequence[Sequence[int]]]) -> list[Mark]:
    """Return all marks of an answer; ``spans`` holds, by check, what its pattern matched."""
    marks: list[Mark] = []
    for cell in cells:
        marks += field_marks(text, cell.check, cell.fields)
        marks += span_marks(cell.check, spans.get(cell.check, ()), cell.verdict is not False)
    return marks


def pattern_spans(pattern: str, flags: int, text: str, most: int = MOST_MARKS_A_CHECK) -> list[tuple[int, int]]:
    """Return the first places where a pattern matches; none if it may be slow or is invalid.

    A pattern that could run away is matched in a watched process for its verdict; marks are not worth one.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if safe_length(pattern, flags) < len(text):
                return []
            compiled = re.compile(pattern, flags)
    except (re.error, ValueError, RecursionError, OverflowError):
        return []
    return [found.span() for found in islice(compiled.finditer(text), most)]


def trait_spans(trait: Trait | None, cell: Cell, text: str) -> list[tuple[int, int]]:
    """Return what a regex trait matches in a text where its cell was judged."""
    if not isinstance(trait, RegexTrait) or cell.kind is not CheckKind.TRAIT or cell.state is not CellState.JUDGED:
        return []
    # The pattern that the run used; the one in the rubric may have been edited since.
    pattern = str(cell.detail.get("pattern", trait.pattern))
    return found_spans(
        pattern, 0 if trait.case_sensitive else re.IGNORECASE, text, cell.detail.get("normalize") is True
    )


def found_spans(
    pattern: str, flags: int, text: str, normalize: bool, most: int = MOST_MARKS_A_CHECK
) -> list[tuple[int, int]]:
    """Return what :func:`pattern_spans` does; with ``normalize`` for pattern and text in NFC, as places of the text."""
    if not normalize:
        return pattern_spans(pattern, flags, text, most)
    return original_spans(text, pattern_spans(composed(pattern), flags, composed(text), most))
