"""Colours for the Python source of a template. It marks words; it does not understand the language."""

from __future__ import annotations

import builtins
import keyword
import re
from typing import Final

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from gradewright.model.primitives import PRIMITIVES
from gradewright_desktop.theme import Theme

_NAMES: Final = "|".join(
    ("VerifiedField", "BaseAnswer", "Field", "SynonymMap", "AllOf", "AnyOf", "AtLeastN", "FieldCheck", *PRIMITIVES)
)
_BUILTINS: Final = "|".join(name for name in dir(builtins) if name.islower() and not name.startswith("_"))
_TOKENS: Final = re.compile(
    rf"""(?P<comment>\#.*)
    |(?P<text>[rbfuRBFU]{{0,2}}(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"))
    |(?P<keyword>\b(?:{"|".join(keyword.kwlist)})\b)
    |(?P<name>\b(?:{_NAMES})\b)
    |(?P<builtin>\b(?:{_BUILTINS})\b)
    |(?P<number>\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\b)""",
    re.VERBOSE,
)
_TRIPLE: Final = re.compile(r"'''|\"\"\"")
# The role of a token; chart colours are the only hues made to differ from each other for every kind of sight.
_ROLES: Final = {
    "comment": "text.muted",
    "text": "chart.series.2",
    "keyword": "accent.text",
    "name": "chart.series.0",
    "builtin": "chart.series.3",
    "number": "chart.series.1",
}


class PythonHighlighter(QSyntaxHighlighter):
    """Highlights a document; follows the theme. The state of a block is the kind of triple quote left open, or 0."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self._formats: dict[str, QTextCharFormat] = {}
        theme.changed.connect(self._recolour)
        self._make_formats()

    @Slot()
    def _recolour(self) -> None:
        self._make_formats()
        self.rehighlight()

    def _make_formats(self) -> None:
        for kind, role in _ROLES.items():
            shape = QTextCharFormat()
            shape.setForeground(self._theme.colour(role))
            if kind == "keyword":
                shape.setFontWeight(QFont.Weight.DemiBold)
            self._formats[kind] = shape

    def highlightBlock(self, text: str) -> None:
        start = 0
        open_quote = max(0, self.previousBlockState())
        if open_quote:
            end = text.find(_quote(open_quote))
            stop = len(text) if end < 0 else end + 3
            self._mark(text, 0, stop, "text")
            if end < 0:
                self.setCurrentBlockState(open_quote)
                return
            start = stop
        self.setCurrentBlockState(self._mark_tokens(text, start))

    def _mark_tokens(self, text: str, start: int) -> int:
        """Mark the tokens from ``start``; return the triple quote that is left open at the end of the line, or 0."""
        while start < len(text):
            triple = _TRIPLE.search(text, start)
            token = _TOKENS.search(text, start)
            if triple is not None and (token is None or triple.start() <= token.start()):
                end = text.find(triple.group(), triple.end())
                if end < 0:
                    self._mark(text, triple.start(), len(text), "text")
                    return 1 if triple.group() == "'''" else 2
                self._mark(text, triple.start(), end + 3, "text")
                start = end + 3
            elif token is None:
                return 0
            else:
                self._mark(text, token.start(), token.end(), token.lastgroup or "name")
                start = token.end()
        return 0

    def _mark(self, text: str, start: int, end: int, kind: str) -> None:
        # Qt counts UTF-16 units, Python characters: they differ behind an emoji.
        before = _units(text[:start])
        self.setFormat(before, _units(text[start:end]), self._formats[kind])


def _quote(state: int) -> str:
    return "'''" if state == 1 else '"""'


def _units(text: str) -> int:
    return len(text) + sum(1 for letter in text if ord(letter) > 0xFFFF)
