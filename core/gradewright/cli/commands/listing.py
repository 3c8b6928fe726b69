"""``gradewright list``: the benchmarks of the library."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.opening import add_command, library_path, read_library
from gradewright.cli.console import Console
from gradewright.cli.parser import add_json_option

if TYPE_CHECKING:
    from gradewright.store.rows import BenchmarkRow


def add(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "list", run, help="list the benchmarks of the library")
    add_json_option(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """List the benchmarks. A library that nobody has made yet holds none."""
    rows: list[BenchmarkRow] = []
    if args.library is not None or library_path(args).exists():
        with read_library(args) as library:
            rows = library.benchmarks()
    if args.json:
        console.json([row_data(row) for row in rows])
    elif rows:
        console.table(
            ["id", "name", "version", "questions", "finished", "answers", "runs"],
            (
                [
                    str(row.id),
                    row.name,
                    row.version,
                    f"{row.question_count:,}",
                    f"{row.finished_count:,}",
                    f"{row.answer_count:,}",
                    f"{row.run_count:,}",
                ]
                for row in rows
            ),
        )
    else:
        console.say("No benchmark yet. Take one in with: gradewright import FILE, or look at: gradewright sample")
    return 0


def row_data(row: BenchmarkRow) -> dict[str, Any]:
    """Return a benchmark's row as JSON data."""
    return {
        "id": row.id,
        "name": row.name,
        "version": row.version,
        "questions": row.question_count,
        "finished": row.finished_count,
        "answers": row.answer_count,
        "global_traits": row.entry_count,
        "runs": row.run_count,
    }
