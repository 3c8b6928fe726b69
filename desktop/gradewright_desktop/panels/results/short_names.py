"""Names short enough for a narrow column. The whole name stands in the tooltip and is what a screen reader says."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

LONGEST = 9
# Words that many checks begin with and that tell none of them apart.
# fmt: off
OPENINGS = frozenset({
    "a", "an", "the", "is", "are", "has", "have", "does", "do", "no", "not", "says", "states", "mentions",
    "contains", "includes", "names", "gives", "uses", "avoids", "must", "should", "answer", "response",
    "text",
})
# fmt: on
_WORD = re.compile(r"[A-Z]{2,}(?![a-z])|[^\W_]+(?:['’][^\W_]+)?")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def _words(name: str) -> list[str]:
    return _WORD.findall(_HUMP.sub(" ", name))


def _is_wide(word: str) -> bool:
    return unicodedata.east_asian_width(word[0]) in "WF"


def _cut(word: str) -> str:
    longest = LONGEST // 2 if _is_wide(word) else LONGEST
    return word if len(word) <= longest else word[: longest - 1] + "…"


def _candidates(name: str) -> list[str]:
    """Return short forms of a name, the best first: its first telling word, then the others, then the openings."""
    words = _words(name)
    telling = [word for word in words if word.casefold() not in OPENINGS] or words
    singles = [_cut(word[0].upper() + word[1:]) for word in telling]
    return singles or [_cut(name.strip() or "–")]


def short_names(names: Sequence[str]) -> list[str]:
    """Return a short form of each name, all different: by another word of the name, else by a number."""
    taken: set[str] = set()
    short = []
    for name in names:
        options = _candidates(name)
        chosen = next((option for option in options if option not in taken), "")
        number = 2
        while not chosen:
            numbered = f"{options[0].rstrip('…')[: LONGEST - 2]} {number}"
            chosen = numbered if numbered not in taken else ""
            number += 1
        taken.add(chosen)
        short.append(chosen)
    return short
