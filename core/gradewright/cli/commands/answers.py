"""``gradewright answers import``: recorded answers to the questions of one benchmark."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gradewright.cli.commands.imports import report_data, sentence, warn_about
from gradewright.cli.commands.opening import add_command, control_for, written_library
from gradewright.cli.console import Console
from gradewright.cli.parser import Parser, add_json_option, add_model_option
from gradewright.jobs.typed import readable


def add(commands: Any) -> None:
    """Add the command and the one below it."""
    parser: Parser = commands.add_parser("answers", help="recorded answers", description="Work with recorded answers.")
    below = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    _add_import(below)


def _add_import(commands: Any) -> None:
    parser = add_command(
        commands,
        "import",
        run,
        help="take recorded answers into a benchmark",
        description="Take recorded answers into a benchmark. A row finds its question by the column question_id, else "
        "by question, the exact text. Rows that do not fit are listed with their lines, and the rest goes in.",
    )
    parser.add_argument("benchmark", metavar="BENCHMARK", type=readable, help="the benchmark, by name or id")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="CSV, JSONL, or Karenina's manual traces")
    add_model_option(parser)
    parser.add_argument("--strict", action="store_true", help="take all rows of every file, or nothing at all")
    add_json_option(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Import the answers; either all files can be read, or none is taken."""
    from gradewright.jobs.importing import import_answer_files

    with written_library(args) as library:
        benchmark_id = library.find_benchmark(args.benchmark)
        reports = import_answer_files(
            library, benchmark_id, args.files, model=args.model, strict=args.strict, control=control_for(console)
        )
    for report in reports:
        warn_about(report, console)
    if args.json:
        console.json([report_data(report) for report in reports])
    else:
        for report in reports:
            console.say(sentence(report))
    return 0
