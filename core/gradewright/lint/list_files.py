"""The word lists as files: those that come with the program, and a team's own beside or instead of them.

A list is a text file in UTF-8. ``#`` begins a line that explains. A team's folder holds one folder a language, with
files of the same names; what they say is added. Where the first entry is ``!replace``, the file stands instead of what
comes with the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gradewright.errors import UserError
from gradewright.resources import engine_resource

REPLACE = "!replace"
LARGEST_FILE = 1_000_000
LONGEST_ENTRY = 2_000


class ListFileError(UserError):
    """A team's word list cannot be used."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list and where it stands; ``file`` is None for the lists of the program."""

    text: str
    line: int
    file: Path | None = None


def entries(language: str, name: str, extra: Path | None = None) -> list[Entry]:
    """Return the entries of a list, those of the team's folder ``extra`` behind those of the program.

    Raises:
        FileNotFoundError: the program has no list of this name.
        ListFileError: the team's file cannot be read or used; the message names file and line.
    """
    shipped = engine_resource(f"lint/{language}/{name}.txt").read_text(encoding="utf-8")
    own = list(_own_entries(extra / language / f"{name}.txt")) if extra is not None else []
    if own and own[0].text == REPLACE:
        return own[1:]
    return [Entry(text, line) for text, line in _parsed(shipped)] + own


def compiled(entry: Entry, pattern: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    """Compile a pattern that was made of an entry.

    Raises:
        ListFileError: it is no regular expression.
    """
    try:
        return re.compile(pattern, flags)
    except (re.error, RecursionError, OverflowError) as error:
        raise _error(entry.file, entry.line, f"“{entry.text}” is no regular expression ({error})") from error


def _own_entries(file: Path) -> Iterator[Entry]:
    if not file.is_file():
        return
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise _error(file, None, "the file is larger than a megabyte")
        data = file.read_bytes()
    except OSError as error:
        raise _error(file, None, f"it cannot be read ({error.strerror or error})") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _error(file, line, "the line is not UTF-8") from error
    for number, (entry, line) in enumerate(_parsed(text)):
        if entry.startswith("!") and (entry != REPLACE or number):
            raise _error(file, line, f"“{entry}” is no instruction; “{REPLACE}” may stand in the first entry alone")
        if len(entry) > LONGEST_ENTRY:
            raise _error(file, line, f"the line is longer than {LONGEST_ENTRY:,} characters")
        yield Entry(entry, line, file)


def _parsed(text: str) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(text.splitlines(), start=1):
        entry = line.strip()
        if entry and not entry.startswith("#"):
            yield entry, number


def _error(file: Path | None, line: int | None, what: str) -> ListFileError:
    return ListFileError(
        f"This word list cannot be used: {what}.",
        file=str(file) if file is not None else "word list of the program",
        place=f"line {line}" if line is not None else None,
        hint="Correct or remove the file; until then nothing is checked with it.",
    )
