"""Findings: what the linter says about the place that is worked on, live."""

from __future__ import annotations

from gradewright_desktop.panels.findings.panel import FindingsPanel

__all__ = ["FindingsPanel"]
