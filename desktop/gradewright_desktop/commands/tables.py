"""All command tables: the window's own, and those of the panels."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import Command
from gradewright_desktop.commands.edit import edit_commands
from gradewright_desktop.commands.file import file_commands
from gradewright_desktop.commands.help import help_commands
from gradewright_desktop.commands.run import run_commands
from gradewright_desktop.commands.view import view_commands

if TYPE_CHECKING:
    from gradewright_desktop.main_window import MainWindow

# Modules of this package, each with a function ``<name>_commands(workbench)``.
AREAS = ("tree", "benchmark", "question", "template", "rubric", "findings", "transfer", "runs", "results")


def collect(window: MainWindow) -> list[Command]:
    """Return every command of the program, in the order in which menus show them."""
    own = (file_commands, edit_commands, view_commands, run_commands, help_commands)
    commands = [command for table in own for command in table(window)]
    for area in AREAS:
        module_name = f"gradewright_desktop.commands.{area}"
        if find_spec(module_name) is not None:
            table = getattr(import_module(module_name), f"{area}_commands")
            commands += table(window.workbench)
    return commands
