"""The word lists of one language, from the files in ``lint/<language>/``, and the forms of its verbs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from gradewright.resources import engine_resource

VOWELS = "aeiou"


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


@dataclass(frozen=True, slots=True)
class WordLists:
    """What the wording checks know about a language. Words are lower-case and NFC."""

    quality: frozenset[str]
    quality_allowed: re.Pattern[str]
    anchors: frozenset[str]
    anchor_exceptions: re.Pattern[str]
    comparisons: re.Pattern[str]
    numbers: frozenset[str]
    output_nouns: frozenset[str]
    observable: VerbForms
    verbs: VerbForms
    noun_like: frozenset[str]
    fixed_pairs: re.Pattern[str]
    subordinators: frozenset[str]
    determiners: frozenset[str]
    auxiliaries: frozenset[str]
    modals: frozenset[str]
    adverbs: frozenset[str]
    before_nouns: frozenset[str]
    pronouns: frozenset[str]
    conditions: frozenset[str]
    lead_in: re.Pattern[str]


@cache
def word_lists(language: str = "en") -> WordLists:
    """Read the lists of one language.

    Raises:
        FileNotFoundError: there are no lists for this language.
    """
    irregular = {line.split()[0]: tuple(line.split()[1:]) for line in _lines(language, "irregular-verbs")}
    adjectives = frozenset(_words(language, "adjective-like-verbs"))
    observable = _forms(_words(language, "observable-verbs"), irregular)
    further = _forms(_words(language, "statement-verbs"), irregular)
    noun_like = frozenset(_words(language, "noun-like-verbs"))
    nouns = _forms(noun_like, irregular)
    return WordLists(
        quality=frozenset(_words(language, "quality-words")),
        quality_allowed=_phrases(_lines(language, "quality-allowed")),
        anchors=observable.all - adjectives,
        anchor_exceptions=_phrases(_lines(language, "anchor-exceptions")),
        comparisons=_phrases(_lines(language, "comparisons")),
        numbers=frozenset(_words(language, "number-words")),
        output_nouns=frozenset(_words(language, "output-nouns")),
        observable=observable,
        verbs=VerbForms(*(getattr(observable, f) | getattr(further, f) for f in ("base", "third", "past", "ing"))),
        noun_like=nouns.base | nouns.third | adjectives,
        fixed_pairs=_phrases(_lines(language, "fixed-pairs")),
        subordinators=frozenset(_words(language, "subordinators")),
        determiners=frozenset(_words(language, "determiners")),
        auxiliaries=frozenset(_words(language, "auxiliaries")),
        modals=frozenset(_words(language, "modals")),
        adverbs=frozenset(_words(language, "adverbs")),
        before_nouns=frozenset(_words(language, "before-nouns")),
        pronouns=frozenset(_words(language, "pronouns")),
        conditions=frozenset(_words(language, "conditions")),
        lead_in=re.compile("|".join(f"(?:{line})" for line in _lines(language, "lead-ins")), re.IGNORECASE),
    )


def _lines(language: str, name: str) -> Iterator[str]:
    """The entries of a list, one a line; ``#`` begins a line that explains."""
    text = engine_resource(f"lint/{language}/{name}.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        entry = line.strip()
        if entry and not entry.startswith("#"):
            yield entry


def _words(language: str, name: str) -> Iterator[str]:
    for line in _lines(language, name):
        yield from line.lower().split()


def _phrases(phrases: Iterable[str]) -> re.Pattern[str]:
    """One pattern for many phrases of whole words, the longest first, any white space between the words."""
    ordered = sorted(phrases, key=len, reverse=True)
    bodies = (r"\s+".join(re.escape(word) for word in phrase.split()) for phrase in ordered)
    return re.compile(rf"(?<![\w'’-])(?:{'|'.join(bodies)})(?![\w'’-])", re.IGNORECASE)


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
