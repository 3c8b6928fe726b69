"""What most commands do first: find the library and open it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradewright.cli.console import Console
from gradewright.cli.parser import Parser, add_library_option
from gradewright.errors import LibraryUnusable
from gradewright.jobs.control import JobControl
from gradewright.jobs.places import default_library

if TYPE_CHECKING:
    from gradewright.cli.program import Run
    from gradewright.store.library import Library


def add_command(commands: Any, name: str, run: Run, *, help: str, description: str = "", epilog: str = "") -> Parser:
    """Add a command with its ``--library`` option and the function that runs it."""
    parser: Parser = commands.add_parser(
        name, help=help, description=description or f"{help[:1].upper()}{help[1:]}.", epilog=epilog
    )
    parser.set_defaults(run=run, parser=parser)
    add_library_option(parser)
    return parser


def library_path(args: argparse.Namespace) -> Path:
    """Return the library that the arguments, the environment or the system name."""
    return args.library if args.library is not None else default_library()


@contextmanager
def written_library(args: argparse.Namespace, *, create: bool = True) -> Iterator[Library]:
    """Open the library for writing; it is made if it does not exist, unless ``create`` says otherwise.

    Raises:
        LibraryUnusable: it cannot be opened, is newer than this program, or is open for writing elsewhere.
    """
    from gradewright.store.library import Library

    path = library_path(args)
    if not create:
        _refuse_missing(path)
    elif args.library is None:
        _make_folder(path.parent)
    with Library.open(path) as library:
        yield library


@contextmanager
def read_library(args: argparse.Namespace) -> Iterator[Library]:
    """Open the library for reading, which goes beside a window that has it open.

    Raises:
        LibraryUnusable: there is none, it cannot be opened, or it is newer than this program.
    """
    from gradewright.store.library import Library

    path = library_path(args)
    _refuse_missing(path)
    with Library.open(path, create=False, read_only=True) as library:
        yield library


def control_for(console: Console) -> JobControl:
    """Return a control that shows progress on the console."""
    return JobControl(lambda progress: console.progress(progress.done, progress.total, progress.text))


def _refuse_missing(path: Path) -> None:
    from gradewright.store.opening import is_there, place_of

    if not is_there(place_of(path)):
        raise LibraryUnusable(
            "There is no such library.", file=str(path), hint="Start one with: gradewright import FILE"
        )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LibraryUnusable(
            f"The folder for the library cannot be made: {error.strerror or error}.", file=str(folder)
        ) from error
