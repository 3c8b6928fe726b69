"""File: libraries, the sample, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import Command, enabled_when, needs_writing

if TYPE_CHECKING:
    from gradewright_desktop.main_window import MainWindow


def file_commands(window: MainWindow) -> list[Command]:
    """Return the commands of the File menu that are about the library itself."""
    libraries = window.libraries
    return [
        Command(
            "file.open",
            "&Open…",
            "File",
            libraries.ask_open,
            keys=("Ctrl+O",),
            icon="folder",
            tip="Open a library, a checkpoint or a table",
            group="open",
        ),
        Command("file.recent", "Open recent", "File", libraries.ask_open, icon="library", group="open"),
        Command("file.new_library", "New &library…", "File", libraries.ask_new, icon="library", group="open"),
        Command(
            "file.sample",
            "Open the &sample",
            "File",
            libraries.open_sample,
            icon="try",
            when=enabled_when(needs_writing),
            tip="Put the sample benchmark with its recorded answers into this library",
            group="open",
        ),
        Command(
            "file.quit", "&Quit", "File", window.close_all, keys=("Ctrl+Q",), icon="quit", group="quit", role="QuitRole"
        ),
    ]
