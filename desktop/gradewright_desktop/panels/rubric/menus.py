"""The menus about entries of a rubric, put together from commands."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QMenu

from gradewright_desktop.commands import CommandRegistry

SEPARATOR: Final = ""
CARD_MENU: Final = (
    "rubric.duplicate",
    "rubric.move_to",
    "rubric.copy_to",
    "rubric.retire",
    "rubric.restore",
    SEPARATOR,
    "rubric.copy_markdown",
    "rubric.copy_id",
)
LIST_MENU: Final = (
    "rubric.up",
    "rubric.down",
    "rubric.group",
    SEPARATOR,
    "rubric.copy",
    "rubric.paste",
    "rubric.duplicate",
    "rubric.move_to",
    "rubric.copy_to",
    SEPARATOR,
    "rubric.retire",
    "rubric.restore",
    "rubric.remove",
)
# Of two that are each other's opposite only the one that can run now is offered.
_EITHER: Final = frozenset({"rubric.retire", "rubric.restore"})


def fill_menu(menu: QMenu, commands: CommandRegistry, ids: tuple[str, ...]) -> None:
    """Put the actions of those commands into a menu that exist in this window."""
    menu.clear()
    commands.refresh_now()
    for command_id in ids:
        if command_id == SEPARATOR:
            menu.addSeparator()
        elif command_id in commands and (command_id not in _EITHER or commands.reason(command_id) is None):
            menu.addAction(commands.action(command_id))
