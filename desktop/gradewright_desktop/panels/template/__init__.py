"""The template of a question: its fields, the rule of each, when it passes, and the same as code."""

from __future__ import annotations

from gradewright_desktop.panels.template.panel import TemplatePanel

__all__ = ["TemplatePanel"]
