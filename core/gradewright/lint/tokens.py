"""Words of a text with their places, on the NFC form, and the way back to the text as it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from gradewright.model.composed import clusters, composed

WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*|[;,:.!?()\[\]/–—]")
# What somebody else says or what a machine reads: no demand of the author's own.
QUOTED = re.compile(r"“[^”]*”|„[^“”]*[“”]|«[^»]*»|\"[^\"]*\"|`[^`]*`|(?<!\w)'[^'\n]*'(?!\w)|(?<!\w)‘[^’\n]*’(?!\w)")
BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a sign: ``low`` is lower-case with a straight apostrophe, offsets count in the NFC text."""

    text: str
    low: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether it is a word or number, not a sign."""
        return self.text[0].isalnum()


@dataclass(frozen=True, slots=True)
class Nfc:
    """A text in NFC with, for each of its characters, the offset of that character in the original."""

    text: str
    offsets: tuple[int, ...] | None

    @classmethod
    def of(cls, original: str) -> Nfc:
        """Normalise a text. Where nothing changes, which is nearly always, no table is made."""
        text = composed(original)
        if text == original:
            return cls(original, None)
        parts: list[str] = []
        offsets: list[int] = []
        for start, end in clusters(original):
            part = composed(original[start:end])
            parts.append(part)
            offsets.extend([start] * len(part))
        return cls("".join(parts), (*offsets, len(original)))

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Translate a span of the NFC text to the original text, in code points."""
        if self.offsets is None:
            return start, end
        return self.offsets[start], self.offsets[end]


def tokens(text: str, *, mask_brackets: bool = False) -> list[Token]:
    """Return the words and signs of an NFC text, without what stands in quotation marks or code ticks.

    ``mask_brackets`` leaves out what stands in brackets, too.
    """
    return list(_tokens(text, mask_brackets))


@lru_cache(maxsize=16)
def _tokens(text: str, mask_brackets: bool) -> tuple[Token, ...]:
    """The same, remembered for a moment: several rules take the same text apart."""
    masked = blanked(text)
    if mask_brackets:
        if "(" not in masked and "[" not in masked:
            return _tokens(text, False)
        masked = BRACKETED.sub(_blank, masked)
    return tuple(
        Token(match[0], match[0].lower().replace("’", "'"), match.start(), match.end())
        for match in WORD.finditer(masked)
    )


def blanked(text: str) -> str:
    """Return an NFC text with what is quoted blanked: nothing else moves."""
    return QUOTED.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
