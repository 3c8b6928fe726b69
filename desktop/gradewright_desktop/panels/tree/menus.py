"""The menus of the library tree, put together from commands."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QMenu

from gradewright_desktop.commands import CommandRegistry

SEPARATOR: Final = ""
ADD_COMMANDS: Final = ("benchmark.new", "question.new", "kept.new", SEPARATOR, "file.import", "answers.import")
MENU_COMMANDS: Final = (
    "tree.open",
    SEPARATOR,
    "question.new",
    "tree.duplicate",
    "tree.rename",
    "kept.use_in",
    "question.finish",
    SEPARATOR,
    "tree.move_up",
    "tree.move_down",
    SEPARATOR,
    "tree.remove",
)


def fill_menu(menu: QMenu, commands: CommandRegistry, ids: tuple[str, ...]) -> None:
    """Put the actions of those commands into a menu that exist in this window."""
    menu.clear()
    commands.refresh_now()
    for command_id in ids:
        if command_id == SEPARATOR:
            menu.addSeparator()
        elif command_id in commands:
            menu.addAction(commands.action(command_id))
