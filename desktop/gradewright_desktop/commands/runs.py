"""Runs: a new one, and going on with one that did not come to its end."""

from __future__ import annotations

from functools import partial

from gradewright_desktop.commands.command import Command, Context, enabled_when, needs_writing
from gradewright_desktop.commands.run import is_idle
from gradewright_desktop.judged_runs import JUDGED, JudgedStart
from gradewright_desktop.workbench import Workbench


def needs_resumable(context: Context) -> str | None:
    """Say why no run can go on."""
    return None if context.fact("runs.resumable") is not None else "Choose a run that was stopped or interrupted"


def start_new(workbench: Workbench) -> None:
    """Check the recorded answers of the current benchmark, or of the first one that has any."""
    here = workbench.navigator.current
    rows = workbench.session.library.benchmarks()
    with_answers = [row.id for row in rows if row.answer_count]
    if here.benchmark_id is not None and (here.benchmark_id in with_answers or not with_answers):
        _start(workbench, here.benchmark_id)
    elif with_answers:
        _start(workbench, with_answers[0])
    else:
        workbench.notices.toast("No answers are recorded yet. Import some first.")


def _start(workbench: Workbench, benchmark_id: int) -> None:
    from gradewright_desktop.dialogs.running.opening import start_run

    start_run(workbench, benchmark_id)


def resume(workbench: Workbench) -> None:
    """Go on with the run that is chosen; nothing that was judged is judged again."""
    run_id = workbench.commands.context().fact("runs.resumable")
    if isinstance(run_id, int):
        run = workbench.session.library.run(run_id)
        if run.config.get("kind") == JUDGED:
            workbench.session.resume_judged_run(run.id, run.benchmark_id, JudgedStart(workbench.keys))
        else:
            workbench.session.resume_run(run.id, run.benchmark_id)


def runs_commands(workbench: Workbench) -> list[Command]:
    """Return the commands about runs."""
    return [
        Command(
            "runs.new",
            "&New run",
            "Run",
            partial(start_new, workbench),
            icon="add",
            when=enabled_when(needs_writing, is_idle),
            tip="Check the recorded answers again, with templates and rubrics as they are now",
            group="runs",
        ),
        Command(
            "runs.resume",
            "R&esume the run",
            "Run",
            partial(resume, workbench),
            icon="run-going",
            when=enabled_when(needs_writing, is_idle, needs_resumable),
            tip="Go on where the run was stopped or interrupted",
            group="runs",
        ),
    ]
