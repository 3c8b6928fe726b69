"""Looking through the library for the tree, off the GUI thread: what fits the filter, and where typing jumps to."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from gradewright.store.library import Library
from gradewright.store.rows import BenchmarkRow, KeptRubricRow
from gradewright_desktop.panels.tree.nodes import Node, NodeKind

_PAGE = 256


@dataclass(frozen=True, slots=True)
class Filter:
    """What the tree is narrowed to: words in a question, and whether it is finished (None for both)."""

    words: str = ""
    finished: bool | None = None

    @property
    def is_empty(self) -> bool:
        """Whether everything is shown."""
        return not self.words.strip() and self.finished is None


@dataclass(frozen=True, slots=True)
class Contents:
    """The benchmarks to show, and the question ids of those whose questions were asked for."""

    benchmarks: tuple[BenchmarkRow, ...]
    questions: dict[int, array[int]]
    filter: Filter
    every_benchmark: tuple[BenchmarkRow, ...]
    kept: tuple[KeptRubricRow, ...] = ()
    every_kept: tuple[KeptRubricRow, ...] = ()

    @property
    def totals(self) -> tuple[int, int]:
        """How many benchmarks and questions the library has, whatever the filter."""
        return len(self.every_benchmark), sum(row.question_count for row in self.every_benchmark)


def read_contents(
    library: Library,
    wanted: Filter,
    open_benchmarks: frozenset[int],
    known: Sequence[BenchmarkRow] | None = None,
    known_kept: Sequence[KeptRubricRow] = (),
) -> Contents:
    """Read the benchmarks and kept rubrics, unless they are known, and the ids of the questions of the open ones.

    Under a filter all benchmarks are searched, and those without a match are left out; one whose name holds the words
    is shown with all its questions.
    """
    # Counting goes over all questions; while somebody types into the filter, no count changes.
    rows = library.benchmarks() if known is None else known
    questions: dict[int, array[int]] = {}
    shown = []
    words = wanted.words.strip()
    for row in rows:
        if wanted.is_empty:
            shown.append(row)
            if row.id in open_benchmarks:
                questions[row.id] = library.question_ids(row.id)
            continue
        ids = library.question_ids(row.id, search=words, finished=wanted.finished)
        if not ids and words and words.casefold() in row.name.casefold():
            ids = library.question_ids(row.id, finished=wanted.finished)
        if ids:
            shown.append(row)
            questions[row.id] = ids
    every_kept = tuple(library.kept_rubrics() if known is None else known_kept)
    fits = [row for row in every_kept if words.casefold() in row.name.casefold() and wanted.finished is None]
    return Contents(tuple(shown), questions, wanted, tuple(rows), tuple(fits), every_kept)


def find_typed(
    library: Library, typed: str, start: Node | None, branches: Sequence[tuple[int, array[int]]]
) -> Node | None:
    """Find the first question that begins with what was typed, from ``start`` on and around; else a benchmark.

    A single letter typed again goes to the next one; more letters may stay where the current row fits.
    """
    wanted = typed.casefold()
    repeated = len(set(wanted)) == 1
    wanted = wanted[0] if repeated else wanted
    for benchmark_id, ids in _from(start, branches):
        found = _first_in(library, wanted, ids)
        if found is not None:
            return Node(NodeKind.QUESTION, benchmark_id, found)
    skip = start.benchmark_id if start is not None and start.kind is NodeKind.BENCHMARK and repeated else 0
    names = [(row.name.casefold(), row.id) for row in library.benchmarks()]
    after = [number for name, number in names if name.startswith(wanted) and number != skip]
    return Node(NodeKind.BENCHMARK, after[0]) if after else None


def _from(start: Node | None, branches: Sequence[tuple[int, array[int]]]) -> list[tuple[int, array[int]]]:
    """The ids in the order in which they are looked through: behind the current question first, then around."""
    if start is None or not start.question_id:
        return list(branches)
    order = []
    before: list[tuple[int, array[int]]] = []
    passed = False
    for benchmark_id, ids in branches:
        if benchmark_id == start.benchmark_id and start.question_id in ids:
            position = ids.index(start.question_id) + 1
            order.append((benchmark_id, ids[position:]))
            before.append((benchmark_id, ids[:position]))
            passed = True
        else:
            (order if passed else before).append((benchmark_id, ids))
    return order + before


def _first_in(library: Library, wanted: str, ids: array[int]) -> int | None:
    for first in range(0, len(ids), _PAGE):
        for row in library.question_rows(ids[first : first + _PAGE]):
            if " ".join(row.text.split()).casefold().startswith(wanted):
                return row.id
    return None


def read_ids(library: Library, benchmark_id: int, wanted: Filter) -> tuple[int, array[int]]:
    """Read the question ids of one benchmark, as far as they fit the filter."""
    return benchmark_id, library.question_ids(benchmark_id, search=wanted.words.strip(), finished=wanted.finished)
