"""Writing a benchmark, or the results of a run, to a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING

from gradewright.errors import NotFound, WriteFailed
from gradewright.formats.atomic import atomic_write
from gradewright.formats.karenina_jsonld import write_checkpoint
from gradewright.formats.markdown import benchmark_markdown
from gradewright.formats.results_tables import ResultRecord, results_csv, results_jsonl
from gradewright.jobs.control import JobControl
from gradewright.jobs.formats import BENCHMARK_FORMATS, ExportFormat
from gradewright.jobs.reports import ExportReport

if TYPE_CHECKING:
    from gradewright.model.question import Question
    from gradewright.store.library import Library
    from gradewright.store.results import ResultFilter
    from gradewright.store.rows import RunRow

CHUNK = 256


def export(
    library: Library,
    benchmark_id: int,
    format: ExportFormat,
    target: Path | IO[bytes],
    *,
    run_number: int | None = None,
    for_excel: bool = False,
    filters: ResultFilter | None = None,
    control: JobControl | None = None,
    now: datetime | None = None,
) -> ExportReport:
    """Write a benchmark (``jsonld``, ``markdown``) or results (``csv``, ``jsonl``) and return what was written.

    ``target`` is a path, whose file is replaced as a whole or left as it was, or an open binary stream. Results are
    those of the run ``run_number`` of this benchmark, by default of the latest. ``for_excel`` gives a CSV file the mark
    by which Excel knows UTF-8. ``filters`` restricts results as the results viewer does. ``now`` is the time that a
    changed checkpoint gets as its date.

    Raises:
        NotFound: there is no such benchmark or run.
        WriteFailed: the file could not be written; what was there is as it was.
        InvalidValue: a checkpoint cannot hold both questions and scenarios.
        Cancelled: the job was asked to stop; no file was written.
    """
    control = control or JobControl()
    warnings: list[str] = []
    _refuse_library(library, target)
    if format in BENCHMARK_FORMATS:
        count = library.benchmark_row(benchmark_id).question_count
        stamp = (now or datetime.now()).isoformat()
        content = _benchmark(library, benchmark_id, format, count, stamp, warnings, control)
        what = "question"
    else:
        records = _Records(library, find_run(library, benchmark_id, run_number), filters, control)
        count = len(records)
        content = results_csv(records, for_excel=for_excel) if format == "csv" else results_jsonl(records)
        what = "result"
    path = _write(target, content)
    return ExportReport(path, what, count, tuple(warnings))


def find_run(library: Library, benchmark_id: int, number: int | None) -> RunRow:
    """Return the run of a benchmark with this number, or the latest.

    Raises:
        NotFound: there is no such benchmark or run.
    """
    name = library.benchmark_row(benchmark_id).name
    runs = library.runs(benchmark_id)
    if not runs:
        raise NotFound(f"“{name}” has no run yet.", hint=f'Start one with: gradewright verify "{name}"')
    if number is None:
        return runs[0]
    for run in runs:
        if run.number == number:
            return run
    known = ", ".join(str(run.number) for run in reversed(runs[:20]))
    raise NotFound(f"“{name}” has no run {number}.", hint=f"It has {known}.")


def _benchmark(
    library: Library,
    benchmark_id: int,
    format: ExportFormat,
    count: int,
    now: str,
    warnings: list[str],
    control: JobControl,
) -> Iterable[bytes]:
    benchmark = library.benchmark(benchmark_id)
    questions: Iterable[Question] = control.watched(library.iter_questions(benchmark_id), count, "Writing questions")
    if format == "jsonld":
        return write_checkpoint(benchmark, questions, now=now, warnings=warnings)
    return (piece.encode("utf-8", "replace") for piece in benchmark_markdown(benchmark, questions))


class _Records:
    """The results of a run, read from the library each time somebody goes through them."""

    def __init__(self, library: Library, run: RunRow, filters: ResultFilter | None, control: JobControl):
        self._library = library
        self._control = control
        self._ids = library.result_ids(run.id) if filters is None else library.result_ids(run.id, filters)

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[ResultRecord]:
        return self._control.watched(self._read(), len(self), "Writing results")

    def _read(self) -> Iterator[ResultRecord]:
        library = self._library
        question: Question | None = None
        question_id = 0
        for start in range(0, len(self._ids), CHUNK):
            rows = library.result_rows(self._ids[start : start + CHUNK])
            answers = library.answers_by_id([row.answer_id for row in rows])
            for row, stored in zip(rows, answers, strict=True):
                if question is None or question_id != row.question_id:
                    question, question_id = library.question(row.question_id), row.question_id
                yield ResultRecord(
                    question.key,
                    question.text,
                    row.model,
                    row.replicate,
                    stored.answer.text,
                    row.overall,
                    library.cells_of(row.id),
                    question.reference,
                )


def _refuse_library(library: Library, target: Path | IO[bytes]) -> None:
    """Keep an export from taking the place of the library that it reads from, or of the files that belong to it."""
    if not isinstance(target, Path):
        return
    real = os.path.realpath(library.path)
    if os.path.realpath(target) == real or _is_same(target, library.path):
        raise WriteFailed("This file is the library itself.", file=str(target), hint="Choose another name.")
    if os.path.realpath(target) in {real + end for end in ("-wal", "-shm", "-journal", ".lock")}:
        raise WriteFailed("This file belongs to the library.", file=str(target), hint="Choose another name.")


def _is_same(target: Path, library: Path) -> bool:
    try:
        return target.samefile(library)
    except OSError:
        return False


def _is_stream(target: Path) -> bool:
    try:
        return target.exists() and not target.is_file() and not target.is_dir()
    except OSError:
        # A name that cannot be followed; writing says why.
        return False


def _write(target: Path | IO[bytes], content: Iterable[bytes]) -> Path | None:
    if not isinstance(target, Path):
        try:
            for piece in content:
                target.write(piece)
            target.flush()
        except BrokenPipeError:
            # Whoever read it has seen enough; that is no failure to write.
            raise
        except OSError as error:
            raise WriteFailed(f"The output cannot be written: {error.strerror or error}.") from error
        return None
    if _is_stream(target):
        # A pipe or a device takes what it is given; putting a file in its place would take it away from others.
        try:
            with target.open("wb") as stream:
                stream.writelines(content)
        except OSError as error:
            raise WriteFailed(f"It cannot be written to: {error.strerror or error}.", file=str(target)) from error
    else:
        atomic_write(target, content)
    return target
