"""What a process on Linux can give up, without any privileges. Standard library only."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Sequence
from typing import Final

from gradewright.workers.sandbox import landlock, seccomp

NAMESPACES, PRIVILEGES, DISK, CALLS = "namespaces", "privileges", "disk", "calls"
"""The layers, by which their success is told."""

_CLONE_NEWUSER, _CLONE_NEWNET, _CLONE_NEWIPC = 0x10000000, 0x40000000, 0x08000000
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS, _PR_CAP_AMBIENT = 1, 38, 47
_CAPABILITY_VERSION: Final = 0x20080522
_CAPSET: Final = {"x86_64": 126, "aarch64": 91}


def leave_network() -> list[str]:
    """Move this process into a network of its own, with nothing in it; its children are born there.

    Some systems refuse that to programs without privileges. Returns the layer where it worked.
    """
    alone = _libc().unshare(_CLONE_NEWUSER | _CLONE_NEWNET | _CLONE_NEWIPC) == 0
    return [NAMESPACES] if alone else []


def end_with_parent(parent: int) -> None:
    """Have the kernel end this process when the one that started it ends."""
    _libc().prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(0)


def confine(readable: Sequence[str]) -> list[str]:
    """Give up everything that code from a file has no business with; return the layers that the kernel took."""
    libc = _libc()
    layers = []
    libc.prctl(_PR_CAP_AMBIENT, 4, 0, 0, 0)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 and _drop_capabilities(libc):
        layers.append(PRIVILEGES)
    if landlock.restrict(readable):
        layers.append(DISK)
    if seccomp.install(os.getpid()):
        layers.append(CALLS)
    return layers


def virtual_memory() -> int:
    """Return how many bytes of address space this process uses."""
    with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - loaded where start-up time counts
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def _drop_capabilities(libc: ctypes.CDLL) -> bool:
    number = _CAPSET.get(os.uname().machine)
    if number is None:
        return os.geteuid() != 0
    head = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    nothing = (ctypes.c_uint32 * 6)()
    return bool(libc.syscall(number, ctypes.byref(head), ctypes.byref(nothing)) == 0)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
