"""Choice traits: a prompt with named gaps, and labels with scores that a grader chooses from (FlexEval's rubrics)."""

from __future__ import annotations

import math
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

ChoiceLevel = Literal["Thread", "Turn", "Message"]
"""What one judgement looks at: a whole conversation, neighbouring messages of one side, or one message."""


class Choice(BaseModel):
    """A label that a grader can answer with, and the score that it stands for."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    label: str
    score: int | float


class ChoiceTrait(BaseModel):
    """A check in which a grader ends with one of several labels.

    ``prompt`` has gaps named ``{content}``, ``{context}``, ``{conversation}`` and ``{tool_calls}``; braces that are
    meant as such are doubled. ``title`` and ``notes`` are for people and are never sent. ``matching`` is how a reply
    becomes a label: ``whole`` takes whole labels only, ``flexeval`` follows that program's own rule (its page, section
    5). ``passes_at`` is the lowest score that passes, None where a score is no pass or fail. ``written`` is the text of
    the rubric in the file that it came from, with its comments, so that it can go back unchanged.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    type: Literal["choice"] = "choice"
    name: str = Field(min_length=1)
    prompt: str = ""
    choices: tuple[Choice, ...] = ()
    title: str | None = None
    notes: str | None = None
    level: ChoiceLevel = "Turn"
    matching: Literal["whole", "flexeval"] = "whole"
    passes_at: float | None = None
    written: str | None = None

    @model_validator(mode="after")
    def _check_choices(self) -> Self:
        labels = [choice.label for choice in self.choices]
        if len(set(labels)) != len(labels):
            repeated = next(label for label in labels if labels.count(label) > 1)
            raise ValueError(f"two choices are called “{repeated}”")
        return self

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in order."""
        return tuple(choice.label for choice in self.choices)

    @property
    def description(self) -> str | None:
        """The notes, by the name that other traits have for them."""
        return self.notes

    @property
    def summary(self) -> str | None:
        """The title, by the name that other traits have for it."""
        return self.title

    def score_of(self, label: str) -> float | None:
        """Return the score of a label; None where there is no such label or its score is no number."""
        score = next((choice.score for choice in self.choices if choice.label == label), None)
        return None if score is None or math.isnan(score) else score

    def passes(self, label: str) -> bool | None:
        """Return whether a label passes; None where nothing says so."""
        score = self.score_of(label)
        return None if score is None or self.passes_at is None else score >= self.passes_at
