"""A library: the one SQLite file with benchmarks, recorded answers, runs and the history of all edits.

Everything that changes content goes through :meth:`Library.apply` as an edit; there is no saving. All methods may be
called from any thread: writes wait for each other, reads see a whole state of the library and wait for nobody.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from gradewright.edits import (
    Compound,
    Edit,
    RemoveAnswers,
    RemoveBenchmark,
    RestoreAnswers,
    RestoreBenchmark,
    changes_nothing,
)
from gradewright.errors import LibraryUnusable
from gradewright.model.answer import Answer
from gradewright.model.endpoint import Endpoint
from gradewright.model.judgement import KeptJudgement
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric
from gradewright.model.run import Cell, RunState
from gradewright.store import allowed_code, endpoints, judgements, kept_rubrics, runs, sheets
from gradewright.store.changes import Changes
from gradewright.store.connections import Writer
from gradewright.store.journal import Journal, JournalState
from gradewright.store.marks import Mark
from gradewright.store.opening import Opened, open_for_reading, open_for_writing, place_of
from gradewright.store.questions import QuestionOrder
from gradewright.store.reading import LibraryReads
from gradewright.store.results import ResultFilter, ResultSort
from gradewright.store.rows import SheetBatchRow
from gradewright.store.target import SqlTarget

__all__ = ["Changes", "Library", "Mark", "QuestionOrder", "ResultFilter", "ResultSort"]


def _utc_now() -> datetime:
    return datetime.now(UTC)


class _NothingChanged(Exception):
    """Ends the transaction of an edit that left everything as it was."""


class Library(LibraryReads):
    """An open library. Make one with :meth:`open`; close it, or use it as a context manager."""

    def __init__(self, opened: Opened, clock: Callable[[], datetime]):
        super().__init__(opened.readers)
        self.path = opened.path
        self.interrupted_runs = opened.interrupted_runs
        self._opened = opened
        self._clock = clock
        self._journal = Journal(uuid.uuid4().hex[:12], clock)
        self._texts = judgements.PromptTexts()
        self._columns: dict[int, runs.Columns] = {}
        self._state = JournalState()
        if opened.writer is not None:
            with opened.writer.transaction() as db:
                self._state = self._journal.state(db)

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        clock: Callable[[], datetime] = _utc_now,
        create: bool = True,
        read_only: bool = False,
    ) -> Library:
        """Open a library, make a new one where there is none and ``create`` allows it, bring an old one up to date.

        Runs that were going when the program ended are marked as interrupted, see ``interrupted_runs``.

        Raises:
            LibraryUnusable: there is no such file, it is not a library, it is newer than this program, damaged, open
                in another window, or cannot be written. Nothing was changed by trying.
        """
        place = place_of(path)
        return cls(open_for_reading(place) if read_only else open_for_writing(place, clock(), create), clock)

    @property
    def read_only(self) -> bool:
        """Whether the library was opened for reading alone."""
        return self._opened.writer is None

    def close(self) -> None:
        """Close all connections and let others write the library. Safe to call twice."""
        self._opened.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- edits --------------------------------------------------------------------------------------------------

    def apply(self, edit: Edit) -> Changes:
        """Make an edit and keep it, with its inverse, in one transaction. No change is no step and gives no changes.

        Raises:
            NotFound: the edit names something that is not there.
            InvalidValue: the edit sets a value that the model does not allow.
            LibraryUnusable: the library cannot be written; it is as it was, and the edit can be tried again.
        """
        return self._edited(lambda target: (edit, edit.apply(target)))

    def undo(self) -> Changes | None:
        """Take back the last edit; None where there is nothing to take back.

        Raises:
            LibraryUnusable: the library cannot be written; it is as it was.
        """
        with self._writer.lock:
            step = self._state.done
            if step is None:
                return None
            with self._writer.transaction() as db:
                target = SqlTarget(db, self._now())
                state = self._journal.undo(db, self._state, target)
            self._state = state
            return target.touched.changes(step.title)

    def redo(self) -> Changes | None:
        """Do again what was undone last; None where there is nothing to do.

        Raises:
            LibraryUnusable: the library cannot be written; it is as it was.
        """
        with self._writer.lock:
            step = self._state.undone
            if step is None:
                return None
            with self._writer.transaction() as db:
                target = SqlTarget(db, self._now())
                state = self._journal.redo(db, self._state, target)
            self._state = state
            return target.touched.changes(step.title)

    @property
    def undo_title(self) -> str | None:
        """What the next undo would take back, in words, or None."""
        return None if self._state.done is None else self._state.done.title

    @property
    def redo_title(self) -> str | None:
        """What the next redo would do again, in words, or None."""
        return None if self._state.undone is None else self._state.undone.title

    def add_checkpoint(self, benchmark: Benchmark, questions: Iterable[Question]) -> int:
        """Add a benchmark with all its questions as one step that can be undone; return its id.

        A name that is taken becomes “NAME (2)”. ``questions`` is read as it is written; if it raises, nothing is kept.

        Raises:
            LibraryUnusable: the library cannot be written; it is as it was.
        """
        added: list[int] = []

        def work(target: SqlTarget) -> tuple[Edit, Edit]:
            added.append(target.add_benchmark(benchmark, questions))
            name = target.benchmark_value(added[0], "name")
            return _step(f"add benchmark “{name}”", RestoreBenchmark(added[0], name)), RemoveBenchmark(added[0], name)

        self._edited(work)
        return added[0]

    def add_answers(self, benchmark_id: int, answers: Iterable[Answer], source: str = "") -> int:
        """Add recorded answers as one batch and one step that can be undone; return the batch's id.

        An answer belongs to the first question whose key is its ``question_key``. ``source`` says where they come from.

        Raises:
            NotFound: there is no such benchmark, or no question of such a key in it; nothing is kept.
            LibraryUnusable: the library cannot be written; it is as it was.
        """
        added: list[int] = []

        def work(target: SqlTarget) -> tuple[Edit, Edit]:
            added.append(target.add_answers(benchmark_id, answers, source))
            title = f"add answers of {source}" if source else "add answers"
            return _step(title, RestoreAnswers(added[0], source)), RemoveAnswers(added[0], source)

        self._edited(work)
        return added[0]

    def _edited(self, work: Callable[[SqlTarget], tuple[Edit, Edit]]) -> Changes:
        """Run ``work``, which makes changes and returns the edit that they are and its inverse, as one step."""
        with self._writer.lock:
            try:
                with self._writer.transaction() as db:
                    target = SqlTarget(db, self._now())
                    edit, inverse = work(target)
                    if changes_nothing(edit, inverse):
                        raise _NothingChanged
                    state = self._journal.record(db, self._state, edit, inverse, target.touched)
            except _NothingChanged:
                return Changes()
            self._state = state
            return target.touched.changes(edit.title)

    # -- runs ---------------------------------------------------------------------------------------------------

    def create_run(
        self,
        benchmark_id: int,
        config: Mapping[str, Any],
        *,
        planned_answers: int = 0,
        planned_cells: int = 0,
        checks: Iterable[runs.CheckKey] = (),
    ) -> int:
        """Add a run that is going, with the next number of its benchmark; return its id.

        ``config`` is JSON data. ``checks`` fixes the order of the columns; others follow as they come.

        Raises:
            NotFound: there is no such benchmark.
            LibraryUnusable: the library cannot be written.
        """
        self._benchmarks.row(benchmark_id)
        with self._writer.transaction() as db:
            return runs.create_run(db, benchmark_id, config, (planned_answers, planned_cells), checks, self._now())

    def record_cells(
        self,
        run_id: int,
        judged: Iterable[tuple[int, Sequence[Cell], bool | None]],
        made: Iterable[KeptJudgement] = (),
    ) -> list[int]:
        """Keep the results of answers (id, cells, overall verdict) in one transaction; return the results' ids.

        A result of the same run and answer is replaced. ``made`` are judgements that these cells come from, or that
        other cells wait for; they are kept in the same transaction.

        Raises:
            NotFound: there is no such run or answer; nothing is kept.
            LibraryUnusable: the library cannot be written; nothing of this batch is kept.
        """
        with self._writer.lock:
            try:
                with self._writer.transaction() as db:
                    if run_id not in self._columns:
                        runs.run_benchmark(db, run_id)
                        self._columns[run_id] = runs.Columns(db, run_id)
                    ids = runs.record(db, run_id, self._columns[run_id], judged)
                    judgements.record(db, run_id, made, self._texts, self._now())
                    return ids
            except BaseException:
                # What it learned in this transaction was taken back with it.
                self._columns.pop(run_id, None)
                self._texts.forget()
                raise

    def finish_run(self, run_id: int, state: RunState) -> Changes:
        """Set the state of a run: complete, stopped, or going again. Raises NotFound."""
        with self._writer.transaction() as db:
            benchmark_id = runs.end_run(db, run_id, state, self._now())
        return Changes(benchmarks=frozenset({benchmark_id}), runs=frozenset({run_id}))

    def keep_rubric_version(self, fingerprint: str, rubric: Rubric) -> None:
        """Keep the words of a version that is being exported or opened. It is no step of the history.

        Raises:
            LibraryUnusable: the library cannot be written.
        """
        with self._writer.transaction() as db:
            kept_rubrics.keep_version(db, fingerprint, rubric, self._now())

    # -- endpoints ----------------------------------------------------------------------------------------------

    def keep_endpoint(self, endpoint: Endpoint, replaces: str | None = None) -> None:
        """Keep an endpoint: a new one at the end, or in the place of the one named ``replaces``.

        It is no step of the history.

        Raises:
            InvalidValue: the name is taken.
            NotFound: there is none named ``replaces``.
            LibraryUnusable: the library cannot be written.
        """
        with self._writer.transaction() as db:
            endpoints.keep(db, endpoint, replaces)

    def remove_endpoint(self, name: str) -> bool:
        """Remove an endpoint; return whether there was one. Raises LibraryUnusable."""
        with self._writer.transaction() as db:
            return endpoints.remove(db, name)

    def order_endpoints(self, names: Sequence[str]) -> None:
        """Put endpoints in this order, those that are not named behind them as they were.

        Raises:
            NotFound: one is not there; nothing was changed.
            LibraryUnusable: the library cannot be written.
        """
        with self._writer.transaction() as db:
            endpoints.order(db, names)

    def keep_sheets(self, batch: SheetBatchRow, answer_ids: Sequence[int | None]) -> None:
        """Keep which answer has which number in a batch of rater sheets. It is no step of the history.

        Raises:
            LibraryUnusable: the library cannot be written.
        """
        with self._writer.transaction() as db:
            sheets.keep(db, batch, answer_ids)

    # -- programs from files ------------------------------------------------------------------------------------

    def allow_code(self, sha256: str, kind: str, first_seen: str, key: bytes) -> None:
        """Keep the decision that a program may run; it holds where ``key`` is known. It is no step of the history.

        Raises:
            LibraryUnusable: the library cannot be written.
        """
        with self._writer.transaction() as db:
            allowed_code.keep(db, key, allowed_code.AllowedCode(sha256, kind, self._now(), first_seen))

    def forget_code(self, sha256: str) -> bool:
        """Forget the decision about a program; return whether there was one.

        Raises:
            LibraryUnusable: the library cannot be written.
        """
        with self._writer.transaction() as db:
            return allowed_code.drop(db, sha256) > 0

    # -- the file -----------------------------------------------------------------------------------------------

    def copy_to(self, target: str | Path) -> Path:
        """Copy the whole library to another file, which appears only when it is complete; return its path.

        Raises:
            WriteFailed: the copy cannot be written, or it would replace this library. The library is as it was.
        """
        return self._opened.copy_to(Path(target).expanduser().absolute())

    @property
    def _writer(self) -> Writer:
        if self._opened.writer is None:
            raise LibraryUnusable("The library is open read-only.", file=str(self.path), hint="Nothing was changed.")
        return self._opened.writer

    def _now(self) -> str:
        return self._clock().isoformat()


def _step(title: str, edit: Edit) -> Compound:
    return Compound(title, (edit,))
