"""What the results viewer shows, read off the GUI thread: ids and figures for a run, a filter and an order."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from gradewright.errors import UserError
from gradewright.model.run import RunState, Tally
from gradewright.store.library import Library
from gradewright.store.result_index import ResultIndex, TextHits
from gradewright.store.results import ResultFilter, ResultSort
from gradewright.store.rows import ResultRow, RunCheck, RunRow
from gradewright_desktop.models.paged_table import Page, rows_at_once
from gradewright_desktop.panels.results.summary import Spread, spread_of
from gradewright_desktop.session import Session

# While a run goes the table is brought up to date this often, or less often where reading takes longer.
_REFRESH_MS = 250
_KEYS = 512
# More rows than a tall screen has.
_AT_ONCE = 96


@dataclass(frozen=True, slots=True)
class RowPage:
    """Rows that were read, for the paged table."""

    ids: Sequence[int]
    rows: Sequence[object]


@dataclass(frozen=True, slots=True)
class Outline:
    """What there is to see of a run. ``marks`` are the letters of the rows in ``ids``, in the same order."""

    run: RunRow
    checks: Sequence[RunCheck]
    models: Sequence[str]
    replicates: bool
    ids: array[int]
    marks: Sequence[str]
    cells: Tally
    spread: Spread
    wanted: ResultFilter
    seconds: float
    # The rows that are looked at first, so that the table need not ask for them.
    rows: RowPage = RowPage((), ())
    # What filters work on; None while the run goes on.
    index: ResultIndex | None = None
    hits: TextHits | None = None


def tally_of_marks(marks: Sequence[str]) -> Tally:
    """Count the letters of many results."""
    letters = "".join(marks)
    counts = [letters.count(letter) for letter in "PFVCN"]
    return Tally(sum(counts), *counts)


def read_outline(
    library: Library,
    run_id: int,
    wanted: ResultFilter,
    sort: ResultSort,
    known: Outline | None = None,
    near: int | None = None,
) -> Outline:
    """Read a run's outline; what does not depend on filter and order is taken from ``known`` if that is given.

    ``near`` is the result that the table will show if it is there.

    Raises:
        UserError: the run is gone, or the library cannot be read.
    """
    started = time.perf_counter()
    run = library.run(run_id) if known is None else known.run
    checks: Sequence[RunCheck] = library.run_checks(run_id) if known is None else known.checks
    models: Sequence[str] = library.run_models(run_id) if known is None else known.models
    index, hits = None, None
    marks: Sequence[str]
    if run.state is RunState.GOING:
        pairs = library.result_marks(run_id, wanted, sort)
        ids, marks = array("q", (number for number, _ in pairs)), [letters for _, letters in pairs]
    else:
        index = known.index if known is not None else None
        if index is None or index.sort != sort:
            index = library.result_index(run_id, sort)
        hits = library.text_hits(index, wanted.text, known.hits if known is not None else None)
        ids, marks = index.fitting(wanted, hits)
    replicates = known.replicates if known is not None else has_replicates(library, ids)
    return Outline(
        run,
        checks,
        models,
        replicates,
        ids,
        marks,
        tally_of_marks(marks),
        spread_of(marks),
        wanted,
        time.perf_counter() - started,
        read_rows(library, _around(ids, near, min(_AT_ONCE, rows_at_once(len(checks))))),
        index,
        hits,
    )


def _around(ids: array[int], near: int | None, count: int) -> array[int]:
    """Return the ids of so many rows at the top of a table, or around a row."""
    try:
        position = ids.index(near) if near is not None else 0
    except ValueError:
        position = 0
    start = max(0, position - count // 2)
    return ids[start : start + count]


def has_replicates(library: Library, ids: Sequence[int]) -> bool:
    """Say whether a model answered a question more than once, judging by the first results."""
    return any(row.replicate > 1 for row in library.result_rows(ids[:64]))


def read_rows(library: Library, ids: Sequence[int]) -> RowPage:
    """Read a page of results."""
    rows: Sequence[ResultRow] = library.result_rows(ids)
    return RowPage(ids, rows)


class ResultsSource(QObject):
    """Holds what is wanted and reads it whenever it changes. ``outlined`` carries an :class:`Outline`."""

    outlined = Signal(object)
    failed = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._run_id: int | None = None
        self._wanted = ResultFilter()
        self._sort = ResultSort()
        self._numbers = count()
        self._cost = 0.0
        self._settled: Outline | None = None
        self._near: int | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.refresh)

    @property
    def run_id(self) -> int | None:
        """The run that is shown."""
        return self._run_id

    @property
    def wanted(self) -> ResultFilter:
        """The filter."""
        return self._wanted

    @property
    def sort(self) -> ResultSort:
        """The order."""
        return self._sort

    def open_run(self, run_id: int | None, wanted: ResultFilter) -> None:
        """Show another run in its own order."""
        self._run_id, self._wanted, self._sort = run_id, wanted, ResultSort()
        self._later.stop()
        self.refresh()

    def set_wanted(self, wanted: ResultFilter) -> None:
        """Filter by something else."""
        self._wanted = wanted
        self._read(self._settled)

    def set_sort(self, sort: ResultSort) -> None:
        """Put the rows into another order."""
        self._sort = sort
        self._read(self._settled)

    def look_near(self, result_id: int | None) -> None:
        """Say which row stays on the screen when filter or order change."""
        self._near = result_id

    def forget(self) -> None:
        """Something changed in the library: the next filter or order is read from there again."""
        self._settled = None

    @Slot()
    def refresh(self) -> None:
        """Read everything again: the run went on, or something else changed it."""
        self._settled = None
        self._read(None)

    def _read(self, known: Outline | None) -> None:
        if self._run_id is not None:
            work = partial(_outline, self._run_id, self._wanted, self._sort, known, self._near)
            self._session.query(work, self._take, key=(id(self), "outline"), failed=self._fail)

    def refresh_soon(self) -> None:
        """Read again, but not more often than the window can show and the reading threads can bear."""
        if not self._later.isActive():
            self._later.start(max(_REFRESH_MS, round(self._cost * 3000)))

    def read_page(self, ids: list[int], take: Callable[[Page], None]) -> None:
        """Read rows for the answers table."""
        self._session.query(partial(_rows, ids), take, key=self.page_key())

    def page_key(self) -> tuple[int, str, int]:
        """Return a key for a reading that no other one replaces."""
        return id(self), "page", next(self._numbers) % _KEYS

    @Slot(object)
    def _take(self, outline: Outline) -> None:
        self._cost = outline.seconds
        if outline.run.id == self._run_id:
            self._settled = outline if outline.run.state is not RunState.GOING else None
            self.outlined.emit(outline)
            if outline.run.state is RunState.GOING:
                self.refresh_soon()

    @Slot(object)
    def _fail(self, error: UserError) -> None:
        self.failed.emit(error)


def _outline(
    run_id: int, wanted: ResultFilter, sort: ResultSort, known: Outline | None, near: int | None, library: Library
) -> Outline:
    return read_outline(library, run_id, wanted, sort, known, near)


def _rows(ids: Sequence[int], library: Library) -> RowPage:
    return read_rows(library, ids)
