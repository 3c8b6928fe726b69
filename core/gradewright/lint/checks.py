"""All checks on a question, a rubric and a benchmark. Nothing here reads files, and nothing writes."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from gradewright.edits import RubricOwner
from gradewright.lint.code import NO_CODE, AllowedCode
from gradewright.lint.completeness import check_terms
from gradewright.lint.criteria import check_criterion
from gradewright.lint.finding import Finding, Place
from gradewright.lint.language import RubricLanguage
from gradewright.lint.memory import LintMemory
from gradewright.lint.questions import RepeatedQuestions, check_question
from gradewright.lint.regex_traits import check_regex
from gradewright.lint.report import finding, part
from gradewright.lint.silencing import marked
from gradewright.lint.templates import check_template
from gradewright.lint.traits import check_trait
from gradewright.lint.wording import check_entry_wording, check_template_wording
from gradewright.lint.words import WordLists, word_lists
from gradewright.model.criterion import Criterion
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.template import DeclarativeTemplate, TemplateReading

if TYPE_CHECKING:
    from gradewright.workers.patterns import PatternRunner

EMPTY = Rubric()
ReadTemplate = Callable[[str], TemplateReading]


def lint_rubric(
    rubric: Rubric,
    place: Place,
    *,
    global_rubric: Rubric = EMPTY,
    lists: WordLists | None = None,
    allowed: AllowedCode = NO_CODE,
    off: Container[str] = (),
    memory: LintMemory | None = None,
) -> list[Finding]:
    """Return the findings of a rubric: of its entries in their order, of two criteria each, and of the whole.

    ``place`` names the benchmark, and the question where it is a question's own rubric; ``global_rubric`` is then the
    benchmark's, whose names must not occur again. ``allowed`` are the programs from files that may run, ``off`` the
    rules for criteria that are switched off. ``memory`` keeps what is found for the next time, when only what changed
    is checked again.
    """
    words = lists or word_lists()
    owner = rubric_owner(place)
    kept = memory if memory is not None else LintMemory()
    spoken = kept.language(rubric)
    taken = {_key(entry) for entry in global_rubric.active}
    seen: set[tuple[bool, str]] = set()
    found: list[Finding] = []
    for entry in rubric.active:
        where = replace(place, entry_id=entry.id)
        if isinstance(entry.trait, Criterion):
            check = partial(check_criterion, entry, owner, where, spoken.language, off=off)
            found.extend(kept.criterion(entry, check))
            continue
        own = list(_name_conflicts(entry, seen, taken, where))
        seen.add(_key(entry))
        own.extend(check_trait(entry, where, allowed))
        own.extend(check_regex(entry, owner, where))
        own.extend(check_entry_wording(entry, rubric, owner, where, words, spoken.language))
        found.extend(marked(own, entry) if entry.silenced else own)
    further = [*kept.overlaps(rubric, place, spoken), *check_terms(rubric, place)]
    found.extend(each for each in further if each.rule not in off)
    if rubric.active and not spoken.language.is_covered:
        found.append(_not_covered(spoken, place))
    return found


def _not_covered(spoken: RubricLanguage, place: Place) -> Finding:
    return finding(
        "language-not-covered",
        part(place, "language"),
        "",
        f"{spoken.language.name} is not covered",
        spoken.statement,
        title="Wording that is not checked",
    )


def rubric_owner(place: Place) -> RubricOwner:
    """Return whose rubric a place is in."""
    if place.kept_id is not None:
        return RubricOwner(kept_id=place.kept_id)
    if place.question_id is not None:
        return RubricOwner(question_id=place.question_id)
    return RubricOwner(benchmark_id=place.benchmark_id)


def lint_question(
    question: Question,
    reading: TemplateReading,
    place: Place,
    *,
    global_rubric: Rubric = EMPTY,
    lists: WordLists | None = None,
    patterns: PatternRunner | None = None,
    allowed: AllowedCode = NO_CODE,
) -> list[Finding]:
    """Return the findings of a question, its template (``reading`` of its source), its own rubric and its kept tests.

    ``patterns`` runs the regular expressions that kept tests need; without it they are watched all the same.
    ``allowed`` are the programs from files that may run.
    """
    words = lists or word_lists()
    found = [*check_question(question, reading, place), *check_template(reading, place, question.template, allowed)]
    if isinstance(reading, DeclarativeTemplate):
        found.extend(check_template_wording(reading.template, place, words))
    found.extend(lint_rubric(question.rubric, place, global_rubric=global_rubric, lists=words, allowed=allowed))
    if question.kept_tests:
        # Most questions have none, and then nothing that verifies is loaded.
        from gradewright.lint.kept_tests import check_kept_tests

        found.extend(check_kept_tests(question, reading, global_rubric, place, patterns))
    return found


def lint_benchmark(
    benchmark_id: int,
    benchmark: Benchmark,
    questions: Iterable[tuple[int, Question]],
    read_template: ReadTemplate,
    *,
    lists: WordLists | None = None,
    patterns: PatternRunner | None = None,
    allowed: AllowedCode = NO_CODE,
) -> Iterator[Finding]:
    """Yield the findings of a whole benchmark: its own, its global rubric's, and then question by question.

    ``questions`` come with their ids, one after the other, so that a large benchmark need not be in memory;
    ``read_template`` turns a question's source into a reading; ``patterns`` and ``allowed`` are those of
    :func:`lint_question`.
    """
    words = lists or word_lists()
    place = Place(benchmark_id)
    yield from lint_beginning(benchmark_id, benchmark, lists=words, allowed=allowed)
    repeated = RepeatedQuestions()
    count = 0
    for question_id, question in questions:
        count += 1
        where = Place(benchmark_id, question_id)
        yield from repeated.check(question, where)
        reading = read_template(question.template)
        yield from lint_question(
            question,
            reading,
            where,
            global_rubric=benchmark.rubric,
            lists=words,
            patterns=patterns,
            allowed=allowed,
        )
    if not count and not benchmark.scenarios:
        yield finding(
            "no-question",
            place,
            benchmark.name,
            "has no question",
            "The benchmark has no question yet, so there is nothing to check.",
            title="No question",
        )


def lint_beginning(
    benchmark_id: int, benchmark: Benchmark, *, lists: WordLists | None = None, allowed: AllowedCode = NO_CODE
) -> list[Finding]:
    """Return the findings of a benchmark that need none of its questions: its own, and its global rubric's."""
    place = Place(benchmark_id)
    return [*_benchmark_itself(benchmark, place), *lint_rubric(benchmark.rubric, place, lists=lists, allowed=allowed)]


