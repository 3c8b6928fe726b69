"""Files in and out: import and export."""

from __future__ import annotations

from gradewright_desktop.commands.command import Command, Context, enabled_when, needs_benchmark, needs_writing
from gradewright_desktop.workbench import Workbench


def transfer_commands(workbench: Workbench) -> list[Command]:
    """Return the commands that take files in and write them."""

    def take_in() -> None:
        from gradewright_desktop.dialogs.importing import ask_import

        ask_import(workbench)

    def take_answers_in() -> None:
        from gradewright_desktop.dialogs.importing import ask_import_answers

        ask_import_answers(workbench)

    def write() -> None:
        from gradewright_desktop.dialogs.exporting import ask_export

        if workbench.navigator.current.workspace == "results" and workbench.commands.run("results.export"):
            return
        ask_export(workbench)

    return [
        Command(
            "file.import",
            "&Import…",
            "File",
            take_in,
            keys=("Ctrl+I",),
            icon="import",
            when=enabled_when(needs_writing),
            tip="Take in a checkpoint, a table of questions or recorded answers",
            group="transfer",
        ),
        Command(
            "answers.import",
            "Import &answers…",
            "Benchmark",
            take_answers_in,
            icon="import",
            when=enabled_when(needs_writing, needs_benchmark),
            tip="Take in recorded answers to the questions of this benchmark",
            group="transfer",
        ),
        Command(
            "file.export",
            "&Export…",
            "File",
            write,
            keys=("Ctrl+E",),
            icon="export",
            when=needs_benchmark,
            tip="Write the benchmark, or in Results the results, to a file",
            group="transfer",
            title_now=_export_title,
        ),
    ]


def _export_title(context: Context) -> str:
    return "&Export results…" if context.workspace == "results" else "&Export benchmark…"
