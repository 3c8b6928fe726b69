"""``gradewright rubric``: rubrics shown, exported as versions, taken in, compared and checked."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.opening import add_command, read_library, written_library
from gradewright.cli.commands.rubric_words import diff_data, import_data, say_diff, say_import, say_rubric, show_data
from gradewright.cli.commands.words import counted
from gradewright.cli.console import Console, one_line
from gradewright.cli.parser import Parser, UsageError, add_json_option
from gradewright.jobs.typed import readable

if TYPE_CHECKING:
    from gradewright.edits.target import RubricOwner
    from gradewright.jobs.rubrics import ExportedRubric
    from gradewright.model.rubric import Rubric
    from gradewright.store.library import Library

FORMATS = ("json", "markdown", "prd")
SEVERITIES = ("error", "warning", "hint")
_WHAT = "a rubric file, else a benchmark (name or id) for its global rubric, or a kept rubric with --kept"


def add(commands: Any) -> None:
    """Add the command and those below it."""
    parser: Parser = commands.add_parser("rubric", help="grading rubrics", description="Work with grading rubrics.")
    below = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    _add_show(below)
    _add_export(below)
    _add_import(below)
    _add_diff(below)
    _add_fingerprint(below)
    _add_lint(below)


def _add_source(parser: Parser) -> None:
    parser.add_argument("what", metavar="FILE|NAME", help=_WHAT)
    _add_owner(parser)


def _add_owner(parser: Parser) -> None:
    parser.add_argument("--kept", action="store_true", help="NAME is a rubric that is kept alone (name or number)")
    parser.add_argument(
        "--question", metavar="N", type=int, help="the own rubric of the question with this number, not the global one"
    )


def _add_show(commands: Any) -> None:
    parser = add_command(
        commands, "show", run_show, help="show a rubric", description="Show a rubric: its version, rule and criteria."
    )
    _add_source(parser)
    add_json_option(parser)


def _add_export(commands: Any) -> None:
    parser = add_command(
        commands,
        "export",
        run_export,
        help="write a rubric to a file",
        description="Write a rubric to a file. A rubric of the library becomes its next version where its wording has "
        "changed since the last one that was exported or opened; otherwise the version stays.",
    )
    _add_source(parser)
    parser.add_argument(
        "--format", metavar="FORMAT", choices=FORMATS, default="json", help="json (the default), markdown or prd"
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write; - is standard output")


def _add_import(commands: Any) -> None:
    parser = add_command(
        commands,
        "import",
        run_import,
        help="take a rubric into the library",
        description="Take a saved rubric, a failure list, a FlexEval rubric file or criteria as text into the library. "
        "It is kept alone unless --into names where it belongs. A failure list is opened into the rubric that is "
        "there; anything else takes the place of an empty one, or of any with --replace.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the file")
    parser.add_argument(
        "--into", metavar="NAME", type=readable, dest="what", help="the benchmark (name or id), or with --kept a rubric"
    )
    _add_owner(parser)
    parser.add_argument("--replace", action="store_true", help="let it take the place of the rubric that is there")
    add_json_option(parser)


def _add_diff(commands: Any) -> None:
    parser = add_command(
        commands,
        "diff",
        run_diff,
        help="compare two rubric files",
        description="Compare two rubric files criterion by criterion and word by word, and say which results the "
        "difference makes stale. Cosmetic leaves the fingerprint as it was; breaking changes an id, a scale or a rule.",
    )
    parser.add_argument("before", metavar="BEFORE", type=Path, help="the earlier rubric file")
    parser.add_argument("after", metavar="AFTER", type=Path, help="the later rubric file")
    parser.add_argument("--fail-on", metavar="LEVEL", choices=("cosmetic", "substantive", "breaking"),
                        help="exit with 1 where they differ by cosmetic, substantive or breaking, or more")  # fmt: skip
    add_json_option(parser)


def _add_fingerprint(commands: Any) -> None:
    parser = add_command(
        commands,
        "fingerprint",
        run_fingerprint,
        help="print the fingerprint of a rubric",
        description="Print the fingerprint of a rubric: 64 hexadecimal digits that change with the wording graders go "
        "by, computed from the content.",
    )
    _add_source(parser)


def _add_lint(commands: Any) -> None:
    parser = add_command(
        commands,
        "lint",
        run_lint,
        help="check the wording of a rubric",
        description="Check the wording of a rubric and whether every criterion is complete.",
    )
    _add_source(parser)
    parser.add_argument(
        "--fail-on", metavar="SEVERITY", choices=SEVERITIES, help="exit with 1 on a finding of error, warning or hint"
    )
    add_json_option(parser)


def run_show(args: argparse.Namespace, console: Console) -> int:
    """Print a rubric."""
    rubric = _rubric(args, console)
    if args.json:
        console.json(show_data(rubric))
    else:
        say_rubric(rubric, console)
    return 0


def run_export(args: argparse.Namespace, console: Console) -> int:
    """Write a rubric to a file."""
    from gradewright.jobs.rubrics import export_file, export_rubric

    if _is_file(args):
        made = export_file(_rubric(args, console), args.format)
    else:
        with written_library(args, create=False) as library:
            # The version is settled in the library first: a file with a number that is nowhere else would be worse.
            made = export_rubric(library, _owner(library, args), args.format)
    _write(made, args.output, console)
    return 0


def _write(made: ExportedRubric, output: str, console: Console) -> None:
    from gradewright.formats.atomic import atomic_write
    from gradewright.rubrics.fingerprint import shown

    for warning in made.warnings:
        console.warn(warning)
    if output == "-":
        console.binary.write(made.content)
        return
    atomic_write(Path(output), made.content)
    versions = made.rubric.versions
    new = " (new)" if made.is_new else ""
    console.say(f"{output}: version {versions.number}{new}, fingerprint {shown(versions.fingerprint)}.")


def run_import(args: argparse.Namespace, console: Console) -> int:
    """Take a rubric in."""
    from gradewright.jobs.rubrics import import_start

    if args.what is None and (args.kept or args.question is not None):
        raise UsageError("--kept and --question say more about --into, which is missing.")
    with written_library(args) as library:
        owner = None if args.what is None else _owner(library, args)
        taken = import_start(library, args.file, owner, replace_it=args.replace)
    for warning in taken.warnings:
        console.warn(f"{args.file}: {warning}")
    if args.json:
        console.json(import_data(taken))
    else:
        say_import(taken, str(args.file), console)
    return 0


def run_diff(args: argparse.Namespace, console: Console) -> int:
    """Compare two files."""
    from gradewright.jobs.rubrics import read_rubric_file
    from gradewright.rubrics.diff import diff
    from gradewright.rubrics.member_changes import Level, highest

    found = diff(read_rubric_file(args.before), read_rubric_file(args.after))
    if args.json:
        console.json(diff_data(found))
    else:
        say_diff(found, console)
    limit = args.fail_on and Level(args.fail_on)
    return 1 if limit and highest((limit, found.level)) is found.level else 0


def run_fingerprint(args: argparse.Namespace, console: Console) -> int:
    """Print a fingerprint."""
    from gradewright.rubrics.fingerprint import fingerprint

    console.say(fingerprint(_rubric(args, console)))
    return 0


def run_lint(args: argparse.Namespace, console: Console) -> int:
    """Print the findings of one rubric."""
    from gradewright.lint.checks import lint_rubric
    from gradewright.lint.finding import Place

    rubric = _rubric(args, console)
    findings = lint_rubric(rubric, Place(0, kept_id=0))
    names = {entry.id: entry.trait.name or entry.id for entry in rubric.entries}
    open_ones = [found for found in findings if found.silenced is None]
    if args.json:
        console.json(
            [
                {
                    "rule": found.rule,
                    "severity": found.severity.value,
                    "criterion": found.place.entry_id,
                    "part": found.place.part,
                    "message": found.message,
                    "silenced": found.silenced,
                }
                for found in findings
            ]
        )
    else:
        for found in findings:
            heading = found.severity.value if found.silenced is None else "silenced"
            where = f"“{names[found.place.entry_id]}”" if found.place.entry_id in names else "rubric"
            console.say(one_line(f"{heading}: {where}: {found.message}") + f"  [{found.rule}]")
        console.say(f"{counted(len(open_ones), 'finding')}.")
    failing = SEVERITIES[: SEVERITIES.index(args.fail_on) + 1] if args.fail_on else ()
    return 1 if any(found.severity.value in failing for found in open_ones) else 0


def _is_file(args: argparse.Namespace) -> bool:
    path = Path(args.what)
    return not args.kept and args.question is None and (path.is_file() or "/" in args.what or path.suffix == ".json")


def _rubric(args: argparse.Namespace, console: Console) -> Rubric:
    """Return the rubric that the arguments name."""
    from gradewright.jobs.rubrics import rubric_of

    if not _is_file(args):
        with read_library(args) as library:
            return rubric_of(library, _owner(library, args))
    from gradewright.formats.grading_rubric import read_rubric
    from gradewright.formats.whole_files import read_whole

    path = Path(args.what)
    read = read_rubric(read_whole(path), str(path))
    for warning in read.warnings:
        console.warn(f"{path}, {warning}" if warning.startswith("/") else f"{path}: {warning}")
    return read.rubric


def _owner(library: Library, args: argparse.Namespace) -> RubricOwner:
    """Return whose rubric the arguments name."""
    from gradewright.edits.target import RubricOwner
    from gradewright.errors import NotFound
    from gradewright.jobs.rubrics import find_kept

    name = readable(args.what)
    if args.kept:
        if args.question is not None:
            raise UsageError("--kept and --question do not go together.")
        return find_kept(library, name)
    benchmark_id = library.find_benchmark(name)
    if args.question is None:
        return RubricOwner(benchmark_id=benchmark_id)
    ids = library.question_ids(benchmark_id)
    if not 1 <= args.question <= len(ids):
        raise NotFound(f"“{name}” has no question {args.question}.", hint=f"It has {counted(len(ids), 'question')}.")
    return RubricOwner(question_id=ids[args.question - 1])
