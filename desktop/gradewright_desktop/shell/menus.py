"""The menu bar, made from the commands."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QMenuBar

from gradewright_desktop.commands.command import MENUS, Command
from gradewright_desktop.commands.registry import CommandRegistry


def fill_menu_bar(bar: QMenuBar, registry: CommandRegistry, submenus: dict[str, QMenu] | None = None) -> None:
    """Make one menu for each of :data:`MENUS` that has a command, with a line between groups.

    ``submenus`` puts a menu of its own in place of a command: keys are ids of commands.
    """
    for title in MENUS:
        name = title.replace("&", "")
        commands = [command for command in registry if command.menu.split("/")[0] == name]
        if commands:
            menu = bar.addMenu(title)
            menu.setObjectName(f"menu.{name.lower()}")
            menu.setToolTipsVisible(False)
            fill_menu(menu, commands, registry, submenus or {})


def fill_menu(menu: QMenu, commands: list[Command], registry: CommandRegistry, submenus: dict[str, QMenu]) -> None:
    """Put commands into a menu, group after group, each group in the order of the table."""
    below: dict[str, QMenu] = {}
    groups = list(dict.fromkeys(command.group for command in commands))
    for number, group in enumerate(groups):
        if number:
            menu.addSeparator()
        for command in (command for command in commands if command.group == group):
            _, _slash, submenu = command.menu.partition("/")
            if command.id in submenus:
                menu.addMenu(submenus[command.id])
            elif submenu:
                if submenu not in below:
                    below[submenu] = menu.addMenu(submenu)
                below[submenu].addAction(registry.action(command.id))
            else:
                menu.addAction(registry.action(command.id))
