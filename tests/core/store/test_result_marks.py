"""The marks of results: a letter a check, in the order and with the filter that the ids have."""

from __future__ import annotations

from pathlib import Path

from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.run import Cell, CellState, CheckKind
from gradewright.store.library import Library
from gradewright.store.marks import Mark
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
