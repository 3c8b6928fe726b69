"""Runs and their results: batches in, filters, sorts, counts and pages out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from gradewright.edits import RemoveBenchmark, RemoveQuestions
from gradewright.errors import NotFound
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.run import Cell, CellState, CheckKind, FailureReason, FieldOutcome, RunState, Tally
from gradewright.store.library import Library, Mark, ResultFilter, ResultSort

JUDGED = CellState.JUDGED


def template(verdict: bool | None) -> Cell:
    return Cell("template", CheckKind.TEMPLATE, JUDGED, verdict, verdict)


def trait(name: str, verdict: bool | None, value: Any = None) -> Cell:
    return Cell(name, CheckKind.TRAIT, JUDGED, verdict, verdict if value is None else value)


def failed(name: str) -> Cell:
    return Cell(name, CheckKind.TRAIT, CellState.FAILED, reason=FailureReason.REGEX_TIMEOUT, message="too slow")


def undecided(name: str) -> Cell:
    return Cell(name, CheckKind.TRAIT, CellState.CANNOT_JUDGE, message="nothing about it in the answer")


@pytest.fixture
def run(library: Library) -> int:
    """Return a run over two questions and two models: answers 1, 2 are atlas and beta to k1, 3 and 4 to k2."""
    questions = [Question("k1", "Which dose?"), Question("k2", "日本の首都は?")]
    benchmark_id = library.add_checkpoint(Benchmark("Clinic"), questions)
    answers = [Answer(key, model, f"{model} says 5 mg to {key}") for key in ("k1", "k2") for model in ("atlas", "beta")]
    library.add_answers(benchmark_id, answers)
    run_id = library.create_run(benchmark_id, {"judge": None}, planned_answers=4, planned_cells=16)
    library.record_cells(
        run_id,
        [
            (1, [template(True), trait("short", True), trait("recall", None, 0.5)], True),
            (2, [template(False), trait("short", False), trait("recall", None, 0.25)], False),
        ],
    )
    library.record_cells(
        run_id,
        [
            (3, [template(True), failed("short"), trait("only here", True)], None),
            (4, [template(True), undecided("short"), trait("recall", None, 1)], None),
        ],
    )
    return run_id


def answers_in(library: Library, run: int, wanted: ResultFilter, sort: ResultSort) -> list[int]:
    return [row.answer_id for row in library.result_rows(library.result_ids(run, wanted, sort))]


def test_columns_come_in_the_order_in_which_they_came(library: Library, run: int) -> None:
    assert [(c.ordinal, c.kind, c.name, c.has_values) for c in library.run_checks(run)] == [
        (0, CheckKind.TEMPLATE, "template", False),
        (1, CheckKind.TRAIT, "short", False),
        (2, CheckKind.TRAIT, "recall", True),
        (3, CheckKind.TRAIT, "only here", False),
    ]


def test_columns_can_be_fixed_before(library: Library, run: int) -> None:
    checks = [(CheckKind.TRAIT, "short"), (CheckKind.TEMPLATE, "template")]
    other = library.create_run(1, {}, checks=checks)
    library.record_cells(other, [(1, [template(True), trait("new", False)], False)])
    assert [check.name for check in library.run_checks(other)] == ["short", "template", "new"]
    assert library.result_marks(other) == [(5, "-PF")]


def test_checks_of_one_name_in_one_answer_keep_apart(library: Library, run: int) -> None:
    other = library.create_run(1, {})
    twice = [trait("same", True), trait("same", False)]
    library.record_cells(other, [(1, twice, False)])
    library.record_cells(other, [(2, twice, False)])
    assert [check.name for check in library.run_checks(other)] == ["same", "same"]
    assert [marks for _, marks in library.result_marks(other)] == ["PF", "PF"]
    assert library.cells_of(library.result_ids(other)[0]) == twice


@pytest.mark.parametrize(
    ("wanted", "answers"),
    [
        (ResultFilter(), [1, 2, 3, 4]),
        (ResultFilter(models=("atlas",)), [1, 3]),
        (ResultFilter(models=("atlas", "beta")), [1, 2, 3, 4]),
        (ResultFilter(models=("none",)), []),
        (ResultFilter(overall=("pass",)), [1]),
        (ResultFilter(overall=("fail", "blank")), [2, 3, 4]),
        (ResultFilter(checks=((1, (Mark.FAIL,)),)), [2]),
        (ResultFilter(checks=((1, (Mark.NOT_JUDGED, Mark.CANNOT_JUDGE)),)), [3, 4]),
        (ResultFilter(checks=((0, (Mark.PASS,)), (2, (Mark.VALUE,)))), [1, 4]),
        (ResultFilter(checks=((3, (Mark.NOT_PLANNED,)),)), [1, 2, 4]),
        (ResultFilter(question_id=2), [3, 4]),
        (ResultFilter(text="DOSE"), [1, 2]),
        (ResultFilter(text="首都"), [3, 4]),
        (ResultFilter(text="beta 5"), [2, 4]),
        (ResultFilter(text="to k1", models=("atlas",), overall=("pass",)), [1]),
        (ResultFilter(text="%"), []),
    ],
)
def test_filters(library: Library, run: int, wanted: ResultFilter, answers: list[int]) -> None:
    assert answers_in(library, run, wanted, ResultSort()) == answers
    tally = library.tally(run, wanted)
    assert tally.answers.total == len(answers)
    ids = library.result_ids(run, wanted)
    assert tally.cells.total == sum(len(library.cells_of(number)) for number in ids)


@pytest.mark.parametrize(
    ("sort", "answers"),
    [
        (ResultSort(), [1, 2, 3, 4]),
        (ResultSort("question", descending=True), [3, 4, 1, 2]),
        (ResultSort("model"), [1, 3, 2, 4]),
        (ResultSort("model", descending=True), [2, 4, 1, 3]),
        (ResultSort("overall"), [2, 3, 4, 1]),
        (ResultSort("overall", descending=True), [1, 3, 4, 2]),
        (ResultSort("check", 1), [2, 3, 4, 1]),
        (ResultSort("check", 1, descending=True), [1, 4, 3, 2]),
        (ResultSort("check", 2), [2, 1, 4, 3]),
        (ResultSort("check", 2, descending=True), [3, 4, 1, 2]),
        (ResultSort("check", 3), [3, 1, 2, 4]),
    ],
)
def test_sorts(library: Library, run: int, sort: ResultSort, answers: list[int]) -> None:
    assert answers_in(library, run, ResultFilter(), sort) == answers


def test_counts(library: Library, run: int) -> None:
    tally = library.tally(run)
    assert tally.answers == Tally(total=4, passed=1, failed=1, not_judged=2)
    assert tally.cells == Tally(total=12, passed=5, failed=2, valued=3, cannot_judge=1, not_judged=1)
    assert tally.checks[1] == Tally(total=4, passed=1, failed=1, cannot_judge=1, not_judged=1)
    assert tally.checks[2] == Tally(total=3, valued=3)
    assert tally.checks[3] == Tally(total=1, passed=1)
    nothing = library.tally(run, ResultFilter(models=("none",)))
    assert (nothing.answers, nothing.cells) == (Tally(), Tally())
    assert set(nothing.checks.values()) == {Tally()}


def test_runs_in_a_list(library: Library, run: int) -> None:
    second = library.create_run(1, {"b": [1, 1.0]})
    newest, oldest = library.runs(1)
    assert (newest.id, newest.number, newest.config, newest.answers) == (second, 2, {"b": [1, 1.0]}, Tally())
    assert (oldest.id, oldest.number, oldest.state, oldest.planned_cells) == (run, 1, RunState.GOING, 16)
    assert (oldest.answers, oldest.cells) == (library.tally(run).answers, library.tally(run).cells)
    assert oldest.benchmark_name == "Clinic"
    changes = library.finish_run(run, RunState.COMPLETE)
    assert (changes.runs, changes.benchmarks) == ({run}, {1})
    assert library.run(run).state is RunState.COMPLETE
    assert library.run(run).ended is not None
    library.finish_run(run, RunState.GOING)
    assert library.run(run).ended is None
    other = library.add_checkpoint(Benchmark("Other"), [])
    assert library.run(library.create_run(other, {})).number == 1
    assert [row.id for row in library.runs()] == [3, second, run]
    library.apply(RemoveBenchmark(1))
    assert [row.id for row in library.runs()] == [3]


def test_pages_have_the_cells_by_check(library: Library, run: int) -> None:
    ids = library.result_ids(run)
    last, first = library.result_rows([ids[2], ids[0]])
    assert (first.answer_id, first.model, first.overall, first.question_text) == (1, "atlas", True, "Which dose?")
    assert {ordinal: brief.value for ordinal, brief in first.cells.items()} == {0: True, 1: True, 2: 0.5}
    assert list(last.cells) == [0, 1, 3]
    assert (last.overall, last.cells[1].state, last.cells[1].reason) == (None, CellState.FAILED, "regex_timeout")
    assert last.cells[1].verdict is None
    assert library.run_models(run) == ["atlas", "beta"]


def test_a_result_that_comes_again_replaces_the_one_before(library: Library, run: int) -> None:
    before = list(library.result_ids(run))
    (again,) = library.record_cells(
        run, [(3, [template(False), trait("short", True), trait("only here", None, 7)], False)]
    )
    assert list(library.result_ids(run)) == before
    assert again == before[2]
    assert library.result_marks(run)[2] == (again, "FP-V")
    assert library.tally(run).answers == Tally(total=4, passed=1, failed=2, not_judged=1)
    assert list(library.judged_answer_ids(run)) == [1, 2, 3, 4]


def test_a_result_with_fewer_cells_leaves_none_of_the_old(library: Library, run: int) -> None:
    (again,) = library.record_cells(run, [(1, [template(False)], False)])
    assert library.cells_of(again) == [template(False)]
    assert library.tally(run).cells.total == 10


def test_cells_come_back_whole(library: Library, run: int) -> None:
    outcomes = (
        FieldOutcome("dose", True, 1.0, 2.5, {"a": [1, 1.0]}, "5 mg \ud800", "exact"),
        FieldOutcome("when", None, None, 1.0, None, None),
    )
    cell = Cell(
        "template 日本",
        CheckKind.TEMPLATE,
        JUDGED,
        False,
        {"f1": 0.5},
        "r",
        "m \0 \ud800",
        0.5,
        outcomes,
        {"x": [1, None]},
    )
    (result,) = library.record_cells(run, [(1, [cell], False)])
    (back,) = library.cells_of(result)
    assert back == cell
    assert repr(back) == repr(cell)


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (date(2024, 3, 15), "2024-03-15"),
        ({2, 1}, [1, 2]),
        (b"x", "b'x'"),
        ({1: {"a"}, None: 2}, {"1": ["a"], "None": 2}),
        ((1, (date(2024, 3, 15),)), [1, ["2024-03-15"]]),
        (10**5000, "a whole number of 16610 bits"),
        (10**400, 10**400),
        ("\ud800", "\ud800"),
    ],
    ids=["date", "set", "bytes", "keys", "tuple", "huge", "large", "surrogate"],
)
def test_whatever_a_check_got_is_kept_readably(library: Library, run: int, value: Any, kept: Any) -> None:
    outcome = FieldOutcome("f", True, 1.0, 1.0, value, value)
    cell = replace(template(True), value=value, fields=(outcome,), detail={"got": value})
    (result,) = library.record_cells(run, [(1, [cell], True)])
    (back,) = library.cells_of(result)
    assert back.value == kept
    assert back.fields[0].expected == kept
    assert back.detail == {"got": kept}


def test_what_contains_itself_is_cut(library: Library, run: int) -> None:
    endless: list[Any] = []
    endless.append(endless)
    (result,) = library.record_cells(run, [(1, [replace(template(True), detail={"got": endless})], True)])
    assert "…" in repr(library.cells_of(result)[0].detail)


def test_a_batch_with_an_unknown_answer_is_refused_whole(library: Library, run: int) -> None:
    with pytest.raises(NotFound, match="no answer 99"):
        library.record_cells(run, [(1, [trait("new", False)], False), (99, [template(True)], True)])
    with pytest.raises(NotFound, match="no run 99"):
        library.record_cells(99, [])
    with pytest.raises(NotFound, match="no run 99"):
        library.finish_run(99, RunState.COMPLETE)
    with pytest.raises(NotFound, match="no benchmark 99"):
        library.create_run(99, {})
    assert library.tally(run).answers.passed == 1
    # The column that came with the refused batch is not there, and the next one gets its place.
    library.record_cells(run, [(1, [trait("later", True)], True)])
    assert [check.name for check in library.run_checks(run)] == ["template", "short", "recall", "only here", "later"]


def test_results_stay_when_their_question_goes(library: Library, run: int) -> None:
    library.apply(RemoveQuestions((1,)))
    assert answers_in(library, run, ResultFilter(), ResultSort()) == [1, 2, 3, 4]


def test_many_columns_and_results(library: Library, run: int) -> None:
    other = library.create_run(1, {})
    cells = [trait(f"check {number}", number % 3 == 0) for number in range(400)]
    library.record_cells(other, [(answer, cells, None) for answer in (1, 2, 3, 4)])
    tally = library.tally(other)
    assert len(tally.checks) == 400
    assert tally.cells == Tally(total=1600, passed=4 * 134, failed=4 * 266)
