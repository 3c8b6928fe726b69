"""A library tree over benchmarks of one's choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from gradewright.edits import AddBenchmark
from gradewright.model.question import Benchmark, Question
from gradewright_desktop.panels.tree import LibraryTree
from gradewright_desktop.panels.tree.nodes import Node, NodeKind
from gradewright_desktop.workbench import Workbench


class Forest:
    """The tree, its workbench, and ways to wait for it."""

    def __init__(self, workbench: Workbench, qtbot: QtBot) -> None:
        self.workbench = workbench
        self.session = workbench.session
        self.library = workbench.session.library
        self.qtbot = qtbot
        self.tree: LibraryTree | None = None

    def add(self, name: str, texts: list[str], *, finished: int = 0) -> int:
        """Add a benchmark with questions of these texts, the first ``finished`` of them finished."""
        questions = tuple(
            Question(f"{name}-{at}", text, reference="r", finished=at < finished) for at, text in enumerate(texts)
        )
        return max(self.library.apply(AddBenchmark(Benchmark(name, "d"), questions)).benchmarks)

    def grow(self) -> LibraryTree:
        """Build the tree and wait until it shows the library."""
        self.tree = LibraryTree(self.workbench)
        self.workbench.panels.register("tree", self.tree)
        self.qtbot.addWidget(self.tree)
        self.tree.resize(260, 500)
        self.tree.show()
        self.qtbot.waitUntil(lambda: self.tree is not None and self.tree._footer.text() != "")
        return self.tree

    def open_questions(self, benchmark_id: int) -> list[int]:
        """Open a benchmark and wait for its questions; returns the ids that are rows."""
        assert self.tree is not None
        tree = self.tree
        tree._open_benchmark(benchmark_id)
        self.qtbot.waitUntil(lambda: tree.model.branch(benchmark_id).known)
        return list(tree.model.branch(benchmark_id).rows)

    def settle(self) -> None:
        """Wait until every edit is in the library and the tree has read it."""
        assert self.tree is not None
        self.session.flush()
        tree, seen = self.tree, []
        self.session.query(lambda library: None, seen.append, key="tests.settle")
        self.qtbot.waitUntil(lambda: bool(seen))
        self.qtbot.waitUntil(lambda: tree._known is not None)

    def texts(self, benchmark_id: int) -> list[str]:
        """The texts of the question rows, top down."""
        assert self.tree is not None
        model = self.tree.model
        ids = model.branch(benchmark_id).rows
        return [model.index_of(Node(NodeKind.QUESTION, benchmark_id, number)).data() for number in ids]


@pytest.fixture
def forest(workbench: Workbench, qtbot: QtBot) -> Iterator[Forest]:
    """An empty library to plant in."""
    made = Forest(workbench, qtbot)
    yield made
    workbench.session.flush()


@pytest.fixture
def planted(forest: Forest) -> Callable[[], Forest]:
    """Two benchmarks, the first one with texts of several scripts."""

    def plant() -> Forest:
        forest.add(
            "Clinic",
            ["Metformin at eGFR 38", "二甲双胍漏服一次怎么办？", "ما جرعة الباراسيتامول لطفل؟", "Iron 💊"],
            finished=1,
        )
        forest.add("Desk", ["Where is my parcel?", "May I return it?"])
        forest.grow()
        return forest

    return plant
