"""Printing rater sheets: what goes on them, how they look, and then the PDF or the printer."""

from __future__ import annotations

from gradewright_desktop.dialogs.sheets.dialog import SheetsDialog

__all__ = ["SheetsDialog"]
