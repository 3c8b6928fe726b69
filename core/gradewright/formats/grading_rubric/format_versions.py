"""The versions of the file format, and how a file of an older one becomes one of today's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from gradewright.errors import FileUnreadable

FORMAT: Final = "gradewright-rubric"
FORMAT_VERSION: Final = 1

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]

UPGRADES: Final[Mapping[int, Upgrade]] = {}
"""For every older version of the format what makes a file of the next one out of it. Version 1 is the first."""


def upgraded(
    root: dict[str, Any], *, upgrades: Mapping[int, Upgrade] = UPGRADES, current: int = FORMAT_VERSION
) -> dict[str, Any]:
    """Return the root of a file as the current version of the format has it. No version counts as the first.

    Raises:
        FileUnreadable: the version is newer than this program, or none.
    """
    version = root.get("format_version")
    if version is None:
        version = 1
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise FileUnreadable("“format_version” has to be a whole number from 1 up.", place="/format_version")
    if version > current:
        raise FileUnreadable(
            f"The file has format version {_shown(version)}; this program reads versions up to {current}.",
            place="/format_version",
            hint="Open it with a newer version of the program.",
        )
    for step in range(version, current):
        root = upgrades[step](root)
    return {**root, "format_version": current}


def _shown(number: int) -> str:
    return str(number) if number.bit_length() < 64 else "past all counting"
