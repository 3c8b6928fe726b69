"""The library tree: opening, naming, doubling, moving and removing what is chosen in it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import Command, Context, enabled_when, needs_writing

if TYPE_CHECKING:
    from gradewright_desktop.workbench import Workbench

# What one can do something with; the rows below belong to a benchmark or a question and are not things of their own.
_QUESTIONS = frozenset({"QUESTION", "TEMPLATE", "OWN_RUBRIC"})


def _kinds(context: Context) -> tuple[str, ...]:
    kinds = context.fact("tree.kinds")
    return kinds if isinstance(kinds, tuple) else ()


def needs_choice(context: Context) -> str | None:
    """Say why a command about a row cannot run."""
    return None if _kinds(context) else "Choose something in the library first"


def needs_one(context: Context) -> str | None:
    """Say why a command about a single row cannot run."""
    return None if len(_kinds(context)) == 1 else "Choose one row in the library first"


def needs_thing(context: Context) -> str | None:
    """Say why a command about benchmarks and questions cannot run."""
    kinds = set(_kinds(context))
    if not kinds:
        return "Choose a benchmark or a question in the library first"
    fits = kinds <= {"BENCHMARK", "QUESTION", "KEPT_RUBRIC"} and len(kinds) == 1
    return None if fits else "Choose one benchmark, or questions, in the library first"


def needs_tree_question(context: Context) -> str | None:
    """Say why a command about one question of the tree cannot run."""
    kinds = _kinds(context)
    return None if len(kinds) == 1 and kinds[0] in _QUESTIONS else "Choose one question in the library first"


def tree_commands(workbench: Workbench) -> list[Command]:
    """Return the commands of the library tree."""
    from gradewright_desktop.panels.tree.actions import TreeActions

    actions = TreeActions(workbench)
    writes = enabled_when(needs_writing, needs_thing)
    moves = enabled_when(needs_writing, needs_tree_question)
    return [
        Command("tree.open", "&Open", "Benchmark", actions.open, icon="forward", when=needs_one, group="tree"),
        Command(
            "tree.rename",
            "&Rename",
            "Benchmark",
            actions.rename,
            keys=("F2",),
            icon="build",
            when=enabled_when(needs_writing, needs_one),
            tip="Rename the benchmark, or edit the question's text",
            context="tree",
            group="tree",
        ),
        Command(
            "tree.duplicate",
            "&Duplicate",
            "Benchmark",
            actions.duplicate,
            keys=("Ctrl+D",),
            icon="duplicate",
            when=writes,
            context="tree",
            group="tree",
        ),
        Command(
            "tree.move_up",
            "Move question &up",
            "Benchmark",
            partial(actions.move, -1),
            keys=("Alt+Up",),
            icon="previous",
            when=moves,
            context="tree",
            group="tree order",
        ),
        Command(
            "tree.move_down",
            "Move question do&wn",
            "Benchmark",
            partial(actions.move, 1),
            keys=("Alt+Down",),
            icon="collapse",
            when=moves,
            context="tree",
            group="tree order",
        ),
        Command(
            "tree.remove",
            "R&emove",
            "Benchmark",
            actions.remove,
            keys=("Del",),
            icon="remove",
            when=writes,
            tip="Take out of the library; undo brings it back",
            context="tree",
            group="tree remove",
        ),
    ]
