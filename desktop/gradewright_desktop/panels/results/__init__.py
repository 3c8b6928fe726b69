"""The results of a run: figures, tables, and the answer that is looked at."""

from __future__ import annotations

from gradewright_desktop.panels.results.view import ResultsView

__all__ = ["ResultsView"]
