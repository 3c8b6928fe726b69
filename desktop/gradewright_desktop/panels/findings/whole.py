"""Looking at a whole benchmark: a small one all at once, a large one in parts, and the rest of it when asked to."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence

from gradewright.formats.template_source import read_template
from gradewright.jobs.control import JobControl
from gradewright.lint.checks import lint_beginning, lint_benchmark, lint_question
from gradewright.lint.finding import Finding, Place
from gradewright.lint.questions import RepeatedQuestions
from gradewright.lint.report import shortened
from gradewright.model.question import Benchmark
from gradewright.model.template import HandWrittenTemplate
from gradewright.model.traits import CallableTrait
from gradewright.runs.code import allowed_programs
from gradewright.store.library import Library
from gradewright_desktop.panels.findings.ledger import Found, Group, Ledger, Row
from gradewright_desktop.panels.findings.rows import WHOLE_RUBRIC

# Up to here every look is one at all questions, so that the same question twice is found live, too.
SMALL = 1000
# So many questions are looked at unasked, at a millisecond each; a benchmark with more waits for the person to ask.
LIVE = 2000
_CHUNK = 64
_TITLE_LENGTH = 160
_PUBLISH_SECONDS = 1.0


def look_at_benchmark(library: Library, ledger: Ledger, control: JobControl) -> Found:
    """Look at a benchmark itself, its global rubric, and those of its questions that changed or are few enough.

    Raises:
        NotFound: it is no longer in the library.
        Cancelled: a newer look has begun.
    """
    ids = library.question_ids(ledger.target.benchmark_id)
    if len(ids) <= SMALL:
        ledger = Ledger(ledger.target)
    _look_at_beginning(library, ledger, has_questions=bool(ids))
    unchecked = ledger.unchecked(ids)
    wanted = unchecked if len(unchecked) <= LIVE else ledger.touched(ids)
    if len(wanted) <= LIVE:
        repeated = RepeatedQuestions() if len(wanted) == len(ids) else None
        for chunk in _chunks(wanted):
            control.check()
            _look_at_questions(library, ledger, chunk, repeated)
    return ledger.found(ids)


def check_all(library: Library, ledger: Ledger, publish: Callable[[Found], None], control: JobControl) -> Found:
    """Look at every question that was not looked at yet, and compare all of them.

    ``publish`` is handed what was found so far about once a second. What was found stays in the ledger when the job
    is stopped.

    Raises:
        NotFound: the benchmark is no longer in the library.
        Cancelled: the job was asked to stop.
    """
    ids = library.question_ids(ledger.target.benchmark_id)
    repeated = RepeatedQuestions()
    published = time.monotonic()
    done = 0
    for chunk in _chunks(ids):
        control.report(done, len(ids), "Checking")
        _look_at_questions(library, ledger, chunk, repeated)
        done += len(chunk)
        if time.monotonic() - published > _PUBLISH_SECONDS:
            publish(ledger.found(ids))
            published = time.monotonic()
    return ledger.found(ids)


def _look_at_beginning(library: Library, ledger: Ledger, *, has_questions: bool) -> None:
    benchmark_id = ledger.target.benchmark_id
    benchmark, allowed = library.benchmark(benchmark_id), allowed_programs(library)
    if has_questions:
        findings = lint_beginning(benchmark_id, benchmark, allowed=allowed)
    else:
        findings = list(lint_benchmark(benchmark_id, benchmark, (), read_template, allowed=allowed))
    names = {(entry.gated, entry.trait.name) for entry in benchmark.rubric}
    ledger.put_beginning([_row(benchmark, found) for found in findings], names)


def _look_at_questions(
    library: Library, ledger: Ledger, ids: Sequence[int], repeated: RepeatedQuestions | None
) -> None:
    """Look at some questions. With ``repeated`` they come in order, none left out, and are compared."""
    benchmark_id = ledger.target.benchmark_id
    moment = ledger.now()
    rubric, allowed = library.benchmark(benchmark_id).rubric, allowed_programs(library)
    for question_id, question in zip(ids, library.questions(ids), strict=True):
        place = Place(benchmark_id, question_id)
        found = list(repeated.check(question, place)) if repeated is not None else []
        if repeated is not None and ledger.is_settled(question_id):
            continue
        reading = read_template(question.template)
        found += lint_question(question, reading, place, global_rubric=rubric, allowed=allowed)
        title = shortened(question.text, _TITLE_LENGTH) if found else ""
        has_rubric = bool(question.rubric)
        ledger.put(question_id, title, found, moment, has_rubric=has_rubric, alone=repeated is None)
        if isinstance(reading, HandWrittenTemplate) or any(isinstance(e.trait, CallableTrait) for e in question.rubric):
            ledger.note_code(question_id)


def _row(benchmark: Benchmark, found: Finding) -> Row:
    entry_id = found.place.entry_id
    if entry_id is None and found.place.part in WHOLE_RUBRIC:
        return Group((-1, -1), "rubric", "Global rubric"), found
    if entry_id is None:
        return Group((-2, 0), "benchmark", benchmark.name), found
    position = benchmark.rubric.index(entry_id)
    title = f"Global rubric: {benchmark.rubric.entries[position].trait.name}"
    return Group((-1, position), f"entry:{entry_id}", title), found


def _chunks(ids: Sequence[int]) -> list[array[int]]:
    return [array("q", ids[start : start + _CHUNK]) for start in range(0, len(ids), _CHUNK)]
