"""How much memory there is, and refusing in words what would need more."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gradewright.errors import FileUnreadable

RESERVE = 128 << 20
"""Bytes that stay free while a file is read: the window and the library go on in them."""

_SMALL = 128 << 20
_ACCOUNT = Path("/proc/meminfo")
_OWN_PAGES = Path("/proc/self/statm")
_GROUP = Path("/sys/fs/cgroup")
_HINT = "Close other programs, or split the file into several."


def free_memory() -> int | None:
    """Return how many bytes this process can still take, None where the system does not tell.

    On Linux that is what the system, a container and this process's own limit leave; on Windows what the system leaves.
    macOS tells only what the machine has, which is the best answer there.
    """
    if sys.platform == "win32":
        return _free_on_windows()
    known = [free for free in (_left_by_system(), _left_by_group(), _left_by_limit()) if free is not None]
    if known:
        return min(known)
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def refuse_need(need: int) -> None:
    """Refuse a file whose reading takes ``need`` more bytes of memory than are free.

    Raises:
        FileUnreadable: that is so.
    """
    free = free_memory() if need > _SMALL else None
    if free is not None and need + RESERVE > free:
        left = _megabytes(max(0, free - RESERVE))
        sentence = f"Reading the file takes about {_megabytes(need)} of memory, and {left} are free for it."
        raise FileUnreadable(sentence, hint=_HINT)


def refuse_full() -> None:
    """Refuse to go on with a file when little memory is left.

    Raises:
        FileUnreadable: that is so.
    """
    free = free_memory()
    if free is not None and free < RESERVE:
        raise FileUnreadable("Reading the file takes more memory than is free.", hint=_HINT)


@contextmanager
def file_read(name: str) -> Iterator[None]:
    """Name the file in what is raised within, and say so where memory ran out after all."""
    try:
        yield
    except FileUnreadable as error:
        error.file = error.file or name or None
        raise
    except MemoryError as error:
        sentence = "Reading the file takes more memory than is free."
        raise FileUnreadable(sentence, file=name or None, hint=_HINT) from error


def _left_by_system() -> int | None:
    return free_by_account(_text(_ACCOUNT))


def free_by_account(account: str) -> int | None:
    """Return what Linux's account of its memory (``/proc/meminfo``) says is free, in bytes."""
    found = dict(line.split(":", 1) for line in account.splitlines() if ":" in line)
    try:
        return sum(int(found.get(name, "0 kB").split()[0]) for name in ("MemAvailable", "SwapFree")) << 10 or None
    except (ValueError, IndexError):
        return None


def _left_by_group() -> int | None:
    """Return what a container leaves. Its cache of files is counted as used, though it would give that back."""
    limit, used = _text(_GROUP / "memory.max").strip(), _text(_GROUP / "memory.current").strip()
    if not (limit.isdigit() and used.isdigit()):
        return None
    cached = [line.split()[1] for line in _text(_GROUP / "memory.stat").splitlines() if line.startswith("file ")]
    return int(limit) - int(used) + sum(int(size) for size in cached if size.isdigit())


def _left_by_limit() -> int | None:
    if sys.platform == "win32":
        return None
    import resource

    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    pages = _text(_OWN_PAGES).split()
    if limit == resource.RLIM_INFINITY or not pages:
        return None
    return limit - int(pages[0]) * os.sysconf("SC_PAGE_SIZE")


def _free_on_windows() -> int | None:
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            *((name, ctypes.c_ulonglong) for name in ("all", "free", "all_pages", "free_pages")),
            *((name, ctypes.c_ulonglong) for name in ("all_space", "free_space", "extended")),
        )

    status = Status(length=ctypes.sizeof(Status))
    if sys.platform == "win32" and ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return int(min(status.free_pages, status.free_space))
    return None


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
