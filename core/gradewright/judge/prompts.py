"""The prompts of ``resources/engine/prompts`` and how they are filled, with a note on whose words each stretch is.

A prompt is text with gaps, ``{name}``. What goes into a gap is never searched for gaps itself, so that braces in an
answer or a criterion stay what they are.
"""

from __future__ import annotations

import re
import secrets
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final

from gradewright.errors import InvalidValue
from gradewright.resources import engine_resource

FOLDER: Final = "prompts/"
_GAP: Final = re.compile(r"\{([a-z_]+)\}")


class Origin(StrEnum):
    """Whose words a stretch of a prompt is."""

    PROMPT = "prompt"
    RUBRIC = "rubric"
    QUESTION = "question"
    ANSWER = "answer"
    REFERENCE = "reference"
    BOUNDARY = "boundary"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a prompt and whose words it is."""

    text: str
    origin: Origin = Origin.PROMPT


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a message by its code points, ``end`` excluded. Stretches of the prompt's own words have none."""

    start: int
    end: int
    origin: Origin


Filling = str | Piece | Sequence[Piece]


class Prompt:
    """One file of prompts: its parts by name, and its version, such as ``criterion 1``."""

    def __init__(self, name: str, parts: Mapping[str, Any]):
        self.name = name
        self.version = f"{name} {parts['version']}"
        self._parts = {part: _cut(text) for part, text in parts.items() if isinstance(text, str)}

    def fill(self, part: str, **gaps: Filling) -> list[Piece]:
        """Return a part with its gaps filled. A text fills one as words of the prompt.

        Raises:
            InvalidValue: the part has a gap that nothing is given for.
        """
        pieces: list[Piece] = []
        for text, gap in self._parts[part]:
            if text:
                pieces.append(Piece(text))
            if not gap:
                continue
            if gap not in gaps:
                raise InvalidValue(f"The prompt “{self.name}” has a gap {{{gap}}} in “{part}”, which nothing fills.")
            given = gaps[gap]
            pieces += [Piece(given)] if isinstance(given, str) else [given] if isinstance(given, Piece) else given
        return pieces

    def text(self, part: str, **gaps: Filling) -> str:
        """Return a part with its gaps filled, as text."""
        return "".join(piece.text for piece in self.fill(part, **gaps))


@cache
def prompt(name: str) -> Prompt:
    """Return a file of prompts by its name without ending."""
    return Prompt(name, tomllib.loads(engine_resource(f"{FOLDER}{name}.toml").read_text(encoding="utf-8")))


def own(text: str) -> Piece:
    """Return words of the rubric's author."""
    return Piece(text, Origin.RUBRIC)


def bullets(texts: Iterable[str], origin: Origin = Origin.RUBRIC) -> list[Piece]:
    """Return a list, one line a text."""
    pieces: list[Piece] = []
    for text in texts:
        pieces += [Piece("\n- " if pieces else "- "), Piece(text, origin)]
    return pieces


def message(role: str, pieces: Iterable[Piece]) -> tuple[dict[str, str], tuple[Span, ...]]:
    """Return a message as it is sent, and the stretches of it that are not the prompt's own words."""
    texts: list[str] = []
    spans: list[Span] = []
    place = 0
    for piece in pieces:
        texts.append(piece.text)
        end = place + len(piece.text)
        if piece.origin is not Origin.PROMPT and piece.text:
            spans.append(Span(place, end, piece.origin))
        place = end
    return {"role": role, "content": "".join(texts)}, tuple(spans)


def block(boundary: str, name: str, text: str, origin: Origin) -> list[Piece]:
    """Return a text between two marks that nobody could foresee."""
    marks = Origin.BOUNDARY
    return [
        Piece(f"<<{name} {boundary}>>", marks),
        Piece("\n"),
        Piece(text, origin),
        Piece("\n"),
        Piece(f"<<end of {name} {boundary}>>", marks),
    ]


def boundary_for(*texts: str) -> str:
    """Return a mark by chance that occurs in none of the texts."""
    while True:
        mark = secrets.token_hex(4)
        if not any(mark in text for text in texts):
            return mark


def _cut(text: str) -> tuple[tuple[str, str], ...]:
    """Return a text as pairs of own words and the name of the gap after them, "" at the end."""
    pieces = _GAP.split(text)
    return tuple((own_words, name) for own_words, name in zip(pieces[::2], [*pieces[1::2], ""], strict=True))
