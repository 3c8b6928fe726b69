"""Reading findings: of a benchmark in the library, and of a file that stays outside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gradewright.jobs.control import JobControl
from gradewright.lint.checks import lint_benchmark
from gradewright.lint.code import NO_CODE, AllowedCode
from gradewright.lint.finding import Finding, Severity
from gradewright.lint.language import RubricLanguage, rubric_language
from gradewright.model.question import Benchmark, Question

if TYPE_CHECKING:
    from gradewright.store.library import Library


@dataclass(frozen=True, slots=True)
class QuestionName:
    """What a finding's place needs to name its question: the number in the benchmark, the key, and the text."""

    number: int
    key: str
    text: str


@dataclass(slots=True)
class LintReport:
    """The findings of a benchmark in reading order, with the names of the places they point at."""

    benchmark: Benchmark
    questions: int = 0
    findings: list[Finding] = field(default_factory=list)
    names: dict[int, QuestionName] = field(default_factory=dict)
    traits: dict[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    @property
    def language(self) -> RubricLanguage | None:
        """The language that the wording of the global rubric is checked in, None where the rubric is empty."""
        return rubric_language(self.benchmark.rubric) if self.benchmark.rubric.active else None

    def count(self, severity: Severity) -> int:
        """How many findings of a severity there are that nobody silenced."""
        return sum(found.severity is severity and found.silenced is None for found in self.findings)


def lint_library(library: Library, benchmark_id: int, *, control: JobControl | None = None) -> LintReport:
    """Check a benchmark in the library.

    Raises:
        NotFound: there is no such benchmark.
        Cancelled: the job was asked to stop.
    """
    from gradewright.runs.code import allowed_programs

    count = library.benchmark_row(benchmark_id).question_count
    questions = library.iter_numbered_questions(benchmark_id)
    benchmark, allowed = library.benchmark(benchmark_id), allowed_programs(library)
    return _lint(benchmark_id, benchmark, questions, count, control or JobControl(), allowed)


def lint_file(path: Path, *, control: JobControl | None = None) -> LintReport:
    """Check a benchmark that is in a file, without taking it in.

    A Karenina checkpoint, or a table of questions. The places of the findings count questions from 1.

    Raises:
        FileUnreadable: the file is neither, or cannot be read.
        Cancelled: the job was asked to stop.
    """
    from gradewright.jobs.reading import read_benchmark

    read = read_benchmark(path)
    report = _lint(0, read.benchmark, enumerate(read.questions, 1), len(read.questions), control or JobControl())
    report.warnings = read.warnings
    return report


def _lint(
    benchmark_id: int,
    benchmark: Benchmark,
    questions: Iterable[tuple[int, Question]],
    total: int,
    control: JobControl,
    allowed: AllowedCode = NO_CODE,
) -> LintReport:
    from gradewright.formats.template_source import read_template
    from gradewright.workers.patterns import WatchedPatterns

    report = LintReport(benchmark, total)
    report.traits.update((entry.id, entry.trait.name) for entry in benchmark.rubric)
    current: list[tuple[int, Question]] = []

    def numbered() -> Iterator[tuple[int, Question]]:
        for number, (question_id, question) in enumerate(control.watched(questions, total, "Checking"), 1):
            current[:] = [(number, question)]
            yield question_id, question

    with WatchedPatterns() as patterns:
        for found in lint_benchmark(
            benchmark_id, benchmark, numbered(), read_template, patterns=patterns, allowed=allowed
        ):
            report.findings.append(found)
            if found.place.question_id is not None:
                number, question = current[0]
                report.names[found.place.question_id] = QuestionName(number, question.key, question.text)
                report.traits.update((entry.id, entry.trait.name) for entry in question.rubric)
    return report
