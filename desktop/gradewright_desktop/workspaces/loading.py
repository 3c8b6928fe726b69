"""Panels are imported when they are first shown, so that the first paint waits for none that is not seen."""

from __future__ import annotations

from importlib import import_module

from PySide6.QtWidgets import QWidget

from gradewright_desktop.workbench import Workbench

# name -> module and class. The names are those of Workbench.panels.
PANELS = {
    "tree": ("gradewright_desktop.panels.tree", "LibraryTree"),
    "overview": ("gradewright_desktop.panels.overview", "BenchmarkOverview"),
    "question": ("gradewright_desktop.panels.question", "QuestionEditor"),
    "rubric": ("gradewright_desktop.panels.studio", "RubricStudio"),
    "try_it": ("gradewright_desktop.panels.try_it", "TryIt"),
    "findings": ("gradewright_desktop.panels.findings", "FindingsPanel"),
    "runs": ("gradewright_desktop.panels.runs", "RunsList"),
    "results": ("gradewright_desktop.panels.results", "ResultsView"),
    "run_bar": ("gradewright_desktop.panels.run_bar", "RunBar"),
}


def build_panel(name: str, workbench: Workbench, parent: QWidget | None = None) -> QWidget:
    """Build a panel and make it known by its name.

    Raises:
        KeyError: there is no panel of this name.
    """
    module, class_name = PANELS[name]
    panel: QWidget = getattr(import_module(module), class_name)(workbench, parent)
    workbench.panels.register(name, panel)
    workbench.commands.attach(panel, name)
    return panel
