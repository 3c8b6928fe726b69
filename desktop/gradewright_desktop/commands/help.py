"""Help: keys, what was told lately, diagnostics, About."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import Command

if TYPE_CHECKING:
    from gradewright_desktop.main_window import MainWindow


def help_commands(window: MainWindow) -> list[Command]:
    """Return the commands of the Help menu."""
    return [
        Command(
            "help.here",
            "&Help on this panel",
            "Help",
            window.show_help_here,
            keys=("F1",),
            icon="help",
            tip="The keys and commands of the panel that has the focus",
            group="help",
        ),
        Command("help.keyboard", "&Keyboard", "Help", window.show_keyboard, icon="keyboard", group="help"),
        Command(
            "help.notices",
            "&Messages",
            "Help",
            window.show_notices,
            icon="history",
            tip="What the program told lately",
            group="help",
        ),
        Command(
            "help.diagnostics",
            "Copy &diagnostics",
            "Help",
            window.copy_diagnostics,
            icon="diagnostics",
            tip="Versions, fonts and the latest log lines, on the clipboard",
            group="about",
        ),
        Command("help.about", "&About Gradewright", "Help", window.show_about, icon="about", group="about",
                role="AboutRole"),
    ]  # fmt: skip
