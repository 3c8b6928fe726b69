"""The files of one language in ``lint/<language>/``: words, phrases, regular expressions, and the forms of verbs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from gradewright.lint.list_files import compiled, entries
from gradewright.model.composed import composed

VOWELS = "aeiou"
WORD_START = r"(?<![\w'’-])"
QUOTATION = r"(?:“[^”]*”|„[^“”]*[“”]|«[^»]*»|\"[^\"]*\"|`[^`]*`|'[^'\n]*'(?!\w)|‘[^’\n]*’(?!\w))"
_PHRASE_WORD = re.compile(r"[\w'’-]+")

Extent = tuple[int, int]
"""Beginning and end in an NFC text, in code points."""


@dataclass(frozen=True, slots=True)
class VerbForms:
    """Verbs by the form in which they occur."""

    base: frozenset[str]
    third: frozenset[str]
    past: frozenset[str]
    ing: frozenset[str]

    @property
    def all(self) -> frozenset[str]:
        """Every form of every verb."""
        return self.base | self.third | self.past | self.ing

    def __or__(self, other: VerbForms) -> VerbForms:
        """The verbs of both."""
        return VerbForms(self.base | other.base, self.third | other.third, self.past | other.past, self.ing | other.ing)


@lru_cache(maxsize=16)
def _words_of(text: str) -> list[tuple[str, int, int]]:
    """The words of a text with their places. A text is asked about by several lists at once."""
    return [(match[0].lower().replace("’", "'"), *match.span()) for match in _PHRASE_WORD.finditer(text)]


class Phrases:
    """Phrases of whole words, any case, with white space or a stroke between the words."""

    def __init__(self, lines: Iterable[str]):
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for line in lines:
            words = tuple(_PHRASE_WORD.findall(line.lower()))
            self._by_first.setdefault(words[0], []).append(words)
        for phrases in self._by_first.values():
            phrases.sort(key=len, reverse=True)

    def extents(self, text: str) -> list[Extent]:
        """Return where phrases stand in a text, the longest at each place, none inside another."""
        found: list[Extent] = []
        words = _words_of(text)
        place = 0
        while place < len(words):
            length = self._length_at(words, place, text) if words[place][0] in self._by_first else 0
            if length:
                found.append((words[place][1], words[place + length - 1][2]))
            place += length or 1
        return found

    def _length_at(self, words: list[tuple[str, int, int]], place: int, text: str) -> int:
        for phrase in self._by_first[words[place][0]]:
            there = words[place : place + len(phrase)]
            if len(there) == len(phrase) and all(there[n][0] == phrase[n] for n in range(1, len(phrase))):
                gaps = (text[there[n][2] : there[n + 1][1]] for n in range(len(phrase) - 1))
                if all(gap.strip() in ("", "/") for gap in gaps):
                    return len(phrase)
        return 0


class WordFiles:
    """The files of one language, and what is made of them."""

    def __init__(self, language: str, extra: Path | None = None):
        self._language = language
        self._extra = extra

    @cached_property
    def _irregular(self) -> dict[str, tuple[str, ...]]:
        return {line.split()[0]: tuple(line.split()[1:]) for line in self.lines("irregular-verbs")}

    def lines(self, name: str) -> list[str]:
        """The entries of a list, one a line; ``#`` begins a line that explains."""
        return [composed(entry.text) for entry in entries(self._language, name, self._extra)]

    def _bodies(self, name: str) -> list[str]:
        """The regular expressions of a list, filled in. One of a team's own that is none is refused with its line."""
        found = []
        for entry in entries(self._language, name, self._extra):
            body = self._filled(composed(entry.text))
            if entry.file is not None:
                compiled(entry, body)
            found.append(body)
        return found

    def words(self, name: str) -> frozenset[str]:
        """All words of a list, however many stand in a line."""
        return frozenset(word for line in self.lines(name) for word in line.lower().split())

    def verbs(self, name: str) -> VerbForms:
        """The forms of the verbs of a list."""
        return _forms(self.words(name), self._irregular)

    def third(self, verb: str) -> str:
        """The third person of a verb."""
        return self._irregular[verb][0] if verb in self._irregular else _third(verb)

    def gerunds(self, verb: str) -> frozenset[str]:
        """The -ing forms of a verb."""
        return _forms((verb,), self._irregular).ing

    def numbered(self, name: str) -> dict[str, int]:
        """The words of a list with the numbers they stand for, counted from 0."""
        return {word: number for number, word in enumerate(self.lines(name))}

    def phrases(self, name: str) -> Phrases:
        """The phrases of a list, one a line."""
        return Phrases(self.lines(name))

    def patterns(self, name: str) -> re.Pattern[str]:
        """One pattern for the regular expressions of a list, as whole words."""
        bodies = "|".join(f"(?:{body})" for body in self._bodies(name))
        return re.compile(rf"{WORD_START}(?:{bodies})(?![\w])", re.IGNORECASE)

    def openings(self, name: str) -> re.Pattern[str]:
        """One pattern for the regular expressions of a list that are matched where a demand begins."""
        return re.compile("|".join(rf"(?:{body})(?!\w)" for body in self._bodies(name)), re.IGNORECASE)

    def separate(self, name: str) -> tuple[re.Pattern[str], ...]:
        """The regular expressions of a list one by one, because they name their parts."""
        return tuple(re.compile(body, re.IGNORECASE) for body in self._bodies(name))

    def _filled(self, line: str) -> str:
        """Fill in what a regular expression of a list says in braces."""
        if "{" not in line:
            return line
        cardinals = self._either("cardinals")
        filled = line.replace("{number}", rf"(?:\d+(?:[.,]\d+)*|(?:{cardinals})(?!\w))").replace("{quote}", QUOTATION)
        if "{digits}" in filled:
            filled = filled.replace("{digits}", rf"(?:\d+(?:[.,]\d+)?|(?:{self._either('small-numbers')})(?!\w))")
        if "{end}" in filled:
            filled = filled.replace("{end}", rf"\s*(?:$|[.,;:)!?\]])|\s+(?:{self._either('after-scores')})\b")
        if "{output}" in filled:
            filled = filled.replace("{output}", f"(?:{self._either('output-nouns')})")
        return filled.replace("{document}", f"(?:{self._either('document-nouns')})") if "{doc" in filled else filled

    def _either(self, name: str) -> str:
        return "|".join(sorted(map(re.escape, self.words(name)), key=len, reverse=True))


def _forms(bases: Iterable[str], irregular: dict[str, tuple[str, ...]]) -> VerbForms:
    base, third, past, ing = set[str](), set[str](), set[str](), set[str]()
    for verb in bases:
        base.add(verb)
        listed = irregular.get(verb, ())
        third.add(listed[0] if listed else _third(verb))
        ing |= {form for form in listed if form.endswith("ing")} or {_ing(verb)}
        past |= {form for form in listed[1:] if not form.endswith("ing")} or {_past(verb)}
    return VerbForms(frozenset(base), frozenset(third), frozenset(past), frozenset(ing))


def _third(verb: str) -> str:
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def _past(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return f"{verb[:-1]}ied"
    return f"{verb}ed"


def _ing(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return f"{verb[:-1]}ing"
    return f"{verb}ing"
