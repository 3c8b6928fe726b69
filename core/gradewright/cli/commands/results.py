"""``gradewright results``: what a run found."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.opening import add_command, read_library
from gradewright.cli.commands.run_words import add_fail_on, found, run_data, summary_lines
from gradewright.cli.commands.words import verdict
from gradewright.cli.console import Console
from gradewright.cli.parser import add_json_option, add_models_option
from gradewright.jobs.typed import readable
from gradewright.model.run import CellState, CheckKind

if TYPE_CHECKING:
    from gradewright.model.run import Cell
    from gradewright.store.library import Library
    from gradewright.store.rows import CellBrief, ResultRow, RunCheck, RunRow

VERDICTS = ("pass", "fail", "blank")
CHUNK = 256


def add(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "results",
        run,
        help="show what a run found",
        description="Show what a run found: a line for every answer with its verdict, and what did not pass.",
    )
    parser.add_argument("benchmark", metavar="BENCHMARK", type=readable, help="the benchmark, by name or id")
    parser.add_argument("--run", metavar="N", type=int, dest="number", help="the run's number (default: the latest)")
    add_models_option(parser)
    parser.add_argument(
        "--verdict",
        metavar="VERDICT",
        choices=VERDICTS,
        action="append",
        dest="verdicts",
        help=f"only answers with this verdict: {', '.join(VERDICTS)} (may be repeated)",
    )
    add_fail_on(parser)
    add_json_option(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the results that were asked for."""
    from gradewright.jobs.exporting import find_run
    from gradewright.store.library import ResultFilter

    with read_library(args) as library:
        benchmark_id = library.find_benchmark(args.benchmark)
        run = find_run(library, benchmark_id, args.number)
        wanted = ResultFilter(models=tuple(args.models or ()), overall=tuple(args.verdicts or ()))
        ids = library.result_ids(run.id, wanted)
        if args.json:
            console.json(run_data(run) | {"results": _data(library, ids)})
        else:
            _print(library, run, ids, console)
        return found(args.fail_on, library.tally(run.id, wanted).answers)


def _print(library: Library, run: RunRow, ids: Any, console: Console) -> None:
    for line in summary_lines(run):
        console.say(line)
    checks = {check.ordinal: check for check in library.run_checks(run.id)}
    rows = [
        _row(library, row, checks)
        for start in range(0, len(ids), CHUNK)
        for row in library.result_rows(ids[start : start + CHUNK])
    ]
    if len(ids) != run.answers.total:
        console.say(f"{len(ids):,} of them fit.")
    if rows:
        console.say()
        console.table(["question", "model", "verdict", "not passed"], rows, whole="not passed")


def _row(library: Library, row: ResultRow, checks: Mapping[int, RunCheck]) -> list[str]:
    wrong = [
        _brief(library, row, checks[ordinal], cell) for ordinal, cell in sorted(row.cells.items()) if not _is_fine(cell)
    ]
    model = row.model if row.replicate == 1 else f"{row.model} #{row.replicate}"
    return [row.question_text, model, verdict(row.overall), "; ".join(wrong)]


def _is_fine(cell: CellBrief) -> bool:
    return cell.state is CellState.JUDGED and cell.verdict is not False


def _brief(library: Library, row: ResultRow, check: RunCheck, cell: CellBrief) -> str:
    """The check that did not pass, with the fields of a template that did not, or why it was not judged."""
    if cell.state is not CellState.JUDGED:
        return f"{check.name} ({(cell.reason or cell.state.value).replace('_', ' ')})"
    if check.kind is not CheckKind.TEMPLATE:
        return check.name
    fields = [
        outcome.name
        for each in library.cells_of(row.id)
        if each.kind is CheckKind.TEMPLATE
        for outcome in each.fields
        if outcome.passed is not True
    ]
    return f"{check.name} ({', '.join(fields)})"


def _data(library: Library, ids: Any) -> list[dict[str, Any]]:
    data = []
    for start in range(0, len(ids), CHUNK):
        rows = library.result_rows(ids[start : start + CHUNK])
        questions = dict(
            zip((row.question_id for row in rows), library.questions([r.question_id for r in rows]), strict=True)
        )
        for row in rows:
            question = questions[row.question_id]
            data.append(
                {
                    "question_id": question.key,
                    "question": question.text,
                    "model": row.model,
                    "replicate": row.replicate,
                    "verdict": None if row.overall is None else verdict(row.overall),
                    "checks": [_cell_data(cell) for cell in library.cells_of(row.id)],
                }
            )
    return data


def _cell_data(cell: Cell) -> dict[str, Any]:
    return {
        "check": cell.check,
        "kind": cell.kind.value,
        "state": cell.state.value,
        "verdict": None if cell.verdict is None else verdict(cell.verdict),
        "value": cell.value,
        "score": cell.score,
        "reason": cell.reason or None,
        "message": cell.message or None,
        "fields": [
            {
                "name": each.name,
                "verdict": None if each.passed is None else verdict(each.passed),
                "score": each.score,
                "weight": each.weight,
                "expected": each.expected,
                "got": each.got,
                "explanation": each.explanation,
            }
            for each in cell.fields
        ],
    }
