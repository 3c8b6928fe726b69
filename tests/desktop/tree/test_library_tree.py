"""The library tree in use: choosing, filtering, typing, moving, removing, and coming back by undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from gradewright.edits import SetQuestion
from gradewright_desktop.a11y import audit
from gradewright_desktop.commands import Context
from gradewright_desktop.commands.benchmark import benchmark_commands
from gradewright_desktop.commands.question import question_commands
from gradewright_desktop.commands.tree import tree_commands
from gradewright_desktop.navigator import Place
from gradewright_desktop.panels.tree.menus import MENU_COMMANDS, fill_menu
from gradewright_desktop.panels.tree.model import MARKS_ROLE
from gradewright_desktop.panels.tree.nodes import Node, NodeKind
from gradewright_desktop.theme import Mode


def _question(benchmark_id: int, question_id: int) -> Node:
    return Node(NodeKind.QUESTION, benchmark_id, question_id)


def test_an_empty_library_says_what_to_do(forest: Any) -> None:
    tree = forest.grow()
    assert tree._pages.currentIndex() == 1
    assert tree._footer.text() == "0 questions in 0 benchmarks"


def test_the_first_benchmark_is_open(planted: Callable[[], Any]) -> None:
    forest = planted()
    forest.qtbot.waitUntil(lambda: len(forest.texts(1)) == 4)
    assert forest.texts(1)[1] == "二甲双胍漏服一次怎么办？"
    assert forest.tree._footer.text() == "6 questions in 2 benchmarks"


def test_enter_and_click_open_what_is_chosen(planted: Callable[[], Any]) -> None:
    forest = planted()
    ids = forest.open_questions(1)
    view, navigator = forest.tree.view, forest.workbench.navigator
    view.select(_question(1, ids[1]))
    assert navigator.current.kind == "welcome"
    forest.qtbot.keyClick(view, Qt.Key.Key_Return)
    assert navigator.current == Place("build", "question", 1, ids[1])
    view.expand(forest.tree.model.index_of(_question(1, ids[1])))
    template = forest.tree.model.index_of(Node(NodeKind.TEMPLATE, 1, ids[1]))
    forest.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(template).center())
    assert navigator.current == Place("build", "question", 1, ids[1], tab="template")


def test_the_row_follows_the_place(planted: Callable[[], Any]) -> None:
    forest = planted()
    forest.open_questions(1)
    ids = list(forest.library.question_ids(2))
    navigator = forest.workbench.navigator
    navigator.go(Place("build", "question", 2, ids[1], tab="rubric"))
    wanted = Node(NodeKind.OWN_RUBRIC, 2, ids[1])
    forest.qtbot.waitUntil(lambda: forest.tree.current_node() == wanted)
    navigator.go(Place("build", "rubric", 1))
    assert forest.tree.current_node() == Node(NodeKind.GLOBAL_RUBRIC, 1)
    navigator.back()
    assert forest.tree.current_node() == wanted


def _shows(forest: Any, benchmark_id: int, words: str) -> bool:
    """Whether the tree shows this benchmark alone, with one question that holds the words."""
    if [row.id for row in forest.tree.model.benchmarks()] != [benchmark_id]:
        return False
    texts = forest.texts(benchmark_id)
    return len(texts) == 1 and words.casefold() in texts[0].casefold()


def test_the_filter_narrows_in_every_script(planted: Callable[[], Any]) -> None:
    forest = planted()
    forest.open_questions(1)
    tree = forest.tree
    for words, benchmark_id in (("metformin", 1), ("漏服", 1), ("الباراسيتامول", 1), ("parcel", 2), ("💊", 1)):
        tree.filter.field.setText(words)
        forest.qtbot.waitUntil(partial(_shows, forest, benchmark_id, words))
    tree.filter.field.setText("no such words")
    forest.qtbot.waitUntil(lambda: tree._pages.currentWidget() is tree._nothing_fits)
    tree.clear_filter()
    forest.qtbot.waitUntil(lambda: [b.id for b in tree.model.benchmarks()] == [1, 2])
    forest.qtbot.waitUntil(lambda: len(forest.texts(1)) == 4)


def test_a_benchmark_name_that_fits_shows_all_its_questions(planted: Callable[[], Any]) -> None:
    forest = planted()
    forest.tree.filter.field.setText("desk")
    forest.qtbot.waitUntil(lambda: [b.id for b in forest.tree.model.benchmarks()] == [2])
    forest.qtbot.waitUntil(lambda: len(forest.texts(2)) == 2)


def test_only_unfinished_questions(planted: Callable[[], Any]) -> None:
    forest = planted()
    forest.open_questions(1)
    forest.tree.filter.kinds.actions()[1].trigger()
    forest.qtbot.waitUntil(lambda: len(forest.texts(1)) == 3)
    assert forest.tree.filter.kind_button.accessibleName() == "Show not finished"


def test_the_chosen_question_stays_chosen_over_changes(planted: Callable[[], Any]) -> None:
    forest = planted()
    ids = forest.open_questions(1)
    forest.tree.view.select(_question(1, ids[2]))
    forest.session.apply(SetQuestion(ids[2], "text", "Changed: 药物"))
    forest.settle()
    assert forest.tree.current_node() == _question(1, ids[2])
    forest.qtbot.waitUntil(lambda: forest.texts(1)[2] == "Changed: 药物")


def test_typing_jumps_to_the_question_that_begins_so(planted: Callable[[], Any]) -> None:
    forest = planted()
    ids = forest.open_questions(1)
    view = forest.tree.view
    view.select(Node(NodeKind.BENCHMARK, 1))
    view.keyboardSearch("ir")
    forest.qtbot.waitUntil(lambda: forest.tree.current_node() == _question(1, ids[3]))
    view._forget_typed()
    view.keyboardSearch("二")
    forest.qtbot.waitUntil(lambda: forest.tree.current_node() == _question(1, ids[1]))
    view._forget_typed()
    view.keyboardSearch("d")
    forest.qtbot.waitUntil(lambda: forest.tree.current_node() == Node(NodeKind.BENCHMARK, 2))


@pytest.fixture
def commanded(planted: Callable[[], Any]) -> Any:
    """The planted tree with its commands."""
    forest = planted()
    for table in (tree_commands, benchmark_commands, question_commands):
        forest.workbench.commands.add(table(forest.workbench))
    navigator = forest.workbench.navigator
    forest.workbench.commands.set_provider(lambda facts: Context(place=navigator.current, facts=facts))
    return forest


def _run(forest: Any, command_id: str) -> None:
    forest.workbench.commands.refresh_now()
    assert forest.workbench.commands.run(command_id), forest.workbench.commands.reason(command_id)
    forest.settle()


def test_moving_removing_and_doubling_questions(commanded: Any) -> None:
    forest = commanded
    ids = forest.open_questions(1)
    forest.tree.view.select(_question(1, ids[0]))
    _run(forest, "tree.move_down")
    forest.qtbot.waitUntil(lambda: list(forest.tree.model.branch(1).rows) == [ids[1], ids[0], ids[2], ids[3]])
    assert forest.tree.current_node() == _question(1, ids[0])
    _run(forest, "tree.remove")
    forest.qtbot.waitUntil(lambda: list(forest.tree.model.branch(1).rows) == [ids[1], ids[2], ids[3]])
    assert forest.session.undo_title == "remove question"
    forest.session.undo()
    forest.settle()
    forest.qtbot.waitUntil(lambda: list(forest.tree.model.branch(1).rows) == [ids[1], ids[0], ids[2], ids[3]])
    forest.tree.view.select(_question(1, ids[1]))
    _run(forest, "tree.duplicate")
    forest.qtbot.waitUntil(lambda: len(forest.tree.model.branch(1).rows) == 5)
    rows = list(forest.tree.model.branch(1).rows)
    original, copy = forest.library.questions(rows[:2])
    assert original.text == copy.text
    assert original.key != copy.key


def test_moving_stops_at_the_ends(commanded: Any) -> None:
    forest = commanded
    ids = forest.open_questions(1)
    forest.tree.view.select(_question(1, ids[3]))
    _run(forest, "tree.move_down")
    assert list(forest.library.question_ids(1)) == ids
    _run(forest, "tree.move_up")
    forest.qtbot.waitUntil(lambda: list(forest.library.question_ids(1)) == [*ids[:2], ids[3], ids[2]])


def test_a_benchmark_is_doubled_and_removed_whole(commanded: Any) -> None:
    forest = commanded
    forest.tree.view.select(Node(NodeKind.BENCHMARK, 2))
    _run(forest, "tree.duplicate")
    forest.qtbot.waitUntil(lambda: [row.name for row in forest.tree.model.benchmarks()][-1] == "Desk (2)")
    forest.tree.view.select(Node(NodeKind.BENCHMARK, 2))
    _run(forest, "tree.remove")
    forest.qtbot.waitUntil(lambda: [row.id for row in forest.tree.model.benchmarks()] == [1, 3])
    assert forest.session.undo_title == "remove benchmark “Desk”"
    forest.session.undo()
    forest.settle()
    forest.qtbot.waitUntil(lambda: [row.id for row in forest.tree.model.benchmarks()] == [1, 2, 3])


def test_renaming_a_benchmark_in_its_row(commanded: Any) -> None:
    forest = commanded
    forest.tree.view.select(Node(NodeKind.BENCHMARK, 1))
    _run(forest, "tree.rename")
    index = forest.tree.view.currentIndex()
    forest.tree.model.setData(index, "Clinic 2")
    forest.settle()
    forest.qtbot.waitUntil(lambda: index.data() == "Clinic 2")


def test_why_commands_cannot_run(commanded: Any) -> None:
    forest = commanded
    forest.tree.view.select(Node(NodeKind.GLOBAL_RUBRIC, 1))
    commands = forest.workbench.commands
    assert commands.reason("tree.remove") == "Choose one benchmark, or questions, in the library first"
    assert commands.reason("tree.move_up") == "Choose one question in the library first"
    assert commands.reason("tree.rename") is None


def test_a_new_benchmark_and_a_new_question_open_themselves(commanded: Any) -> None:
    forest = commanded
    navigator = forest.workbench.navigator
    _run(forest, "benchmark.new")
    forest.qtbot.waitUntil(lambda: navigator.current.benchmark_id == 3)
    assert navigator.current.kind == "benchmark"
    ids = list(forest.library.question_ids(2))
    navigator.go(Place("build", "question", 2, ids[0]))
    _run(forest, "question.new")
    forest.qtbot.waitUntil(lambda: navigator.current.question_id not in (None, ids[0]))
    assert list(forest.library.question_ids(2)) == [ids[0], navigator.current.question_id, ids[1]]
    wanted = _question(2, navigator.current.question_id)
    forest.qtbot.waitUntil(lambda: forest.tree.current_node() == wanted)


def test_dragging_puts_a_question_elsewhere(commanded: Any) -> None:
    forest = commanded
    ids = forest.open_questions(1)
    view = forest.tree.view
    view.select(_question(1, ids[0]))
    below = view.visualRect(forest.tree.model.index_of(_question(1, ids[2])))
    at = QPointF(below.center().x(), below.bottom() - 1)
    data = forest.tree.model.mimeData([view.currentIndex()])
    event = QDropEvent(at, Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    view.dropEvent(event)
    forest.settle()
    forest.qtbot.waitUntil(lambda: list(forest.library.question_ids(1)) == [ids[1], ids[2], ids[0], ids[3]])
    forest.qtbot.waitUntil(lambda: list(forest.tree.model.branch(1).rows) == [ids[1], ids[2], ids[0], ids[3]])
    other = view.visualRect(forest.tree.model.index_of(Node(NodeKind.BENCHMARK, 2)))
    assert view._drop_target(QPoint(other.center())) is None


def test_findings_appear_on_the_rows_in_view(planted: Callable[[], Any]) -> None:
    forest = planted()
    ids = forest.open_questions(1)
    model = forest.tree.model
    forest.session.apply(SetQuestion(ids[0], "template", "class Answer(BaseAnswer:"))
    forest.settle()
    index = model.index_of(_question(1, ids[0]))
    forest.qtbot.waitUntil(lambda: index.data(MARKS_ROLE) is not None and index.data(MARKS_ROLE).errors > 0)
    assert not forest.tree.grab().isNull()
    forest.session.undo()
    forest.settle()
    forest.qtbot.waitUntil(lambda: index.data(MARKS_ROLE).errors == 0)


def test_the_menu_holds_what_can_be_done(commanded: Any) -> None:
    menu = QMenu(forest_tree := commanded.tree)
    fill_menu(menu, commanded.workbench.commands, MENU_COMMANDS)
    words = [action.text().replace("&", "") for action in menu.actions() if not action.isSeparator()]
    assert words[:2] == ["Open", "New question"]
    assert "Remove" in words
    assert forest_tree.view.contextMenuPolicy() is Qt.ContextMenuPolicy.CustomContextMenu


@pytest.mark.parametrize("mode", list(Mode))
def test_rows_are_painted_in_every_theme(planted: Callable[[], Any], mode: Mode) -> None:
    forest = planted()
    ids = forest.open_questions(1)
    forest.workbench.theme.set_choice(mode)
    forest.tree.view.expand(forest.tree.model.index_of(_question(1, ids[1])))
    forest.tree.view.select(Node(NodeKind.TEMPLATE, 1, ids[1]))
    forest.tree.view.setFocus()
    assert not forest.tree.grab().isNull()
    forest.tree.resize(190, 400)
    assert not forest.tree.grab().isNull()


def test_everything_has_a_name(planted: Callable[[], Any], qtbot: QtBot) -> None:
    assert audit(planted().tree) == []


def test_a_large_benchmark_is_scrolled_both_ways(forest: Any) -> None:
    benchmark_id = forest.add("Large", [f"Question {number}" for number in range(3000)])
    forest.grow()
    ids = list(forest.library.question_ids(benchmark_id))
    forest.open_questions(benchmark_id)
    view, branch = forest.tree.view, forest.tree.model.branch(benchmark_id)
    shown = branch.shown
    assert shown < 3000
    bar = view.verticalScrollBar()

    def more_rows_at_the_end() -> bool:
        # The end moves while the view still lays its rows out.
        bar.setValue(bar.maximum())
        return bool(branch.shown > shown)

    forest.qtbot.waitUntil(more_rows_at_the_end)
    forest.workbench.navigator.go(Place("build", "question", benchmark_id, ids[2500]))
    forest.qtbot.waitUntil(lambda: forest.tree.current_node() == _question(benchmark_id, ids[2500]))
    assert branch.first > 2000
    assert view.visualRect(view.currentIndex()).intersects(view.viewport().rect())
    view.verticalScrollBar().setValue(view.verticalScrollBar().minimum())
    forest.qtbot.waitUntil(lambda: branch.first == 0)
    assert forest.texts(benchmark_id)[0] == "Question 0"
