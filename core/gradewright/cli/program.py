"""From arguments to an exit code.

0: done, perhaps with warnings. 1: done, and what ``--fail-on`` asks for was found. 2: bad use or bad input, nothing was
changed. 70: a fault of the program. 130: interrupted. 141: the reader of the output went away.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable, Sequence

from gradewright import __version__
from gradewright.cli.commands import COMMANDS
from gradewright.cli.console import Console
from gradewright.cli.parser import Parser, add_library_option
from gradewright.errors import UserError, WriteFailed

DONE, FOUND, BAD_INPUT, FAULT, INTERRUPTED, READER_GONE = 0, 1, 2, 70, 130, 141

Run = Callable[[argparse.Namespace, Console], int]


def build_parser() -> Parser:
    """Return the parser with all commands."""
    parser = Parser(
        prog="gradewright",
        description="Keep benchmarks, check recorded answers, and read the results.",
        epilog="Exit codes: 0 done, warnings are on standard error; 1 done, and --fail-on found something; 2 bad use "
        "or input, nothing was changed.",
    )
    parser.add_argument("--version", action="version", version=f"gradewright {__version__}")
    add_library_option(parser, top=True)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    for add in COMMANDS:
        add(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    console = Console(sys.stdout, sys.stderr)
    try:
        code = _run(build_parser(), sys.argv[1:] if argv is None else list(argv), console)
        console.flush()
    except UserError as error:
        console.fail(str(error))
        if isinstance(error, WriteFailed):
            console.drop()
        return BAD_INPUT
    except KeyboardInterrupt:
        console.clear_progress()
        return INTERRUPTED
    except BrokenPipeError:
        console.drop()
        return READER_GONE
    except Exception:
        # Exit code 1 has a meaning here, so a fault must not end in Python's own.
        console.trouble(f"gradewright {__version__} has a fault. What follows tells where.\n{traceback.format_exc()}")
        return FAULT
    return code


def _run(parser: Parser, argv: Sequence[str], console: Console) -> int:
    args, unknown = parser.parse_known_args(argv)
    args.parser.check_complete(unknown)
    run: Run = args.run
    return run(args, console)
