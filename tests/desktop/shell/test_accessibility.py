"""Every panel says the name of everything that takes the focus, in every place of the sample."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gradewright_desktop.a11y import audit
from gradewright_desktop.main_window import MainWindow
from gradewright_desktop.navigator import Place
from gradewright_desktop.theme import Theme


def test_the_audit_finds_what_has_no_name(theme: Theme, qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    bare, named, icon_only = QLineEdit(), QPushButton("Go on"), QToolButton()
    icon_only.setAccessibleName("Close")
    theme.set_icon(icon_only, "close")
    for widget in (bare, named, icon_only):
        column.addWidget(widget)
    assert [found.problem for found in audit(page)] == [
        "takes the focus and has no name",
        "a button with only an icon and no tooltip",
    ]
    bare.setAccessibleName("Name of the benchmark")
    icon_only.setToolTip("Close this message")
    assert audit(page) == []


def places(window: MainWindow) -> dict[str, Place]:
    library = window.workbench.session.library
    number = library.benchmarks()[0].id
    question = library.question_ids(number)[0]
    return {
        "benchmark": Place("build", "benchmark", number),
        "rubric": Place("build", "rubric", number),
        "question": Place("build", "question", number, question, tab="question"),
        "template": Place("build", "question", number, question, tab="template"),
        "own rubric": Place("build", "question", number, question, tab="rubric"),
        "examples": Place("build", "question", number, question, tab="examples"),
        "history": Place("build", "question", number, question, tab="history"),
        "runs": Place("results", "runs", number),
        "welcome": Place("build", "welcome"),
    }


@pytest.mark.slow
def test_everything_in_the_window_has_a_name(sample_window: MainWindow, qtbot: QtBot) -> None:
    window = sample_window
    for name, place in places(window).items():
        window.workbench.navigator.go(place)
        window.workbench.session.flush()
        qtbot.wait(150)
        assert audit(window.frame) == [], name
    window.show_inspector("try_it")
    qtbot.wait(150)
    assert audit(window.frame) == [], "try it"
    with qtbot.waitSignal(window.workbench.session.run_finished, timeout=30_000):
        window.start_run()
    qtbot.wait(300)
    assert audit(window.frame) == [], "results"
    window.open_palette()
    assert audit(window.palette_box) == []
    window.palette_box.dismiss()
