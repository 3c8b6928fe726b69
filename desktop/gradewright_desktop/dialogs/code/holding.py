"""What holds code from files on this computer: sentences for reading, and the same in a few words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Short:
    """A limit in a few words, with its icon; ``holds`` is False where this system does not enforce it."""

    icon: str
    words: str
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Holding:
    """``sentences`` say everything; ``shorts`` is empty where no separate process can be started."""

    sentences: tuple[str, ...]
    shorts: tuple[Short, ...] = ()

    @property
    def works(self) -> bool:
        """Whether code can run here at all."""
        return bool(self.shorts)

    @property
    def gaps(self) -> tuple[Short, ...]:
        """What is not enforced on this system."""
        return tuple(short for short in self.shorts if not short.holds)


def read_holding() -> Holding:
    """Start the separate process once to find out what holds it. Takes some tenths of a second."""
    from gradewright.workers.sandbox.enforcement import sentences
    from gradewright.workers.sandbox.limits import Limits
    from gradewright.workers.sandbox.process import ProcessFailed
    from gradewright.workers.sandbox.runner import CodeSandbox

    limits = Limits()
    with CodeSandbox(limits) as sandbox:
        try:
            layers = sandbox.layers()
        except ProcessFailed as error:
            return Holding(
                (f"The separate process cannot be started on this system, so no code runs: {error}.",),
            )
    return Holding(tuple(sentences(layers, limits)), shorts_of(layers, limits.seconds, limits.memory))


def shorts_of(layers: frozenset[str], seconds: float, memory: int) -> tuple[Short, ...]:
    """Return in a few words what the layers that the system took hold back."""
    from gradewright.workers.sandbox.limits import MEMORY
    from gradewright.workers.sandbox.linux import CALLS, DISK, NAMESPACES
    from gradewright.workers.sandbox.macos import SEATBELT
    from gradewright.workers.sandbox.windows import JOB

    amount = f"{memory // (1024 * 1024)} MB"
    no_memory = Short("process", f"{seconds:g} s, memory not limited here", False)
    no_files = Short("folder", "files not out of reach here", False)
    no_network = Short("offline", "network not out of reach here", False)
    no_programs = Short("forbidden", "no environment; other programs not out of reach here", False)
    return (
        Short("process", f"{seconds:g} s, {amount}") if layers & {MEMORY, JOB} else no_memory,
        Short("folder", "no files") if layers & {DISK, SEATBELT} else no_files,
        Short("offline", "no network") if layers & {CALLS, NAMESPACES, SEATBELT} else no_network,
        Short("forbidden", "no environment, no other programs") if layers & {CALLS, JOB, SEATBELT} else no_programs,
    )
