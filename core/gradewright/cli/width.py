"""How many columns of a terminal a text takes: East Asian characters take two, combining marks none."""

from __future__ import annotations

import unicodedata


def width(text: str) -> int:
    """Return the number of terminal columns that a text takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def clipped(text: str, columns: int) -> str:
    """Return the text, cut with an ellipsis where it takes more than so many columns."""
    if width(text) <= columns:
        return text
    kept: list[str] = []
    left = columns - 1
    for character in text:
        left -= _columns(character)
        if left < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """Return the text filled with spaces to so many columns, at its right end, or with ``right`` at its left."""
    space = " " * max(0, columns - width(text))
    return space + text if right else text + space


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
