"""The bar of the run that is going on."""

from __future__ import annotations

from gradewright_desktop.panels.run_bar.bar import RunBar

__all__ = ["RunBar"]
