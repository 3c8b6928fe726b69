"""``gradewright trust``: the programs in a benchmark, and whether they may run here."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.opening import add_command, read_library, written_library
from gradewright.cli.commands.words import counted
from gradewright.cli.console import Console
from gradewright.cli.parser import Parser, add_json_option
from gradewright.jobs.typed import readable

if TYPE_CHECKING:
    from gradewright.jobs.code import CodeItem


def add(commands: Any) -> None:
    """Add the command and those below it."""
    parser: Parser = commands.add_parser(
        "trust",
        help="code in a benchmark",
        description="Look at code that came with a benchmark, and let it run or not.",
    )
    below = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    _add_list(below)
    _add_show(below)
    _add_allow(below)
    _add_forget(below)
    _add_limits(below)


def _add_list(commands: Any) -> None:
    parser = add_command(
        commands,
        "list",
        run_list,
        help="list the code in a benchmark",
        description="List the code in a benchmark: callable traits and hand-written templates, each with the start of "
        "its SHA-256 and whether it may run. Nothing of it is run by looking.",
    )
    _add_benchmark(parser)
    add_json_option(parser)


def _add_show(commands: Any) -> None:
    parser = add_command(
        commands,
        "show",
        run_show,
        help="show a piece of code",
        description="Show a piece of code: its source where there is one, else what its bytes import, call and name, "
        "read without unpickling them.",
    )
    _add_benchmark(parser)
    _add_code(parser)
    add_json_option(parser)


def _add_allow(commands: Any) -> None:
    parser = add_command(
        commands,
        "allow",
        run_allow,
        help="let a piece of code run",
        description="Let a piece of code run when results need it, in a separate process with nothing in reach. The "
        "decision is for exactly these bytes, in this library, on this computer.",
    )
    _add_benchmark(parser)
    _add_code(parser)
    parser.add_argument(
        "--unread",
        metavar="DIGITS",
        help="for code whose source is missing or is not certain: the first 8 digits of its SHA-256 once more",
    )


def _add_forget(commands: Any) -> None:
    parser = add_command(commands, "forget", run_forget, help="close a piece of code again")
    _add_benchmark(parser)
    _add_code(parser)


def _add_limits(commands: Any) -> None:
    parser = add_command(
        commands,
        "limits",
        run_limits,
        help="say what holds code on this system",
        description="Say what is and what is not enforced on this system when code runs.",
    )
    add_json_option(parser)


def _add_benchmark(parser: Parser) -> None:
    parser.add_argument("benchmark", metavar="BENCHMARK", type=readable, help="the benchmark, by name or id")


def _add_code(parser: Parser) -> None:
    parser.add_argument("code", metavar="SHA256", help="the code, by the first digits of its SHA-256")


def run_list(args: argparse.Namespace, console: Console) -> int:
    """List the code."""
    from gradewright.jobs.code import code_in

    with read_library(args) as library:
        items = code_in(library, library.find_benchmark(args.benchmark))
    if args.json:
        console.json([_data(item) for item in items])
    elif items:
        console.table(
            ["SHA-256", "code", "needed by", "source", "may run"],
            ([i.sha256[:12], i.kind, ", ".join(i.needed_by), _source_words(i), _state(i)] for i in items),
        )
    else:
        console.say("There is no code in this benchmark.")
    return 0


def run_show(args: argparse.Namespace, console: Console) -> int:
    """Show one piece of code."""
    from gradewright.jobs.code import code_in, find_code

    with read_library(args) as library:
        item = find_code(code_in(library, library.find_benchmark(args.benchmark)), args.code)
    if args.json:
        console.json(_data(item))
        return 0
    console.say(f"{item.kind} “{item.name}”, {counted(item.checks, 'check')} may need it; may run: {_state(item)}")
    console.say(f"SHA-256 {item.sha256}")
    for line in (*item.summary, *item.remarks):
        console.say(line)
    if item.source is not None:
        if not item.source_is_checked:
            console.say("The file shows this source; that the bytes do the same is not certain.")
        console.say()
        for number, text in enumerate(item.source.splitlines(), 1):
            console.say(f"{number:>4}  {_visible(text)}".rstrip())
    return 0


def run_allow(args: argparse.Namespace, console: Console) -> int:
    """Allow one piece of code."""
    from gradewright.jobs.code import allow, code_in, find_code

    with written_library(args, create=False) as library:
        item = find_code(code_in(library, library.find_benchmark(args.benchmark)), args.code)
        allow(library, item, args.unread)
    console.say(f"“{item.name}” may run now: {item.kind} {item.sha256[:12]}.")
    return 0


def run_forget(args: argparse.Namespace, console: Console) -> int:
    """Forget a decision."""
    from gradewright.jobs.code import code_in, find_code, forget

    with written_library(args, create=False) as library:
        item = find_code(code_in(library, library.find_benchmark(args.benchmark)), args.code)
        forget(library, item.sha256)
    console.say(f"“{item.name}” is closed: {item.kind} {item.sha256[:12]}.")
    return 0


def run_limits(args: argparse.Namespace, console: Console) -> int:
    """Say what is enforced."""
    from gradewright.jobs.code import enforcement

    sentences = enforcement()
    if args.json:
        console.json(sentences)
    for sentence in () if args.json else sentences:
        console.say(sentence)
    return 0


def _state(item: CodeItem) -> str:
    return "yes" if item.allowed else "no"


def _source_words(item: CodeItem) -> str:
    if item.source is None:
        return "none"
    return "readable" if item.source_is_checked else "not certain"


def _visible(text: str) -> str:
    """Characters that would move the cursor, or turn the direction of a line, are shown as what they are."""
    return "".join(c if c.isprintable() or c == "\t" else f"\\x{ord(c):02x}" for c in text)


def _data(item: CodeItem) -> dict[str, Any]:
    return {
        "sha256": item.sha256,
        "kind": str(item.kind),
        "name": item.name,
        "needed_by": list(item.needed_by),
        "checks": item.checks,
        "allowed": item.allowed,
        "source": item.source,
        "source_is_checked": item.source_is_checked,
        "needs_second_decision": item.needs_second_decision,
        "summary": list(item.summary),
        "remarks": list(item.remarks),
        "touches": [{"kind": str(t.kind), "name": t.name, "line": t.line, "column": t.column} for t in item.touches],
    }
