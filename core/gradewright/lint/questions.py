"""Is a question complete."""

from __future__ import annotations

from collections.abc import Iterator

from gradewright.lint.finding import Finding, Place
from gradewright.lint.report import finding, part, shortened
from gradewright.model.composed import composed
from gradewright.model.question import Question
from gradewright.model.template import NoTemplate, TemplateReading


def check_question(question: Question, reading: TemplateReading, place: Place) -> Iterator[Finding]:
    """Yield what is missing from a question itself: its text, its reference answer, its template."""
    if not question.text.strip():
        yield finding(
            "blank-question", part(place, "text"), "", "no text", "The question has no text.", title="No question text"
        )
    if not question.reference.strip():
        yield finding(
            "no-reference",
            part(place, "reference"),
            shortened(question.text),
            "has no reference answer",
            "There is no reference answer, so nobody can look up what a right answer says.",
            title="No reference answer",
        )
    if isinstance(reading, NoTemplate):
        yield finding(
            "no-template",
            part(place, "template"),
            shortened(question.text),
            "has no template",
            "Without a template no fact of an answer is checked; only rubrics say something about it.",
            title="No template",
        )


class RepeatedQuestions:
    """Finds questions that were asked before. Keeps 16 bytes a question, not the texts."""

    def __init__(self) -> None:
        self._seen: dict[int, int] = {}
        self._number = 0

    def check(self, question: Question, place: Place) -> Iterator[Finding]:
        """Yield a finding if a question with the same words came before this one."""
        self._number += 1
        words = composed(question.text).split()
        if not words:
            return
        earlier = self._seen.setdefault(hash(tuple(words)), self._number)
        if earlier != self._number:
            yield finding(
                "duplicate-question",
                part(place, "text", 0, len(question.text)),
                shortened(question.text),
                f"is asked in question {earlier}, too",
                f"Question {self._number} has the same words as question {earlier}; its answers would count twice.",
                title="Asked twice",
            )
