"""Two questions that can stand before reading a template's fields: does the answer decline, and does it say enough?

Each has one polarity and keeps it: ``verdict`` True means declined here and enough there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from gradewright.judge.prompts import own, prompt
from gradewright.judge.questions import USUAL, Framing, JudgeQuestion, Task, about_answer
from gradewright.judge.readings import Judgement, read_yes_no


def ask_abstention(question: str, answer: str, framing: Framing = USUAL) -> JudgeQuestion:
    """Return the question whether an answer declines to answer."""
    return _yes_no("abstention", question, answer, framing)


def ask_sufficiency(schema: Mapping[str, Any], question: str, answer: str, framing: Framing = USUAL) -> JudgeQuestion:
    """Return the question whether an answer says enough to fill in a template, given as the schema of its values."""
    shown = json.dumps(schema, ensure_ascii=False)
    return _yes_no("sufficiency", question, answer, framing, form=own(shown))


def read_guard(question: JudgeQuestion, reply: str) -> Judgement:
    """Return yes (True) or no. Raises Unreadable: a guard that cannot be read decides nothing."""
    return read_yes_no(question, reply)


def _yes_no(name: str, question: str, answer: str, framing: Framing, **gaps: Any) -> JudgeQuestion:
    words = prompt(name)
    properties = {
        "reason": {"type": "string", "description": words.text("reason")},
        "verdict": {"type": "boolean", "description": words.text("value")},
    }
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    task = Task(name, words.fill("system", **gaps), words.fill("again"), schema, ("verdict",))
    return about_answer(task, question, answer, None, framing)
