"""The editor of a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gradewright_desktop.panels.question.editor import QuestionEditor as QuestionEditor

__all__ = ["QuestionEditor"]


def __getattr__(name: str) -> Any:
    # The commands about questions live in this package too, and stand in the menus long before the editor is needed.
    if name == "QuestionEditor":
        from gradewright_desktop.panels.question.editor import QuestionEditor

        return QuestionEditor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
