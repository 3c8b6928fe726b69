"""The Results workspace: the runs, and what came out of the chosen one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gradewright_desktop.widgets import BannerStack
from gradewright_desktop.workbench import Workbench
from gradewright_desktop.workspaces.loading import build_panel
from gradewright_desktop.workspaces.page import WorkspacePage
from gradewright_desktop.workspaces.rail import RailItem

SIDE_ITEMS = (RailItem("runs", "run", "Runs"),)


class ResultsCentre(QWidget):
    """The results viewer under the banners of this workspace."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("results.centre")
        self.setProperty("surface", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(BannerStack(workbench.theme, workbench.notices, "results", self))
        column.addWidget(build_panel("results", workbench, self), 1)


class ResultsWorkspace(WorkspacePage):
    """How did the answers do?"""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(
            workbench.theme,
            workbench.settings,
            "results",
            side=build_panel("runs", workbench),
            side_items=SIDE_ITEMS,
            centre=ResultsCentre(workbench),
            parent=parent,
        )
