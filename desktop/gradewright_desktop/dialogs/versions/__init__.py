"""Versions of a rubric side by side: what changed between any two of them, word by word."""

from __future__ import annotations

from gradewright_desktop.dialogs.versions.dialog import CompareDialog

__all__ = ["CompareDialog"]
