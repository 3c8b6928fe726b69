"""What the window knows about the programs of one benchmark, read off the GUI thread and without running any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradewright.jobs.code import CodeItem
    from gradewright.store.allowed_code import AllowedCode
    from gradewright.store.library import Library

# Templates of more questions than these are not read unasked: each takes a third of a millisecond.
MOST_READ = 2_000


@dataclass(frozen=True, slots=True)
class CodeListing:
    """The programs of a benchmark. ``checks`` counts all of its traits and templates, those without code as well.

    ``is_whole`` is False where a large benchmark was only counted: ``items`` is empty then, and ``at_least`` says how
    many of its traits are code.
    """

    benchmark_id: int
    name: str
    items: tuple[CodeItem, ...] = ()
    checks: int = 0
    is_whole: bool = True
    at_least: int = 0

    @property
    def has_code(self) -> bool:
        """Whether any check is known to need code."""
        return bool(self.items) or self.at_least > 0

    @property
    def code_checks(self) -> int:
        """How many checks need code, as far as that is known."""
        return sum(item.places for item in self.items) if self.is_whole else self.at_least

    @property
    def other_checks(self) -> int:
        """How many checks work without any code."""
        return max(0, self.checks - self.code_checks)

    @property
    def closed(self) -> tuple[CodeItem, ...]:
        """The programs that may not run."""
        return tuple(item for item in self.items if not item.allowed)

    def with_decision(self, sha256: str, *, allowed: bool) -> CodeListing:
        """Return the listing after a decision about some bytes."""
        items = tuple(replace(item, allowed=allowed) if item.sha256 == sha256 else item for item in self.items)
        return replace(self, items=items)

    def item(self, kind: str, sha256: str) -> CodeItem | None:
        """Return a program by what it is and its hash."""
        return next((item for item in self.items if (item.kind, item.sha256) == (kind, sha256)), None)


def read_listing(benchmark_id: int, library: Library) -> CodeListing:
    """Return the programs of a benchmark, however long that takes.

    Raises:
        NotFound: there is no such benchmark.
    """
    from gradewright.jobs.code import code_in

    items = tuple(code_in(library, benchmark_id))
    name, checks, _code = _counts(benchmark_id, library) if items else ("", 0, 0)
    return CodeListing(benchmark_id, name, items, checks)


def look(benchmark_id: int, library: Library) -> CodeListing:
    """Return the programs of a benchmark, or the number of those of a large one that are traits.

    Raises:
        NotFound: there is no such benchmark.
    """
    if library.benchmark_row(benchmark_id).question_count <= MOST_READ:
        return read_listing(benchmark_id, library)
    name, checks, code = _counts(benchmark_id, library)
    return CodeListing(benchmark_id, name, (), checks, is_whole=False, at_least=code)


def read_decisions(library: Library) -> dict[tuple[str, str], AllowedCode]:
    """Return what was allowed in this library on this computer, by kind and hash, oldest first."""
    from gradewright.runs.code import decision_key

    key = decision_key()
    return {} if key is None else {(each.kind, each.sha256): each for each in library.allowed_code(key)}


def names_of(decided: Mapping[tuple[str, str], AllowedCode], library: Library) -> dict[tuple[str, str], str]:
    """Return what the programs that were allowed are called now, as far as the benchmarks that they were in tell.

    Large benchmarks are left out, and so are programs that were changed or removed since.
    """
    from gradewright.jobs.code import code_in
    from gradewright_desktop.dialogs.code.words import item_title

    seen = {each.first_seen for each in decided.values()}
    names: dict[tuple[str, str], str] = {}
    for row in library.benchmarks():
        if row.name in seen and row.question_count <= MOST_READ:
            names |= {(item.kind, item.sha256): item_title(item) for item in code_in(library, row.id)}
    return {key: name for key, name in names.items() if key in decided}


def _counts(benchmark_id: int, library: Library) -> tuple[str, int, int]:
    """Return a benchmark's name, how many traits and templates it has, and how many of the traits are code."""
    from gradewright.model.traits import CallableTrait

    row = library.benchmark_row(benchmark_id)
    figures = library.question_figures(benchmark_id, keywords=0)
    templates = row.question_count - figures.without_template
    rubric = library.benchmark(benchmark_id).rubric
    code = sum(isinstance(trait, CallableTrait) for trait in rubric.traits)
    return row.name, row.entry_count + figures.own_entries + templates, code + figures.code_entries
