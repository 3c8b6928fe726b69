"""What holds code from files on this system, in sentences for people."""

from __future__ import annotations

import sys
from collections.abc import Set
from typing import Final

from gradewright.workers.sandbox.limits import LIMITS, MEMORY, PROCESSES, Limits
from gradewright.workers.sandbox.linux import CALLS, DISK, NAMESPACES
from gradewright.workers.sandbox.macos import SEATBELT
from gradewright.workers.sandbox.windows import INTEGRITY, JOB

_LAST: Final = (
    "This is isolation, and no proof against faults of the system itself: allow only code that you would run anyway."
)


def sentences(layers: Set[str], limits: Limits, platform: str = sys.platform) -> list[str]:
    """Return what is enforced, and what is not, from the layers that the system took."""
    told = [
        "Code runs in a separate process, one for each piece of code, that is given the code and the text of an answer "
        "and nothing else: no environment, no library, no settings.",
        f"A call that takes longer than {limits.seconds:g} s is ended, and fails alone.",
        _memory(layers, limits),
        _network(layers),
        *_files(layers),
        _programs(layers),
        _LAST,
    ]
    if platform == "linux" and DISK not in layers:
        told.insert(
            -1, "This system's kernel has no Landlock, or it is turned off; with it, files would be out of reach."
        )
    return told


def _memory(layers: Set[str], limits: Limits) -> str:
    amount = f"{limits.memory // (1024 * 1024):,} MB"
    if MEMORY in layers or JOB in layers:
        return f"It gets at most {amount} of memory."
    return "Not enforced on this system: how much memory it takes."


def _network(layers: Set[str]) -> str:
    if layers & {CALLS, NAMESPACES, SEATBELT}:
        return "It has no network."
    return "Not enforced on this system: it could reach the network."


def _files(layers: Set[str]) -> list[str]:
    if DISK in layers or SEATBELT in layers:
        return [
            "It can read no files but those of Python itself, and write none. That a file exists, and how large it is, "
            "it could find out."
        ]
    if CALLS in layers:
        return ["It can write no files.", "Not enforced on this system: it could read your files."]
    if INTEGRITY in layers:
        return ["It cannot write to your files.", "Not enforced on this system: it could read them."]
    if LIMITS in layers:
        return ["It can write nothing into files.", "Not enforced on this system: it could read and remove your files."]
    return ["Not enforced on this system: it could read and change your files."]


def _programs(layers: Set[str]) -> str:
    if CALLS in layers:
        return "It can start no programs, processes or threads, and send no signals to others."
    if layers & {JOB, SEATBELT}:
        return "It can start no other programs."
    if PROCESSES in layers:
        return "It can start no processes. Not enforced on this system: it could end other programs of yours."
    return "Not enforced on this system: it could start and end programs of yours."
