"""A run in words and as data, and what ``--fail-on`` finds in it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.words import counted, percent
from gradewright.cli.console import one_line
from gradewright.model.run import Tally

if TYPE_CHECKING:
    from gradewright.store.rows import RunRow

FAIL_ON = ("fail", "blank")


def add_fail_on(parser: argparse.ArgumentParser) -> None:
    """Add ``--fail-on`` for verdicts."""
    parser.add_argument(
        "--fail-on",
        metavar="WHAT",
        choices=FAIL_ON,
        help="exit with 1 if an answer failed (fail), or failed or has no verdict (blank)",
    )


def found(fail_on: str | None, answers: Tally) -> int:
    """Return the exit code that ``--fail-on`` asks for."""
    bad = answers.failed if fail_on == "fail" else answers.failed + _blank(answers) if fail_on == "blank" else 0
    return 1 if bad else 0


def summary_lines(run: RunRow) -> list[str]:
    """Return what a run found, in a few lines: the counts, and the rate with its interval and its coverage."""
    from gradewright.stats.intervals import wilson

    answers, cells = run.answers, run.cells
    judged = answers.passed + answers.failed
    lines = [
        f"Run {run.number} of “{one_line(run.benchmark_name)}”, {run.state.value}: {counted(answers.total, 'answer')}, "
        f"{counted(cells.total, 'check')}.",
        f"{answers.passed:,} pass, {answers.failed:,} fail, {_blank(answers):,} blank.",
    ]
    rate = wilson(answers.passed, judged)
    if rate is None:
        lines.append("No answer has a verdict, so there is no pass rate.")
    else:
        lines.append(
            f"Pass rate {percent(rate.value)} ({rate.low * 100:.1f} to {percent(rate.high)}, 95 %), "
            f"{judged:,} of {counted(run.planned_answers, 'answer')} judged."
        )
    if not cells.total and answers.total:
        lines.append("None of their questions has a check that runs without a judge.")
    if cells.not_judged:
        lines.append(f"{counted(cells.not_judged, 'check')} not judged; the results say why.")
    return lines


def run_data(run: RunRow) -> dict[str, Any]:
    """Return a run with its counts as JSON data."""
    from gradewright.stats.intervals import wilson

    answers = run.answers
    rate = wilson(answers.passed, answers.passed + answers.failed)
    return {
        "run": run.number,
        "benchmark": {"id": run.benchmark_id, "name": run.benchmark_name},
        "state": run.state.value,
        "started": run.started,
        "ended": run.ended,
        "planned": {"answers": run.planned_answers, "checks": run.planned_cells},
        "answers": {
            "total": answers.total,
            "pass": answers.passed,
            "fail": answers.failed,
            "blank": _blank(answers),
        },
        "pass_rate": None if rate is None else {"value": rate.value, "low": rate.low, "high": rate.high},
        "checks": {
            "total": run.cells.total,
            "pass": run.cells.passed,
            "fail": run.cells.failed,
            "value": run.cells.valued,
            "not_judged": run.cells.not_judged + run.cells.cannot_judge,
        },
    }


def _blank(answers: Tally) -> int:
    return answers.total - answers.passed - answers.failed
