"""Answers: what a model under test said, with what a judge already read from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """One recorded answer to one question.

    ``fields`` are the template's field values as a judge read them; None means that nobody has read any yet, a field
    that is null in it was looked for and not found. ``buckets`` holds, by metric trait, the four lists ``tp``, ``fn``,
    ``fp`` and ``tn``. ``replicate`` counts repeated answers of one model to one question, from 1.
    """

    question_key: str
    model: str
    text: str
    replicate: int = 1
    fields: Mapping[str, Any] | None = None
    buckets: Mapping[str, Mapping[str, list[str]]] | None = None
