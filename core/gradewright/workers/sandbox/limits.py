"""Limits that a process sets itself, on every system that has them. Standard library only."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from typing import Any, Final

LIMITS, MEMORY, PROCESSES = "limits", "memory", "processes"
"""The layers, by which their success is told."""

_CPU_SECONDS: Final = 3600
_OPEN_FILES: Final = 64


@dataclass(frozen=True, slots=True)
class Limits:
    """What one piece of code may use. ``seconds`` of wall time a call, ``load_seconds`` for being made ready.

    ``memory`` is in bytes, on top of what Python itself and the modules that were loaded before need.
    """

    seconds: float = 5.0
    load_seconds: float = 15.0
    memory: int = 256 * 1024 * 1024

    def as_data(self) -> dict[str, Any]:
        """Return the limits as JSON data."""
        return asdict(self)


def set_limits(memory: int) -> list[str]:
    """Set the limits of this process for good; return the layers that the system took."""
    if sys.platform == "win32":
        return []
    import resource

    done = [LIMITS]
    for name, value in (
        ("RLIMIT_CORE", 0),
        ("RLIMIT_FSIZE", 0),
        ("RLIMIT_MEMLOCK", 0),
        ("RLIMIT_MSGQUEUE", 0),
        ("RLIMIT_NOFILE", _OPEN_FILES),
        ("RLIMIT_CPU", _CPU_SECONDS),
    ):
        if hasattr(resource, name) and not _limit(resource, getattr(resource, name), value):
            done = []
    if sys.platform == "linux":
        from gradewright.workers.sandbox.linux import virtual_memory

        if _limit(resource, resource.RLIMIT_AS, virtual_memory() + memory):
            done.append(MEMORY)
    # Root is not counted by the system; on Linux other layers refuse new processes to everybody.
    import os

    if os.geteuid() != 0 and _limit(resource, resource.RLIMIT_NPROC, 0):
        done.append(PROCESSES)
    return done


def _limit(resource: Any, which: int, value: int) -> bool:
    hard = resource.getrlimit(which)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    try:
        resource.setrlimit(which, (value, value))
    except (ValueError, OSError):
        return False
    return True
