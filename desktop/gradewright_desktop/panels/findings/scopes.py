"""What the findings panel looks at, and looking at it: all of it off the GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gradewright.formats.template_source import read_template
from gradewright.jobs.control import JobControl
from gradewright.lint.checks import lint_question
from gradewright.lint.code import AllowedCode
from gradewright.lint.finding import Finding, Place
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.runs.code import allowed_programs
from gradewright.store.library import Library
from gradewright_desktop import navigator
from gradewright_desktop.live_rubrics import LiveRubrics
from gradewright_desktop.panels.findings.ledger import Found, Group, Row, Scope, Target, found_of
from gradewright_desktop.panels.findings.rows import WHOLE_RUBRIC


def target_of(place: navigator.Place, scope: Scope) -> Target | None:
    """Return what a scope means at a place, or None where nothing is chosen."""
    if place.workspace != "build":
        return None
    if place.kept_id is not None:
        if scope is Scope.TRAIT and place.entry_id is not None:
            return Target(Scope.TRAIT, 0, None, place.entry_id, place.kept_id)
        return Target(Scope.PLACE, 0, kept_id=place.kept_id)
    if place.benchmark_id is None:
        return None
    if scope is Scope.BENCHMARK or place.kind in ("benchmark", "questions"):
        return Target(Scope.BENCHMARK, place.benchmark_id)
    question_id = place.question_id if place.kind == "question" else None
    if scope is Scope.TRAIT and place.entry_id is not None:
        return Target(Scope.TRAIT, place.benchmark_id, question_id, place.entry_id)
    return Target(Scope.PLACE, place.benchmark_id, question_id)


def look(library: Library, target: Target, control: JobControl, live: LiveRubrics) -> Found:
    """Find everything there is to say about a rubric, a question, or a trait of one of them.

    ``live`` remembers what was found in rubrics before.

    Raises:
        NotFound: it is no longer in the library.
        Cancelled: a newer look has begun.
    """
    control.check()
    allowed = allowed_programs(library)
    if target.kept_id is not None:
        rubric = library.kept_rubric(target.kept_id)
        place = Place(0, kept_id=target.kept_id)
        return found_of(target, _in_scope(_of_rubric(rubric, live.lint(rubric, place, allowed=allowed)), target), 0)
    benchmark = library.benchmark(target.benchmark_id)
    if target.question_id is None:
        findings = live.lint(benchmark.rubric, Place(target.benchmark_id), allowed=allowed)
        found = _of_rubric(benchmark.rubric, findings)
    else:
        found = _of_question(library.question(target.question_id), target, benchmark.rubric, allowed)
    return found_of(target, _in_scope(found, target), int(target.question_id is not None))


def _in_scope(found: list[Row], target: Target) -> list[Row]:
    if target.scope is not Scope.TRAIT:
        return found
    return [row for row in found if row[1].place.entry_id == target.entry_id]


def _of_rubric(rubric: Rubric, findings: Sequence[Finding]) -> list[Row]:
    rows = [(_entry_group(rubric, found.place.entry_id), found) for found in findings]
    return sorted(rows, key=lambda row: row[0].order)


def _entry_group(rubric: Rubric, entry_id: str | None) -> Group:
    """Return the heading of an entry, numbered as in the list of criteria: retired ones are not counted."""
    if entry_id is None:
        return Group((0, 0), "rubric", rubric.terms.name or "The whole rubric")
    position = rubric.index(entry_id)
    number = sum(not entry.retired for entry in rubric.entries[: position + 1])
    return Group((1, position), f"entry:{entry_id}", f"{number}. {rubric.entries[position].trait.name}")


def _of_question(question: Question, target: Target, global_rubric: Rubric, allowed: AllowedCode) -> list[Row]:
    place = Place(target.benchmark_id, target.question_id)
    reading = read_template(question.template)
    findings = lint_question(question, reading, place, global_rubric=global_rubric, allowed=allowed)
    return [(_part_group(question, found), found) for found in findings]


def _part_group(question: Question, found: Finding) -> Group:
    place = found.place
    if place.entry_id is not None:
        group = _entry_group(question.rubric, place.entry_id)
        return replace(group, order=(2, group.order[1]))
    if place.part in WHOLE_RUBRIC:
        return Group((2, -1), "rubric", "Own rubric")
    if place.part == "template" or place.part.startswith("field:"):
        return Group((1, 0), "template", "Template")
    return Group((0, 0), "question", "Question")
