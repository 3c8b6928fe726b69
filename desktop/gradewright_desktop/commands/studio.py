"""Rubric: starting one, its versions, and the drawer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from gradewright_desktop.commands.command import Command, Context, enabled_when, needs_writing
from gradewright_desktop.commands.rubric import needs_rubric
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright_desktop.panels.studio import RubricStudio


def studio_commands(workbench: Workbench) -> list[Command]:
    """Return the commands about the rubric that is shown, as a whole."""

    def studio() -> RubricStudio | None:
        inside = "question.rubric" if workbench.navigator.current.kind == "question" else "rubric"
        return cast("RubricStudio | None", workbench.panels.get(inside))

    def on_studio(act: Callable[[RubricStudio], None]) -> None:
        found = studio()
        if found is not None:
            act(found)

    def drawer_is_open(_context: Context) -> bool:
        found = studio()
        return found is not None and found.drawer.is_open

    writes = enabled_when(needs_writing, needs_rubric)
    return [
        Command(
            "rubric.start",
            "&Start from…",
            "Rubric",
            partial(on_studio, _start),
            icon="import",
            when=writes,
            group="whole",
            tip="A failure list, a saved rubric, a text, the example",
        ),
        Command(
            "rubric.failures",
            "Open a &failure list…",
            "Rubric",
            partial(on_studio, _failures),
            icon="folder",
            when=writes,
            group="whole",
        ),
        Command(
            "rubric.compare",
            "Compare &versions…",
            "Rubric",
            partial(on_studio, _compare),
            icon="compare",
            when=needs_rubric,
            group="whole",
            tip="What changed between any two versions, word by word",
        ),
        Command(
            "rubric.export",
            "E&xport rubric…",
            "Rubric",
            partial(on_studio, _export),
            icon="export",
            when=writes,
            group="whole",
            tip="As a version that others can open, or as Markdown for labelers",
        ),
        Command(
            "rubric.copy_summary",
            "Copy s&ummary",
            "Rubric",
            partial(on_studio, _copy_summary),
            icon="duplicate",
            when=needs_rubric,
            group="whole",
            tip="The rubric in a few lines of Markdown, for a product document",
        ),
        Command(
            "rubric.sheets",
            "Rater s&heet…",
            "Rubric",
            partial(on_studio, _print),
            keys=("Ctrl+P",),
            icon="print",
            when=needs_rubric,
            group="whole",
            tip="The rubric and the recorded answers on paper, for people to grade",
        ),
        Command(
            "rubric.drawer",
            "&Drawer",
            "View",
            partial(on_studio, _toggle_drawer),
            keys=("Ctrl+J",),
            icon="panel-left",
            when=needs_rubric,
            checked=drawer_is_open,
            group="panels",
            tip="The judge prompt, the row on paper, verdicts, everything in effect, history",
        ),
    ]


def _start(studio: RubricStudio) -> None:
    studio.start_from()


def _failures(studio: RubricStudio) -> None:
    studio.start_from(from_file=True)


def _compare(studio: RubricStudio) -> None:
    studio.compare_versions()


def _export(studio: RubricStudio) -> None:
    studio.export()


def _copy_summary(studio: RubricStudio) -> None:
    studio.copy_summary()


def _print(studio: RubricStudio) -> None:
    studio.print_sheets()


def _toggle_drawer(studio: RubricStudio) -> None:
    studio.drawer.toggle()
