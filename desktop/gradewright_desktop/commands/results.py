"""Results: from answer to answer, filters, the answer in a window of its own, export."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from gradewright_desktop.commands.command import Command, Context, enabled_when
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright_desktop.panels.results import ResultsView


def needs_results(context: Context) -> str | None:
    """Say why a command about results cannot run."""
    if context.workspace != "results":
        return "Go to Results first"
    return None if context.fact("results.run") is not None else "No run yet"


def needs_answer(context: Context) -> str | None:
    """Say why a command about one answer cannot run."""
    return None if context.fact("results.answer") is not None else "Choose an answer first"


def is_filtered(context: Context) -> str | None:
    """Say why there are no filters to clear."""
    return None if context.fact("results.filtered") else "No filter is set"


Make = Callable[..., Command]


def results_commands(workbench: Workbench) -> list[Command]:
    """Return the commands of the results viewer."""

    def on_view(act: Callable[[ResultsView], None]) -> None:
        shown = cast("ResultsView | None", workbench.panels.get("results"))
        if shown is not None:
            act(shown)

    def command(
        name: str,
        title: str,
        act: Callable[[ResultsView], None],
        *,
        keys: tuple[str, ...] = (),
        icon: str = "",
        tip: str = "",
        group: str,
        when: Callable[[Context], str | None] = needs_results,
        context: str = "results",
    ) -> Command:
        run = partial(on_view, act)
        return Command(f"results.{name}", title, "Results", run, keys, icon, when, tip, context, group)

    answer = enabled_when(needs_results, needs_answer)
    return [*_walking(command, answer), *_showing(command, answer)]


def _walking(command: Make, answer: Callable[[Context], str | None]) -> list[Command]:
    return [
        command("next", "&Next answer", _step(1), keys=("Alt+Down",), icon="collapse", group="walk", when=answer),
        command(
            "previous", "&Previous answer", _step(-1), keys=("Alt+Up",), icon="previous", group="walk", when=answer
        ),
        command("next_fail", "Next &fail", _fail(1), keys=("]",), icon="fail", group="walk"),
        command("previous_fail", "Previous f&ail", _fail(-1), keys=("[",), icon="fail", group="walk"),
        command(
            "next_quote",
            "Next &marked words",
            _next_quote,
            keys=("E",),
            icon="quote",
            tip="Go to the next words in the answer that a verdict rests on",
            group="walk",
            when=answer,
        ),
    ]


def _showing(command: Make, answer: Callable[[Context], str | None]) -> list[Command]:
    return [
        command("clear_filters", "&Clear filters", _clear, icon="filter", group="filter", when=is_filtered),
        command(
            "detail",
            "Answer &beside the table",
            _toggle,
            icon="panel-right",
            tip="Show or hide the answer beside the table (Space in the table)",
            group="show",
        ),
        command(
            "window",
            "Open the answer in a &window",
            _window,
            keys=("Ctrl+Shift+O",),
            icon="open-window",
            group="show",
            when=answer,
        ),
        command("copy", "Cop&y the rows", _copy, keys=("Ctrl+C",), icon="duplicate", group="out", when=answer),
        command(
            "export",
            "&Export results…",
            _export,
            icon="export",
            tip="Write the results that are shown to a table or to JSON Lines",
            group="out",
            context="window",
        ),
    ]


def _step(step: int) -> Callable[[ResultsView], None]:
    return lambda view: view.step(step)


def _fail(step: int) -> Callable[[ResultsView], None]:
    return lambda view: view.go_to_fail(step)


def _next_quote(view: ResultsView) -> None:
    view.detail.next_quote()


def _clear(view: ResultsView) -> None:
    view.filter_bar.clear()


def _toggle(view: ResultsView) -> None:
    view.toggle_detail()


def _window(view: ResultsView) -> None:
    view.open_window()


def _copy(view: ResultsView) -> None:
    view.copy_rows()


def _export(view: ResultsView) -> None:
    view.export_results()
