"""The lists of one language, each read when it is first asked for."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from gradewright.lint.list_files import compiled, entries

LANGUAGES = ("de", "fr", "es")
"""The languages that this package covers."""

_WORD_START, _WORD_END = r"(?<![\w’'-])", r"(?![\w-])"
QUOTATION = r"(?:“[^”]*”|„[^“”]*[“”]|«[^»]*»|\"[^\"]*\"|‚[^‘’]*[‘’]|'[^'\n]*'|`[^`]*`)"
_GROUPED = r"\d{1,9}(?:[.,\u00a0\u202f ]\d{3}){0,4}(?:[.,]\d{1,9})?"
DIGITS = r"\d{1,9}(?:[.,]\d{1,9})?"


class Lists:
    """The lists of one language; ``extra`` is a team's folder of further ones.

    All methods raise ``FileNotFoundError`` where there is no such list, and ``ListFileError`` for a bad file of a team.
    """

    def __init__(self, language: str, extra: Path | None = None) -> None:
        self.language = language
        self._extra = extra
        self._lines: dict[str, list[str]] = {}
        self._words: dict[str, frozenset[str]] = {}
        self._separate: dict[str, list[re.Pattern[str]]] = {}
        self._patterns: dict[str, re.Pattern[str] | None] = {}

    def lines(self, name: str) -> list[str]:
        """Return the entries of a list as they are, in NFC."""
        if name not in self._lines:
            found = entries(self.language, name, self._extra)
            self._lines[name] = [unicodedata.normalize("NFC", entry.text) for entry in found]
        return self._lines[name]

    def words(self, name: str) -> frozenset[str]:
        """Return all words of a list, in small letters."""
        if name not in self._words:
            self._words[name] = frozenset(word for line in self.lines(name) for word in line.lower().split())
        return self._words[name]

    def phrases(self, name: str) -> re.Pattern[str]:
        """Return a pattern for the phrases of a list: whole words, any white space between them, the longest first."""
        if name not in self._patterns:
            ordered = sorted(self.lines(name), key=len, reverse=True)
            bodies = [r"\s+".join(_literal(word) for word in line.split()) for line in ordered]
            self._patterns[name] = re.compile(
                f"{_WORD_START}(?:{'|'.join(bodies) or '(?!)'}){_WORD_END}", re.IGNORECASE
            )
        return _there(self._patterns[name])

    def patterns(self, name: str) -> re.Pattern[str]:
        """Return a pattern for a list of regular expressions of whole words, their placeholders filled in."""
        if name not in self._patterns:
            bodies = []
            for entry in entries(self.language, name, self._extra):
                filled = self._filled(entry.text)
                compiled(entry, filled)
                bodies.append(f"(?:{filled})")
            end = "" if name == "keywords" else _WORD_END
            self._patterns[name] = re.compile(f"{_WORD_START}(?:{'|'.join(bodies) or '(?!)'}){end}", re.IGNORECASE)
        return _there(self._patterns[name])

    def openings(self, name: str) -> re.Pattern[str]:
        """Return a pattern for a list of regular expressions that are matched at the beginning of a text."""
        if name not in self._patterns:
            bodies = []
            for entry in entries(self.language, name, self._extra):
                compiled(entry, entry.text)
                bodies.append(f"(?:{unicodedata.normalize('NFC', entry.text)})")
            self._patterns[name] = re.compile(rf"\s*(?:{'|'.join(bodies) or '(?!)'})", re.IGNORECASE)
        return _there(self._patterns[name])

    def separate(self, name: str) -> list[re.Pattern[str]]:
        """Return the regular expressions of a list one by one, because they name their parts."""
        if name not in self._separate:
            found = entries(self.language, name, self._extra)
            self._separate[name] = [compiled(entry, self._filled(entry.text)) for entry in found]
        return self._separate[name]

    def _filled(self, text: str) -> str:
        text = unicodedata.normalize("NFC", text)
        if "{number}" in text:
            numbers = "|".join(sorted(map(re.escape, self.words("number-words")), key=len, reverse=True))
            text = text.replace("{number}", rf"(?:{_GROUPED}|(?:{numbers})\b)")
        return text.replace("{quote}", QUOTATION).replace("{digits}", DIGITS)


def _there(pattern: re.Pattern[str] | None) -> re.Pattern[str]:
    assert pattern is not None
    return pattern


def _literal(word: str) -> str:
    return re.escape(word).replace("'", "['’]")


def stop_words(language: str, extra: Path | None = None) -> frozenset[str]:
    """Return the words that say nothing about what two criteria have in common, for each language that has a list.

    Raises:
        FileNotFoundError: there is no list for this language.
    """
    return lists_of(language, extra).words("stop-words")


@cache
def lists_of(language: str, extra: Path | None = None) -> Lists:
    """Return the lists of a language, the same object each time."""
    return Lists(language, extra)
