"""What the overview says about a benchmark: counts, keywords, scenarios, and what needs care."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QLocale

from gradewright.formats.template_source import read_template
from gradewright.model.question import Question
from gradewright.model.template import BrokenTemplate, HandWrittenTemplate, NoTemplate
from gradewright.store.library import Library
from gradewright.store.rows import BenchmarkRow

_KEYWORDS_SHOWN = 40
# So many templates are read unasked, at a third of a millisecond each.
MOST_READ = 2000


@dataclass(frozen=True, slots=True)
class Summary:
    """What a benchmark holds, counted over all its questions.

    ``templates_read`` is False where they are too many to be read unasked: then nobody knows how many of them are
    ``broken`` or ``hand_written``.
    """

    questions: int = 0
    finished: int = 0
    answers: int = 0
    runs: int = 0
    global_entries: int = 0
    own_entries: int = 0
    without_template: int = 0
    without_reference: int = 0
    hand_written: int = 0
    broken: int = 0
    keywords: tuple[tuple[str, int], ...] = ()
    keyword_count: int = 0
    templates_read: bool = True


def read_summary(library: Library, benchmark_id: int) -> Summary:
    """Count over a whole benchmark, reading every question of one that is not large; not for the GUI thread."""
    row = library.benchmark_row(benchmark_id)
    if row.question_count > MOST_READ:
        return _summary_of_large(library, row)
    counts: Counter[str] = Counter()
    keywords: Counter[str] = Counter()
    for question in library.iter_questions(benchmark_id):
        _count(question, counts)
        keywords.update(question.keywords)
    return Summary(
        questions=row.question_count,
        finished=row.finished_count,
        answers=row.answer_count,
        runs=row.run_count,
        global_entries=row.entry_count,
        own_entries=counts["own"],
        without_template=counts["no template"],
        without_reference=counts["no reference"],
        hand_written=counts["hand written"],
        broken=counts["broken"],
        keywords=tuple(keywords.most_common(_KEYWORDS_SHOWN)),
        keyword_count=len(keywords),
    )


def _summary_of_large(library: Library, row: BenchmarkRow) -> Summary:
    figures = library.question_figures(row.id, keywords=_KEYWORDS_SHOWN)
    return Summary(
        questions=row.question_count,
        finished=row.finished_count,
        answers=row.answer_count,
        runs=row.run_count,
        global_entries=row.entry_count,
        own_entries=figures.own_entries,
        without_template=figures.without_template,
        without_reference=figures.without_reference,
        keywords=figures.keywords,
        keyword_count=figures.keyword_count,
        templates_read=figures.without_template == row.question_count,
    )


def _count(question: Question, counts: Counter[str]) -> None:
    counts["own"] += len(question.rubric)
    counts["no reference"] += not question.reference.strip()
    reading = read_template(question.template)
    if isinstance(reading, NoTemplate):
        counts["no template"] += 1
        return
    if isinstance(reading, HandWrittenTemplate):
        counts["hand written"] += 1
    elif isinstance(reading, BrokenTemplate):
        counts["broken"] += 1


def count_words(summary: Summary) -> list[tuple[str, str]]:
    """The figures of the head, with their words."""
    return [
        (number(summary.questions), _noun(summary.questions, "question")),
        (number(summary.finished), "finished"),
        (number(summary.answers), _noun(summary.answers, "answer")),
        (number(summary.runs), _noun(summary.runs, "run")),
        (number(summary.global_entries), "global checks" if summary.global_entries != 1 else "global check"),
        (number(summary.own_entries), "own checks" if summary.own_entries != 1 else "own check"),
    ]


def care_words(summary: Summary) -> list[tuple[str, str, str]]:
    """What needs care: severity, words, and the filter of the tree that shows it ("" for none)."""
    found = []
    open_count = summary.questions - summary.finished
    for count, severity, one, many in (
        (summary.broken, "error", "1 template cannot be read", "{} templates cannot be read"),
        (open_count, "warning", "1 question is not finished", "{} questions are not finished"),
        (summary.without_template, "info", "1 question has no template", "{} questions have no template"),
        (
            summary.without_reference,
            "info",
            "1 question has no reference answer",
            "{} questions have no reference answer",
        ),
        (
            summary.hand_written,
            "info",
            "1 template is written by hand: runs only if allowed",
            "{} templates are written by hand: runs only if allowed",
        ),
    ):
        if count:
            shows = "unfinished" if count == open_count and severity == "warning" else ""
            found.append((severity, one if count == 1 else many.format(number(count)), shows))
    if not summary.templates_read:
        count = summary.questions - summary.without_template
        words = "1 template" if count == 1 else f"{number(count)} templates"
        found.append(("info", f"{words}: Findings tells which cannot be read", ""))
    return found


def keyword_words(summary: Summary) -> str:
    """The keywords in use with their counts, the most frequent first."""
    said = ", ".join(f"{word} ({number(count)})" if count > 1 else word for word, count in summary.keywords)
    more = summary.keyword_count - len(summary.keywords)
    return f"{said} and {number(more)} more" if more > 0 else said


def scenario_lines(scenarios: Sequence[Mapping[str, Any]]) -> list[str]:
    """One line a scenario: its name, and what it is about as far as it says so."""
    lines = []
    for position, scenario in enumerate(scenarios, 1):
        name = str(scenario.get("name") or f"Scenario {position}")
        description = " ".join(str(scenario.get("description") or "").split())
        lines.append(f"{name}: {description}" if description else name)
    return lines


def number(value: int) -> str:
    """A count in the spelling of the locale."""
    return QLocale().toString(value)


def _noun(count: int, one: str) -> str:
    return one if count == 1 else f"{one}s"
