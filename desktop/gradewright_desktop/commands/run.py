"""Run: check the recorded answers, and stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import Command, Context, enabled_when, needs_benchmark, needs_writing

if TYPE_CHECKING:
    from gradewright_desktop.main_window import MainWindow


def is_idle(context: Context) -> str | None:
    """Say why no run can start."""
    return "A run is going on" if context.running else None


def is_running(context: Context) -> str | None:
    """Say why there is nothing to stop."""
    return None if context.running else "No run is going on"


def run_commands(window: MainWindow) -> list[Command]:
    """Return the commands of the Run menu."""
    return [
        Command(
            "run.start",
            "&Run",
            "Run",
            window.start_run,
            keys=("F5",),
            icon="run",
            when=enabled_when(needs_writing, is_idle, needs_benchmark),
            tip="Check the recorded answers of this benchmark",
            group="run",
        ),
        Command(
            "run.stop",
            "&Stop the run",
            "Run",
            window.workbench.session.stop_run,
            keys=("Shift+F5",),
            icon="stop",
            when=is_running,
            tip="End the run; what it has judged stays",
            group="run",
        ),
    ]
