"""Rubric: adding, ordering, copying and removing traits."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from gradewright_desktop.commands.command import Command, Context, enabled_when, needs_writing
from gradewright_desktop.commands.kept import kept_commands
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright_desktop.panels.rubric import RubricEditor

ADDITIONS = (
    ("criterion", "Add &criterion", "add"),
    ("boolean", "Add trait: &yes or no", "pass-fail"),
    ("score", "Add trait: &score", "scale"),
    ("literal", "Add trait: &one of several", "choice"),
    ("regex", "Add &pattern", "regex"),
    ("metric", "Add &metric", "metric"),
)


def needs_rubric(context: Context) -> str | None:
    """Say why a command about a rubric cannot run."""
    place = context.place
    shows = place.kind == "rubric" or (place.kind == "question" and place.tab == "rubric")
    return None if place.workspace == "build" and shows else "Open a rubric first"


def needs_entry(context: Context) -> str | None:
    """Say why a command about a trait or a criterion cannot run."""
    return None if context.fact("rubric.entry") else "Choose a criterion or trait of this rubric first"


def needs_criterion(context: Context) -> str | None:
    """Say why a command about a criterion cannot run."""
    return None if context.fact("rubric.criterion") else "Choose a criterion of this rubric first"


def needs_active(context: Context) -> str | None:
    """Say why a command about an active entry cannot run."""
    return "It is retired already" if context.fact("rubric.retired") else None


def needs_retired(context: Context) -> str | None:
    """Say why a command about a retired entry cannot run."""
    return None if context.fact("rubric.retired") else "Choose a retired criterion first"


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

    writes, reads = enabled_when(needs_writing, needs_rubric), enabled_when(needs_rubric, needs_entry)
    changes = enabled_when(needs_writing, needs_rubric, needs_entry, needs_active)
    retires = enabled_when(needs_writing, needs_rubric, needs_criterion, needs_active)
    restores = enabled_when(needs_writing, needs_rubric, needs_entry, needs_retired)
    added = [
        command(f"add_{kind}", title, partial(_add, kind=kind), icon=icon, when=writes, group="add")
        for kind, title, icon in ADDITIONS
    ]
    return [
        *added,
        command("up", "Move &up", partial(_move, step=-1), keys=("Alt+Up",), context="rubric", when=changes),
        command("down", "Move &down", partial(_move, step=1), keys=("Alt+Down",), context="rubric", when=changes),
        command("group", "&Group…", _group, icon="list", when=changes, tip="Put the chosen ones under a heading"),
        command("duplicate", "D&uplicate", _duplicate, keys=("Ctrl+D",), icon="duplicate", context="rubric"),
        command("move_to", "Move &to…", _move_to, icon="forward", when=changes, tip="Move to another rubric"),
        command("copy_to", "Copy t&o…", _copy_to, icon="export", tip="Copy to another rubric"),
        command(
            "retire", "&Retire", _retire, icon="retired", when=retires, tip="Keep it in the file, judge it no more"
        ),
        command("restore", "Resto&re", _restore, icon="undo", when=restores),
        command("copy", "&Copy entry", _copy, when=reads, group="clipboard"),
        command("paste", "P&aste entry", _paste, when=writes, group="clipboard"),
        command("copy_markdown", "Copy as &Markdown", _copy_markdown, when=reads, group="clipboard"),
        command("copy_id", "Copy &id", _copy_id, when=reads, group="clipboard"),
        command("show_retired", "Show or hide retired ones", _toggle_retired, when=needs_rubric, group="shown"),
        command(
            "remove", "&Remove", _remove, icon="remove", when=changes, tip="Retire what a version has, else delete"
        ),
        *kept_commands(workbench),
    ]


def _add(editor: RubricEditor, *, kind: str) -> None:
    editor.acts.add(kind)


def _move(editor: RubricEditor, *, step: int) -> None:
    editor.acts.move_by(step)


def _group(editor: RubricEditor) -> None:
    editor.acts.group()


def _duplicate(editor: RubricEditor) -> None:
    editor.acts.duplicate()


def _move_to(editor: RubricEditor) -> None:
    editor.acts.move_to()


def _copy_to(editor: RubricEditor) -> None:
    editor.acts.copy_to()


def _retire(editor: RubricEditor) -> None:
    editor.acts.retire()


def _restore(editor: RubricEditor) -> None:
    editor.acts.restore()


def _copy(editor: RubricEditor) -> None:
    editor.acts.copy()


def _paste(editor: RubricEditor) -> None:
    editor.acts.paste()


def _copy_markdown(editor: RubricEditor) -> None:
    editor.acts.copy_markdown()


def _copy_id(editor: RubricEditor) -> None:
    editor.acts.copy_id()


def _toggle_retired(editor: RubricEditor) -> None:
    editor.toggle_retired()


def _remove(editor: RubricEditor) -> None:
    editor.acts.remove()
