"""The bytes of a file that is read as a whole, refused in words where that cannot end well."""

from __future__ import annotations

import stat
from pathlib import Path

from gradewright.errors import FileUnreadable
from gradewright.formats.memory import file_read, refuse_need

MAX_BYTES = 1 << 30
"""Larger files are refused before they are read: what is made of them takes several times their size in memory."""


def read_whole(path: Path) -> bytes:
    """Return the bytes of an ordinary file.

    A pipe could be read only once and may never end, and a device like ``/dev/zero`` does not, so both are refused.

    Raises:
        FileUnreadable: there is no such file, it is no ordinary one, cannot be read, is larger than a gigabyte, or does
            not fit into memory.
    """
    shown = str(path)
    try:
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            raise FileUnreadable("This is a folder, not a file.", file=shown)
        if not stat.S_ISREG(about.st_mode):
            raise FileUnreadable("This is a pipe or a device.", file=shown, hint="Save what it gives to a file first.")
        refuse_size(about.st_size, shown)
        with file_read(shown):
            # Its bytes, its text, and what is made of that.
            refuse_need(3 * about.st_size)
            return path.read_bytes()
    except FileNotFoundError as error:
        raise FileUnreadable("There is no such file.", file=shown) from error
    except OSError as error:
        reason = error.strerror or "the system does not say why"
        raise FileUnreadable(f"The file cannot be read: {reason[:1].lower()}{reason[1:]}.", file=shown) from error


def refuse_size(size: int, file: str | None = None) -> None:
    """Refuse what is larger than a gigabyte.

    Raises:
        FileUnreadable: it is.
    """
    if size > MAX_BYTES:
        raise FileUnreadable("The file is larger than 1 GiB.", file=file, hint="Split it into several files.")
