"""The reference of the command line as Markdown, made from the parser, so that it cannot say anything else.

``python -m gradewright.cli.reference`` prints it; ``docs/command-line.md`` is that text.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from gradewright.cli.console import Console
from gradewright.cli.parser import Parser
from gradewright.cli.program import build_parser


def reference() -> str:
    """Return the reference of all commands and options."""
    parser = build_parser()
    lines = ["# Command line", "", str(parser.description), "", str(parser.epilog), ""]
    lines += ["Options of every command:", "", *_options(parser)]
    for command in _commands(parser):
        lines += ["", f"## {command.prog}", "", str(command.description), "", f"    {_usage(command)}", ""]
        lines += _options(command, leave_out=("--help", "--library"))
    return "\n".join(lines).rstrip() + "\n"


def _commands(parser: argparse.ArgumentParser) -> Iterator[Parser]:
    """Yield the commands that do something, those below others in their place."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                below = list(_commands(command))
                yield from below or [command]


def _usage(command: argparse.ArgumentParser) -> str:
    """Return the usage on one line, written the same by every Python."""
    parts = [command.prog]
    for action in command._actions:
        if not action.option_strings:
            parts.append(f"{action.metavar}..." if action.nargs == "+" else str(action.metavar))
    required = [action for action in command._actions if action.option_strings and action.required]
    parts += [f"{action.option_strings[-1]} {action.metavar}" for action in required]
    return " ".join([*parts, "[options]"])


def _options(command: argparse.ArgumentParser, leave_out: tuple[str, ...] = ()) -> list[str]:
    rows = ["| option | meaning |", "| --- | --- |"]
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction) or set(leave_out) & set(action.option_strings):
            continue
        names = ", ".join(f"`{name}`" for name in action.option_strings) or f"`{action.metavar}`"
        value = f" `{action.metavar}`" if action.option_strings and action.metavar else ""
        meaning = str(action.help or "").replace("|", "\\|")
        rows.append(f"| {names.replace('|', chr(92) + '|')}{value} | {meaning} |")
    return rows


def main() -> int:
    """Print the reference."""
    console = Console(sys.stdout, sys.stderr)
    console.say(reference().rstrip("\n"))
    console.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
