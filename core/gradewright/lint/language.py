"""Which language a rubric is written in, and which rules are there for it."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from gradewright.lint.languages.lists import LANGUAGES
from gradewright.lint.tokens import QUOTED
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric
from gradewright.model.traits import AgenticTrait, LLMTrait, MetricTrait, Trait
from gradewright.resources import engine_resource

ENGLISH = "en"
COVERED = (ENGLISH, *LANGUAGES)
"""The languages with word lists, by their ISO 639-1 codes."""

WORD_RULES = (
    "quality-word",
    "double-barreled",
    "surface-proxy",
    "negative-opening",
    "double-negative",
    "ungrounded",
    "hackable",
)
"""The rules that read words, and do so in the covered languages only."""

ANY_LANGUAGE_RULES = ("model-name", "overlap", "scale-number")
"""The wording rules that run in every language; ``scale-number`` then sees scores such as "7/10" alone."""

_LONGEST_SAMPLE = 20_000
_LEAST_SCORE = 1.0
_AHEAD = 1.25
_LEAST_DIFFERENT = 3.0
_CLEARLY = 2.0
_SCRIPT_SHARE = 0.3
_WORDS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its code ("" where a script alone is known or nothing is), and its name for people."""

    code: str
    name: str

    @property
    def is_covered(self) -> bool:
        """Whether there are word lists for it."""
        return self.code in COVERED


UNKNOWN = Language("", "a language that was not recognised")


@dataclass(frozen=True, slots=True)
class RubricLanguage:
    """The language that a rubric is checked in: set by a person, or recognised; ``certain`` is False for a guess."""

    language: Language
    was_set: bool = False
    certain: bool = True

    @property
    def statement(self) -> str:
        """One sentence for people: which language it is, and which rules do not run, if any."""
        name = self.language.name
        if self.language.is_covered:
            how = (
                "was set"
                if self.was_set
                else "was recognised"
                if self.certain
                else "is taken, as nothing else is plain"
            )
            return f"The wording is checked in {name}, which {how}."
        return (
            f"The wording is in {name}, which is not covered: {_listed(WORD_RULES)} do not run. Completeness, "
            f"{_listed(ANY_LANGUAGE_RULES)} do (scale-number for scores such as 7/10 alone)."
        )


def language_named(code: str) -> Language:
    """Return the language of a code, also one that nothing is known about ("xx")."""
    known = _known().get(code.strip().lower())
    return known.language if known is not None else Language(code.strip().lower(), f"“{code.strip()}”")


def languages() -> list[Language]:
    """Return the languages that are recognised by their words, the covered ones first, for a person to choose from."""
    every = [known.language for known in _known().values()]
    return sorted(every, key=lambda each: (not each.is_covered, each.name))


def rubric_language(rubric: Rubric) -> RubricLanguage:
    """Return the language of a rubric: the one that was set, else the one that its active texts are in.

    Texts that say too little ("Dose") are taken for English.
    """
    if rubric.terms.language.strip():
        return RubricLanguage(language_named(rubric.terms.language), was_set=True)
    found = detect(" \n".join(rubric_texts(rubric)))
    if found == UNKNOWN:
        return RubricLanguage(language_named(ENGLISH), certain=False)
    return RubricLanguage(found)


def statement_language(text: str, rubric: Language) -> Language:
    """Return the language of one statement: that of its rubric, unless it clearly is in another one."""
    script = _script(text)
    if script is not None:
        return script
    scores = _scores(text)
    best, score = max(scores.items(), key=lambda each: each[1], default=("", 0.0))
    clearly = score >= _LEAST_DIFFERENT and score >= _CLEARLY * (scores.get(rubric.code, 0.0) + 0.5)
    return language_named(best) if best != rubric.code and clearly else rubric


def detect(text: str) -> Language:
    """Return the language of a text by its script, its small words and its letters; ``UNKNOWN`` where they say nothing.

    Quotations do not count: what is to be said is often in another language than the demand.
    """
    sample = unicodedata.normalize("NFC", QUOTED.sub(" ", text[:_LONGEST_SAMPLE]))
    script = _script(sample)
    if script is not None:
        return script
    scores = _scores(sample)
    if not scores:
        return UNKNOWN
    (best, score), (_, second), *_ = [*sorted(scores.items(), key=lambda each: -each[1]), ("", 0.0)]
    return language_named(best) if score >= _LEAST_SCORE and score >= _AHEAD * second else UNKNOWN


