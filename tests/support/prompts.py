"""Prompts that answer from a list, and note what they were asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gradewright_desktop.prompts import Decision


@dataclass
class ScriptedPrompts:
    """Answers each question with the next entry of ``answers``; an entry of None cancels, as does an empty list.

    ``asked`` holds what was asked: the title, or the whole :class:`Decision`.
    """

    answers: list[Any] = field(default_factory=list)
    asked: list[Any] = field(default_factory=list)

    def open_file(self, title: str, filters: str, answer: Callable[[Path], None]) -> None:
        self._answer(title, answer)

    def open_files(self, title: str, filters: str, answer: Callable[[list[Path]], None]) -> None:
        self._answer(title, answer)

    def save_file(self, title: str, suggested: str, filters: str, answer: Callable[[Path], None]) -> None:
        self._answer(title, answer)

    def text(self, title: str, label: str, initial: str, answer: Callable[[str], None]) -> None:
        self._answer(title, answer)

    def decide(self, decision: Decision, answer: Callable[[str], None]) -> None:
        self._answer(decision, answer)

    def _answer(self, question: Any, answer: Callable[[Any], None]) -> None:
        self.asked.append(question)
        value = self.answers.pop(0) if self.answers else None
        if value is not None:
            answer(value)
