"""Filters in memory give what the database gives, in the same order."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.run import Cell, CellState, CheckKind, RunState
from gradewright.store.library import Library, Mark, ResultFilter, ResultSort
from gradewright.store.result_index import TextHits

TOPICS = ("Metformin", "metal", "服药", "Éclair", "")
MODELS = ("atlas", "beta", "b\ud800")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A run over 40 questions of three models; the last check came up half-way through."""
    library = Library.open(Path(tmp_path_factory.mktemp("index")) / "library.gradewright")
    other = library.add_checkpoint(Benchmark("Other"), [Question("x", "metformin")])
    library.add_answers(other, [Answer("x", "atlas", "metformin")])
    made = library.add_checkpoint(
        Benchmark("B"), [Question(f"k{n}", f"Question {n} on {TOPICS[n % 5]}", finished=n % 3 == 0) for n in range(40)]
    )
    library.add_answers(
        made,
        [
            Answer(f"k{n}", model, f"Answer {n}: {TOPICS[(n + m) % 5]}")
            for m, model in enumerate(MODELS)
            for n in range(40)
        ],
    )
    run = library.create_run(made, {})
    states = itertools.cycle(
        [(CellState.JUDGED, True), (CellState.JUDGED, False), (CellState.CANNOT_JUDGE, None), (CellState.JUDGED, None)]
    )
    judged = []
    for place, answer_id in enumerate(library.answer_ids(made)):
        checks = 2 if place < 60 else 3
        cells = [Cell(f"Check {n}", CheckKind.TRAIT, *next(states), value=0.5) for n in range(checks)]
        judged.append((answer_id, cells, (True, False, None)[place % 3]))
    library.record_cells(run, judged)
    library.finish_run(run, RunState.COMPLETE)
    yield library
    library.close()


FILTERS = st.builds(
    ResultFilter,
    models=st.lists(st.sampled_from(MODELS), max_size=2).map(tuple),
    overall=st.lists(st.sampled_from(("pass", "fail", "blank")), max_size=2).map(tuple),
    checks=st.lists(
        st.tuples(st.integers(0, 3), st.lists(st.sampled_from(list(Mark)), min_size=1, max_size=3).map(tuple)),
        max_size=2,
    ).map(tuple),
    text=st.sampled_from(("", " ", "m", "met", "METF", "服药", "é", "answer 1", "question 2 met", "nowhere")),
    question_id=st.none() | st.integers(1, 41),
    finished=st.none() | st.booleans(),
)
SORTS = st.builds(
    ResultSort,
    by=st.sampled_from(("question", "model", "overall", "check")),
    check=st.integers(0, 2),
    descending=st.booleans(),
)


@given(wanted=FILTERS, sort=SORTS)
@settings(max_examples=150, deadline=None)
def test_filters_in_memory_equal_those_in_the_database(filled: Library, wanted: ResultFilter, sort: ResultSort) -> None:
    index = filled.result_index(1, sort)
    ids, marks = index.fitting(wanted, filled.text_hits(index, wanted.text))
    assert list(zip(ids, marks, strict=True)) == filled.result_marks(1, wanted, sort)


@given(text=st.text("met服éÉ 1q", max_size=8))
@settings(max_examples=150, deadline=None)
def test_typing_on_finds_what_a_fresh_search_finds(filled: Library, text: str) -> None:
    index = filled.result_index(1)
    hits: TextHits | None = None
    for end in range(len(text) + 1):
        typed = text[:end]
        hits = filled.text_hits(index, typed, hits)
        ids, _marks = index.fitting(ResultFilter(text=typed), hits)
        assert ids == filled.result_ids(1, ResultFilter(text=typed))


def test_only_a_longer_search_narrows() -> None:
    hits = TextHits(("met",), frozenset(), frozenset())
    assert hits.narrows_to(["metf"])
    assert hits.narrows_to(["about", "METal"])
    assert not hits.narrows_to(["me"])
    # What counts as the same letter in another case is settled word by word outside ASCII.
    assert not TextHits(("é",), frozenset(), frozenset()).narrows_to(["éc"])


def test_a_run_without_results(library: Library) -> None:
    made = library.add_checkpoint(Benchmark("B"), [])
    run = library.create_run(made, {})
    index = library.result_index(run)
    assert list(index.ids) == []
    hits = library.text_hits(index, "met")
    assert list(index.fitting(ResultFilter(text="met"), hits)[0]) == []
