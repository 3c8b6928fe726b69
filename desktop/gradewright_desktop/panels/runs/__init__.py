"""The side panel of Results: which runs there are."""

from __future__ import annotations

from gradewright_desktop.panels.runs.panel import RunsList

__all__ = ["RunsList"]
