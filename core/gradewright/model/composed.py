"""Texts in Unicode's composed form (NFC), in bounded time, with the way back to the places in the text as it was.

“é” can be one character or an e with an accent after it; NFC (Unicode Standard Annex 15) writes both as one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

#: Marks after one letter that are put in order here. The library moves each past those before it, one by one: a text
#: of 80,000 marks in the wrong order takes 11 s there.
_STRETCH: Final = re.compile(r"[^\x00-\x7f]{100,}")
#: The longest run of characters that become one: three Hangul letters, a Sinhala vowel of three parts.
_LONGEST_CLUSTER: Final = 8


def composed(text: str) -> str:
    """Return a text in NFC; the very same text where it is so already.

    Raises:
        TypeError: ``text`` is no text.
    """
    if unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", _STRETCH.sub(_ordered, text))


def original_spans(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return where places of ``composed(text)`` stand in ``text``: whole letters with their marks. None is lost."""
    if not spans or unicodedata.is_normalized("NFC", text):
        return list(spans)
    wanted = sorted({position for span in spans for position in span})
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    done, left = 0, iter(wanted)
    position = next(left, None)
    for start, end in clusters(text):
        if position is None:
            break
        length = len(composed(text[start:end]))
        while position is not None and position <= done + length:
            # A place between two letters is where one ends and where the next starts.
            starts[position] = end if position == done + length else start
            ends[position] = start if position == done else end
            position = next(left, None)
        done += length
    return [(min(starts.get(a, len(text)), ends.get(b, len(text))), ends.get(b, len(text))) for a, b in spans]


def _ordered(stretch: re.Match[str]) -> str:
    """Take a stretch apart and put the marks after each letter in Unicode's order, as the library would."""
    parts = "".join(unicodedata.normalize("NFD", character) for character in stretch[0])
    ordered: list[str] = []
    marks: list[str] = []
    for character in parts:
        if unicodedata.combining(character):
            marks.append(character)
            continue
        ordered += sorted(marks, key=unicodedata.combining)
        marks.clear()
        ordered.append(character)
    return "".join(ordered + sorted(marks, key=unicodedata.combining))


def clusters(text: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of a text that can be composed one by one."""
    start = 0
    for position in range(1, len(text)):
        if not _joins(text, start, position):
            yield start, position
            start = position
    if text:
        yield start, len(text)


def _joins(text: str, start: int, position: int) -> bool:
    character = text[position]
    if character <= "\x7f":
        return False
    # Some marks are counted as letters, and come apart into marks.
    if unicodedata.combining(unicodedata.normalize("NFD", character)[0]):
        return True
    if position - start >= _LONGEST_CLUSTER:
        return False
    before = unicodedata.normalize("NFC", text[start:position])
    both = unicodedata.normalize("NFC", text[start : position + 1])
    return both != before + unicodedata.normalize("NFC", character)
