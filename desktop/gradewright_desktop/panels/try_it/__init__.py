"""Try it: the box beside the editor in which an answer is checked."""

from __future__ import annotations

from gradewright_desktop.panels.try_it.panel import TryIt

__all__ = ["TryIt"]
