"""``gradewright import``: files of any kind that the program reads."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.opening import add_command, control_for, written_library
from gradewright.cli.commands.words import counted
from gradewright.cli.console import Console, one_line
from gradewright.cli.parser import add_json_option, add_model_option
from gradewright.errors import UserError
from gradewright.jobs.reports import ImportReport
from gradewright.jobs.typed import readable

if TYPE_CHECKING:
    from gradewright.jobs.found_keys import FoundKey


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
    parser.add_argument(
        "--keep-keys", action="store_true", help="put keys of model servers found in a file into the system keyring"
    )
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
    tell_keys([key for report in reports for key in report.keys], console, keep=args.keep_keys)
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


def tell_keys(found: Sequence[FoundKey], console: Console, *, keep: bool) -> None:
    """Say which keys were found, by name; put them into the keyring where that was asked for, else say how."""
    if not found:
        return
    from gradewright.endpoints.keyring_backend import system_keyring
    from gradewright.endpoints.keys import KeyHome, Keys
    from gradewright.jobs.found_keys import keep_keys, kept_words

    names = ", ".join(key.shown for key in found)
    if not keep:
        console.warn(
            f"Left out, and in no library: {names}. With --keep-keys an import puts what it finds into the system "
            "keyring; a variable of the environment does as well."
        )
        return
    keyring = system_keyring()
    if keyring.backend is None:
        # In memory they would be gone with the command.
        console.warn(f"The system keyring is not available, so these are left out: {names}. {keyring.install}")
        return
    try:
        kept = keep_keys(Keys({}, lambda: keyring), found)
    except UserError as error:
        console.warn(str(error))
        return
    if lost := [each.name for each in kept if each.kept and each.kept.home is not KeyHome.KEYRING]:
        console.warn(f"The system keyring did not take {', '.join(lost)}, which is left out. Unlock it and try again.")
    if words := kept_words([each for each in kept if each.name not in lost]):
        console.note(words)


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
        "keys": [key.name for key in report.keys],
        "warnings": list(report.warnings),
    }
