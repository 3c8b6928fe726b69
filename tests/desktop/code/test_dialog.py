"""The dialog: nothing runs by looking, closed is the default, and each piece of code is decided about by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.prompts import ScriptedPrompts

from gradewright.jobs.code import code_in
from gradewright.store.library import Library
from gradewright.workers.code import CodeKind
from gradewright_desktop.a11y import audit
from gradewright_desktop.dialogs.code.dialog import READ_ONLY, CodeDialog
from gradewright_desktop.dialogs.code.holding_page import HoldingPage
from gradewright_desktop.dialogs.code.listing import read_listing
from gradewright_desktop.session import Session
from gradewright_desktop.theme import Mode
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright.jobs.code import CodeItem


def choose(dialog: CodeDialog, name: str) -> CodeItem:
    item = next(item for item in dialog.programs.rows.records if item.name == name)
    dialog.programs.choose(item)
    return item


def allowed(workbench: Workbench, benchmark_id: int) -> list[str]:
    return [item.name for item in code_in(workbench.session.library, benchmark_id) if item.allowed]


def test_it_opens_closed_with_nothing_run(dialog: CodeDialog) -> None:
    assert "returns-eval</b> is open and nothing in it has run" in dialog._sentence.text()
    assert "4 of its 5 checks need Python; the other one works without it." in dialog._sentence.text()
    assert dialog.choice.closed.isChecked()
    assert dialog.confirm.text() == "Keep closed and continue"
    assert dialog.confirm.isDefault()
    assert dialog.confirm.property("kind") == "filled"
    assert [item.name for item in dialog.programs.rows.records] == ["words", "tone", "ratio", "Refund after 30 days"]
    assert "Nobody can read what “tone” does" in dialog._note.text()


def test_what_the_source_touches_is_marked(dialog: CodeDialog) -> None:
    item = choose(dialog, "words")
    assert dialog.view.source.toPlainText() == item.source.rstrip("\n")  # type: ignore[union-attr]
    assert dialog.view.source.isReadOnly()
    assert "environ" in dialog.view.source.problem_at(3)
    assert not dialog.view.source.problem_at(1)
    assert "environment" in dialog.view.remark.text()
    assert item.sha256 in dialog.view.hash.text().replace(" ", "")


def test_choosing_to_run_changes_the_filled_button(
    dialog: CodeDialog, workbench: Workbench, benchmark_id: int, qtbot: QtBot
) -> None:
    choose(dialog, "words")
    dialog.choice.runs.setChecked(True)
    assert dialog.confirm.text() == "Allow this code"
    assert dialog.confirm.isEnabled()
    dialog.choice.closed.setChecked(True)
    assert dialog.confirm.text() == "Keep closed and continue"
    dialog.choice.runs.setChecked(True)
    dialog.confirm.click()
    qtbot.waitUntil(lambda: allowed(workbench, benchmark_id) == ["words"])
    # The next one is asked about, closed again by default.
    qtbot.waitUntil(lambda: dialog.programs.current_item().name == "tone")  # type: ignore[union-attr]
    assert dialog.choice.closed.isChecked()
    assert dialog.confirm.text() == "Keep the rest closed and continue"
    assert workbench.session.undo_title != "Keeping the decision"


def test_bytes_that_nobody_can_read_take_a_second_decision(
    dialog: CodeDialog, workbench: Workbench, benchmark_id: int, qtbot: QtBot
) -> None:
    item = choose(dialog, "tone")
    assert dialog.view._pages.currentWidget() is dialog.view.summary
    assert "Called when it is made ready" in dialog.view.summary.toPlainText()
    assert not dialog.choice.typed.isVisible()
    dialog.choice.runs.setChecked(True)
    assert dialog.choice.typed.isVisible()
    assert not dialog.confirm.isEnabled()
    qtbot.keyClicks(dialog.choice.typed, "00000000" if not item.sha256.startswith("0000") else "11111111")
    assert not dialog.confirm.isEnabled()
    assert "not the first characters" in dialog.choice.message.text()
    dialog.choice.typed.clear()
    qtbot.keyClicks(dialog.choice.typed, item.sha256[:8].upper())
    assert not dialog.choice.message.text()
    assert dialog.confirm.isEnabled()
    qtbot.keyClick(dialog.choice.typed, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: allowed(workbench, benchmark_id) == ["tone"])


def test_source_that_may_not_be_its_own_is_shown_beside_the_bytes(dialog: CodeDialog) -> None:
    choose(dialog, "ratio")
    assert dialog.view.parts.isVisible()
    assert "not certain" in dialog.view.remark.text()
    dialog.view._part_chosen("bytes")
    assert dialog.view.summary.isVisible()
    dialog.choice.runs.setChecked(True)
    assert dialog.choice.typed.isVisible()
    choose(dialog, "words")
    assert not dialog.view.parts.isVisible()
    assert dialog.choice.closed.isChecked()


def test_keeping_closed_is_remembered(
    dialog: CodeDialog, workbench: Workbench, benchmark_id: int, qtbot: QtBot
) -> None:
    listing = read_listing(benchmark_id, workbench.session.library)
    assert workbench.code.needs_decision(listing)
    with qtbot.waitSignal(dialog.continued):
        dialog.confirm.click()
    assert not workbench.code.needs_decision(listing)
    assert allowed(workbench, benchmark_id) == []


def test_closing_the_window_decides_nothing(dialog: CodeDialog, workbench: Workbench, benchmark_id: int) -> None:
    dialog.choice.runs.setChecked(True)
    dialog.reject()
    assert workbench.code.needs_decision(read_listing(benchmark_id, workbench.session.library))
    assert allowed(workbench, benchmark_id) == []


def test_a_decision_is_taken_back_where_it_was_made(
    dialog: CodeDialog, workbench: Workbench, benchmark_id: int, qtbot: QtBot
) -> None:
    item = choose(dialog, "Refund after 30 days")
    dialog.choice.runs.setChecked(True)
    dialog.confirm.click()
    qtbot.waitUntil(lambda: workbench.code.decision(item.kind, item.sha256) is not None)
    qtbot.waitUntil(lambda: dialog.confirm.isEnabled())
    choose(dialog, "Refund after 30 days")
    assert dialog.choice.runs.isChecked()
    assert "Allowed since" in dialog.choice._runs_words.text()
    dialog.choice.closed.setChecked(True)
    assert dialog.confirm.text() == "Close it again"
    dialog.confirm.click()
    qtbot.waitUntil(lambda: allowed(workbench, benchmark_id) == [])
    qtbot.waitUntil(lambda: workbench.code.decision(CodeKind.TEMPLATE, item.sha256) is None)


def test_it_closes_by_itself_after_the_last_one(
    dialog: CodeDialog, workbench: Workbench, benchmark_id: int, qtbot: QtBot
) -> None:
    names = [item.name for item in dialog.programs.rows.records]
    with qtbot.waitSignal(dialog.continued):
        for count, name in enumerate(names, 1):
            item = choose(dialog, name)
            dialog.choice.runs.setChecked(True)
            if item.needs_second_decision:
                dialog.choice.typed.setText(item.second_decision)
            dialog.confirm.click()
            qtbot.waitUntil(lambda count=count: len(allowed(workbench, benchmark_id)) == count)  # type: ignore[misc]
            qtbot.waitUntil(lambda: dialog._deciding is None)


def test_a_library_for_reading_alone_decides_nothing(
    workbench: Workbench, benchmark_id: int, session: Session, tmp_path: Path
) -> None:
    copy = session.library.copy_to(tmp_path / "copy.gradewright")
    with Library.open(copy, read_only=True) as library:
        before = session.switch(library)
        dialog = CodeDialog(workbench, read_listing(benchmark_id, library), parent=workbench.panels.get("window"))
        dialog.show()
        assert not dialog.choice.runs.isEnabled()
        assert dialog.choice._runs_words.text() == READ_ONLY
        dialog.close()
        session.switch(before)


def test_code_is_saved_as_text(dialog: CodeDialog, prompts: ScriptedPrompts, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "words.txt"
    prompts.answers.append(path)
    item = choose(dialog, "words")
    dialog._save.click()
    qtbot.waitUntil(path.exists)
    text = path.read_text(encoding="utf-8")
    assert item.source in text  # type: ignore[operator]
    assert item.sha256[:8] in text


def test_what_holds_it_is_said(dialog: CodeDialog) -> None:
    dialog._help.click()
    page = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, HoldingPage))
    assert audit(page) == []
    assert page.isVisible()
    page.close()


@pytest.mark.parametrize("mode", list(Mode))
def test_it_is_painted_and_named(dialog: CodeDialog, workbench: Workbench, mode: Mode) -> None:
    workbench.theme.set_choice(mode)
    for name in ("words", "tone", "ratio"):
        choose(dialog, name)
        dialog.choice.runs.setChecked(True)
        assert not dialog.grab().isNull()
        assert audit(dialog) == []
