"""``gradewright export``: a benchmark or its results as a file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gradewright.cli.commands.opening import add_command, control_for, read_library
from gradewright.cli.commands.words import counted
from gradewright.cli.console import Console
from gradewright.cli.parser import UsageError
from gradewright.jobs.formats import EXPORT_FORMATS
from gradewright.jobs.typed import readable


def add(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "export",
        run,
        help="write a benchmark or its results to a file",
        description="Write a benchmark (jsonld: a Karenina checkpoint; markdown: for reading) or the results of a run "
        "(csv, jsonl) to a file. A file that is there is replaced as a whole, or left as it was if writing fails.",
    )
    parser.add_argument("benchmark", metavar="BENCHMARK", type=readable, help="the benchmark, by name or id")
    parser.add_argument(
        "--format", metavar="FORMAT", choices=EXPORT_FORMATS, required=True, help=f"one of {', '.join(EXPORT_FORMATS)}"
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write; - is standard output")
    parser.add_argument(
        "--run", metavar="N", type=int, dest="number", help="for results: the run's number (default: the latest)"
    )
    parser.add_argument(
        "--excel",
        action="store_true",
        help="for csv: mark the file so that Excel reads every script, and cut cells that are too long for it",
    )


def run(args: argparse.Namespace, console: Console) -> int:
    """Write the file."""
    from gradewright.jobs.exporting import export

    if args.excel and args.format != "csv":
        raise UsageError("--excel is for --format csv.")
    with read_library(args) as library:
        benchmark_id = library.find_benchmark(args.benchmark)
        target = console.binary if args.output == "-" else Path(args.output)
        report = export(
            library,
            benchmark_id,
            args.format,
            target,
            run_number=args.number,
            for_excel=args.excel,
            control=control_for(console),
        )
    for warning in report.warnings:
        console.warn(warning)
    if report.path is not None:
        console.say(f"{report.path}: {counted(report.count, report.what)}.")
    return 0
