"""The inspector of Build: Findings and Try it, one at a time, under a strip of tabs."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from gradewright_desktop.navigator import Place
from gradewright_desktop.widgets import SegmentedControl, line
from gradewright_desktop.workbench import Workbench
from gradewright_desktop.workspaces.loading import build_panel
from gradewright_desktop.workspaces.rail import RailItem

FINDINGS = RailItem("findings", "warning-outline", "Findings")
TRY_IT = RailItem("try_it", "try", "Try it")
ITEMS = (FINDINGS, TRY_IT)


class Inspector(QWidget):
    """Shows one of the two panels beside the editor; each is built when it is first shown.

    ``counted`` carries how many findings there are.
    """

    counted = Signal(int)

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._workbench = workbench
        self._panels: dict[str, QWidget] = {}
        theme = workbench.theme
        self._tabs = SegmentedControl(
            theme, [(item.key, item.words) for item in ITEMS], "Inspector", kind="tab", parent=self
        )
        self._stack = QStackedWidget(self)
        head = QHBoxLayout()
        head.setContentsMargins(theme.space(1), theme.space(1), theme.space(1), 0)
        head.addWidget(self._tabs)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(line("h"))
        column.addWidget(self._stack, 1)
        self._tabs.chosen.connect(self.show_panel)
        workbench.navigator.moved.connect(self._moved)
        self._moved(workbench.navigator.current)

    def current(self) -> str:
        """Return the name of the panel that is shown."""
        return self._tabs.current()

    @Slot(str)
    def show_panel(self, name: str) -> None:
        """Show a panel, building it if this is the first time."""
        if name not in self._panels:
            panel = build_panel(name, self._workbench, self._stack)
            self._panels[name] = panel
            if name == FINDINGS.key:
                panel.count_changed.connect(self.counted)  # type: ignore[attr-defined]
            self._stack.addWidget(panel)
        self._tabs.set_current(name)
        self._stack.setCurrentWidget(self._panels[name])

    def set_count(self, count: int) -> None:
        """Put the number of findings on the tab."""
        words = FINDINGS.words
        self._tabs.set_text(FINDINGS.key, f"{words}  {self.locale().toString(count)}" if count else words)

    @Slot(object)
    def _moved(self, place: Place) -> None:
        if place.workspace == "build" and self._stack.count() == 0:
            self.show_panel(FINDINGS.key)
