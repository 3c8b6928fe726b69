"""Keeps a second program from writing the same library.

An open library holds an operating-system lock on a small file beside it. The system gives the lock back when the
program ends, however it ends, so there is no stale lock to clear away. The lock is not on the library itself: closing
any second handle of that file would silently drop the locks that SQLite holds on it (POSIX advisory locks).
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import IO

from gradewright.errors import LibraryUnusable

if sys.platform == "win32":
    import msvcrt

    # Locked bytes cannot be read by others, so the lock is far behind the text.
    _FAR = 1 << 20

    def _try_lock(handle: IO[str]) -> bool:
        handle.seek(_FAR)
        try:
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            handle.seek(0)
        return True

else:
    import errno
    import fcntl

    def _try_lock(handle: IO[str]) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            # Some network file systems have no such locks. SQLite's own still keep single writes apart there.
            if error.errno in (errno.ENOLCK, errno.ENOTSUP, errno.EINVAL):
                return True
            raise
        return True


class LibraryLock:
    """The right to write a library, held until :meth:`release`.

    Raises:
        LibraryUnusable: another program, or another window, has the library open for writing.
    """

    def __init__(self, library: Path, now: datetime):
        self._path = library.with_name(library.name + ".lock")
        self._handle = self._acquire(library)
        self._handle.truncate(0)
        self._handle.write(json.dumps({"pid": os.getpid(), "since": now.isoformat()}))
        self._handle.flush()

    def _acquire(self, library: Path) -> IO[str]:
        while True:
            try:
                handle = self._path.open("a+", encoding="utf-8")
            except OSError as error:
                raise LibraryUnusable(
                    "The library cannot be written: its folder is read-only.",
                    file=str(library),
                    hint="It can be opened read-only.",
                ) from error
            if not _try_lock(handle):
                since = _since(handle)
                handle.close()
                raise LibraryUnusable(
                    f"“{library.stem}” is open in another window{since}. Two writers would harm it.",
                    file=str(library),
                    hint="It can be opened read-only.",
                )
            # Whoever had it may have removed the file between our opening and our locking it.
            if _is_same_file(handle, self._path):
                return handle
            handle.close()

    def release(self) -> None:
        """Give the right back and take the file away. Safe to call twice."""
        if self._handle.closed:
            return
        if sys.platform == "win32":
            self._handle.close()
            with contextlib.suppress(OSError):
                self._path.unlink()
        else:
            with contextlib.suppress(OSError):
                self._path.unlink()
            self._handle.close()


def _since(handle: IO[str]) -> str:
    """Return `` since 13:58`` as the holder of the lock wrote it, or nothing where that cannot be read."""
    try:
        handle.seek(0)
        at = datetime.fromisoformat(json.loads(handle.read())["since"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    local = at.astimezone()
    today = datetime.now(local.tzinfo).date()
    return f" since {local:%H:%M}" if local.date() == today else f" since {local:%Y-%m-%d %H:%M}"


def _is_same_file(handle: IO[str], path: Path) -> bool:
    try:
        found = path.stat()
    except FileNotFoundError:
        return False
    held = os.fstat(handle.fileno())
    return (held.st_ino, held.st_dev) == (found.st_ino, found.st_dev)
