"""What jobs tell about what they did."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradewright.jobs.found_keys import FoundKey


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row that did not fit: its line in the file, counted from 1 (0 where a line says nothing), and why."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """One file taken in.

    ``kind`` says in words what the file was. ``wanted_name`` is the name in the file; it differs from
    ``benchmark_name`` where that name was taken and the benchmark became a copy. ``keys`` were found in the file and
    left out; they are in no library.
    """

    path: Path
    kind: str
    benchmark_id: int
    benchmark_name: str
    wanted_name: str = ""
    questions: int = 0
    scenarios: int = 0
    answers: int = 0
    left_out: tuple[LeftOut, ...] = ()
    warnings: tuple[str, ...] = ()
    keys: tuple[FoundKey, ...] = ()

    @property
    def is_copy(self) -> bool:
        """Whether the benchmark got another name than the file gives it, because that was taken."""
        return bool(self.wanted_name) and self.wanted_name != self.benchmark_name


@dataclass(frozen=True, slots=True)
class ExportReport:
    """One file written: ``count`` things of the kind that ``what`` names in the singular (question, result).

    ``path`` is None where it went to a stream.
    """

    path: Path | None
    what: str
    count: int
    warnings: tuple[str, ...] = ()
