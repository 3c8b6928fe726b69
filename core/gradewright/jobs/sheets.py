"""Rater sheets of a library: which outputs go on paper, and keeping which code stands for which answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gradewright.errors import InvalidValue, NotFound
from gradewright.formats.atomic import atomic_write
from gradewright.model.rubric import Rubric
from gradewright.rubrics.fingerprint import fingerprint
from gradewright.sheets.codes import new_batch, read_code
from gradewright.sheets.content import Batch, Output, SheetOptions, ordered, printable
from gradewright.sheets.glyphs import MissingGlyphs
from gradewright.sheets.laying_out import lay_out
from gradewright.store.rows import SheetBatchRow

if TYPE_CHECKING:
    from gradewright.store.library import Library

CHUNK = 256


@dataclass(frozen=True, slots=True)
class SheetReport:
    """What was written: the files, one for each rater, pages in all, outputs that need several pages, and glyphs."""

    paths: tuple[Path, ...]
    batches: tuple[str, ...]
    pages: int
    outputs: int
    long: tuple[int, ...]
    missing: MissingGlyphs


@dataclass(frozen=True, slots=True)
class NamedOutput:
    """What a code that was typed in names."""

    batch: SheetBatchRow
    number: int
    answer_id: int | None
    question: str
    answer: str
    current: bool


def outputs_of(
    library: Library,
    benchmark_id: int,
    *,
    models: Sequence[str] | None = None,
    most: int | None = None,
    seed: int | None = 1,
) -> tuple[Output, ...]:
    """Return recorded answers as outputs, in the order of the seed; with ``most`` the first so many of that order.

    Raises:
        NotFound: there is no such benchmark, or no answers of such a model.
        InvalidValue: nothing is recorded, or more than a batch can hold.
    """
    known = library.answer_models(benchmark_id)
    for model in models or ():
        if model not in known:
            raise NotFound(f"No answers of “{model}” are recorded.", hint=f"Recorded: {', '.join(known) or 'none'}.")
    ids = list(library.answer_ids(benchmark_id, models=None if models is None else tuple(models)))
    if not ids:
        raise InvalidValue("No answers are recorded yet.", hint="Import some, or print sheets without outputs.")
    placeholders = [Output(answer_id, "", "", "") for answer_id in ids]
    chosen = [each.key for each in ordered(placeholders, seed)[: most or len(ids)]]
    made: list[Output] = []
    for start in range(0, len(chosen), CHUNK):
        stored = [library.answer(answer_id) for answer_id in chosen[start : start + CHUNK]]
        questions = library.questions([each.question_id for each in stored])
        made += [
            Output(each.id, question.key, question.text, each.answer.text, question.reference)
            for each, question in zip(stored, questions, strict=True)
        ]
    return tuple(made)


def batch_of(
    rubric: Rubric, title: str, outputs: Sequence[Output], options: SheetOptions, name: str | None = None
) -> Batch:
    """Return a batch under a new name, or under ``name`` for a preview.

    Raises:
        InvalidValue: the rubric has nothing to tick.
    """
    printable(rubric)
    return Batch(name or new_batch(), rubric, title, tuple(outputs), options)


def write_sheets(library: Library | None, batch: Batch, path: Path) -> SheetReport:
    """Write the sheets of a batch, one file for each rater, and keep in the library what its codes stand for.

    With several raters the files are ``NAME-1.pdf``, ``NAME-2.pdf`` …, each a batch of its own, so that what comes back
    tells who gave it. Without a library (a rubric from a file) nothing is kept.

    Raises:
        InvalidValue: the rubric has nothing to tick, or a text is longer than any sheet.
        WriteFailed: a file could not be written; what was there is as it was.
        LibraryUnusable: the library cannot be written; the file is there, its codes are not known.
    """
    raters = max(1, batch.options.raters)
    paths, names, pages = [], [], 0
    made = None
    for rater in range(1, raters + 1):
        each = batch if rater == 1 else replace(batch, name=new_batch())
        target = path if raters == 1 else path.with_name(f"{path.stem}-{rater}{path.suffix}")
        made = lay_out(each)
        atomic_write(target, made.pdf)
        if library is not None:
            keep(library, each)
        paths.append(target)
        names.append(each.name)
        pages += made.pages
    assert made is not None, "there is one rater at least"
    return SheetReport(tuple(paths), tuple(names), pages, len(batch.outputs), made.long, made.missing)


def keep(library: Library, batch: Batch) -> None:
    """Keep in a library which answer has which number in a batch. Raises LibraryUnusable."""
    options = batch.options
    row = SheetBatchRow(
        batch.name,
        datetime.now(UTC).isoformat(timespec="seconds"),
        batch.title,
        batch.fingerprint,
        batch.rubric.versions.number,
        {"layout": str(options.layout), "paper": str(options.paper), "seed": options.seed},
    )
    library.keep_sheets(row, [output.key or None for output in batch.outputs])
    library.keep_rubric_version(batch.fingerprint, batch.rubric)


def named_output(library: Library, code: str, rubric: Rubric | None = None) -> NamedOutput:
    """Return what the code on a sheet names. ``current`` tells whether ``rubric`` is still what was printed.

    Raises:
        InvalidValue: it is no code, or it was mistyped.
        NotFound: no such sheet was printed from this library.
    """
    read = read_code(code)
    row = library.sheet_output(read.batch, read.number)
    question = answer = ""
    if row.answer_id is not None:
        stored = library.answer(row.answer_id)
        question, answer = library.questions([stored.question_id])[0].text, stored.answer.text
    current = rubric is not None and fingerprint(rubric) == row.batch.fingerprint
    return NamedOutput(row.batch, read.number, row.answer_id, question, answer, current)
