"""Keeps two starts at once from setting up the same environment: the second waits for the first."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bootstrap.errors import SetupError

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        while True:
            try:
                # Waits ten seconds at most, then raises: ask again.
                msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
            except OSError:
                continue
            return
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Hold the lock named by the file; the system lets go of it even if this process is killed."""
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise SetupError(f"The folder {file.parent} cannot be written: {error.strerror or error}.") from error
    try:
        _take(descriptor)
        yield
    finally:
        os.close(descriptor)
