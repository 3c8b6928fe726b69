"""``gradewright sample``: something to look at."""

from __future__ import annotations

import argparse
from typing import Any

from gradewright.cli.commands.imports import report_data, sentence
from gradewright.cli.commands.opening import add_command, control_for, written_library
from gradewright.cli.console import Console
from gradewright.cli.parser import add_json_option


def add(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "sample",
        run,
        help="put the sample benchmark into the library",
        description="Put the sample benchmark into the library: twelve invented questions with the recorded answers of "
        "two invented models, ready to be verified.",
    )
    add_json_option(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Add the sample."""
    from gradewright.jobs.sample import add_sample

    with written_library(args) as library:
        report = add_sample(library, control=control_for(console))
    if args.json:
        console.json(report_data(report))
    else:
        console.say(sentence(report))
    return 0
