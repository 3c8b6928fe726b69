"""View: workspaces, panels, places, the size of text and the colours."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import Command, Context
from gradewright_desktop.theme import Mode

if TYPE_CHECKING:
    from gradewright_desktop.main_window import MainWindow


def can_go_back(context: Context) -> str | None:
    """Say why there is no way back."""
    return None if context.can_go_back else "This is the first place"


def can_go_forward(context: Context) -> str | None:
    """Say why there is no way forward."""
    return None if context.can_go_forward else "This is the latest place"


def needs_library(context: Context) -> str | None:
    """Say why a workspace cannot be shown."""
    return None if context.fact("library.open") else "No library is open"


def in_build(context: Context) -> str | None:
    """Say why there is no inspector to open."""
    return None if context.workspace == "build" and context.place.kind != "welcome" else "Only in Build"


def view_commands(window: MainWindow) -> list[Command]:
    """Return the commands of the View menu."""
    return [*_places(window), *_panels(window), *_size(window), *_colours(window)]


def _places(window: MainWindow) -> list[Command]:
    navigator = window.workbench.navigator
    return [
        Command(
            "view.palette",
            "&Go to or do…",
            "View",
            window.open_palette,
            keys=("Ctrl+K", "Ctrl+Shift+P"),
            icon="search",
            group="places",
        ),
        Command(
            "view.build", "&Build", "View", partial(window.go_to_workspace, "build"), keys=("Ctrl+1",), icon="build",
            when=needs_library, group="places", tip="What is a good answer",
        ),
        Command(
            "view.results", "&Results", "View", partial(window.go_to_workspace, "results"), keys=("Ctrl+2",),
            icon="results", when=needs_library, group="places", tip="How the answers did",
        ),
        Command(
            "view.back", "Bac&k", "View", navigator.back, keys=("Alt+Left",), icon="back", when=can_go_back,
            group="places",
        ),
        Command(
            "view.forward", "For&ward", "View", navigator.forward, keys=("Alt+Right",), icon="forward",
            when=can_go_forward, group="places",
        ),
        Command("view.welcome", "&Welcome page", "View", window.show_welcome, icon="hint", group="places"),
    ]  # fmt: skip


def _panels(window: MainWindow) -> list[Command]:
    return [
        Command(
            "view.side", "&Side panel", "View", window.toggle_side, keys=("Ctrl+B",), icon="panel-left",
            when=needs_library, checked=window.side_is_open, group="panels",
        ),
        Command(
            "view.inspector", "&Inspector", "View", window.toggle_inspector, keys=("Ctrl+Alt+I",), icon="panel-right",
            when=in_build, checked=window.inspector_is_open, group="panels",
        ),
        Command(
            "view.findings", "Fin&dings", "View", partial(window.show_inspector, "findings"), icon="warning-outline",
            when=needs_library, group="panels",
        ),
        Command(
            "view.try_it", "&Try it", "View", partial(window.show_inspector, "try_it"), icon="try",
            when=needs_library, group="panels",
        ),
        Command(
            "view.next_panel", "&Next panel", "View", partial(window.cycle_panels, 1), keys=("F6",), icon="forward",
            group="panels",
        ),
        Command(
            "view.previous_panel", "&Previous panel", "View", partial(window.cycle_panels, -1), keys=("Shift+F6",),
            icon="back", group="panels",
        ),
    ]  # fmt: skip


def _size(window: MainWindow) -> list[Command]:
    theme = window.workbench.theme
    return [
        Command(
            "view.zoom_in", "&Larger text", "View", partial(theme.zoom_step, 1), keys=("Ctrl++", "Ctrl+="),
            icon="zoom-in", group="size",
        ),
        Command(
            "view.zoom_out", "S&maller text", "View", partial(theme.zoom_step, -1), keys=("Ctrl+-",), icon="zoom-out",
            group="size",
        ),
        Command(
            "view.zoom_reset", "Te&xt at 100 %", "View", partial(theme.set_zoom, 1.0), keys=("Ctrl+0",), icon="search",
            group="size",
        ),
    ]  # fmt: skip


def _colours(window: MainWindow) -> list[Command]:
    theme = window.workbench.theme
    choices = (
        ("system", "Colours of the system", None, "preferences"),
        ("light", "Light", Mode.LIGHT, "light"),
        ("dark", "Dark", Mode.DARK, "dark"),
        ("contrast", "High contrast", Mode.CONTRAST, "contrast"),
    )

    def chosen(mode: Mode | None, _context: Context) -> bool:
        return theme.choice == mode

    return [
        Command(
            f"view.theme_{key}",
            title,
            "View/Colours",
            partial(window.choose_colours, mode),
            icon=icon,
            checked=partial(chosen, mode),
            group="colours",
        )
        for key, title, mode, icon in choices
    ]
