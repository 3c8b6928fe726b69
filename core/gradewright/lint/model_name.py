"""The rule ``model-name``: the name of a model or of its maker. The same in every language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from gradewright.lint.reading import touches
from gradewright.lint.word_files import Extent, WordFiles

NEAR = 60


@dataclass(frozen=True, slots=True)
class _Names:
    names: re.Pattern[str]
    makers: re.Pattern[str]
    senses: tuple[tuple[str, re.Pattern[str]], ...]
    followed: re.Pattern[str]


def model_names(text: str) -> list[Extent]:
    """Return where an NFC text names a model or its maker with a capital letter somewhere in the name.

    A known other sense does not count: a person's or place's name, a sign of the zodiac, a wind, a product that is no
    model (grading-rubric specification, section 3). Quotations do.
    """
    if text.islower():
        return []
    known = _names()
    found = [match.span() for match in known.names.finditer(text) if _is_name(text, match, known)]
    for match in known.makers.finditer(text):
        if not touches(match.span(), found) and not match[0].islower() and not _is_product(text, match, known):
            found.append(match.span())
    return sorted(found)


@cache
def _names() -> _Names:
    files = WordFiles("any")
    senses = tuple((line.partition(":")[0], line.partition(":")[2].strip()) for line in files.lines("model-senses"))
    return _Names(
        _pattern(files.lines("model-names"), r"(?:[-\s]?\d[\w.]*)?(?:['’]s|s['’]?)?(?:-\w+)?(?!\w)"),
        _pattern(files.lines("model-makers"), r"(?:['’]s)?(?!\w)"),
        tuple((name, re.compile(words, re.IGNORECASE)) for name, words in senses),
        re.compile("|".join(files.lines("model-words")), re.IGNORECASE),
    )


def _pattern(names: list[str], end: str) -> re.Pattern[str]:
    ordered = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<![\w@/.])(?:{'|'.join(f'(?:{name})' for name in ordered)}){end}", re.IGNORECASE)


def _is_name(text: str, match: re.Match[str], known: _Names) -> bool:
    if match[0].islower():
        return False
    low = match[0].lower()
    near = text[max(0, match.start() - NEAR) : match.start()] + "\N{BULLET}" + text[match.end() : match.end() + NEAR]
    return not any(low.startswith(name) and sense.search(near) for name, sense in known.senses)


def _is_product(text: str, match: re.Match[str], known: _Names) -> bool:
    """Whether a maker's name only begins the name of a thing that is no model ("Google Sheets", "Amazon order")."""
    behind = text[match.end() : match.end() + NEAR]
    if match[0].lower().endswith(("'s", "’s")):
        return False
    if known.followed.match(behind.lstrip()):
        return False
    word = re.match(r"[ -](\w+)", behind)
    return word is not None or text[: match.start()].lower().endswith("the ")
