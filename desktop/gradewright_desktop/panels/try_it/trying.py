"""Trying answers against questions of the open library, off the GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gradewright.formats.template_source import read_template
from gradewright.store.library import Library
from gradewright.verify import kept_tests, trying
from gradewright.verify.kept_tests import KeptResult
from gradewright.verify.trying import Line, State, Tried, TriedAnswer
from gradewright.workers.patterns import PatternRunner

__all__ = ["KeptResult", "Line", "State", "Trial", "Tried", "kept_results", "try_answer"]


@dataclass(frozen=True, slots=True)
class Trial:
    """What is to be tried; ``values`` None where nobody read or entered any. A field without a value was not found."""

    benchmark_id: int
    question_id: int
    text: str
    values: Mapping[str, Any] | None


def try_answer(library: Library, trial: Trial, patterns: PatternRunner) -> Tried:
    """Check an answer.

    Raises:
        NotFound: the question is gone.
    """
    question = library.question(trial.question_id)
    global_rubric = library.benchmark(trial.benchmark_id).rubric
    answer = TriedAnswer(trial.text, trial.values)
    return trying.try_answer(answer, question, read_template(question.template), global_rubric, patterns)


def kept_results(
    library: Library, benchmark_id: int, question_id: int, patterns: PatternRunner
) -> tuple[KeptResult, ...]:
    """Run the kept tests of a question.

    Raises:
        NotFound: the question is gone.
    """
    question = library.question(question_id)
    if not question.kept_tests:
        return ()
    global_rubric = library.benchmark(benchmark_id).rubric
    reading = read_template(question.template)
    return tuple(kept_tests.run_kept_tests(question, reading, global_rubric, patterns))
