"""Running kept tests: is the outcome of each still the one that it was kept with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradewright.model.kept_test import FAIL, PASS, KeptTest
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.model.template import TemplateReading
from gradewright.verify.trying import Tried, TriedAnswer, try_answer
from gradewright.workers.patterns import PatternRunner


@dataclass(frozen=True, slots=True)
class OutcomeChange:
    """A check that says something else than when the test was kept.

    ``check`` is the name of a field or trait, ``""`` for the verdict of the template. ``before`` and ``now`` are words
    of ``OUTCOMES``; ``now`` is ``""`` where the check can no longer be made, and ``words`` says why.
    """

    check: str
    is_field: bool
    before: str
    now: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class KeptResult:
    """What came of a kept test now.

    ``compared`` counts what could be held against the kept outcome: fields and traits that are gone are not, and a test
    of which nothing is left does not hold.
    """

    test: KeptTest
    tried: Tried
    compared: int
    changes: tuple[OutcomeChange, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the outcome is as expected."""
        return bool(self.compared) and not self.changes

    @property
    def renewed(self) -> KeptTest:
        """The same test, with the outcome of now."""
        return kept_test(self.test.text, self.test.values, self.tried)


def kept_test(text: str, values: Mapping[str, Any] | None, tried: Tried) -> KeptTest:
    """Return the test that expects of an answer what came of it."""
    said = [(line.check, line.is_field, line.outcome) for line in tried.lines if line.outcome]
    return KeptTest(
        text,
        None if values is None else dict(values),
        _verdict_word(tried.verdict),
        {check: outcome for check, is_field, outcome in said if is_field},
        {check: outcome for check, is_field, outcome in said if not is_field},
    )


def run_kept_tests(
    question: Question,
    reading: TemplateReading,
    global_rubric: Rubric,
    patterns: PatternRunner,
    tests: Sequence[KeptTest] | None = None,
) -> list[KeptResult]:
    """Try the kept tests of a question, or those given, in their order; ``reading`` is of the template's source."""
    return [
        run_kept_test(test, question, reading, global_rubric, patterns)
        for test in (question.kept_tests if tests is None else tests)
    ]


def run_kept_test(
    test: KeptTest, question: Question, reading: TemplateReading, global_rubric: Rubric, patterns: PatternRunner
) -> KeptResult:
    """Try one kept test and hold what comes of it against what it expects."""
    tried = try_answer(TriedAnswer(test.text, test.values), question, reading, global_rubric, patterns)
    lines = {(line.is_field, line.check): line for line in tried.lines}
    compared = 0
    changes: list[OutcomeChange] = []
    if test.verdict:
        compared += 1
        now = _verdict_word(tried.verdict)
        if now != test.verdict:
            changes.append(OutcomeChange("", True, test.verdict, now, tried.message))
    for is_field, expected in ((True, test.fields), (False, test.traits)):
        for check, before in expected.items():
            line = lines.get((is_field, check))
            if line is None:
                continue
            compared += 1
            if line.outcome != before:
                changes.append(OutcomeChange(check, is_field, before, line.outcome, line.words))
    return KeptResult(test, tried, compared, tuple(changes))


def _verdict_word(verdict: bool | None) -> str:
    return "" if verdict is None else PASS if verdict else FAIL
