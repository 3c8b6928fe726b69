"""Fields hand over what was typed by themselves, and never overwrite typing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import CodeEdit, GrowingTextEdit, LineField

Field = LineField | GrowingTextEdit | CodeEdit


@pytest.fixture(params=[LineField, GrowingTextEdit, CodeEdit])
def field(request: pytest.FixtureRequest, theme: Theme, qtbot: QtBot) -> Field:
    made: Field = request.param(theme, "one")
    qtbot.addWidget(made)
    made.resize(300, 60)
    made.show()
    return made


def words_of(field: Field) -> str:
    return field.text() if isinstance(field, LineField) else field.toPlainText()


def test_typing_is_handed_over_after_a_rest(field: Field, qtbot: QtBot) -> None:
    with qtbot.waitSignal(field.committed, timeout=3000) as committed:
        QTest.keyClicks(field, "x")
        assert field.has_unkept
    assert committed.args == [words_of(field)]
    assert not field.has_unkept


def test_typing_is_not_overwritten_by_what_comes_in(field: Field) -> None:
    QTest.keyClicks(field, "x")
    typed = words_of(field)
    field.set_text("from elsewhere")
    assert words_of(field) == typed
    field.flush()
    field.set_text("from elsewhere")
    assert words_of(field) == "from elsewhere"
    assert not field.has_unkept


def test_another_thing_replaces_whatever_was_typed(field: Field, qtbot: QtBot) -> None:
    QTest.keyClicks(field, "x")
    with qtbot.assertNotEmitted(field.committed, wait=700):
        field.replace_text("another question")
    assert words_of(field) == "another question"


def test_undo_goes_to_the_window(field: Field) -> None:
    QTest.keyClicks(field, "x")
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    event.ignore()
    QApplication.sendEvent(field, event)
    assert not event.isAccepted()


@pytest.mark.parametrize("kind", [LineField, GrowingTextEdit])
def test_nothing_is_handed_over_while_an_input_method_composes(
    kind: type[LineField | GrowingTextEdit], theme: Theme, qtbot: QtBot
) -> None:
    field = kind(theme, "")
    qtbot.addWidget(field)
    field.show()
    QApplication.sendEvent(field, QInputMethodEvent("ni hao", []))
    with qtbot.assertNotEmitted(field.committed, wait=700):
        field.flush()
    chosen = QInputMethodEvent("", [])
    chosen.setCommitString("你好")
    with qtbot.waitSignal(field.committed, timeout=3000) as committed:
        QApplication.sendEvent(field, chosen)
        field.flush()
    assert committed.args == ["你好"]


def test_a_growing_field_is_as_high_as_its_words(theme: Theme, qtbot: QtBot) -> None:
    field = GrowingTextEdit(theme, "one line", max_lines=4)
    qtbot.addWidget(field)
    field.resize(300, 30)
    field.show()
    low = field.height()
    field.replace_text("\n".join("abc"))
    middle = field.height()
    field.replace_text("\n".join("abcdefghij"))
    assert low < middle < field.height() < 3 * middle