def _benchmark_itself(benchmark: Benchmark, place: Place) -> Iterator[Finding]:
    if not benchmark.description.strip():
        yield finding(
            "no-benchmark-description",
            part(place, "description"),
            benchmark.name,
            "has no description",
            "Nothing says what this benchmark is for.",
            title="No description",
        )
    if benchmark.scenarios:
        count = len(benchmark.scenarios)
        yield finding(
            "scenarios-not-run",
            part(place, "scenarios"),
            f"{count} {'scenario' if count == 1 else 'scenarios'}",
            "are kept, not run",
            "Scenarios are kept as they came and written back; they do not run here.",
            title="Scenarios that do not run",
        )


def _key(entry: RubricEntry) -> tuple[bool, str]:
    """What must be unique: gated traits form a rubric of their own, and may have the name of one that always counts."""
    return entry.gated, entry.trait.name


def _name_conflicts(
    entry: RubricEntry, seen: Container[tuple[bool, str]], taken: Container[tuple[bool, str]], place: Place
) -> Iterator[Finding]:
    name = entry.trait.name
    where = part(place, "name", 0, len(name))
    if _key(entry) in seen:
        message = f"Two traits of this rubric are called “{name}”; results could not be told apart."
        yield finding("name-conflict", where, name, "is used twice", message, title="Two traits of one name")
    elif _key(entry) in taken:
        message = f"The global rubric has a trait “{name}”, too; the two rubrics cannot be used together."
        yield finding("name-conflict", where, name, "is a global trait, too", message, title="Two traits of one name")
    if "." in name:
        message = f"“{name}” has a dot in it, which Karenina does not take in a trait's name."
        yield finding("name-conflict", where, name, "has a dot", message, title="A name that Karenina refuses")
