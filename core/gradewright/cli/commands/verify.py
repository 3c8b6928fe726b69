"""``gradewright verify``: check recorded answers, without a judge."""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.opening import add_command, control_for, written_library
from gradewright.cli.commands.run_words import add_fail_on, found, run_data, summary_lines
from gradewright.cli.commands.words import counted
from gradewright.cli.console import Console
from gradewright.cli.parser import add_json_option, add_models_option
from gradewright.jobs.typed import readable

if TYPE_CHECKING:
    from gradewright.jobs.verifying import VerifyReport


def add(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "verify",
        run,
        help="check the recorded answers of a benchmark",
        description="Check the recorded answers of a benchmark: templates where field values are recorded, patterns, "
        "metrics where their lists are recorded. Traits that only a judge can decide are named and left out. Every "
        "result is kept as it comes; a run that is interrupted can be resumed.",
    )
    parser.add_argument("benchmark", metavar="BENCHMARK", type=readable, help="the benchmark, by name or id")
    add_models_option(parser)
    parser.add_argument("--resume", action="store_true", help="take up the latest run that was stopped or interrupted")
    add_fail_on(parser)
    add_json_option(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Run the checks and print the counts."""
    from gradewright.jobs.verifying import verify

    control = control_for(console)
    with written_library(args, create=False) as library, stopping(control.cancel_event):
        benchmark_id = library.find_benchmark(args.benchmark)
        report = verify(library, benchmark_id, models=args.models, resume=args.resume, control=control)
    _print(report, args.json, console)
    if not report.complete:
        console.warn(
            f"The run was stopped after {counted(report.run.answers.total, 'answer')} of "
            f"{report.run.planned_answers:,}; they are kept, and --resume goes on with the rest."
        )
        raise KeyboardInterrupt
    return found(args.fail_on, report.run.answers)


def _print(report: VerifyReport, as_json: bool, console: Console) -> None:
    if as_json:
        data = run_data(report.run)
        data["needs_judge"] = [{"trait": each.name, "answers": each.answers} for each in report.needs_judge]
        console.json(data)
        return
    for line in summary_lines(report.run):
        console.say(line)
    if report.needs_judge:
        names = ", ".join(f"“{each.name}”" for each in report.needs_judge)
        console.say(f"Needs a judge, so not part of the run: {names}.")


@contextmanager
def stopping(cancel: threading.Event) -> Iterator[None]:
    """Let the first Ctrl+C end the run between two batches; a second one ends the program at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: FrameType | None) -> None:
        cancel.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
