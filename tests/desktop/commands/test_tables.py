"""The tables as a whole: every command can be reached, and no key means two things."""

from __future__ import annotations

import re
from collections import Counter

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QLabel, QMenu

from gradewright_desktop.commands.command import MENUS
from gradewright_desktop.main_window import MainWindow
from gradewright_desktop.theme.icon_names import ICONS


def menu_actions(menu: QMenu) -> list[QAction]:
    """Return the actions of a menu and of all menus below it."""
    found = []
    for action in menu.actions():
        below = action.menu()
        found += menu_actions(below) if isinstance(below, QMenu) else [action]
    return found


def test_every_command_is_in_a_menu(window: MainWindow) -> None:
    reached = {
        action.objectName()
        for top in window.frame.menuBar().actions()
        if isinstance(menu := top.menu(), QMenu)
        for action in menu_actions(menu)
    }
    # “Open recent” is a menu of its own in the place of its command.
    missing = {command.id for command in window.workbench.commands} - {"file.recent"}
    assert {f"command.{command}" for command in missing} <= reached


def test_every_command_names_a_known_menu_and_icon(window: MainWindow) -> None:
    names = {title.replace("&", "") for title in MENUS}
    for command in window.workbench.commands:
        assert command.menu.split("/")[0] in names, command.id
        assert not command.icon or command.icon in ICONS, command.id


def test_no_key_means_two_things(window: MainWindow) -> None:
    everywhere = Counter()
    by_panel: dict[str, Counter[str]] = {}
    for command in window.workbench.commands:
        for keys in command.keys:
            text = QKeySequence(keys).toString()
            assert text, f"{command.id}: {keys!r} is no key"
            counter = everywhere if command.context == "window" else by_panel.setdefault(command.context, Counter())
            counter[text] += 1
    assert [keys for keys, count in everywhere.items() if count > 1] == []
    for panel, counter in by_panel.items():
        doubled = [keys for keys, count in counter.items() if count > 1 or keys in everywhere]
        assert doubled == [], panel


def test_mnemonics_of_the_menu_bar_differ() -> None:
    letters = [match[1].lower() for title in MENUS if (match := re.search(r"&(\w)", title))]
    assert len(letters) == len(MENUS)
    assert len(set(letters)) == len(letters)


def test_titles_say_when_a_dialog_follows_and_shout_nothing(window: MainWindow) -> None:
    for command in window.workbench.commands:
        assert "!" not in command.title, command.id
        assert "..." not in command.title, command.id
        assert command.plain_title[0].isupper(), command.id


def test_every_key_is_on_the_keyboard_page(window: MainWindow) -> None:
    page = window.help_pages().show_keyboard("")
    words = {shown.text() for shown in page.findChildren(QLabel)}
    for command in window.workbench.commands:
        if command.keys:
            title = command.plain_title.rstrip("…")
            assert any(text.startswith(title) for text in words), command.id
    page.reject()
