"""``gradewright import``: files of any kind that the program reads."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gradewright.cli.commands.opening import add_command, control_for, written_library
from gradewright.cli.commands.words import counted
from gradewright.cli.console import Console, one_line
from gradewright.cli.parser import add_json_option, add_model_option
from gradewright.jobs.reports import ImportReport
from gradewright.jobs.typed import readable


def add(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "import",
        run,
        help="take files into the library",
        description="Take files into the library. What a file is, is found out from its content: a Karenina checkpoint "
        "(.jsonld) and a table of questions (CSV, JSONL) become a benchmark of their own; recorded answers (CSV, "
        "JSONL, Karenina's manual traces) need a benchmark: the one from the same command, or the one that --into "
        "names.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a file to take in")
    parser.add_argument(
        "--into", metavar="BENCHMARK", type=readable, help="add questions or answers to this benchmark (name or id)"
    )
    add_model_option(parser)
    parser.add_argument("--strict", action="store_true", help="take all rows of every file, or nothing at all")
    add_json_option(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Import the files; either all of them can be read, or none is taken."""
    from gradewright.jobs.importing import import_files

    with written_library(args) as library:
        into = library.find_benchmark(args.into) if args.into is not None else None
        reports = import_files(
            library, args.files, into=into, model=args.model, strict=args.strict, control=control_for(console)
        )
    for report in reports:
        warn_about(report, console)
    if args.json:
        console.json([report_data(report) for report in reports])
    else:
        for report in reports:
            console.say(sentence(report))
    return 0


def warn_about(report: ImportReport, console: Console) -> None:
    """Print what a file's import has to say beside its success, one line each."""
    for warning in report.warnings:
        console.warn(f"{report.path}, {warning}" if warning.startswith(("/", "line ")) else f"{report.path}: {warning}")
    for row in report.left_out:
        place = f", line {row.line}" if row.line else ""
        console.warn(f"{report.path}{place}, left out: {row.message}")


def sentence(report: ImportReport) -> str:
    """Say in one line what came in."""
    counts = [(report.questions, "question"), (report.scenarios, "scenario"), (report.answers, "answer")]
    parts = [counted(count, noun) for count, noun in counts if count] or ["no questions"]
    left = f", {counted(len(report.left_out), 'row')} left out" if report.left_out else ""
    text = f"{report.path}: {report.kind}, {' and '.join(parts)} into “{report.benchmark_name}”{left}."
    if report.is_copy:
        text += f" This is a copy: the library already has “{report.wanted_name}”."
    return one_line(text)


def report_data(report: ImportReport) -> dict[str, Any]:
    """Return a report as JSON data."""
    return {
        "file": readable(str(report.path)),
        "kind": report.kind,
        "benchmark": {"id": report.benchmark_id, "name": report.benchmark_name},
        "copy_of": report.wanted_name if report.is_copy else None,
        "questions": report.questions,
        "scenarios": report.scenarios,
        "answers": report.answers,
        "left_out": [{"line": row.line, "message": row.message} for row in report.left_out],
        "warnings": list(report.warnings),
    }
