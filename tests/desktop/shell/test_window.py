"""The window itself: folding, places, focus, messages, opening and dropping."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from support.prompts import ScriptedPrompts

from gradewright.store.library import Library
from gradewright_desktop.main_window import KEPT_WORDS, MainWindow
from gradewright_desktop.navigator import Place
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.shell.libraries import summary_of
from gradewright_desktop.shell.recent import RecentLibraries
from gradewright_desktop.shell.welcome import when_words
from gradewright_desktop.widgets import Banner
from gradewright_desktop.workspaces.page import WorkspacePage


def build_page(window: MainWindow) -> WorkspacePage:
    number = window.workbench.session.library.benchmarks()[0].id
    window.workbench.navigator.go(Place("build", "benchmark", number))
    page = window.pages.current_page()
    assert page is not None
    return page


def close_library(window: MainWindow) -> None:
    """Close a library that the test itself opened; the one of the fixture is closed by the fixture."""
    opened = window.workbench.session.switch(None)
    assert opened is not None
    opened.close()


@pytest.mark.parametrize(("width", "side", "inspector"), [(1440, True, True), (1150, True, False), (940, False, False)])
def test_panels_fold_by_width(sample_window: MainWindow, width: int, side: bool, inspector: bool) -> None:
    page = build_page(sample_window)
    sample_window.frame.resize(width, 900)
    assert (page.side_open, page.inspector_open) == (side, inspector)
    assert page.side_rail.isVisibleTo(page) is not side


def test_large_text_folds_by_the_same_rules(sample_window: MainWindow) -> None:
    page = build_page(sample_window)
    sample_window.frame.resize(1440, 900)
    assert page.inspector_open
    sample_window.workbench.theme.set_zoom(1.5)
    assert not page.inspector_open


def test_what_is_opened_in_a_narrow_window_stays_open_there(sample_window: MainWindow) -> None:
    page = build_page(sample_window)
    sample_window.frame.resize(1150, 900)
    sample_window.toggle_inspector()
    assert page.inspector_open
    sample_window.frame.resize(1440, 900)
    sample_window.toggle_inspector()
    assert not page.inspector_open
    sample_window.frame.resize(1150, 900)
    assert page.inspector_open


def test_the_centre_is_never_narrower_than_it_may_be(sample_window: MainWindow) -> None:
    page = build_page(sample_window)
    sample_window.frame.resize(960, 900)
    sample_window.toggle_inspector()
    for width in range(960, 1440, 24):
        sample_window.frame.resize(width, 900)
        assert page.parts()[1].width() >= 420, width


def test_workspaces_come_back_to_where_one_was(sample_window: MainWindow) -> None:
    window = sample_window
    build_page(window)
    library = window.workbench.session.library
    number = library.benchmarks()[0].id
    question = Place("build", "question", number, library.question_ids(number)[2], tab="template")
    window.workbench.navigator.go(question)
    window.workbench.commands.run("view.results")
    assert window.workbench.navigator.current.workspace == "results"
    window.workbench.commands.run("view.build")
    assert window.workbench.navigator.current == question


def test_f6_walks_through_the_parts_and_back(sample_window: MainWindow, qtbot: QtBot) -> None:
    window = sample_window
    page = build_page(window)
    window.frame.resize(1440, 900)
    sample_window.frame.resize(1440, 900)
    window.frame.activateWindow()
    seen = []
    for _ in range(5):
        window.cycle_panels(1)
        focus = QApplication.focusWidget()
        parts = [*page.parts(), window.status, window.toolbar]
        seen.append(next(i for i, part in enumerate(parts) if part.isAncestorOf(focus) or part is focus))
    assert sorted(seen) == [0, 1, 2, 3, 4]
    window.cycle_panels(-1)
    assert QApplication.focusWidget() is not None


def test_save_says_that_there_is_nothing_to_save(window: MainWindow) -> None:
    window.workbench.commands.run("edit.keep")
    assert window.toast.text() == KEPT_WORDS
    page = window.help_pages().show_notices()
    assert any(KEPT_WORDS in shown.text() for shown in page.findChildren(QLabel))
    page.reject()


def test_a_toast_offers_its_action_once(window: MainWindow) -> None:
    ran: list[int] = []
    window.workbench.notices.toast("Criterion retired.", NoticeAction("Undo", lambda: ran.append(1)))
    window.toast._action.click()
    assert ran == [1]
    assert window.toast.text() == ""


def test_a_banner_stays_until_it_is_dealt_with(window: MainWindow, qtbot: QtBot) -> None:
    notices = window.workbench.notices
    key = notices.banner("window", "warning", "Lines 7 & 31.", strong="<2 left out>")
    notices.banner("window", "error", "Newer words.", key=key)
    shown = [banner for banner in window.frame.findChildren(Banner) if banner.isVisible()]
    assert [banner.accessibleName() for banner in shown] == ["error:  Newer words.".replace("  ", " ")]
    shown[0].closed.emit()
    assert notices.banners("window") == ()
    assert [banner for banner in window.frame.findChildren(Banner) if banner.isVisible()] == []


def test_another_library_opens_by_dropping_it(sample_window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window = sample_window
    other = tmp_path / "Second.gradewright"
    Library.open(other).close()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(other))])
    nothing = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, data, *nothing)
    with qtbot.waitSignal(window.workbench.session.library_switched):
        window.frame.dropEvent(event)
    assert window.workbench.session.library.path == other
    assert window.toolbar.library_button.text() == "Second"
    assert [entry.name for entry in window.recent.all()] == ["Second"]
    close_library(window)


def test_a_library_in_use_can_be_opened_read_only(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, prompts: ScriptedPrompts
) -> None:
    path = tmp_path / "Busy.gradewright"
    with Library.open(path):
        prompts.answers.append("read")
        with qtbot.waitSignal(window.workbench.session.library_switched):
            window.libraries.open_path(path)
        assert "open in another window" in prompts.asked[0].text
        assert window.workbench.session.read_only
        assert window.workbench.commands.reason("file.sample") == "The library is open read-only"
        close_library(window)


def test_a_file_that_is_no_library_is_said_so_and_the_old_one_stays(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, prompts: ScriptedPrompts
) -> None:
    path = tmp_path / "Letter.gradewright"
    path.write_text("Dear ward, this is a letter. " * 100, encoding="utf-8")
    before = window.workbench.session.library
    window.libraries.open_path(path)
    qtbot.waitUntil(lambda: bool(prompts.asked))
    assert "not a library" in prompts.asked[0].text
    assert window.workbench.session.library is before
    assert path.read_text(encoding="utf-8").startswith("Dear ward")


def test_the_welcome_page_lists_libraries_that_are_lost(window: MainWindow, tmp_path: Path) -> None:
    recent: RecentLibraries = window.recent
    recent.note(tmp_path / "gone" / "Pilot ward.gradewright", "2026-05-12T10:00:00")
    window.show_welcome()
    words = [shown.text() for shown in window.pages.currentWidget().findChildren(QLabel)]
    assert "Pilot ward" in words
    recent.forget(str(tmp_path / "gone" / "Pilot ward.gradewright"))
    assert recent.all() == []


def test_days_in_words() -> None:
    from datetime import date

    today = date(2026, 5, 20)
    words = [when_words(f"2026-05-{day:02}T09:00:00", today) for day in (20, 19, 17, 1)]
    assert words[:2] == ["today", "yesterday"]
    assert words[3].startswith("1 ")
    assert when_words("2025-05-20T09:00:00", today).endswith("2025")
    assert when_words("no date", today) == ""


def test_a_library_in_few_words(sample_window: MainWindow) -> None:
    assert summary_of(sample_window.workbench.session.library) == "1 benchmark, 12 questions, 0 runs"
