"""Judging texts at once by a rubric, without a benchmark and without keeping anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gradewright.endpoints.calling.jobs import Done, Job
from gradewright.endpoints.calling.scheduler import Scheduler
from gradewright.endpoints.calling.thread import Calls
from gradewright.errors import InvalidValue
from gradewright.model.answer import Answer
from gradewright.model.judgement import JudgementPlace
from gradewright.model.question import Question
from gradewright.model.rubric import Rubric
from gradewright.model.run import Cell
from gradewright.runs.checks import bind_checks
from gradewright.runs.judged.answers import Bound, OpenAnswer
from gradewright.runs.judged.asking import Wanted, work_for
from gradewright.runs.judged.cells import GradedText
from gradewright.runs.judged.lines import Lines
from gradewright.runs.judged.settings import JudgedSettings
from gradewright.runs.judged.tasks import graded_text, tasks_of
from gradewright.store.rows import StoredAnswer
from gradewright.workers.patterns import WatchedPatterns


def judge_now(
    rubric: Rubric, question: str, texts: Sequence[str], settings: JudgedSettings, lines: Lines
) -> list[Mapping[str, Any]]:
    """Return for each text its overall verdict and its cells as JSON data.

    Raises:
        InvalidValue: the rubric has nothing that a judge or a pattern decides.
    """
    asked = Question("now", question)
    tasks = tasks_of(asked, rubric, settings)
    with WatchedPatterns() as patterns:
        bound = Bound(asked, bind_checks(asked, rubric, patterns), tasks, (rubric, Rubric()))
        if not tasks and not bound.checks.planned:
            raise InvalidValue("The rubric has nothing to judge by.")
        opened = [_opened(number, text, bound, settings) for number, text in enumerate(texts)]
    calls = Calls(lambda: Scheduler({name: lines[name] for name in settings.judges}))
    calls.start(_jobs(opened, settings), lambda batch: _take(opened, batch))
    calls.wait()
    return [_told(each) for each in opened]


def _opened(number: int, text: str, bound: Bound, settings: JudgedSettings) -> OpenAnswer:
    answer = Answer("now", "", text)
    (base,) = bound.checks.evaluate([answer])
    stored = StoredAnswer(number, 0, 0, answer)
    tasks = tuple(task for task in bound.tasks if task.is_left(answer))
    return OpenAnswer(stored, bound, tasks, GradedText(graded_text(answer, settings)), base, settings)


def _jobs(opened: Sequence[OpenAnswer], settings: JudgedSettings) -> Iterator[Job]:
    for each in opened:
        for task in each.tasks:
            for judge in settings.judges:
                for replicate in range(1, settings.replicates + 1):
                    place = JudgementPlace(each.stored.id, task.entry, judge, replicate)
                    yield Job(place, judge, work_for(each, [Wanted(task, place, "")], None))


def _take(opened: Sequence[OpenAnswer], batch: Sequence[Done]) -> None:
    for done in batch:
        for judgement in done.value or ():
            opened[judgement.place.answer_id].add(judgement)


def _told(opened: OpenAnswer) -> Mapping[str, Any]:
    _, cells, overall = opened.result()
    return {"overall": "blank" if overall is None else "pass" if overall else "fail", "cells": list(map(_cell, cells))}


def _cell(cell: Cell) -> Mapping[str, Any]:
    told = {
        "check": cell.check,
        "id": cell.entry,
        "state": cell.state.value,
        "verdict": None if cell.verdict is None else "pass" if cell.verdict else "fail",
        "value": cell.value,
        "reason": cell.detail.get("judge_reason", "") or cell.message or cell.reason,
        "quotes": [quote[0] for quote in cell.detail.get("quotes", ())],
    }
    return {name: value for name, value in told.items() if value not in ("", [], None) or name == "verdict"}
