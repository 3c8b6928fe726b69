"""The studio by keyboard alone: everything that takes the focus has a name and is reached with Tab, top to bottom."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gradewright_desktop.a11y import audit
from gradewright_desktop.panels.rubric import RubricEditor


def walk(start: QWidget, steps: int, qtbot: QtBot) -> list[QWidget]:
    start.setFocus(Qt.FocusReason.TabFocusReason)
    passed = [start]
    for _ in range(steps):
        focus = QApplication.focusWidget()
        assert focus is not None
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
        passed.append(QApplication.focusWidget())
    return passed


def test_everything_has_a_name(studio: RubricEditor) -> None:
    for entry_id in ("dose", "plain", "p1"):
        studio.list.choose(f"own:{entry_id}")
        assert audit(studio) == [], entry_id
    studio.head.arrow.click()
    assert audit(studio) == []


def test_tab_goes_through_the_card_from_top_to_bottom(studio: RubricEditor, qtbot: QtBot) -> None:
    studio.list.choose("own:plain")
    card = studio.card
    assert card is not None
    passed = walk(card.name, 16, qtbot)
    wanted = [
        card.name,
        card.definition,  # type: ignore[attr-defined]
        card.must.rows[0].field,  # type: ignore[attr-defined]
        card.must_not.rows[0].field,  # type: ignore[attr-defined]
        card.scoring.passes_at,  # type: ignore[attr-defined]
        card.scoring.rows[4].field,  # type: ignore[attr-defined]
        card.scoring.rows[3].field,  # type: ignore[attr-defined]
    ]
    positions = [passed.index(widget) for widget in wanted]
    assert positions == sorted(positions)


def test_the_list_leads_into_the_card(studio: RubricEditor, qtbot: QtBot) -> None:
    studio.list.choose("own:dose")
    view = studio.list.view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert studio.current_entry() is not None
    assert studio.current_entry().id == "plain"  # type: ignore[union-attr]
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert studio.card is not None
    assert studio.card.name.hasFocus()
    assert studio.card.name.selectedText() == "Plain language"
