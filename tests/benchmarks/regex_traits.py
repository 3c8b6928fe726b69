"""Ten regex traits over 20,000 answers of 1,500 characters, against bare searches with ``re``."""

from __future__ import annotations

import random
import re

from gradewright.model.answer import Answer
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.template import NoTemplate
from gradewright.model.traits import RegexTrait
from gradewright.verify.answer import compile_question, evaluate_answers
from gradewright.verify.rubrics import merge_rubrics
from gradewright.workers.patterns import WatchedPatterns
from tests.benchmarks.frame import Figure, paired_seconds

ANSWERS = 20_000
CHARACTERS = 1_500
KARENINA_MICROSECONDS = 17.0
"""What Karenina 0.1.0 takes on the same kind of machine for a trait and an answer of this length."""

PATTERNS = (
    r"\bsorry\b",
    r"\[\d+\]",
    r"https?://\S+",
    r"(?i)\bsource:\s*\w+",
    r"\d+(?:\.\d+)?\s*(?:mg|ml|kg)\b",
    r"^\s*-\s",
    r"[A-Z]{3,}",
    r"(?:Dr|Prof)\.\s[A-Z]\w+",
    r"\b(?:always|never|certainly)\b",
    r"\d{4}-\d{2}-\d{2}",
)


def texts() -> list[str]:
    """Return texts that look like answers: words, some numbers, a few of what the patterns look for."""
    chance = random.Random(20_261_130)
    words = ["metformin", "the", "dose", "of", "a", "kidney", "and", "should", "be", "checked", "again", "in", "months"]
    rare = [
        "sorry",
        "[3]",
        "https://example.org/a",
        "Source: NICE",
        "500 mg",
        "EGFR",
        "Dr. House",
        "never",
        "2024-03-15",
    ]
    made = []
    for _ in range(ANSWERS):
        text = " ".join(chance.choice(rare) if chance.random() < 0.004 else chance.choice(words) for _ in range(400))
        made.append(text[:CHARACTERS])
    return made


def run() -> list[Figure]:
    """Measure the traits with their cells, in seconds for all answers, and in microseconds for one trait and answer."""
    made = texts()
    answers = [Answer("q", "model", text) for text in made]
    entries = tuple(
        RubricEntry(str(n), RegexTrait(name=f"trait {n}", pattern=pattern)) for n, pattern in enumerate(PATTERNS)
    )
    searches = [re.compile(pattern).search for pattern in PATTERNS]
    with WatchedPatterns() as patterns:
        rubric = merge_rubrics(Rubric(entries), Rubric())
        question = compile_question(Question("q", "?"), rubric, NoTemplate(), patterns)
        ours, bare = paired_seconds(
            lambda: evaluate_answers(question, answers),
            lambda: [[search(text) is not None for search in searches] for text in made],
        )
    each = ours * 1e6 / (ANSWERS * len(PATTERNS))
    return [
        Figure("10 regex traits, 20,000 answers", ours, bare, "s", 1.3, "ratio"),
        Figure("one regex trait and answer", each, KARENINA_MICROSECONDS, "us", KARENINA_MICROSECONDS, "ours"),
    ]
