"""The tree's model: packed nodes, and rows that follow every other list of ids."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from pytestqt.qtbot import QtBot

from gradewright.store.rows import BenchmarkRow, QuestionRow
from gradewright_desktop.panels.tree.branch import CHUNK, MOST_ROWS
from gradewright_desktop.panels.tree.model import COUNT_ROLE, DONE_ROLE, MARKS_ROLE, LibraryModel
from gradewright_desktop.panels.tree.nodes import KEPT, Marks, Node, NodeKind, unpack


def _rows(ids: Sequence[int]) -> list[QuestionRow]:
    return [QuestionRow(number, f"k{number}", f"Question {number}", number % 2 == 0, True, 1) for number in ids]


def _benchmark(number: int, questions: int = 3) -> BenchmarkRow:
    return BenchmarkRow(number, f"B{number}", "1", questions, 1, 0, 2, 0)


def _model(*benchmarks: int) -> LibraryModel:
    model = LibraryModel(_rows)
    model.set_benchmarks([_benchmark(number) for number in benchmarks])
    return model


def _questions(model: LibraryModel, benchmark_id: int) -> list[int]:
    parent = model.index_of(Node(NodeKind.QUESTIONS, benchmark_id))
    nodes = [model.node(model.index(row, 0, parent)) for row in range(model.rowCount(parent))]
    return [node.question_id for node in nodes if node is not None]


@given(st.sampled_from(list(NodeKind)), st.integers(1, 2**24 - 1), st.integers(0, 2**36 - 1))
def test_nodes_survive_being_packed(kind: NodeKind, benchmark_id: int, question_id: int) -> None:
    node = Node(kind, benchmark_id, question_id) if kind is not NodeKind.KEPT_RUBRICS else KEPT
    assert unpack(node.packed) == node
    assert 0 < node.packed < 2**63


_IDS = st.lists(st.integers(1, 30), unique=True, max_size=20)
_STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("ids"), st.sampled_from([1, 2]), _IDS),
        st.tuples(st.just("benchmarks"), st.just(0), st.lists(st.sampled_from([1, 2, 3]), unique=True)),
    ),
    max_size=12,
)


@given(_STEPS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
def test_the_model_holds_under_random_changes(qtmodeltester: Any, steps: list[Any]) -> None:
    model = _model(1, 2)
    qtmodeltester.check(model)
    for what, benchmark_id, ids in steps:
        if what == "benchmarks":
            model.set_benchmarks([_benchmark(number) for number in ids])
            assert [row.id for row in model.benchmarks()] == ids
        else:
            model.set_questions(benchmark_id, array("q", ids))
            if model.benchmark(benchmark_id) is not None:
                assert _questions(model, benchmark_id) == ids


@given(_IDS, _IDS, st.data())
@settings(deadline=None, max_examples=60)
def test_selections_stay_with_their_questions(before: list[int], after: list[int], data: st.DataObject) -> None:
    model = _model(1)
    model.set_questions(1, array("q", before))
    chosen = data.draw(st.sampled_from(before)) if before else 0
    kept = QPersistentModelIndex(model.index_of(Node(NodeKind.QUESTION, 1, chosen)))
    child = QPersistentModelIndex(model.index_of(Node(NodeKind.TEMPLATE, 1, chosen)) if before else QModelIndex())
    model.set_questions(1, array("q", after))
    if chosen in after:
        assert model.node(kept) == Node(NodeKind.QUESTION, 1, chosen)
        assert kept.row() == after.index(chosen)
        assert child.parent() == model.index_of(Node(NodeKind.QUESTION, 1, chosen))
    else:
        assert not kept.isValid()


def test_a_large_branch_shows_its_beginning_and_moves_on() -> None:
    model = _model(1)
    model.set_questions(1, array("q", range(1, 10_001)))
    parent = model.index_of(Node(NodeKind.QUESTIONS, 1))
    assert model.rowCount(parent) == CHUNK
    seen = set(_questions(model, 1))
    while model.branch(1).below:
        last = _questions(model, 1)[-1]
        model.show_below(1)
        assert last in _questions(model, 1)
        assert model.rowCount(parent) <= MOST_ROWS
        seen.update(_questions(model, 1))
    assert seen == set(range(1, 10_001))
    assert _questions(model, 1)[-1] == 10_000
    while model.branch(1).first:
        first = _questions(model, 1)[0]
        model.show_above(1, from_start=False)
        assert first in _questions(model, 1)
        assert model.rowCount(parent) <= MOST_ROWS
    assert _questions(model, 1) == list(range(1, MOST_ROWS + 1))


def test_views_that_lay_out_an_open_branch_get_no_more_rows_of_it() -> None:
    model = _model(1)
    model.set_questions(1, array("q", range(1, 10_001)))
    parent = model.index_of(Node(NodeKind.QUESTIONS, 1))
    assert not model.canFetchMore(parent)
    model.fetchMore(parent)
    assert model.rowCount(parent) == CHUNK


def test_rows_keep_their_selection_while_the_stretch_moves() -> None:
    model = _model(1)
    model.set_questions(1, array("q", range(1, 10_001)))
    kept = QPersistentModelIndex(model.show_question(1, 400))
    for _step in range(2):
        model.show_below(1)
    assert model.node(kept) == Node(NodeKind.QUESTION, 1, 400)
    assert kept.row() == 399
    for _step in range(2):
        model.show_below(1)
    assert not kept.isValid()
    kept = QPersistentModelIndex(model.index_of(Node(NodeKind.QUESTION, 1, 1500)))
    model.show_above(1, from_start=False)
    assert model.node(kept) == Node(NodeKind.QUESTION, 1, 1500)


def test_another_filter_begins_with_few_rows() -> None:
    model = _model(1)
    every = array("q", range(1, 10_001))
    model.set_questions(1, every)
    for _step in range(2):
        model.show_below(1)
    assert model.branch(1).shown == MOST_ROWS
    model.set_questions(1, every[::2])
    assert model.branch(1).shown == CHUNK
    model.show_below(1)
    model.set_questions(1, every[2::2])
    assert model.branch(1).shown == 2 * CHUNK


def test_a_far_question_brings_a_stretch_around_it() -> None:
    model = _model(1)
    model.set_questions(1, array("q", range(1, 100_001)))
    index = model.show_question(1, 90_000)
    assert index.data() == "Question 90000"
    parent = model.index_of(Node(NodeKind.QUESTIONS, 1))
    assert model.rowCount(parent) == CHUNK
    model.show_above(1, from_start=False)
    assert model.rowCount(parent) == 2 * CHUNK
    assert model.index_of(Node(NodeKind.QUESTION, 1, 90_000)).data() == "Question 90000"
    model.show_above(1, from_start=True)
    assert _questions(model, 1)[:2] == [1, 2]
    assert not model.show_question(1, 200_000).isValid()


def test_a_stretch_stays_where_it_is_when_something_changes_elsewhere() -> None:
    model = _model(1)
    ids = array("q", range(1, 5001))
    model.set_questions(1, ids)
    model.show_question(1, 4000)
    kept = QPersistentModelIndex(model.index_of(Node(NodeKind.QUESTION, 1, 4000)))
    model.set_questions(1, ids[1:])
    assert model.node(kept) == Node(NodeKind.QUESTION, 1, 4000)
    assert model.branch(1).first > 3000


def test_ids_are_asked_for_once(qtbot: QtBot) -> None:
    model = _model(1)
    parent = model.index_of(Node(NodeKind.QUESTIONS, 1))
    assert model.hasChildren(parent)
    asked: list[int] = []
    model.ids_wanted.connect(asked.append)
    model.fetchMore(parent)
    model.fetchMore(parent)
    assert asked == [1]


def test_pages_are_read_once_and_again_after_a_change() -> None:
    read: list[int] = []

    def rows(ids: Sequence[int]) -> list[QuestionRow]:
        read.append(len(ids))
        return _rows(ids)

    model = LibraryModel(rows)
    model.set_benchmarks([_benchmark(1)])
    model.set_questions(1, array("q", range(1, 301)))
    for number in (1, 2, 200):
        assert model.index_of(Node(NodeKind.QUESTION, 1, number)).data() == f"Question {number}"
    assert read == [256]
    model.refresh_questions([2])
    assert model.index_of(Node(NodeKind.QUESTION, 1, 2)).data() == "Question 2"
    assert read == [256, 1]


@pytest.mark.parametrize(
    ("node", "text", "count", "spoken"),
    [
        (Node(NodeKind.BENCHMARK, 1), "B1", "3", "Benchmark B1, 3 questions, 1 error"),
        (Node(NodeKind.GLOBAL_RUBRIC, 1), "Global rubric", "2", "Global rubric, 2 entries, 1 error"),
        (Node(NodeKind.QUESTIONS, 1), "Questions", "1 of 3 done", "Questions, 1 of 3 done, 1 error"),
        (Node(NodeKind.QUESTION, 1, 2), "Question 2", "", "Question Question 2, finished, 1 error"),
        (Node(NodeKind.TEMPLATE, 1, 2), "Template", "5 fields", "Template, 5 fields, 1 error"),
        (Node(NodeKind.OWN_RUBRIC, 1, 2), "Own rubric", "1", "Own rubric, 1 entry, 1 error"),
    ],
)
def test_what_rows_say(node: Node, text: str, count: str, spoken: str) -> None:
    model = _model(1)
    model.set_questions(1, array("q", [1, 2, 3]))
    model.set_marks({node: Marks(errors=1, fields=5)})
    index = model.index_of(node)
    assert index.data() == text
    assert index.data(COUNT_ROLE)[0] == count
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == spoken
    assert index.data(MARKS_ROLE) == Marks(errors=1, fields=5)
    assert index.data(DONE_ROLE) == (True if node.kind is NodeKind.QUESTION else None)


def test_a_benchmark_is_renamed_by_asking(qtbot: QtBot) -> None:
    model = _model(1)
    index = model.index_of(Node(NodeKind.BENCHMARK, 1))
    with qtbot.waitSignal(model.rename_wanted) as wanted:
        assert not model.setData(index, "  New   name ")
    assert wanted.args == [Node(NodeKind.BENCHMARK, 1), "New name"]
    model.set_editable(False)
    assert not index.flags() & Qt.ItemFlag.ItemIsEditable
