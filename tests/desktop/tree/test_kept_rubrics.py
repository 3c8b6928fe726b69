"""Rubrics that are kept alone: at the end of the tree, named, copied, removed, edited and used from there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from gradewright.edits import AddKeptRubric, RubricOwner
from gradewright.model.criterion import Criterion
from gradewright.model.question import Benchmark
from gradewright.model.rubric import Rubric, RubricEntry, RubricTerms, RubricVersions
from gradewright.store.rows import KeptRubricRow
from gradewright_desktop.main_window import MainWindow
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.rubric.choosing import RubricChooser
from gradewright_desktop.panels.tree import LibraryTree
from gradewright_desktop.panels.tree.kept_actions import use_edit
from gradewright_desktop.panels.tree.model import LibraryModel
from gradewright_desktop.panels.tree.nodes import KEPT, Node, NodeKind
from gradewright_desktop.workbench import Workbench

LETTERS = Rubric(
    (RubricEntry("dose", Criterion(name="Dose", must=("Names it.",))),),
    RubricTerms(name="Letters"),
    RubricVersions(2, "0" * 64, (), ("dose",)),
)


def words(model: LibraryModel, parent: QModelIndex | None = None) -> list[str]:
    above = parent or QModelIndex()
    return [model.index(row, 0, above).data() for row in range(model.rowCount(above))]


def test_the_model_shows_kept_rubrics_last(qtmodeltester: object) -> None:
    model = LibraryModel(lambda _ids: ())
    qtmodeltester.check(model)  # type: ignore[attr-defined]
    model.set_kept_rubrics([KeptRubricRow(4, "Letters", 2)])
    assert words(model) == ["Kept rubrics"]
    model.set_kept_rubrics([KeptRubricRow(4, "Letters", 3), KeptRubricRow(9, "Tutor", 0)])
    kept = model.index_of(KEPT)
    assert words(model, kept) == ["Letters", "Tutor"]
    assert model.parent(model.index_of(Node(NodeKind.KEPT_RUBRIC, 9))) == kept
    assert model.index_of(Node(NodeKind.KEPT_RUBRIC, 4)).data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Kept rubric Letters, 3 entries"
    )
    model.set_kept_rubrics([KeptRubricRow(9, "Tutor", 0), KeptRubricRow(4, "Letters", 3)])
    assert words(model, kept) == ["Tutor", "Letters"]
    model.set_kept_rubrics([])
    assert words(model) == []


@pytest.fixture
def kept_id(workbench: Workbench) -> int:
    """A kept rubric beside a benchmark that has none."""
    workbench.session.library.add_checkpoint(Benchmark("Bench"), [])
    return max(workbench.session.library.apply(AddKeptRubric(LETTERS)).rubrics)


def tree_of(window: MainWindow, qtbot: QtBot) -> LibraryTree:
    window.go_to_workspace("build")
    tree = window.workbench.panels.get("tree")
    assert isinstance(tree, LibraryTree)
    qtbot.waitUntil(lambda: tree.model.index_of(KEPT).isValid())
    return tree


def test_a_kept_rubric_opens_is_edited_and_back_goes_back(kept_id: int, window: MainWindow, qtbot: QtBot) -> None:
    workbench = window.workbench
    tree = tree_of(window, qtbot)
    before = workbench.navigator.current
    tree.open_node(Node(NodeKind.KEPT_RUBRIC, kept_id))
    assert workbench.navigator.current == Place("build", "rubric", kept_id=kept_id, entry_id="dose")
    qtbot.waitUntil(lambda: tree.current_node() == Node(NodeKind.KEPT_RUBRIC, kept_id))
    editor = workbench.panels.get("rubric")
    assert editor.head.name.text() == "Letters"  # type: ignore[union-attr]
    editor.acts.add("criterion")  # type: ignore[union-attr]
    workbench.session.flush()
    assert len(workbench.session.library.kept_rubric(kept_id)) == 2
    workbench.navigator.back()
    assert workbench.navigator.current == before
    workbench.navigator.forward()
    assert workbench.navigator.current.kept_id == kept_id


def test_renaming_duplicating_and_removing(kept_id: int, window: MainWindow, qtbot: QtBot) -> None:
    workbench, library = window.workbench, window.workbench.session.library
    tree = tree_of(window, qtbot)
    node = Node(NodeKind.KEPT_RUBRIC, kept_id)
    tree.view.select(node)
    assert tree.model.setData(tree.model.index_of(node), "Letters home") is False
    workbench.session.flush()
    assert library.kept_rubric(kept_id).terms.name == "Letters home"
    qtbot.waitUntil(lambda: tree.model.index_of(node).data() == "Letters home")
    workbench.commands.refresh_now()
    assert workbench.commands.run("tree.duplicate")
    qtbot.waitUntil(lambda: len(library.kept_rubrics()) == 2)
    copied = library.kept_rubric(library.kept_rubrics()[1].id)
    assert (copied.terms.name, copied.versions.number) == ("Letters home (2)", 0)
    assert [entry.id for entry in copied] == ["dose"]
    assert workbench.commands.run("tree.remove")
    workbench.session.flush()
    assert [row.name for row in library.kept_rubrics()] == ["Letters home (2)"]
    workbench.session.undo()
    workbench.session.flush()
    assert len(library.kept_rubrics()) == 2


def test_a_new_one_is_ready_for_its_name(kept_id: int, window: MainWindow, qtbot: QtBot) -> None:
    tree_of(window, qtbot)
    window.workbench.commands.run("kept.new")
    qtbot.waitUntil(lambda: window.workbench.navigator.current.kept_id not in (None, kept_id))
    editor = window.workbench.panels.get("rubric")
    qtbot.waitUntil(lambda: editor.head.name.text() == "New rubric")  # type: ignore[union-attr]


def test_keeping_the_rubric_of_a_benchmark(kept_id: int, window: MainWindow, qtbot: QtBot) -> None:
    workbench, library = window.workbench, window.workbench.session.library
    tree_of(window, qtbot)
    benchmark_id = library.benchmarks()[0].id
    library.apply(use_edit(library, RubricOwner(kept_id=kept_id), None, RubricOwner(benchmark_id=benchmark_id), "B"))
    workbench.navigator.go(Place("build", "rubric", benchmark_id))
    assert workbench.commands.run("kept.keep")
    qtbot.waitUntil(lambda: len(library.kept_rubrics()) == 2)
    copied = library.kept_rubric(library.kept_rubrics()[1].id)
    assert (copied.terms.name, copied.versions, len(copied)) == ("Letters (2)", RubricVersions(), 1)


def test_using_a_rubric_in_a_benchmark(kept_id: int, window: MainWindow, qtbot: QtBot) -> None:
    workbench, library = window.workbench, window.workbench.session.library
    tree_of(window, qtbot)
    workbench.navigator.go(Place("build", "rubric", kept_id=kept_id))
    for count in (1, 2):
        workbench.commands.refresh_now()
        assert workbench.commands.run("kept.use_in")
        chooser = window.frame.findChildren(RubricChooser)[-1]
        qtbot.waitUntil(lambda chooser=chooser: chooser.model.rowCount() == 1)
        chooser.accept()
        qtbot.waitUntil(lambda count=count: len(library.benchmark(library.benchmarks()[0].id).rubric) == count)
    rubric = library.benchmark(library.benchmarks()[0].id).rubric
    assert [entry.trait.name for entry in rubric] == ["Dose", "Dose 2"]
    assert rubric.terms.name == "Letters"
