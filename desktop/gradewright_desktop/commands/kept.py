"""Rubrics that are kept alone: a new one, keeping the one that is shown, and using it elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import Command, Context, enabled_when, needs_writing

if TYPE_CHECKING:
    from gradewright_desktop.workbench import Workbench


def needs_a_rubric(context: Context) -> str | None:
    """Say why there is no rubric at the place."""
    place = context.place
    has_one = place.kind in ("rubric", "benchmark", "questions", "question")
    return None if place.workspace == "build" and has_one else "Open a rubric first"


def needs_no_kept(context: Context) -> str | None:
    """Say why a rubric cannot be kept once more."""
    return "It is kept alone already" if context.place.kept_id is not None else None


def kept_commands(workbench: Workbench) -> list[Command]:
    """Return the commands about kept rubrics."""
    from gradewright_desktop.panels.tree.kept_actions import KeptRubricActions

    actions = KeptRubricActions(workbench)
    return [
        Command(
            "kept.new",
            "&New kept rubric",
            "Rubric",
            actions.new,
            icon="rubric",
            when=enabled_when(needs_writing),
            tip="A rubric that belongs to no benchmark",
            group="kept",
        ),
        Command(
            "kept.keep",
            "&Keep this rubric",
            "Rubric",
            actions.keep,
            icon="folder",
            when=enabled_when(needs_writing, needs_a_rubric, needs_no_kept),
            tip="Keep a copy that belongs to no benchmark",
            group="kept",
        ),
        Command(
            "kept.use_in",
            "&Use in…",
            "Rubric",
            actions.use_in,
            icon="swap",
            when=enabled_when(needs_writing, needs_a_rubric),
            tip="Put the entries of this rubric into another one",
            group="kept",
        ),
    ]
