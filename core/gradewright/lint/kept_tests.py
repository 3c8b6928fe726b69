"""Do the kept tests of a question still come out as they did when they were kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

from gradewright.edits import SetQuestion
from gradewright.lint.finding import Finding, Fix, Place
from gradewright.lint.report import finding, part, shortened
from gradewright.model.kept_test import KeptTest
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.model.template import BrokenTemplate, TemplateReading
from gradewright.verify.kept_tests import KeptResult, OutcomeChange, run_kept_tests
from gradewright.workers.patterns import PatternRunner, WatchedPatterns


def check_kept_tests(
    question: Question, reading: TemplateReading, global_rubric: Rubric, place: Place, patterns: PatternRunner | None
) -> Iterator[Finding]:
    """Yield a finding for each kept test whose outcome is another one now.

    Nothing is said while the template's source cannot be read: that is a finding of its own, and the cause of them all.
    ``patterns`` runs regular expressions; without it they run watched, in a process that is started only for those
    that could run away.
    """
    if not question.kept_tests or isinstance(reading, BrokenTemplate):
        return
    with nullcontext(patterns) if patterns is not None else WatchedPatterns() as runner:
        results = run_kept_tests(question, reading, global_rubric, runner)
    for number, result in enumerate(results):
        if not result.holds:
            yield _broken(question, number, result, place)


def named(test: KeptTest) -> str:
    """Return what a kept test is known by: the beginning of its answer, or its values."""
    if test.text.strip():
        return shortened(test.text)
    values = (f"{name} = {'not found' if value is None else value}" for name, value in (test.values or {}).items())
    return shortened(", ".join(values))


def change_words(change: OutcomeChange) -> str:
    """Return what a change of outcome is, in a few words: "dose: pass, now fail"."""
    return f"{change.check or 'verdict'}: {change.before}, now {change.now or 'not checked'}"


def _broken(question: Question, number: int, result: KeptResult, place: Place) -> Finding:
    place = part(place, f"kept-test:{number}")
    words = named(result.test)
    if not result.compared:
        message = "Of what this kept test checked, nothing is left in the template or the rubrics."
        title = "A kept test without checks"
        return finding("kept-test-broken", place, words, "checks nothing any more", message, title=title)
    first = result.changes[0]
    why = f"was {first.before}, is {first.now or 'not checked'} now"
    if first.check:
        why = f"{first.check} {why}"
    return finding(
        "kept-test-broken",
        place,
        words,
        why,
        f"This answer was kept with another outcome. {_all_changes(result)}",
        title="A kept test comes out differently",
        fix=_fix(question, number, result, place),
    )


def _all_changes(result: KeptResult) -> str:
    said = []
    for change in result.changes:
        words = change_words(change)
        because = change.words.rstrip(".")
        said.append(f"{words} ({because})" if because else words)
    sentence = "; ".join(said)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _fix(question: Question, number: int, result: KeptResult, place: Place) -> Fix | None:
    """Offer to expect what comes out now, where something does and the question is one that can be edited."""
    renewed = result.renewed
    if place.question_id is None or not renewed.has_outcome:
        return None
    tests = (*question.kept_tests[:number], renewed, *question.kept_tests[number + 1 :])
    label = "expect another outcome of kept test"
    return Fix(
        "Expect the new outcome",
        SetQuestion(place.question_id, "kept_tests", tests, label),
        "\n".join(f"{change.check or 'verdict'}: {change.before}" for change in result.changes),
        "\n".join(f"{change.check or 'verdict'}: {change.now or 'not checked'}" for change in result.changes),
    )
