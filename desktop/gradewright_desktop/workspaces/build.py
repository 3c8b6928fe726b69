"""The Build workspace: the library tree, the editor of what is selected, findings and the try box."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from gradewright_desktop.dialogs.code.banner import CodeBanner
from gradewright_desktop.navigator import Place
from gradewright_desktop.widgets import BannerStack, EmptyState
from gradewright_desktop.workbench import Workbench
from gradewright_desktop.workspaces.inspector import ITEMS, Inspector
from gradewright_desktop.workspaces.loading import build_panel
from gradewright_desktop.workspaces.page import WorkspacePage
from gradewright_desktop.workspaces.rail import RailItem

SIDE_ITEMS = (RailItem("tree", "library", "Library"),)
# What a kind of place is edited with.
EDITORS = {"benchmark": "overview", "questions": "overview", "rubric": "rubric", "question": "question"}


class BuildCentre(QWidget):
    """The editor of the current place; each editor is built when it is first needed and then kept."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("build.centre")
        self.setProperty("surface", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._workbench = workbench
        self._editors: dict[str, QWidget] = {}
        self._stack = QStackedWidget(self)
        self._nothing = EmptyState(
            workbench.theme,
            "Nothing chosen",
            "Choose a benchmark, its rubric or a question in the library to work on it here.",
            icon="empty-tree",
            parent=self._stack,
        )
        self._stack.addWidget(self._nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(BannerStack(workbench.theme, workbench.notices, "build", self))
        column.addWidget(CodeBanner(workbench, self))
        column.addWidget(self._stack, 1)
        workbench.navigator.moved.connect(self._moved)
        self._moved(workbench.navigator.current)

    @Slot(object)
    def _moved(self, place: Place) -> None:
        if place.workspace != "build":
            return
        name = EDITORS.get(place.kind, "")
        if not name:
            self._stack.setCurrentWidget(self._nothing)
            return
        if name not in self._editors:
            editor = build_panel(name, self._workbench, self._stack)
            self._editors[name] = editor
            self._stack.addWidget(editor)
        self._stack.setCurrentWidget(self._editors[name])


class BuildWorkspace(WorkspacePage):
    """What is a good answer?"""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        self.inspector = Inspector(workbench)
        super().__init__(
            workbench.theme,
            workbench.settings,
            "build",
            side=build_panel("tree", workbench),
            side_items=SIDE_ITEMS,
            centre=BuildCentre(workbench),
            inspector=self.inspector,
            inspector_items=ITEMS,
            parent=parent,
        )
        self.inspector.counted.connect(self.set_findings_count)

    def show_in_inspector(self, name: str) -> None:
        """Open the inspector at a panel: ``"findings"`` or ``"try_it"``."""
        self.inspector.show_panel(name)
        self.set_inspector_open(True)

    def set_findings_count(self, count: int) -> None:
        """Show how many findings there are where the panel itself may be folded away."""
        self.inspector.set_count(count)
        self.inspector_rail.set_count("findings", count)
