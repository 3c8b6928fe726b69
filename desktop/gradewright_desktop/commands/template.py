"""The template of a question: a field more, and the two ways to look at it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import Command, enabled_when, needs_question, needs_writing

if TYPE_CHECKING:
    from gradewright_desktop.workbench import Workbench


def template_commands(workbench: Workbench) -> list[Command]:
    """Return the commands about templates."""
    from gradewright_desktop.panels.question.actions import QuestionActions

    actions = QuestionActions(workbench)
    return [
        Command(
            "template.add_field",
            "Add &field to the template",
            "Benchmark",
            actions.add_field,
            keys=("Ctrl+Shift+A",),
            icon="template",
            when=enabled_when(needs_writing, needs_question),
            group="template",
        ),
        Command(
            "template.show_fields",
            "Template as f&ields",
            "Benchmark",
            partial(actions.show_template, "fields"),
            icon="list",
            when=enabled_when(needs_question),
            group="template",
        ),
        Command(
            "template.show_code",
            "Template as &code",
            "Benchmark",
            partial(actions.show_template, "code"),
            icon="code",
            when=enabled_when(needs_question),
            group="template",
        ),
    ]
