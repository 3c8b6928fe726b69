"""Checking rubrics: one criterion that is edited among 200, and all of 2,500, cold and with what is remembered."""

from __future__ import annotations

import random
from collections.abc import Sequence

from gradewright.lint import rules
from gradewright.lint.checks import lint_rubric
from gradewright.lint.finding import Place
from gradewright.lint.memory import LintMemory
from gradewright.lint.words import word_lists
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry
from tests.benchmarks.frame import Figure, median_seconds, processor_seconds

EDITED_AMONG = 200
ALL = 2_500
KEYSTROKE_MILLISECONDS = 16.0
WHOLE_MILLISECONDS = 300.0
COLD_SECONDS = 15.0

_PARTS = [
    "ba",
    "con",
    "der",
    "fi",
    "gra",
    "hol",
    "in",
    "ker",
    "lum",
    "mon",
    "nor",
    "pre",
    "qui",
    "ras",
    "sol",
    "ter",
    "un",
    "ver",
    "wes",
    "zel",
]
_VERBS = ["States", "Names", "Explains", "Quotes", "Lists", "Describes", "Asks", "Confirms", "Cites"]


def rubric(count: int) -> Rubric:
    """Return a rubric of criteria with four texts to check each, in words of which few are common."""
    chance = random.Random(20_261_201)
    words = ["".join(chance.choice(_PARTS) for _ in range(3)) for _ in range(9_000)]
    return Rubric(tuple(RubricEntry(f"c{number}", _criterion(chance, words)) for number in range(count)))


def _criterion(chance: random.Random, words: Sequence[str]) -> Criterion:
    def word() -> str:
        return words[min(int(chance.expovariate(1 / 1_500)), len(words) - 1)]

    verbs = [chance.choice(_VERBS) for _ in range(2)]
    return Criterion(
        name=f"{word()} {word()}",
        definition=f"Whether the reply gives the {word()} that fits the {word()}.",
        must=(
            f"{verbs[0]} the {word()} of the {word()} and the {word()} in mg.",
            f"{verbs[1]} the {word()} that the {word()} needs and tells the {word()} of it.",
        ),
        must_not=(f"Names the {word()} of the {word()}.",),
        pass_examples=("a",),
        fail_examples=("b",),
    )


def run() -> list[Figure]:
    """Measure processor time, in milliseconds; the cold figure, in seconds, is without anything remembered."""
    word_lists()
    return [
        Figure(
            f"edit 1 criterion of {EDITED_AMONG}",
            _edited(EDITED_AMONG) * 1e3,
            None,
            "ms",
            KEYSTROKE_MILLISECONDS,
            "ours",
        ),
        Figure(f"edit 1 criterion of {ALL:,}", _edited(ALL) * 1e3, None, "ms", WHOLE_MILLISECONDS, "ours"),
        Figure(f"{ALL:,} criteria, unchanged", _unchanged() * 1e3, None, "ms", WHOLE_MILLISECONDS, "ours"),
        Figure(f"{ALL:,} criteria, cold", _cold(), None, "s", COLD_SECONDS, "ours", "nothing remembered"),
    ]


def _edited(count: int) -> float:
    state, memory, typed = [rubric(count)], LintMemory(), [0]
    lint_rubric(state[0], Place(1), memory=memory)

    def type_on() -> None:
        typed[0] += 1
        entry = state[0].entries[5]
        assert isinstance(entry.trait, Criterion)
        must = (f"Names the drug and states dose {typed[0]} in mg.", entry.trait.must[1])
        changed = entry.with_trait(entry.trait.model_copy(update={"must": must}))
        entries = (*state[0].entries[:5], changed, *state[0].entries[6:])
        state[0] = state[0].with_entries(entries)
        lint_rubric(state[0], Place(1), memory=memory)

    return median_seconds(type_on)


def _unchanged() -> float:
    whole, memory = rubric(ALL), LintMemory()
    return median_seconds(lambda: lint_rubric(whole, Place(1), memory=memory))


def _cold() -> float:
    whole = rubric(ALL)
    rules.forget()
    return processor_seconds(lambda: lint_rubric(whole, Place(1)))