def rubric_texts(rubric: Rubric) -> Iterator[str]:
    """Yield what a person wrote in the active entries of a rubric, examples left out: they are answers."""
    for trait in rubric.traits:
        yield from _trait_texts(trait)


def _trait_texts(trait: Trait) -> Iterator[str]:
    yield trait.name
    if isinstance(trait, Criterion):
        yield from (trait.definition, *trait.must, *trait.must_not)
        if trait.scored_on is not None:
            yield from trait.scored_on.anchors
        return
    yield trait.description or ""
    if isinstance(trait, LLMTrait | AgenticTrait):
        yield from (trait.classes or {}).values()
    if isinstance(trait, MetricTrait):
        yield from (*trait.tp_instructions, *trait.tn_instructions)


@dataclass(frozen=True, slots=True)
class _Known:
    language: Language
    words: frozenset[str]
    letters: frozenset[str]


@cache
def _known() -> Mapping[str, _Known]:
    table = tomllib.loads(engine_resource("lint/languages.toml").read_text(encoding="utf-8"))
    return {
        code: _Known(Language(code, each["name"]), frozenset(each["words"].split()), frozenset(each["letters"]))
        for code, each in table["language"].items()
    }


@cache
def _scripts() -> Mapping[str, str]:
    table = tomllib.loads(engine_resource("lint/languages.toml").read_text(encoding="utf-8"))
    scripts: dict[str, str] = table["script"]
    return scripts


@cache
def _by_word() -> Mapping[str, tuple[str, ...]]:
    """The languages of each small word."""
    found: dict[str, tuple[str, ...]] = {}
    for code, known in _known().items():
        for word in known.words:
            found[word] = (*found.get(word, ()), code)
    return found


@cache
def _by_letter() -> Mapping[str, tuple[str, ...]]:
    """The languages of each letter that few have."""
    found: dict[str, tuple[str, ...]] = {}
    for code, known in _known().items():
        for letter in known.letters:
            found[letter] = (*found.get(letter, ()), code)
    return found


def _scores(text: str) -> dict[str, float]:
    """How much speaks for each language: its small words, those of several less, and words with its letters."""
    by_word, by_letter = _by_word(), _by_letter()
    scores: dict[str, float] = {}
    for word in _WORDS.findall(text):
        low = word.lower()
        codes = by_word.get(low, ())
        for code in codes:
            scores[code] = scores.get(code, 0.0) + 1 / len(codes)
        if not low.isascii():
            for code in {code for letter in low for code in by_letter.get(letter, ())}:
                scores[code] = scores.get(code, 0.0) + 0.5
    return scores


def _script(text: str) -> Language | None:
    """The language of a script that nothing else is written in, None for Latin letters and few others."""
    letters = [character for character in text if character.isalpha()]
    if not letters:
        return None
    scripts = Counter(name for character in letters if (name := _script_of(character)) is not None)
    total = sum(scripts.values())
    if total < _SCRIPT_SHARE * len(letters):
        return None
    # Japanese has more Chinese characters than kana in many a text; any kana decides.
    named = next((name for name in ("Hiragana", "Katakana") if scripts[name]), None) or scripts.most_common(1)[0][0]
    codes = {"Hiragana": "ja", "Katakana": "ja", "Hangul": "ko", "Han": "zh", "Arabic": "ar", "Hebrew": "he",
             "Greek": "el", "Thai": "th"}  # fmt: skip
    return Language(codes.get(named, ""), _scripts()[named])


@cache
def _script_names() -> Mapping[str, str]:
    """The first word of a Unicode name for each script."""
    return {"CJK": "Han", **{name.upper(): name for name in _scripts()}}


def _script_of(character: str) -> str | None:
    if character < "\u0370":
        return None
    return _script_names().get(unicodedata.name(character, "").split(" ")[0])


def _listed(rules: Iterable[str]) -> str:
    *first, last = rules
    return f"{', '.join(first)} and {last}"
