"""``gradewright sheet``: rater sheets on paper, and what the code on one of them names."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.opening import add_command, read_library, written_library
from gradewright.cli.commands.words import counted
from gradewright.cli.console import Console
from gradewright.cli.parser import UsageError, add_json_option, add_models_option
from gradewright.jobs.typed import readable

if TYPE_CHECKING:
    from gradewright.jobs.sheets import SheetReport
    from gradewright.model.rubric import Rubric
    from gradewright.sheets.content import Output, SheetOptions

LAYOUTS = ("page", "blocks", "matrix")
PAPERS = {"a4": "a4", "letter": "us-letter"}


def add(commands: Any) -> None:
    """Add the command that prints."""
    parser = add_command(
        commands,
        "sheet",
        run_print,
        help="write rater sheets as PDF",
        description="Write rater sheets as PDF: a cover with the rubric in full, and the recorded answers of a "
        "benchmark with a row of boxes for every criterion of its global rubric. No model is named on them. Each "
        "output has a code, by which what comes back is told apart. A rubric file gives blank sheets.",
    )
    parser.add_argument("what", metavar="BENCHMARK|FILE", help="a benchmark by name or id, or a rubric file")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="the PDF file to write")
    parser.add_argument(
        "--layout",
        choices=LAYOUTS,
        default="page",
        metavar="LAYOUT",
        help="page (one output a page, the default), blocks (several a page) or matrix (outputs against criteria)",
    )
    parser.add_argument(
        "--paper", choices=tuple(PAPERS), default="a4", metavar="SIZE", help="a4 (the default) or letter"
    )
    add_models_option(parser)
    parser.add_argument("--most", metavar="N", type=int, help="print at most so many outputs")
    parser.add_argument(
        "--order-seed", metavar="N", type=int, default=1, help="the number that orders the outputs (default: 1)"
    )
    parser.add_argument("--in-order", action="store_true", help="leave the outputs in the order of the benchmark")
    parser.add_argument("--raters", metavar="N", type=int, default=1, help="a file for each of so many raters")
    parser.add_argument("--reference", action="store_true", help="print the reference answers, too")
    parser.add_argument("--no-examples", action="store_true", help="leave examples to the cover")
    parser.add_argument("--no-cover", action="store_true", help="leave out the cover with the rubric in full")
    parser.add_argument("--blank", action="store_true", help="print the rubric without any output")
    add_json_option(parser)


def add_code(commands: Any) -> None:
    """Add the command that reads codes."""
    parser = add_command(
        commands,
        "sheet-code",
        run_code,
        help="say what the code on a sheet names",
        description="Say what the code at the foot of a sheet names: the answer, and the rubric as it was printed.",
    )
    parser.add_argument("code", metavar="CODE", help="the code, such as GW-4K7TM-0012-X")
    add_json_option(parser)


def run_print(args: argparse.Namespace, console: Console) -> int:
    """Write the sheets."""
    from gradewright.jobs.sheets import batch_of, outputs_of, write_sheets

    for name, value in (("--most", args.most), ("--raters", args.raters)):
        if value is not None and not 1 <= value <= 9_999:
            raise UsageError(f"{name} takes a number from 1 to 9999.")
    options = _options(args)
    path = Path(args.what)
    if path.is_file():
        rubric = _rubric_of(path, console)
        batch = batch_of(rubric, rubric.terms.name.strip() or path.stem, (), options)
        _told(write_sheets(None, batch, args.output), args, console)
        return 0
    with written_library(args, create=False) as library:
        benchmark_id = library.find_benchmark(readable(args.what))
        benchmark = library.benchmark(benchmark_id)
        outputs: tuple[Output, ...] = ()
        if not args.blank:
            outputs = outputs_of(library, benchmark_id, models=args.models, most=args.most, seed=options.seed)
        title = benchmark.rubric.terms.name.strip() or benchmark.name
        _told(write_sheets(library, batch_of(benchmark.rubric, title, outputs, options), args.output), args, console)
    return 0


def run_code(args: argparse.Namespace, console: Console) -> int:
    """Say what a code names."""
    from gradewright.jobs.sheets import named_output

    with read_library(args) as library:
        found = named_output(library, args.code)
    batch = found.batch
    if args.json:
        console.json(
            {
                "batch": batch.name,
                "title": batch.title,
                "printed": batch.at,
                "version": batch.version,
                "fingerprint": batch.fingerprint,
                "number": found.number,
                "answer_id": found.answer_id,
                "question": found.question,
                "answer": found.answer,
            }
        )
        return 0
    version = f"version {batch.version}" if batch.version else "no version"
    what = f"output {found.number}" if found.number else "the cover"
    console.say(f"{batch.title}, {version}, {batch.fingerprint[:12]}, printed {batch.at}: {what}")
    if found.answer_id is not None:
        console.say(f"question: {found.question}")
        console.say(f"answer: {found.answer}")
    return 0


def _options(args: argparse.Namespace) -> SheetOptions:
    from gradewright.sheets.content import Layout, Paper, SheetOptions

    return SheetOptions(
        Layout(args.layout),
        Paper(PAPERS[args.paper]),
        examples=not args.no_examples,
        reference=args.reference,
        cover=not args.no_cover,
        seed=None if args.in_order else args.order_seed,
        raters=args.raters,
    )


def _rubric_of(path: Path, console: Console) -> Rubric:
    from gradewright.formats.grading_rubric import read_rubric
    from gradewright.formats.whole_files import read_whole

    read = read_rubric(read_whole(path), str(path))
    for warning in read.warnings:
        console.warn(f"{path}: {warning}")
    return read.rubric


def _told(report: SheetReport, args: argparse.Namespace, console: Console) -> None:
    if report.missing:
        console.warn(report.missing.words)
    if report.long:
        console.warn(
            f"{counted(len(report.long), 'output')} {'is' if len(report.long) == 1 else 'are'} too long for one page "
            "and continue on the next."
        )
    if args.json:
        console.json(
            {
                "files": [str(path) for path in report.paths],
                "batches": list(report.batches),
                "pages": report.pages,
                "outputs": report.outputs,
                "long": list(report.long),
                "missing": list(report.missing.characters),
            }
        )
        return
    for path, name in zip(report.paths, report.batches, strict=True):
        console.say(f"{path}: {counted(report.outputs, 'output')}, batch {name}.")
    console.say(f"{counted(report.pages, 'page')} in all.")
