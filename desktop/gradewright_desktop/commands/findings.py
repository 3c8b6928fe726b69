"""Findings: from one to the next, to their words, and their fixes."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from gradewright_desktop.commands.command import Command, Context, enabled_when, needs_writing
from gradewright_desktop.workbench import Workbench

if TYPE_CHECKING:
    from gradewright_desktop.panels.findings import FindingsPanel


def _some_finding(context: Context) -> str | None:
    return None if context.fact("findings.count") else "There is no finding here"


def _has_fix(context: Context) -> str | None:
    return None if context.fact("findings.fix") else "The chosen finding has no fix that can be made by itself"


def _can_silence(context: Context) -> str | None:
    return None if context.fact("findings.silence") else "Choose a finding about a criterion or trait first"


def _some_unchecked(context: Context) -> str | None:
    return None if context.fact("findings.unchecked") else "There is no question here that was not checked"


def findings_commands(workbench: Workbench) -> list[Command]:
    """Return the commands about findings."""

    def panel() -> FindingsPanel | None:
        return cast("FindingsPanel | None", workbench.panels.get("findings"))

    def step(direction: int) -> None:
        if (shown := panel()) is not None:
            shown.step(direction)

    def fix() -> None:
        if (shown := panel()) is not None:
            shown.fix_current()

    def fix_all() -> None:
        if (shown := panel()) is not None:
            shown.fix_all_current()

    def silence() -> None:
        if (shown := panel()) is not None:
            shown.silence_current()

    def check_all() -> None:
        if (shown := panel()) is not None:
            shown.check_all()

    return [
        Command(
            "findings.next",
            "&Next finding",
            "Rubric",
            lambda: step(1),
            keys=("F8",),
            when=_some_finding,
            group="findings",
        ),
        Command(
            "findings.previous",
            "&Previous finding",
            "Rubric",
            lambda: step(-1),
            keys=("Shift+F8",),
            when=_some_finding,
            group="findings",
        ),
        Command(
            "findings.fix",
            "Apply the &fix",
            "Rubric",
            fix,
            keys=("Alt+Return", "Alt+Enter"),
            icon="fix",
            when=enabled_when(needs_writing, _has_fix),
            tip="Make the change that removes the chosen finding",
            group="findings",
        ),
        Command(
            "findings.fix_all",
            "Fix a&ll of this rule",
            "Rubric",
            fix_all,
            icon="fix",
            when=enabled_when(needs_writing, _has_fix),
            tip="Make every fix of the chosen finding's rule, as one step",
            group="findings",
        ),
        Command(
            "findings.silence",
            "&Silence, or stop silencing",
            "Rubric",
            silence,
            keys=("Alt+S",),
            icon="silence",
            when=enabled_when(needs_writing, _can_silence),
            tip="Keep the finding as it is, with a reason",
            group="findings",
        ),
        Command(
            "findings.check_all",
            "&Check all questions",
            "Rubric",
            check_all,
            when=_some_unchecked,
            tip="Look for findings in all questions of a large benchmark",
            group="findings",
        ),
    ]
