"""The rubric editor with its drawer: the whole place in which rubrics are written."""

from __future__ import annotations

from gradewright_desktop.panels.studio.studio import RubricStudio

__all__ = ["RubricStudio"]
