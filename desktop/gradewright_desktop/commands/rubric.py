"""Rubric: adding, ordering, copying and removing traits."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from gradewright_desktop.commands.command import Command, Context, enabled_when, needs_writing
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright_desktop.panels.rubric import RubricEditor

ADDITIONS = (
    ("boolean", "Add criterion: &yes or no", "pass-fail"),
    ("score", "Add criterion: &score", "scale"),
    ("literal", "Add criterion: &one of several", "choice"),
    ("regex", "Add &pattern", "regex"),
    ("metric", "Add &metric", "metric"),
)


def needs_rubric(context: Context) -> str | None:
    """Say why a command about a rubric cannot run."""
    place = context.place
    shows = place.kind == "rubric" or (place.kind == "question" and place.tab == "rubric")
    return None if place.workspace == "build" and shows else "Open a rubric first"


def needs_entry(context: Context) -> str | None:
    """Say why a command about a trait cannot run."""
    return None if context.fact("rubric.entry") else "Choose a trait of this rubric first"


def rubric_commands(workbench: Workbench) -> list[Command]:
    """Return the commands about the rubric that is shown."""

    def on_editor(act: Callable[[RubricEditor], None]) -> None:
        inside = "rubric" if workbench.navigator.current.kind == "rubric" else "question.rubric"
        editor = cast("RubricEditor | None", workbench.panels.get(inside))
        if editor is not None:
            act(editor)

    def command(name: str, title: str, act: Callable[[RubricEditor], None], **more: object) -> Command:
        can = enabled_when(needs_writing, needs_rubric, needs_entry)
        given = {"when": can, "group": "entry", **more}
        return Command(f"rubric.{name}", title, "Rubric", partial(on_editor, act), **given)  # type: ignore[arg-type]

    added = [
        command(
            f"add_{kind}",
            title,
            partial(_add, kind=kind),
            icon=icon,
            when=enabled_when(needs_writing, needs_rubric),
            group="add",
        )
        for kind, title, icon in ADDITIONS
    ]
    return [
        *added,
        command("up", "Move &up", partial(_move, step=-1), keys=("Alt+Up",), context="rubric"),
        command("down", "Move &down", partial(_move, step=1), keys=("Alt+Down",), context="rubric"),
        command("duplicate", "D&uplicate trait", _duplicate, keys=("Ctrl+D",), icon="duplicate", context="rubric"),
        command("copy", "&Copy trait", _copy, when=enabled_when(needs_rubric, needs_entry)),
        command("paste", "P&aste trait", _paste, when=enabled_when(needs_writing, needs_rubric)),
        command("remove", "&Remove trait", _remove, icon="remove"),
    ]


def _add(editor: RubricEditor, *, kind: str) -> None:
    editor.add(kind)


def _move(editor: RubricEditor, *, step: int) -> None:
    editor.move_by(step)


def _duplicate(editor: RubricEditor) -> None:
    editor.duplicate()


def _copy(editor: RubricEditor) -> None:
    editor.copy()


def _paste(editor: RubricEditor) -> None:
    editor.paste()


def _remove(editor: RubricEditor) -> None:
    editor.remove()
