"""Recorded answers one by one: taken out apart from their batch, replaced, and kept for the runs that judged them."""

from __future__ import annotations

import pytest

from gradewright.edits import (
    RemoveAnswers,
    RemoveRecordedAnswers,
    ReplaceAnswer,
    RestoreAnswers,
    RestoreRecordedAnswers,
)
from gradewright.errors import NotFound
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.run import Cell, CellState, CheckKind, RunState
from gradewright.store.library import Library

JUDGED = Cell("template", CheckKind.TEMPLATE, CellState.JUDGED, True, True)


@pytest.fixture
def batch(library: Library) -> int:
    """Return a batch of three answers to two questions."""
    benchmark_id = library.add_checkpoint(Benchmark("Clinic"), [Question("k1", "one"), Question("k2", "two")])
    answers = [Answer("k1", "atlas", "a"), Answer("k1", "beta", "b"), Answer("k2", "atlas", "c")]
    return library.add_answers(benchmark_id, answers, "answers.csv")


def texts(library: Library) -> list[str]:
    return [stored.answer.text for stored in library.answers(1)]


def counts(library: Library) -> tuple[int, list[int]]:
    return library.benchmark_row(1).answer_count, [found.count for found in library.answer_batches(1)]


def test_single_answers_go_and_come_back(library: Library, batch: int) -> None:
    changes = library.apply(RemoveRecordedAnswers((1, 3)))
    assert (changes.answers_of, changes.benchmarks, changes.title) == ({1}, {1}, "remove 2 answers")
    assert texts(library) == ["b"]
    assert counts(library) == (1, [1])
    assert library.answer_models(1) == ["beta"]
    assert library.answer(1).answer.text == "a"  # whoever holds its id can still read it
    assert not library.apply(RemoveRecordedAnswers((3, 1)))
    library.undo()
    assert texts(library) == ["a", "b", "c"]
    assert counts(library) == (3, [3])
    library.redo()
    assert texts(library) == ["b"]


def test_a_batch_and_its_answers_are_apart(library: Library, batch: int) -> None:
    library.apply(RemoveRecordedAnswers((2,)))
    library.apply(RemoveAnswers(batch))
    assert texts(library) == []
    library.apply(RestoreRecordedAnswers((2,)))
    assert texts(library) == []  # the batch is out still
    library.apply(RemoveRecordedAnswers((3,)))
    library.apply(RestoreAnswers(batch))
    assert texts(library) == ["a", "b"]
    for left in ([], [], [], ["a", "c"], ["a", "b", "c"]):
        library.undo()
        assert texts(library) == left


def test_a_replaced_answer_keeps_question_batch_and_place(library: Library, batch: int) -> None:
    new = Answer("k2", "atlas", "日\ud800", 1, {"dose": 1.0, "drug": None}, {"r": {"tp": ["x"]}})
    library.apply(ReplaceAnswer(1, new))
    first = library.answers(1)[0]
    assert (first.id, first.question_id, first.batch_id) == (4, library.question_ids(1)[0], batch)
    assert (first.answer.question_key, first.answer.text) == ("k1", "日\ud800")
    assert repr(first.answer.fields) == repr(new.fields)
    assert counts(library) == (3, [3])
    library.undo()
    assert texts(library) == ["a", "b", "c"]
    library.redo()
    assert [stored.id for stored in library.answers(1)] == [4, 2, 3]
    assert not library.apply(ReplaceAnswer(4, new))


def test_a_replacement_in_a_batch_that_is_out_is_out_with_it(library: Library, batch: int) -> None:
    library.apply(RemoveAnswers(batch))
    library.apply(ReplaceAnswer(1, Answer("k1", "atlas", "z")))
    assert texts(library) == []
    library.apply(RestoreAnswers(batch))
    assert texts(library) == ["z", "b", "c"]


def test_runs_keep_what_they_judged(library: Library, batch: int) -> None:
    run_id = library.create_run(1, {})
    library.record_cells(run_id, [(number, [JUDGED], True) for number in (1, 2, 3)])
    library.finish_run(run_id, RunState.COMPLETE)
    library.apply(RemoveRecordedAnswers((2,)))
    library.apply(ReplaceAnswer(1, Answer("k1", "atlas", "changed")))
    rows = library.result_rows(library.result_ids(run_id))
    assert [(row.answer_id, row.overall) for row in rows] == [(1, True), (2, True), (3, True)]
    assert [stored.answer.text for stored in library.answers_by_id([row.answer_id for row in rows])] == ["a", "b", "c"]
    assert library.run(run_id).answers.passed == 3
    assert texts(library) == ["changed", "c"]


@pytest.mark.parametrize(
    "edit", [RemoveRecordedAnswers((1, 9)), RestoreRecordedAnswers((9,)), ReplaceAnswer(9, Answer("k1", "m", "t"))]
)
def test_unknown_answers_are_not_found_and_nothing_changes(library: Library, batch: int, edit: object) -> None:
    with pytest.raises(NotFound, match="no answer 9"):
        library.apply(edit)  # type: ignore[arg-type]
    assert texts(library) == ["a", "b", "c"]
