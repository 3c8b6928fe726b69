"""The drawer below the rubric editor: what follows from the words above it."""

from __future__ import annotations

from gradewright_desktop.panels.drawer.drawer import RubricDrawer
from gradewright_desktop.panels.drawer.page import Shown

__all__ = ["RubricDrawer", "Shown"]
