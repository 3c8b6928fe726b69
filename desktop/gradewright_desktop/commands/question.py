"""Questions: a new one, finished or not, the next and the one before, the tabs of the editor."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gradewright_desktop.commands.command import (
    Command,
    Context,
    enabled_when,
    needs_benchmark,
    needs_question,
    needs_writing,
)

if TYPE_CHECKING:
    from gradewright_desktop.workbench import Workbench

_TABS = (
    ("question", "Question &text", "question"),
    ("template", "&Template", "template"),
    ("rubric", "Own rubri&c", "rubric"),
    ("examples", "E&xamples", "list"),
    ("history", "&History", "history"),
)


def is_finished(context: Context) -> bool:
    """Tell whether the current question is marked as finished."""
    return bool(context.fact("question.finished"))


def needs_one_answer(context: Context) -> str | None:
    """Say why a command about one recorded answer cannot run."""
    return None if context.fact("question.answers_chosen") == 1 else "Choose one recorded answer first"


def needs_answers(context: Context) -> str | None:
    """Say why a command about recorded answers cannot run."""
    return None if context.fact("question.answers_chosen") else "Choose recorded answers first"


def needs_outcome(context: Context) -> str | None:
    """Say why nothing can be kept as a test."""
    return None if context.fact("try_it.has_outcome") else "Try an answer first"


def question_commands(workbench: Workbench) -> list[Command]:
    """Return the commands about questions."""
    from gradewright_desktop.panels.question.actions import QuestionActions

    actions = QuestionActions(workbench)
    commands = [
        Command(
            "question.new",
            "New &question",
            "Benchmark",
            actions.new,
            keys=("Ctrl+N",),
            icon="add",
            when=enabled_when(needs_writing, needs_benchmark),
            tip="Add a question behind the current one",
            group="new",
        ),
        Command(
            "question.finish",
            "&Finished",
            "Benchmark",
            actions.toggle_finished,
            keys=("Ctrl+Shift+F",),
            icon="question-done",
            when=enabled_when(needs_writing, needs_question),
            checked=is_finished,
            group="question",
        ),
        Command(
            "question.previous",
            "&Previous question",
            "Benchmark",
            partial(actions.step, -1),
            keys=("Ctrl+PgUp",),
            icon="previous",
            when=enabled_when(needs_question),
            group="question",
        ),
        Command(
            "question.next",
            "Ne&xt question",
            "Benchmark",
            partial(actions.step, 1),
            keys=("Ctrl+PgDown",),
            icon="collapse",
            when=enabled_when(needs_question),
            group="question",
        ),
        Command(
            "question.add_answer",
            "Add an &answer by hand",
            "Benchmark",
            actions.add_answer,
            icon="note",
            when=enabled_when(needs_writing, needs_question),
            group="question",
        ),
        Command(
            "question.change_answer",
            "Edit the chosen ans&wer…",
            "Benchmark",
            actions.change_answer,
            icon="build",
            when=enabled_when(needs_writing, needs_question, needs_one_answer),
            group="question",
        ),
        Command(
            "question.remove_answers",
            "Remove the &chosen answers",
            "Benchmark",
            actions.remove_answers,
            icon="remove",
            when=enabled_when(needs_writing, needs_question, needs_answers),
            tip="Take the chosen recorded answers out; what runs said about them is kept",
            group="question",
        ),
        Command(
            "question.keep_test",
            "&Keep as test",
            "Benchmark",
            actions.keep_test,
            icon="try",
            when=enabled_when(needs_writing, needs_question, needs_outcome),
            tip="Keep what was tried with its outcome, and try it again on every change",
            group="question",
        ),
    ]
    for tab, title, icon in _TABS:
        commands.append(
            Command(
                f"question.tab_{tab}",
                title,
                "Benchmark/Show in the question",
                partial(actions.show_tab, tab),
                icon=icon,
                when=enabled_when(needs_question),
                group="tabs",
            )
        )
    return commands
