"""``gradewright judge-server``: a small model on this computer, to see how judging runs."""

from __future__ import annotations

import argparse
import signal
import sys
from typing import TYPE_CHECKING, Any

from gradewright.cli.console import Console
from gradewright.cli.parser import Parser, UsageError

if TYPE_CHECKING:
    from gradewright.endpoints.local_judge.installing import JudgeEnvironment


def add(commands: Any) -> None:
    """Add the command."""
    parser: Parser = commands.add_parser(
        "judge-server",
        help="run a small model on this computer as a judge",
        description="Run a very small model on this computer as a judge, until Ctrl+C or TERM. It shows how judging "
        "runs; its verdicts are no better than chance. The first time it is installed into an environment of its own, "
        "after the commands were shown and agreed to.",
    )
    parser.set_defaults(run=run, parser=parser)
    parser.add_argument("--port", metavar="N", type=int, default=0, help="the port (default: any free one)")
    parser.add_argument("--yes", action="store_true", help="install without asking")
    parser.add_argument("--show-install", action="store_true", help="print the commands that install it, and end")
    parser.add_argument("--remove", action="store_true", help="remove what was installed, and end")


def run(args: argparse.Namespace, console: Console) -> int:
    """Install where that is agreed to, run, and stop on a signal."""
    from gradewright.endpoints.local_judge import WEAK
    from gradewright.endpoints.local_judge.installing import usual_environment

    if not 0 <= args.port < 65_536:
        raise UsageError("--port: a port is a number from 0 to 65535.")
    environment = usual_environment()
    if args.show_install:
        console.say(environment.shown())
        return 0
    if args.remove:
        environment.remove()
        console.say("The local judge is removed.")
        return 0
    if not environment.is_ready:
        _install(environment, console, agreed=args.yes)
    console.note(WEAK)
    # TERM is to stop the server as Ctrl+C does, and not to leave it behind.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return _serve(environment, args.port, console)
    finally:
        signal.signal(signal.SIGTERM, before)


def _serve(environment: JudgeEnvironment, port: int, console: Console) -> int:
    from gradewright.endpoints.local_judge.running import JudgeSettings, start_local_judge

    with start_local_judge(environment, JudgeSettings(port=port)) as judge:
        console.say(f"BASE_URL={judge.base_url}")
        console.flush()
        console.note(f"Model: {judge.endpoint.model}. Add it with: gradewright endpoints add "
                     f"local-judge {judge.base_url} --model {judge.endpoint.model} --at-once 2")  # fmt: skip
        try:
            return judge.wait()
        except KeyboardInterrupt:
            return 0


def _install(environment: JudgeEnvironment, console: Console, *, agreed: bool) -> None:
    from gradewright.endpoints.local_judge.installing import FETCHED, INSTALLED, NotInstalled

    console.note(
        f"The local judge is not installed. It fetches {FETCHED} MB and takes {INSTALLED} MB, by these commands:"
    )
    for line in environment.shown().splitlines():
        console.note(f"  {line}")
    if not agreed:
        if not sys.stdin.isatty():
            raise NotInstalled("The local judge is not installed.", hint="Run it again with --yes to install it.")
        console.note("Install it? Type yes.")
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            raise NotInstalled("The local judge is not installed.", hint="Nothing was changed.")
    environment.install(lambda line: console.note(line))
