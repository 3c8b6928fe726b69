"""Edit: undo and redo over the whole library, finding, and the Save that is not needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import Command, Context, enabled_when, needs_writing

if TYPE_CHECKING:
    from gradewright_desktop.main_window import MainWindow


def can_undo(context: Context) -> str | None:
    """Say why nothing can be undone."""
    return None if context.undo_title else "There is nothing to undo"


def can_redo(context: Context) -> str | None:
    """Say why nothing can be done again."""
    return None if context.redo_title else "There is nothing to redo"


def undo_words(context: Context) -> str:
    """Return the title of Undo with what it would take back."""
    return _named("&Undo", context.undo_title)


def redo_words(context: Context) -> str:
    """Return the title of Redo with what it would do again."""
    return _named("&Redo", context.redo_title)


def _named(word: str, title: str) -> str:
    return f"{word}: {title.replace('&', '&&')}" if title else word


def edit_commands(window: MainWindow) -> list[Command]:
    """Return the commands of the Edit menu."""
    session = window.workbench.session
    return [
        Command(
            "edit.undo",
            "&Undo",
            "Edit",
            session.undo,
            keys=("Ctrl+Z",),
            icon="undo",
            when=enabled_when(needs_writing, can_undo),
            title_now=undo_words,
            group="history",
        ),
        Command(
            "edit.redo",
            "&Redo",
            "Edit",
            session.redo,
            keys=("Ctrl+Shift+Z", "Ctrl+Y"),
            icon="redo",
            when=enabled_when(needs_writing, can_redo),
            title_now=redo_words,
            group="history",
        ),
        Command("edit.find", "&Find in this panel", "Edit", window.find, keys=("Ctrl+F",), icon="search", group="find"),
        Command(
            "edit.keep",
            "&Save",
            "Edit",
            window.say_kept,
            keys=("Ctrl+S",),
            icon="ok",
            tip="Everything is kept at once; this only says so",
            group="keep",
        ),
    ]
