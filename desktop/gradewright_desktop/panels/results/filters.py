"""What the results are filtered by, as chips and in words. The same filter drives table, statistics and export."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP

from gradewright.store.marks import Mark
from gradewright.store.results import Overall, ResultFilter
from gradewright_desktop.panels.results.words import tr

OVERALL_WORDS: Mapping[Overall, Any] = {
    "pass": QT_TRANSLATE_NOOP("Results", "pass"),
    "fail": QT_TRANSLATE_NOOP("Results", "fail"),
    "blank": QT_TRANSLATE_NOOP("Results", "blank"),
}
MARK_WORDS: Mapping[Mark, Any] = {
    Mark.PASS: QT_TRANSLATE_NOOP("Results", "pass"),
    Mark.FAIL: QT_TRANSLATE_NOOP("Results", "fail"),
    Mark.VALUE: QT_TRANSLATE_NOOP("Results", "has a value"),
    Mark.CANNOT_JUDGE: QT_TRANSLATE_NOOP("Results", "cannot judge"),
    Mark.NOT_JUDGED: QT_TRANSLATE_NOOP("Results", "not judged"),
    Mark.NOT_PLANNED: QT_TRANSLATE_NOOP("Results", "no such check"),
}


@dataclass(frozen=True, slots=True)
class FilterChip:
    """One restriction. ``key`` takes it away again: ``"model"``, ``"overall"`` or ``"check:3"``."""

    key: str
    subject: str
    values: tuple[str, ...]

    @property
    def text(self) -> str:
        """The restriction in words: "model: atlas-mini or atlas-base"."""
        alternatives = tr(" or ").join(self.values)
        return tr("{subject}: {values}").format(subject=self.subject, values=alternatives)


def chips_of(wanted: ResultFilter, check_names: Mapping[int, str]) -> list[FilterChip]:
    """Return a chip for each restriction but the text, which has its own field."""
    chips = []
    if wanted.models:
        chips.append(FilterChip("model", tr("model"), wanted.models))
    if wanted.overall:
        chips.append(FilterChip("overall", tr("overall"), tuple(tr(OVERALL_WORDS[v]) for v in wanted.overall)))
    for ordinal, marks in wanted.checks:
        name = check_names.get(ordinal, tr("check {number}").format(number=ordinal + 1))
        chips.append(FilterChip(f"check:{ordinal}", name, tuple(tr(MARK_WORDS[mark]) for mark in marks)))
    if wanted.finished is not None:
        chips.append(FilterChip("finished", tr("question"), (finished_words(wanted.finished),)))
    if wanted.question_id is not None:
        chips.append(FilterChip("question", tr("question"), (tr("one"),)))
    return chips


def filter_words(wanted: ResultFilter, check_names: Mapping[int, str]) -> list[str]:
    """Return all restrictions in words, the text among them: for the empty state, the export and the toast."""
    words = [chip.text for chip in chips_of(wanted, check_names)]
    if wanted.text.strip():
        words.append(tr("text: {words}").format(words=wanted.text.strip()))
    return words


def is_empty(wanted: ResultFilter) -> bool:
    """Say whether a filter restricts nothing."""
    return replace(wanted, text=wanted.text.strip()) == ResultFilter()


def without(wanted: ResultFilter, key: str) -> ResultFilter:
    """Return a filter without the restriction of one chip."""
    if key == "model":
        return replace(wanted, models=())
    if key == "overall":
        return replace(wanted, overall=())
    if key == "finished":
        return replace(wanted, finished=None)
    if key == "question":
        return replace(wanted, question_id=None)
    ordinal = int(key.removeprefix("check:"))
    return replace(wanted, checks=tuple(entry for entry in wanted.checks if entry[0] != ordinal))


def toggle_model(wanted: ResultFilter, model: str) -> ResultFilter:
    """Return a filter with one model more, or less if it was among them."""
    return replace(wanted, models=_toggled(wanted.models, model))


def toggle_overall(wanted: ResultFilter, verdict: Overall) -> ResultFilter:
    """Return a filter with one overall verdict more, or less if it was among them."""
    return replace(wanted, overall=_toggled(wanted.overall, verdict))


def finished_words(finished: bool) -> str:
    """Return how it is said that a question is finished or not."""
    return tr("finished") if finished else tr("not finished")


def toggle_finished(wanted: ResultFilter, finished: bool) -> ResultFilter:
    """Return a filter for finished questions, for those that are not, or for both if that was set."""
    return replace(wanted, finished=None if wanted.finished is finished else finished)


def toggle_check(wanted: ResultFilter, ordinal: int, mark: Mark) -> ResultFilter:
    """Return a filter with one verdict of one check more, or less if it was among them."""
    checks = dict(wanted.checks)
    marks = _toggled(checks.pop(ordinal, ()), mark)
    if marks:
        checks[ordinal] = marks
    return replace(wanted, checks=tuple(sorted(checks.items())))


def marks_wanted(wanted: ResultFilter, ordinal: int) -> tuple[Mark, ...]:
    """Return which verdicts of a check are wanted; none means all."""
    return dict(wanted.checks).get(ordinal, ())


def _toggled(values: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    return tuple(v for v in values if v != value) if value in values else (*values, value)
