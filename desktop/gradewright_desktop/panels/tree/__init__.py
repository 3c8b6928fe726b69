"""The library tree at the side of Build."""

from __future__ import annotations

from gradewright_desktop.panels.tree.panel import LibraryTree

__all__ = ["LibraryTree"]
