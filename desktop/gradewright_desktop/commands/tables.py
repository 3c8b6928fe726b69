"""All command tables: the window's own, and those of the panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradewright_desktop.commands.benchmark import benchmark_commands
from gradewright_desktop.commands.code import code_commands
from gradewright_desktop.commands.command import Command
from gradewright_desktop.commands.edit import edit_commands
from gradewright_desktop.commands.file import file_commands
from gradewright_desktop.commands.findings import findings_commands
from gradewright_desktop.commands.help import help_commands
from gradewright_desktop.commands.question import question_commands
from gradewright_desktop.commands.results import results_commands
from gradewright_desktop.commands.rubric import rubric_commands
from gradewright_desktop.commands.run import run_commands
from gradewright_desktop.commands.runs import runs_commands
from gradewright_desktop.commands.studio import studio_commands
from gradewright_desktop.commands.transfer import transfer_commands
from gradewright_desktop.commands.tree import tree_commands
from gradewright_desktop.commands.view import view_commands

if TYPE_CHECKING:
    from gradewright_desktop.main_window import MainWindow

OF_THE_WINDOW = (file_commands, edit_commands, view_commands, run_commands, help_commands)
OF_PANELS = (
    benchmark_commands,
    tree_commands,
    question_commands,
    rubric_commands,
    studio_commands,
    findings_commands,
    transfer_commands,
    code_commands,
    runs_commands,
    results_commands,
)
# Leaving comes last in its menu, wherever its table stands.
LAST = ("file.quit",)


def collect(window: MainWindow) -> list[Command]:
    """Return every command of the program, in the order in which menus show them."""
    commands = [command for table in OF_THE_WINDOW for command in table(window)]
    commands += [command for table in OF_PANELS for command in table(window.workbench)]
    commands.sort(key=lambda command: command.id in LAST)
    return commands
