"""What the findings panel looks at, and looking at it: all of it off the GUI thread."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from enum import StrEnum

from gradewright.formats.template_source import read_template
from gradewright.jobs.control import JobControl
from gradewright.jobs.linting import LintReport, lint_library
from gradewright.lint.checks import lint_question, lint_rubric
from gradewright.lint.finding import Finding, Place
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.store.library import Changes, Library
from gradewright_desktop import navigator


class Scope(StrEnum):
    """How much is looked at."""

    TRAIT = "trait"
    PLACE = "place"
    BENCHMARK = "benchmark"


@dataclass(frozen=True, slots=True)
class Target:
    """What is looked at: a benchmark, or within it a rubric or a question, or within that one trait.

    ``question_id`` None with scope ``PLACE`` is the global rubric.
    """

    scope: Scope
    benchmark_id: int
    question_id: int | None = None
    entry_id: str | None = None

    def is_touched(self, changes: Changes) -> bool:
        """Whether a change can have other findings for consequence."""
        if self.benchmark_id in changes.benchmarks:
            return True
        if self.scope is Scope.BENCHMARK:
            return bool(changes.questions) or changes.structure
        return self.question_id in changes.questions


@dataclass(frozen=True, slots=True)
class Group:
    """The heading that a finding stands under: its place among the others, and the words for it."""

    order: tuple[int, int]
    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Found:
    """The findings of a target, each with its group. ``questions`` tells how many questions were looked at."""

    target: Target
    rows: tuple[tuple[Group, Finding], ...] = ()
    questions: int = 0
    by_question: dict[int, tuple[tuple[Group, Finding], ...]] = field(default_factory=dict)


def target_of(place: navigator.Place, scope: Scope) -> Target | None:
    """Return what a scope means at a place, or None where nothing is chosen."""
    if place.workspace != "build" or place.benchmark_id is None:
        return None
    if scope is Scope.BENCHMARK or place.kind in ("benchmark", "questions"):
        return Target(Scope.BENCHMARK, place.benchmark_id)
    question_id = place.question_id if place.kind == "question" else None
    if scope is Scope.TRAIT and place.entry_id is not None:
        return Target(Scope.TRAIT, place.benchmark_id, question_id, place.entry_id)
    return Target(Scope.PLACE, place.benchmark_id, question_id)


def look(library: Library, target: Target, control: JobControl) -> Found:
    """Find everything there is to say about a target.

    Raises:
        NotFound: it is no longer in the library.
        Cancelled: a newer look has begun.
    """
    if target.scope is Scope.BENCHMARK:
        return _whole(library, target, control)
    benchmark = library.benchmark(target.benchmark_id)
    if target.question_id is None:
        found = _of_rubric(benchmark.rubric, lint_rubric(benchmark.rubric, Place(target.benchmark_id)))
    else:
        found = _of_question(library.question(target.question_id), target, benchmark.rubric)
    if target.scope is Scope.TRAIT:
        found = [row for row in found if row[1].place.entry_id == target.entry_id]
    return Found(target, tuple(found), 1)


def look_again(library: Library, before: Found, questions: Collection[int], control: JobControl) -> Found:
    """Look once more at some questions of a benchmark that was looked at as a whole.

    What concerns several questions at once, such as the same question twice, keeps its last state until the whole is
    looked at again.
    """
    target = before.target
    benchmark = library.benchmark(target.benchmark_id)
    ids = library.question_ids(target.benchmark_id)
    numbers = {question_id: number for number, question_id in enumerate(ids, 1) if question_id in questions}
    by_question = dict(before.by_question)
    for question_id in questions:
        by_question.pop(question_id, None)
        if question_id in numbers:
            control.check()
            at = replace(target, question_id=question_id)
            question = library.question(question_id)
            group = _question_group(numbers[question_id], question_id, question.text)
            of_one = tuple((group, found) for _group, found in _of_question(question, at, benchmark.rubric))
            if of_one:
                by_question[question_id] = of_one
    of_benchmark = [row for row in before.rows if row[1].place.question_id is None]
    rows = of_benchmark + [row for of_one in by_question.values() for row in of_one]
    return Found(target, tuple(sorted(rows, key=lambda row: row[0].order)), len(ids), by_question)


def _whole(library: Library, target: Target, control: JobControl) -> Found:
    report = lint_library(library, target.benchmark_id, control=control)
    rows = [(_benchmark_group(report, found), found) for found in report.findings]
    by_question: dict[int, list[tuple[Group, Finding]]] = {}
    for group, found in rows:
        if found.place.question_id is not None:
            by_question.setdefault(found.place.question_id, []).append((group, found))
    kept = {question_id: tuple(of_one) for question_id, of_one in by_question.items()}
    return Found(target, tuple(rows), report.questions, kept)


def _benchmark_group(report: LintReport, found: Finding) -> Group:
    place = found.place
    if place.question_id is not None:
        name = report.names[place.question_id]
        return _question_group(name.number, place.question_id, name.text)
    if place.entry_id is not None:
        position = report.benchmark.rubric.index(place.entry_id)
        title = f"Global rubric: {report.traits.get(place.entry_id, '')}"
        return Group((-1, position), f"entry:{place.entry_id}", title)
    return Group((-2, 0), "benchmark", report.benchmark.name)


def _question_group(number: int, question_id: int, text: str) -> Group:
    return Group((number, 0), f"question:{question_id}", f"{number}. {' '.join(text.split())}")


def _of_rubric(rubric: Rubric, findings: list[Finding]) -> list[tuple[Group, Finding]]:
    return [(_entry_group(rubric, found.place.entry_id or ""), found) for found in findings]


def _entry_group(rubric: Rubric, entry_id: str) -> Group:
    position = rubric.index(entry_id)
    return Group((1, position), f"entry:{entry_id}", f"{position + 1}. {rubric.entries[position].trait.name}")


def _of_question(question: Question, target: Target, global_rubric: Rubric) -> list[tuple[Group, Finding]]:
    place = Place(target.benchmark_id, target.question_id)
    findings = lint_question(question, read_template(question.template), place, global_rubric=global_rubric)
    return [(_part_group(question, found), found) for found in findings]


def _part_group(question: Question, found: Finding) -> Group:
    place = found.place
    if place.entry_id is not None:
        group = _entry_group(question.rubric, place.entry_id)
        return replace(group, order=(2, group.order[1]))
    if place.part == "template" or place.part.startswith("field:"):
        return Group((1, 0), "template", "Template")
    return Group((0, 0), "question", "Question")
