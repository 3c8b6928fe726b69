"""From what a judge said to a cell and to the judgement that is kept behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from gradewright.judge.addressing import addresses_grader
from gradewright.judge.asking import Asked
from gradewright.judge.evidence import Evidence
from gradewright.judge.prompts import Origin
from gradewright.judge.questions import JudgeQuestion
from gradewright.judge.readings import Judgement
from gradewright.model.answer import Answer
from gradewright.model.judgement import PromptRecord
from gradewright.model.run import Cell, CellState
from gradewright.model.traits import MetricTrait
from gradewright.runs.judged.tasks import JudgeTask
from gradewright.verify.metrics import BUCKETS, confusion, defined_metrics
from gradewright.verify.verdicts import has_verdict

_GAPS: Final = {Origin.ANSWER: "\0answer\0", Origin.QUESTION: "\0question\0", Origin.REFERENCE: "\0reference\0"}

CheckTemplate = Callable[[Answer], Cell]
"""What the rules of a question's template make of an answer with values."""


class GradedText:
    """The text of one answer, with what is found out about it once for all its judgements."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.evidence = Evidence(text)
        self.addressed = [[each.start, each.end, each.text] for each in addresses_grader(text)]


def cell_of(task: JudgeTask, asked: Asked, graded: GradedText, answer: Answer, template: CheckTemplate | None) -> Cell:
    """Return the cell of a judgement."""
    judgement = asked.judgement
    if judgement is None:
        cell = Cell(task.check, task.kind, asked.state, reason=asked.reason, message=asked.message)
    elif task.held is None:
        assert template is not None
        cell = template(replace(answer, fields=judgement.value))
        cell = replace(cell, detail={**cell.detail, "read": judgement.value})
    elif isinstance(task.held.trait, MetricTrait):
        cell = _metric_cell(task, task.held.trait, judgement)
    else:
        cell = Cell(task.check, task.kind, asked.state, judgement.verdict, judgement.value)
    detail = {**cell.detail, **_detail(task, judgement, graded)}
    return replace(cell, detail=detail, entry=task.cell_entry)


def record_of(asked: Asked, task: JudgeTask) -> dict[str, Any]:
    """Return how a judgement came about, as JSON data: what is empty is left out."""
    judgement = asked.judgement
    told = {
        "reply": asked.reply,
        "reasoning": asked.reasoning,
        "usage": dict(asked.usage),
        "raw_usage": [dict(each) for each in asked.raw_usage],
        "calls": asked.calls,
        "seconds": round(asked.seconds, 4),
        "form": asked.form,
        "model": asked.model,
        "notes": list(asked.notes),
        "version": task.version,
        "repaired": judgement is not None and judgement.repaired,
    }
    return {name: value for name, value in told.items() if value}


def prompt_record(question: JudgeQuestion | None) -> PromptRecord:
    """Return a prompt without the texts that are kept elsewhere."""
    if question is None:
        return PromptRecord()
    texts, mark = [], ""
    for message, spans in zip(question.messages, question.spans, strict=True):
        content, pieces, place = message["content"], [], 0
        for span in spans:
            if span.origin is Origin.BOUNDARY:
                mark = content[span.start : span.end].removesuffix(">>").rpartition(" ")[2]
            if span.origin in _GAPS:
                pieces += [content[place : span.start], _GAPS[span.origin]]
                place = span.end
        pieces.append(content[place:])
        whole = "".join(pieces)
        texts.append(whole.replace(mark, "\0boundary\0") if mark else whole)
    return PromptRecord(tuple(message["role"] for message in question.messages), tuple(texts), mark)


def filled_prompt(texts: list[tuple[str, str]], boundary: str, evidence: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return role and text of messages as they were sent. ``evidence`` has ``answer``, ``question``, ``reference``."""
    filled = []
    for role, text in texts:
        pieces = text.replace("\0boundary\0", boundary).split("\0")
        filled.append((role, "".join(evidence.get(each, each) if n % 2 else each for n, each in enumerate(pieces))))
    return filled


def _metric_cell(task: JudgeTask, trait: MetricTrait, judgement: Judgement) -> Cell:
    found = confusion(judgement.value, trait.repeated_extraction)
    lists = {name: list(getattr(found, name)) for name in BUCKETS}
    value = defined_metrics(found, trait.metrics)
    return Cell(task.check, task.kind, CellState.JUDGED, value=value, detail={"counts": found.counts, "lists": lists})


def _detail(task: JudgeTask, judgement: Judgement | None, graded: GradedText) -> dict[str, Any]:
    detail: dict[str, Any] = {}
    if task.criterion is not None or (task.held is not None and has_verdict(task.held.trait)):
        detail["has_verdict"] = True
    if graded.addressed:
        detail["addresses_grader"] = graded.addressed
    if judgement is None:
        return detail
    told: dict[str, Any] = {"judge_reason": judgement.reason, "label": judgement.label, "raw": judgement.raw}
    told |= {"repaired": judgement.repaired, "inconsistent": judgement.inconsistent}
    if judgement.quotes:
        matches = graded.evidence.find_all(judgement.quotes)
        told["quotes"] = [[each.quote, each.start, each.end, each.changes] for each in matches]
    return detail | {name: value for name, value in told.items() if value}
