"""The editor of a question."""

from __future__ import annotations

from gradewright_desktop.panels.question.editor import QuestionEditor

__all__ = ["QuestionEditor"]
