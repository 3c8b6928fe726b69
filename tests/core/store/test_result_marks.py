"""The marks of results: a letter a check, in the order and with the filter that the ids have."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.run import Cell, CellState, CheckKind
from gradewright.store.library import Library
from gradewright.store.marks import Mark, tallies_by_check
from gradewright.store.results import ResultFilter, ResultSort

KEYS = [f"urn:uuid:question-{n}" for n in range(4)]


def _questions() -> list[Question]:
    return [Question(key, f"Text {key}", finished=n % 2 == 1) for n, key in enumerate(KEYS)]


def cell(name: str, state: CellState = CellState.JUDGED, verdict: bool | None = None) -> Cell:
    return Cell(name, CheckKind.TRAIT, state, verdict, verdict)


def test_marks_go_with_the_ids(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.gradewright") as library:
        benchmark = library.add_checkpoint(Benchmark("B"), _questions())
        library.add_answers(benchmark, [Answer(key, "atlas", "Answer") for key in KEYS])
        run = library.create_run(benchmark, {}, checks=[(CheckKind.TRAIT, "one"), (CheckKind.TRAIT, "two")])
        cells = [
            [cell("one", verdict=True), cell("two", verdict=False)],
            [cell("one", verdict=False)],
            [cell("one"), cell("two", CellState.FAILED)],
            [cell("two", CellState.CANNOT_JUDGE)],
        ]
        answers = library.answer_ids(benchmark)
        library.record_cells(run, [(a, each, None) for a, each in zip(answers, cells, strict=True)])
        assert [marks for _, marks in library.result_marks(run)] == ["PF", "F-", "VN", "-C"]
        assert [number for number, _ in library.result_marks(run)] == list(library.result_ids(run))
        sort = ResultSort("check", 0, descending=True)
        assert [number for number, _ in library.result_marks(run, sort=sort)] == list(
            library.result_ids(run, sort=sort)
        )
        failed = ResultFilter(checks=((0, (Mark.FAIL,)),))
        assert [marks for _, marks in library.result_marks(run, failed)] == ["F-"]
        assert [marks for _, marks in library.result_marks(run, ResultFilter(finished=True))] == ["F-", "-C"]
        assert library.tally(run, ResultFilter(finished=False)).answers.total == 2


@given(marks=st.lists(st.text("PFVCN-", max_size=6), max_size=30), checks=st.integers(0, 5))
@settings(deadline=None)
def test_letters_are_counted_by_check(marks: list[str], checks: int) -> None:
    counted = tallies_by_check(marks, checks)
    assert len(counted) == checks
    for ordinal, tally in enumerate(counted):
        letters = [each[ordinal] for each in marks if len(each) > ordinal]
        assert (tally.passed, tally.failed, tally.valued, tally.cannot_judge, tally.not_judged) == tuple(
            letters.count(letter) for letter in "PFVCN"
        )
        assert tally.total == len(letters) - letters.count("-")


def test_many_results_are_counted_in_several_texts() -> None:
    (first, second) = tallies_by_check(["PF"] * 25_000 + ["F"], 2)
    assert (first.passed, first.failed, first.total) == (25_000, 1, 25_001)
    assert (second.failed, second.total) == (25_000, 25_000)
