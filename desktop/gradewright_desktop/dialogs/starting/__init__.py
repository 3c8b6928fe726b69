"""Starting a rubric from something that is there already: a failure list, a saved rubric, a text, an example."""

from __future__ import annotations

from gradewright_desktop.dialogs.starting.dialog import StartDialog

__all__ = ["StartDialog"]
