"""Search over questions: any word anywhere, in every script, following every edit."""

from __future__ import annotations

import pytest

from gradewright.edits import (
    RemoveQuestions,
    SetQuestion,
)
from gradewright.model.question import Benchmark, Question
from gradewright.store.library import Library


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["k1", "k2", "k3", "k4", "k5"]),
        ("dose", ["k1", "k2"]),
        ("DOSE mg", ["k1"]),
        ("os", ["k1", "k2"]),
        ("of%", []),
        ("50%", ["k3"]),
        ("a_b", ["k3"]),
        ("日本", ["k4"]),
        ("日本語", ["k4"]),
        ("本", ["k4"]),
        ("тЕСт", ["k5"]),
        ("тЕ", ["k5"]),
        ("ТЕ", ["k5"]),
        ("te", ["k5"]),
        ('say "no"', ["k5"]),
        ("pharma", ["k2"]),
        ("nothing like it", []),
        ("\0", ["k1", "k2", "k3", "k4", "k5"]),
        ("dose \ud800", ["k1", "k2"]),
        ("OR AND NEAR( *", []),
    ],
)
def test_search_finds_every_word_anywhere(library: Library, query: str, found: list[str]) -> None:
    questions = [
        Question("k1", "Which Dose?", reference="5 mg"),
        Question("k2", "Second dose", keywords=("Pharmacy",)),
        Question("k3", "a_b is 50% of it"),
        Question("k4", "日本語の質問"),
        Question("k5", 'Тест: say "no" te'),
    ]
    benchmark_id = library.add_checkpoint(Benchmark("B"), questions)
    ids = library.question_ids(benchmark_id, search=query)
    assert [library.question(number).key for number in ids] == found


def test_search_follows_edits(library: Library) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B"), [Question("k", "apples"), Question("l", "pears")])
    first, second = library.question_ids(benchmark_id)
    library.apply(SetQuestion(first, "text", "oranges \ud800"))
    library.apply(SetQuestion(second, "keywords", ("citrus",)))
    assert list(library.question_ids(benchmark_id, search="apples")) == []
    assert list(library.question_ids(benchmark_id, search="oranges")) == [first]
    assert [hit.question_id for hit in library.search("citrus")] == [second]
    library.undo()
    library.undo()
    assert list(library.question_ids(benchmark_id, search="apples")) == [first]
    library.apply(RemoveQuestions((first,)))
    assert library.search("apples") == []
    assert library.search("  ") == []
