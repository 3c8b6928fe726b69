"""The sample benchmark, with recorded answers of two models, for a first look."""

from __future__ import annotations

from importlib.resources import as_file
from typing import TYPE_CHECKING

from gradewright.jobs.control import JobControl
from gradewright.jobs.importing import import_answers, import_file
from gradewright.jobs.reports import ImportReport
from gradewright.resources import engine_resource

if TYPE_CHECKING:
    from gradewright.store.library import Library

SAMPLE_NAME = "Discharge medication"


def add_sample(library: Library, *, control: JobControl | None = None) -> ImportReport:
    """Add the sample benchmark to a library, with its answers. A second one becomes a copy with another name.

    Raises:
        LibraryUnusable: the library cannot be written.
    """
    with as_file(engine_resource("samples/discharge-medication.jsonld")) as path:
        report = import_file(library, path, control=control)
    with as_file(engine_resource("samples/discharge-medication-answers.jsonl")) as path:
        answers = import_answers(library, report.benchmark_id, path, strict=True, control=control)
    return ImportReport(
        path=report.path,
        kind="sample benchmark",
        benchmark_id=report.benchmark_id,
        benchmark_name=report.benchmark_name,
        wanted_name=report.wanted_name,
        questions=report.questions,
        answers=answers.answers,
    )
