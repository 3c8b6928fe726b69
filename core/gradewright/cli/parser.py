"""An argument parser that says what was meant: nearest names, one sentence, no wall of usage."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from gradewright.errors import UserError
from gradewright.jobs.typed import readable


class UsageError(UserError):
    """The command line itself makes no sense."""


class Parser(argparse.ArgumentParser):
    """Refuses what it does not know with the nearest name it does know, by raising :class:`UsageError`.

    Options are taken by their whole name only: a shortened one would change its meaning when a new option comes.
    """

    def __init__(self, **settings: Any):
        super().__init__(allow_abbrev=False, formatter_class=_Formatter, **settings)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse a misspelt option before a missing one is complained about: the misspelt one is what is missing."""
        self._check_options(list(args or ()))
        return super().parse_known_args(args, namespace)

    def _check_options(self, args: list[str]) -> None:
        """Look at the options that are this parser's business: all of them, or those before a command's name."""
        known = self._option_string_actions
        skip = False
        for arg in args:
            if skip:
                skip = False
            elif arg == "--":
                return
            elif arg.startswith("-") and arg != "-":
                name = arg.split("=", 1)[0]
                if name not in known and arg[:2] not in known:
                    self.check_complete([arg])
                skip = name in known and "=" not in arg and known[name].nargs != 0
            elif self._subparsers is not None:
                return

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print and exit for."""
        raise UsageError(_sentence(message), hint=self._see_help())

    def check_complete(self, unknown: Sequence[str]) -> None:
        """Refuse arguments that nobody wanted.

        Raises:
            UsageError: there are some; options come with the nearest known one.
        """
        if not unknown:
            return
        first = unknown[0]
        if first.startswith("-") and first != "-":
            name = first.split("=", 1)[0]
            raise UsageError(f"No option “{name}”.{nearest_words(name, self.option_names())}", hint=self._see_help())
        raise UsageError(f"“{first}” is one argument too many.", hint=self._see_help())

    def option_names(self) -> list[str]:
        """The long and short names of this parser's options."""
        return [name for action in self._actions for name in action.option_strings]

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        what = action.option_strings[-1] if action.option_strings else None
        begin = f"{what} cannot be “{value}”." if what else f"No command “{value}”."
        raise UsageError(f"{begin}{nearest_words(str(value), choices)}", hint=f"It can be {_alternatives(choices)}.")

    def _see_help(self) -> str:
        return f"See: {self.prog} --help"


class _Formatter(argparse.HelpFormatter):
    """Help in a width of its own, so that the printed help is the same on every terminal."""

    def __init__(self, prog: str):
        super().__init__(prog, max_help_position=28, width=100)


def nearest_words(name: str, known: Iterable[str]) -> str:
    """Return `` Nearest: “…”.`` for a misspelt name, or an empty text where nothing is near."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f" Nearest: “{close[0]}”." if close else ""


def add_library_option(parser: argparse.ArgumentParser, *, top: bool = False) -> None:
    """Add ``--library``, which may stand before or after the command."""
    parser.add_argument(
        "--library",
        metavar="FILE",
        type=Path,
        default=None if top else argparse.SUPPRESS,
        help="the library to use (default: $GRADEWRIGHT_LIBRARY, else the one that the window opens at first)",
    )


def add_json_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def add_model_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--model`` for the model that rows without one belong to."""
    parser.add_argument(
        "--model",
        metavar="NAME",
        type=readable,
        help="the model that gave the answers, where the file does not say",
    )


def add_models_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--model`` for the models whose answers are wanted."""
    parser.add_argument(
        "--model",
        metavar="NAME",
        type=readable,
        action="append",
        dest="models",
        help="only this model's answers (may be repeated)",
    )


def _sentence(message: str) -> str:
    """Turn argparse's fragments into a sentence."""
    if message.startswith("the following arguments are required: "):
        return f"Missing: {message.removeprefix('the following arguments are required: ')}."
    if message.startswith("argument "):
        name, _, rest = message.removeprefix("argument ").partition(": ")
        return f"{name}: {rest}."
    return f"{message[:1].upper()}{message[1:]}."


def _alternatives(choices: Sequence[str]) -> str:
    if len(choices) == 1:
        return choices[0]
    return f"{', '.join(choices[:-1])} or {choices[-1]}"
