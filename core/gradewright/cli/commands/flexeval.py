"""``gradewright flexeval``: compute the metrics of a FlexEval run file."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.opening import add_command, written_library
from gradewright.cli.commands.words import counted
from gradewright.cli.console import Console
from gradewright.cli.parser import UsageError, add_json_option
from gradewright.errors import InvalidValue

if TYPE_CHECKING:
    from gradewright.flexeval.rows import MetricRow
    from gradewright.jobs.flexeval import LoadedRun
    from gradewright.store.library import Library

_LEAST_DIGITS = 8
_MATCHING = ("whole", "flexeval")


def add(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "flexeval",
        run,
        help="compute the metrics of a FlexEval run file",
        description="Compute the metrics of a FlexEval run file (eval_run.yaml): functions and rubrics over the "
        "conversations that it names. Files of functions are programs: they run only once their SHA-256 was allowed, "
        "and then in a separate process with nothing in reach. What cannot be judged is a row that says why.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the run file; paths in it are relative to it")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="write all rows to a .csv or .jsonl file")
    parser.add_argument(
        "--matching",
        choices=_MATCHING,
        default=_MATCHING[0],
        metavar="RULE",
        help="how a reply becomes a choice: whole (whole labels only, the default) or flexeval (its own rule)",
    )
    parser.add_argument("--plan", action="store_true", help="say what would be computed and asked, and do nothing")
    parser.add_argument(
        "--allow",
        metavar="SHA256",
        action="append",
        default=[],
        help="allow a file of functions, by at least 8 digits of its SHA-256; it stays allowed in this library",
    )
    add_json_option(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Compute the metrics and print what came out."""
    from gradewright.jobs.flexeval import load_run, run_metrics
    from gradewright.runs.code import AllowedPrograms

    if args.output is not None and args.output.suffix not in (".csv", ".jsonl"):
        raise UsageError("The file for -o ends in .csv or .jsonl.")
    loaded = load_run(args.file, matching=args.matching)
    for warning in loaded.warnings:
        console.warn(warning)
    if args.plan:
        return _plan(loaded, args.json, console)
    rows: list[MetricRow] = []
    with written_library(args) as library:
        _allow(library, loaded, args)
        with AllowedPrograms(library) as programs:
            _refuse_closed(loaded, programs)
            for row in run_metrics(loaded, programs.function_module, os.environ, warn=console.warn):
                rows.append(row)
                console.progress(len(rows), None, "computed")
    return _told(rows, args, console)


def _told(rows: Sequence[MetricRow], args: argparse.Namespace, console: Console) -> int:
    from gradewright.flexeval.rows import summarise

    if args.output is not None:
        _write(rows, args.output)
    if args.json:
        console.json([row.as_dict() for row in rows])
        return 0
    table = [
        [
            each.level,
            each.metric,
            each.name if each.name != each.metric else "",
            f"{each.count:,}",
            "" if each.mean is None else f"{each.mean:.4g}",
            "" if each.lowest is None else f"{each.lowest:g}",
            "" if each.highest is None else f"{each.highest:g}",
            f"{each.missing:,}",
        ]
        for each in summarise(rows)
    ]
    console.table(["level", "metric", "value", "count", "mean", "lowest", "highest", "missing"], table)
    if args.output is not None:
        console.say(f"{args.output}: {counted(len(rows), 'row')}.")
    return 0


def _plan(loaded: LoadedRun, as_json: bool, console: Console) -> int:
    from gradewright.jobs.flexeval import size_of

    size = size_of(loaded)
    if as_json:
        programs = [{"path": each.path, "sha256": each.sha256} for each in loaded.modules]
        console.json(
            {
                "name": loaded.run.name,
                "conversations": size.conversations,
                "metrics": size.metrics,
                "gradings": size.gradings,
                "completions": size.completions,
                "programs": programs,
            }
        )
        return 0
    console.say(
        f"{loaded.run.name}: {counted(size.metrics, 'metric')} over {counted(size.conversations, 'conversation')}, at "
        f"most {counted(size.gradings, 'call')} of a grader and {counted(size.completions, 'completion')}."
    )
    for each in loaded.modules:
        console.say(f"{each.path} is a program: SHA-256 {each.sha256}")
    return 0


def _allow(library: Library, loaded: LoadedRun, args: argparse.Namespace) -> None:
    from gradewright.runs.code import decision_key
    from gradewright.workers.code import CodeKind

    for digits in args.allow:
        wanted = digits.strip().lower()
        fitting = [each for each in loaded.modules if each.sha256.startswith(wanted)]
        if len(wanted) < _LEAST_DIGITS or len(fitting) != 1:
            raise InvalidValue(
                f"--allow {digits} names no file of functions of this run.",
                hint="It takes at least 8 digits of the SHA-256 that --plan prints.",
            )
        key = decision_key(create=True)
        assert key is not None, "a key was made"
        library.allow_code(fitting[0].sha256, CodeKind.FUNCTIONS, fitting[0].path, key)


def _refuse_closed(loaded: LoadedRun, programs: Any) -> None:
    closed = [each for each in loaded.modules if programs.function_module(each.source) is None]
    if closed:
        options = " ".join(f"--allow {each.sha256[:12]}" for each in closed)
        names = ", ".join(f"“{each.path}”" for each in closed)
        raise InvalidValue(
            f"The run needs {names}, which is a program that nobody has allowed. Nothing was computed.",
            hint=f"Read it, and if it may run: {options}",
        )


def _write(rows: Sequence[MetricRow], path: Path) -> None:
    from gradewright.flexeval.rows import COLUMNS
    from gradewright.formats.atomic import atomic_write
    from gradewright.formats.results_tables import table_cell

    if path.suffix == ".jsonl":
        atomic_write(path, "".join(json.dumps(row.as_dict(), ensure_ascii=False) + "\n" for row in rows))
        return
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(COLUMNS)
    for row in rows:
        values = row.as_dict()
        writer.writerow([table_cell(values.get(column, "")) for column in COLUMNS])
    atomic_write(path, stream.getvalue())
