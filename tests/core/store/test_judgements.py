"""Judgements are kept whole, found by what they rest on, and stand beside the cells that tables show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gradewright.model.answer import Answer
from gradewright.model.judgement import JudgementPlace, KeptJudgement, PromptRecord
from gradewright.model.question import Benchmark, Question
from gradewright.model.run import Cell, CellState, CheckKind
from gradewright.store.library import Library

PROMPT = PromptRecord(("system", "user"), ("You grade.", "<<\0boundary\0>> \0answer\0"), "b0b0")


def cell(state: CellState = CellState.JUDGED, *, verdict: bool | None = True, name: str = "Fee") -> Cell:
    return Cell(name, CheckKind.TRAIT, state, verdict, verdict, detail={"quotes": ["5 €"]}, entry="fee")


def judgement(
    answer: int, key: str = "k1", *, state: CellState = CellState.JUDGED, replicate: int = 1
) -> KeptJudgement:
    place = JudgementPlace(answer, "fee", "small \ud800", replicate)
    return KeptJudgement(place, key, "f" * 64, cell(state), {"reply": "{\ud800}", "seconds": 0.25}, PROMPT)


@pytest.fixture
def answers(library: Library) -> tuple[int, list[int]]:
    benchmark = library.add_checkpoint(Benchmark("B"), [Question("q", "How much?")])
    library.add_answers(benchmark, [Answer("q", "m", f"{number} €", number) for number in (1, 2, 3)])
    return benchmark, list(library.answer_ids(benchmark))


def test_a_judgement_comes_back_as_it_was_kept(library: Library, answers: tuple[int, list[int]]) -> None:
    benchmark, (first, *_) = answers
    run = library.create_run(benchmark, {}, checks=[(CheckKind.TRAIT, "Fee", "fee")])
    made = judgement(first)
    library.record_cells(run, [(first, [made.cell], True)], [made])
    (found,) = library.judgements(run, [first])

    assert (found.place, found.cell, found.rests_on, found.fingerprint) == (made.place, made.cell, "k1", "f" * 64)
    assert (found.record["reply"], found.record["seconds"]) == ("{\ud800}", 0.25)
    assert library.judgement_texts(found) == list(zip(PROMPT.roles, PROMPT.texts, strict=True))
    assert found.prompt.boundary == "b0b0"


def test_only_what_was_judged_is_found_by_what_it_rests_on(library: Library, answers: tuple[int, list[int]]) -> None:
    benchmark, (first, second, third) = answers
    run = library.create_run(benchmark, {})
    kept = [
        judgement(first),
        judgement(second, "k2", state=CellState.FAILED),
        judgement(third, "k3", state=CellState.CANNOT_JUDGE),
    ]
    library.record_cells(run, [], kept)

    assert set(library.judgements_resting_on(["k1", "k2", "k3", "k4"])) == {"k1", "k3"}


def test_one_that_comes_again_takes_the_place_of_the_one_before(
    library: Library, answers: tuple[int, list[int]]
) -> None:
    benchmark, (first, *_) = answers
    run = library.create_run(benchmark, {})
    library.record_cells(run, [], [judgement(first, state=CellState.FAILED), judgement(first, replicate=2)])
    library.record_cells(run, [], [judgement(first)])

    states = [(each.place.replicate, each.cell.state) for each in library.judgements(run, [first])]
    assert states == [(1, CellState.JUDGED), (2, CellState.JUDGED)]


def test_a_criterion_keeps_its_column_when_it_is_renamed(library: Library, answers: tuple[int, list[int]]) -> None:
    benchmark, (first, second, _) = answers
    run = library.create_run(benchmark, {}, checks=[(CheckKind.TRAIT, "Fee", "fee")])
    named_alike = replace(cell(name="Fee"), entry="fee-2", verdict=False)
    library.record_cells(run, [(first, [cell(name="The fee"), named_alike], False)])
    library.record_cells(run, [(second, [cell()], True)])

    assert [(check.name, check.entry) for check in library.run_checks(run)] == [("Fee", "fee"), ("Fee", "fee-2")]


def test_texts_of_prompts_are_kept_once(library: Library, answers: tuple[int, list[int]], tmp_path: Path) -> None:
    benchmark, (first, second, _) = answers
    run = library.create_run(benchmark, {})
    library.record_cells(run, [], [judgement(first)])
    library.record_cells(run, [], [judgement(second)])
    kept = [each.record["prompt"][1] for each in library.judgements(run, [first, second])]

    assert kept[0] == kept[1]
    assert library.judged_fingerprints(run) == {"fee": {"f" * 64: 2}}
