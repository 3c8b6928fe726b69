"""The overview of a benchmark."""

from __future__ import annotations

from gradewright_desktop.panels.overview.overview import BenchmarkOverview

__all__ = ["BenchmarkOverview"]
