"""Steps of the history: undo, redo, typing that merges, and edits that cannot be made."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from gradewright.edits import (
    Compound,
    RemoveQuestions,
    RubricOwner,
    SetEntry,
    SetQuestion,
)
from gradewright.errors import InvalidValue, NotFound
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.traits import RegexTrait
from gradewright.store.library import Library

from .conftest import Clock

RUBRIC = Rubric((RubricEntry("a", RegexTrait(name="dose", pattern="mg")),))


def plain(count: int, start: int = 1) -> list[Question]:
    return [Question(f"k{number}", f"question {number}") for number in range(start, start + count)]


def test_an_edit_that_cannot_be_made_leaves_no_trace(library: Library) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B"), plain(1))
    (one,) = library.question_ids(benchmark_id)
    steps = library.history()
    with pytest.raises(NotFound):
        library.apply(Compound("two", (SetQuestion(one, "text", "half"), SetQuestion(99, "text", "x"))))
    with pytest.raises(InvalidValue):
        library.apply(Compound("two", (SetQuestion(one, "text", "half"), SetQuestion(one, "finished", "yes"))))
    assert library.question(one).text == "question 1"
    assert library.history() == steps


def test_typing_is_one_step_until_a_pause(library: Library, clock: Clock) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B"), plain(1))
    (one,) = library.question_ids(benchmark_id)
    clock.step = timedelta(seconds=1)
    for text in ("D", "Do", "Dose"):
        library.apply(SetQuestion(one, "text", text))
    clock.step = timedelta(seconds=10)
    library.apply(SetQuestion(one, "text", "Dose?"))
    library.undo()
    assert library.question(one).text == "Dose"
    library.undo()
    assert library.question(one).text == "question 1"
    library.redo()
    assert library.question(one).text == "Dose"


def test_typing_does_not_go_on_in_an_earlier_session(place: Path, clock: Clock) -> None:
    with Library.open(place, clock=clock) as library:
        one = library.question_ids(library.add_checkpoint(Benchmark("B"), plain(1)))[0]
        clock.step = timedelta(0)
        library.apply(SetQuestion(one, "text", "a"))
    with Library.open(place, clock=clock) as library:
        library.apply(SetQuestion(one, "text", "ab"))
        library.undo()
        assert library.question(one).text == "a"


def test_typing_in_a_trait_is_one_step(library: Library, clock: Clock) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B", rubric=RUBRIC), [])
    clock.step = timedelta(seconds=1)
    owner = RubricOwner(benchmark_id=benchmark_id)
    entry = RUBRIC.entries[0]
    for text in ("a", "ab", "abc"):
        library.apply(SetEntry(owner, entry.with_trait(RegexTrait(name="dose", pattern="mg", description=text))))
    assert len(library.history()) == 2
    library.undo()
    assert library.benchmark(benchmark_id).rubric == RUBRIC


def test_undo_and_redo_survive_closing(place: Path, clock: Clock) -> None:
    with Library.open(place, clock=clock) as library:
        assert (library.undo_title, library.redo_title, library.undo(), library.redo()) == (None, None, None, None)
        benchmark_id = library.add_checkpoint(Benchmark("B"), plain(2))
        one, two = library.question_ids(benchmark_id)
        library.apply(RemoveQuestions((two,)))
        library.apply(SetQuestion(one, "text", "new"))
        library.undo()
    with Library.open(place, clock=clock) as library:
        assert (library.undo_title, library.redo_title) == ("remove question", "change question")
        library.redo()
        assert library.question(one).text == "new"
        for _ in range(3):
            library.undo()
        assert library.benchmarks() == []
        for _ in range(3):
            library.redo()
        assert list(library.question_ids(benchmark_id)) == [one]
        assert library.redo() is None


def test_a_new_edit_drops_what_could_be_redone_and_keeps_it_in_the_history(library: Library) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B"), plain(1))
    (one,) = library.question_ids(benchmark_id)
    library.apply(SetQuestion(one, "text", "first"))
    library.undo()
    library.apply(SetQuestion(one, "reference", "second"))
    assert library.redo() is None
    assert [(row.title, row.state) for row in library.history(question_id=one)] == [
        ("change reference answer", "done"),
        ("change question", "dropped"),
    ]
    assert [row.benchmark_id for row in library.history(benchmark_id=benchmark_id)] == [benchmark_id] * 3


def test_a_checkpoint_is_one_step(library: Library) -> None:
    benchmark_id = library.add_checkpoint(Benchmark("B"), plain(600))
    assert library.undo_title == "add benchmark “B”"
    library.undo()
    assert library.benchmarks() == []
    changes = library.redo()
    assert changes is not None
    assert changes.benchmarks == {benchmark_id}
    assert library.benchmark_row(benchmark_id).question_count == 600
