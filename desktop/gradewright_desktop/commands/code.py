"""Code from files: looking at it, deciding about it, and taking decisions back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import Command, Context, enabled_when, needs_benchmark

if TYPE_CHECKING:
    from gradewright_desktop.workbench import Workbench


def has_code(context: Context) -> str | None:
    """Say why there is no code to look at, where that is known."""
    return "No check of this benchmark is code" if context.fact("code.none_in") == context.benchmark_id else None


def needs_library(context: Context) -> str | None:
    """Say why there are no decisions to show."""
    return None if context.fact("library.open") else "Open a library first"


def code_commands(workbench: Workbench) -> list[Command]:
    """Return the commands about code from files."""

    def show() -> None:
        from gradewright_desktop.dialogs.code.opening import show_code

        benchmark_id = workbench.navigator.current.benchmark_id
        if benchmark_id is not None:
            show_code(workbench, benchmark_id)

    def show_allowed() -> None:
        from gradewright_desktop.dialogs.code.allowed import AllowedCodeDialog
        from gradewright_desktop.dialogs.code.opening import window_for

        AllowedCodeDialog(workbench, window_for(workbench)).open()

    return [
        Command(
            "code.show",
            "&Code in this benchmark…",
            "Benchmark",
            show,
            icon="code-warning",
            when=enabled_when(needs_benchmark, has_code),
            tip="See the code that came with this benchmark, and decide whether it may run",
            group="code",
        ),
        Command(
            "code.allowed",
            "Allowed &code…",
            "Tools",
            show_allowed,
            icon="trusted",
            when=needs_library,
            tip="See which code may run on this computer, and take decisions back",
            group="code",
        ),
    ]
