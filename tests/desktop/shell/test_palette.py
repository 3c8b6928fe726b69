"""The palette: what is typed finds commands, places and runs, and Enter does it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from gradewright_desktop.main_window import MainWindow
from gradewright_desktop.shell.palette_items import PaletteItem, Query, rank
from gradewright_desktop.shell.palette_list import PaletteModel


def titles(window: MainWindow) -> list[str]:
    model = window.palette_box.model
    return [item.title for row in range(model.rowCount()) if (item := model.item(row)) is not None]


@pytest.mark.parametrize(
    ("typed", "kind", "words"),
    [("run", "all", "run"), ("> run", "commands", "run"), ("@ dose", "questions", "dose"), ("#14", "runs", "14")],
)
def test_the_first_sign_says_what_is_looked_for(typed: str, kind: str, words: str) -> None:
    assert Query.read(typed) == Query(kind, words)


def test_beginnings_come_before_middles() -> None:
    ranks = [rank("re", title) for title in ("Redo", "Side panel, right", "Go to results", "Core", "Undo")]
    assert ranks == [0, None, 1, 2, None]


def test_the_model_is_sound(qtmodeltester: ModelTester) -> None:
    model = PaletteModel()
    items = [PaletteItem(section, f"{section} {n}", "", "run", lambda: None) for section in "ab" for n in range(3)]
    model.show(items)
    qtmodeltester.check(model)
    assert model.rowCount() == 8
    assert model.first().row() == 1
    assert model.next_from(3, 1).row() == 5
    assert model.next_from(1, -1).row() == 7


def test_enter_does_the_command_that_was_found(window: MainWindow, qtbot: QtBot) -> None:
    window.open_palette()
    QTest.keyClicks(window.palette_box.field, ">larger")
    assert titles(window)[0] == "Larger text"
    before = window.workbench.theme.zoom
    QTest.keyClick(window.palette_box.field, Qt.Key.Key_Return)
    assert window.workbench.theme.zoom > before
    assert not window.palette_box.isVisible()


def test_what_cannot_run_comes_last_with_its_reason(window: MainWindow) -> None:
    window.open_palette()
    QTest.keyClicks(window.palette_box.field, ">")
    model = window.palette_box.model
    items = [item for row in range(model.rowCount()) if (item := model.item(row)) is not None]
    enabled = [item.enabled for item in items]
    assert enabled == sorted(enabled, reverse=True)
    undo = next(item for item in items if item.title == "Undo")
    assert undo.where == "There is nothing to undo"
    window.palette_box.dismiss()


def test_questions_are_found_by_their_words(sample_window: MainWindow, qtbot: QtBot) -> None:
    window = sample_window
    window.palette_box.open("@metformin")
    qtbot.waitUntil(lambda: bool(titles(window)))
    assert "metformin" in titles(window)[0].casefold()
    QTest.keyClick(window.palette_box.field, Qt.Key.Key_Return)
    assert window.workbench.navigator.current.kind == "question"


def test_escape_gives_the_focus_back(window: MainWindow, qtbot: QtBot) -> None:
    window.cycle_panels(1)
    before = window.frame.focusWidget()
    window.open_palette()
    QTest.keyClick(window.palette_box.field, Qt.Key.Key_Escape)
    assert not window.palette_box.isVisible()
    qtbot.waitUntil(lambda: window.frame.focusWidget() is before)
