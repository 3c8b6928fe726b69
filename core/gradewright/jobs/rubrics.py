"""Rubrics between files and the library: opened, exported as versions, found by name, compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gradewright.edits import AddKeptRubric, ReplaceRubric, SetVersions
from gradewright.edits.target import RubricOwner
from gradewright.errors import InvalidValue, NotFound
from gradewright.formats.grading_rubric import read_rubric, write_rubric
from gradewright.formats.rubric_markdown import labeler_markdown, summary_markdown
from gradewright.formats.rubric_starts import RubricStart, StartKind, read_start
from gradewright.formats.whole_files import read_whole
from gradewright.model.rubric import Rubric
from gradewright.resources import engine_resource
from gradewright.rubrics.failures import OpenedFailures, open_failures
from gradewright.rubrics.versions import is_new_version, next_version
from gradewright.store.changes import Changes

if TYPE_CHECKING:
    from gradewright.store.library import Library

RubricFormat = Literal["json", "markdown", "prd"]
RUBRIC_FORMATS: tuple[RubricFormat, ...] = ("json", "markdown", "prd")


@dataclass(frozen=True, slots=True)
class ExportedRubric:
    """A rubric as it was exported: with its version, as the bytes of a file, and whether the version is a new one.

    ``changes`` are those of the library, none where the version was there already.
    """

    rubric: Rubric
    content: bytes
    is_new: bool
    warnings: tuple[str, ...] = ()
    changes: Changes = Changes()


@dataclass(frozen=True, slots=True)
class ImportedRubric:
    """A rubric that came into the library, and where. ``opened`` tells what a failure list did."""

    owner: RubricOwner
    kind: StartKind
    rubric: Rubric
    opened: OpenedFailures | None = None
    warnings: tuple[str, ...] = ()


def rubric_of(library: Library, owner: RubricOwner) -> Rubric:
    """Return the rubric of a benchmark, of a question, or one that is kept alone. Raises NotFound."""
    if owner.kept_id is not None:
        return library.kept_rubric(owner.kept_id)
    if owner.question_id is not None:
        return library.question(owner.question_id).rubric
    if owner.benchmark_id is None:
        raise NotFound("There is no such rubric.")
    return library.benchmark(owner.benchmark_id).rubric


def find_kept(library: Library, name: str) -> RubricOwner:
    """Return the rubric that is kept alone under a name, or by its number.

    Raises:
        NotFound: there is none.
    """
    rows = library.kept_rubrics()
    for row in rows:
        if row.name == name or str(row.id) == name:
            return RubricOwner(kept_id=row.id)
    known = ", ".join(f"“{row.name}”" for row in rows[:20])
    raise NotFound(f"No rubric “{name}” is kept.", hint=f"Kept: {known}." if known else "None is kept yet.")


def export_rubric(
    library: Library, owner: RubricOwner, format: RubricFormat = "json", *, now: datetime | None = None
) -> ExportedRubric:
    """Export a rubric of the library: its version is settled and kept there, word for word, and the bytes returned.

    The library is only written where the version is a new one, which can be undone.

    Raises:
        NotFound: there is no such rubric.
        LibraryUnusable: the library cannot be written.
    """
    rubric = rubric_of(library, owner)
    made = versioned(rubric, library.rubric_version, now=now)
    changes = Changes()
    if made.versions != rubric.versions:
        changes = library.apply(SetVersions(owner, made.versions))
    library.keep_rubric_version(made.versions.fingerprint, made)
    return replace(_exported(made, format, is_new_version(rubric)), changes=changes)


def export_file(rubric: Rubric, format: RubricFormat = "json") -> ExportedRubric:
    """Export a rubric that is in no library, such as one from a file. Its version is the one that it has, or 1."""
    made = rubric if rubric.versions.number else versioned(rubric)
    return _exported(made, format, not rubric.versions.number)


def versioned(
    rubric: Rubric, find: Callable[[str], Rubric | None] | None = None, *, now: datetime | None = None
) -> Rubric:
    """Return the rubric with the version that an export gives it; ``find`` gives earlier words by fingerprint."""
    before = find(rubric.versions.fingerprint) if find is not None and rubric.versions.number else None
    return replace(rubric, versions=next_version(rubric, now or datetime.now(UTC), before))


def _exported(rubric: Rubric, format: RubricFormat, is_new: bool) -> ExportedRubric:
    warnings: list[str] = []
    if format == "json":
        content = write_rubric(rubric, warnings)
    else:
        text = labeler_markdown(rubric) if format == "markdown" else summary_markdown(rubric)
        content = text.encode("utf-8", "replace")
    return ExportedRubric(rubric, content, is_new, tuple(warnings))


def read_rubric_file(path: Path) -> Rubric:
    """Return the rubric of a rubric file. Raises FileUnreadable."""
    return read_rubric(read_whole(path), path.name).rubric


def import_start(
    library: Library, path: Path, owner: RubricOwner | None = None, *, replace_it: bool = False
) -> ImportedRubric:
    """Take a saved rubric, a failure list or criteria as text into a rubric of the library, or keep it alone.

    A failure list is opened into the rubric that is there. Anything else takes its place, which ``replace_it`` has to
    allow where it is not empty.

    Raises:
        FileUnreadable: it is none of these; nothing was changed.
        InvalidValue: there is a rubric already, and ``replace_it`` does not allow another in its place.
        NotFound: there is no such owner.
        LibraryUnusable: the library cannot be written.
    """
    start = read_start(read_whole(path), path.name)
    before = Rubric() if owner is None else rubric_of(library, owner)
    opened = None
    if start.failures is not None:
        opened = open_failures(before, start.failures)
        made = opened.rubric
    else:
        if before.entries and not replace_it:
            raise InvalidValue(
                f"The rubric there has {len(before.entries):,} entries, and would be replaced.",
                file=str(path),
                hint="Export it first, and allow it with --replace.",
            )
        made = start.rubric
    owner = _put(library, owner, _named(made, path), path)
    _keep(library, made)
    return ImportedRubric(owner, start.kind, made, opened, opened.warnings if opened else start.warnings)


def _put(library: Library, owner: RubricOwner | None, rubric: Rubric, path: Path) -> RubricOwner:
    if owner is not None:
        library.apply(ReplaceRubric(owner, rubric, f"open {path.name}"))
        return owner
    before = {row.id for row in library.kept_rubrics()}
    library.apply(AddKeptRubric(rubric))
    return RubricOwner(kept_id=next(row.id for row in library.kept_rubrics() if row.id not in before))


def _named(rubric: Rubric, path: Path) -> Rubric:
    if rubric.terms.name.strip():
        return rubric
    return replace(rubric, terms=replace(rubric.terms, name=path.stem))


def _keep(library: Library, rubric: Rubric) -> None:
    """Keep the words of an opened version, so that a later export can say what has changed since."""
    if rubric.versions.number and not is_new_version(rubric):
        library.keep_rubric_version(rubric.versions.fingerprint, rubric)


def start_of(path: Path) -> RubricStart:
    """Read what a rubric can start from, without taking it into any library. Raises FileUnreadable."""
    return read_start(read_whole(path), path.name)


def example_rubric() -> RubricStart:
    """Return a small finished rubric, to look at and to change."""
    return read_start(engine_resource("samples/returns-desk.rubric.json").read_bytes(), "the example")


def example_failures() -> RubricStart:
    """Return a small failure list, as one comes out of reading outputs."""
    return read_start(engine_resource("samples/returns-desk.failures.json").read_bytes(), "the example")
