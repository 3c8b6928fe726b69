"""The rubric editor, and below its card the drawer that follows it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from gradewright_desktop.dialogs.exporting_rubric import RubricExport, copy_summary
from gradewright_desktop.dialogs.sheets import SheetsDialog
from gradewright_desktop.dialogs.starting import StartDialog
from gradewright_desktop.dialogs.versions import CompareDialog
from gradewright_desktop.panels.drawer import RubricDrawer, Shown
from gradewright_desktop.panels.rubric import RubricEditor
from gradewright_desktop.widgets import tool_button
from gradewright_desktop.workbench import Workbench

# In pixels of a font of 13.
OPEN_HEIGHT = 226
_HEIGHT = "rubric/drawer_height"
_PAUSE_MS = 120


class RubricStudio(RubricEditor):
    """Edits a rubric, and shows what follows from its words."""

    # A page that is seen already is shown as soon as it has a parent, which is before it is built.
    _is_built = False

    def __init__(self, workbench: Workbench, parent: QWidget | None = None, *, kind: str = "rubric"):
        super().__init__(workbench, parent, kind=kind)
        self._studio_workbench = workbench
        self.drawer = RubricDrawer(workbench, self)
        self.work.addWidget(self.drawer)
        self.work.setStretchFactor(1, 0)
        # The drawer reads and works things out, which need not keep up with every key.
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._follow)
        self.shown.connect(self._pause.start)
        self.drawer.folded.connect(self._fit)
        self.work.splitterMoved.connect(self._remember_height)
        workbench.theme.changed.connect(self._fit)
        self.head.add_action(
            tool_button(workbench.theme, "export", "Export…", self.export, shows_text=True, parent=self.head)
        )
        self.head.add_action(
            tool_button(workbench.theme, "print", "Rater sheet…", self.print_sheets, shows_text=True, parent=self.head)
        )
        self._is_built = True
        self._fit()
        self._follow()

    @property
    def title(self) -> str:
        """What people call this rubric."""
        name = self.state.own.terms.name.strip()
        if name:
            return f"“{name}”"
        if self.state.question_id is not None:
            return "the question's own rubric"
        return f"the global rubric of “{self.state.benchmark_name}”" if self.state.benchmark_name else "the rubric"

    def compare_versions(self) -> None:
        """Compare any two versions of the rubric."""
        self.flush()
        CompareDialog(self._studio_workbench, self.title, self.state.own, self.window()).open()

    def print_sheets(self) -> None:
        """Print rater sheets of the rubric, with the recorded answers of its benchmark."""
        self.flush()
        name = self.state.own.terms.name.strip() or self.state.benchmark_name or "Rubric"
        rubric = self.state.own
        if self.state.inherited.entries:
            rubric = self.state.inherited.with_entries((*self.state.inherited.entries, *rubric.entries))
        SheetsDialog(self._studio_workbench, rubric, name, self.state.benchmark_id, self.window()).open()

    def export(self) -> None:
        """Write the rubric to a file, as a version."""
        owner = self.state.owner
        if owner is None:
            return
        self.flush()
        name = self.state.own.terms.name.strip() or self.state.benchmark_name or "Rubric"
        RubricExport(self._studio_workbench, owner, name, self._studio_workbench.session).start()

    def copy_summary(self) -> None:
        """Copy the rubric in a few lines, for a product document."""
        self.flush()
        copy_summary(self._studio_workbench, self.state.own)

    def start_from(self, *, from_file: bool = False) -> None:
        """Start the rubric from something that is there; ``from_file`` asks for the file at once."""
        owner = self.state.owner
        if owner is None:
            return
        self.flush()
        dialog = StartDialog(self._studio_workbench, owner, self.title, self.window())
        dialog.open()
        if from_file:
            dialog.choose_file()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_built:
            self._fit()

    @Slot()
    def _follow(self) -> None:
        state = self.state
        entry = self.current_entry()
        self.drawer.show_rubric(
            Shown(state.own, state.inherited, entry, state.owner, state.benchmark_id, state.question_id, self.title)
        )

    @Slot()
    @Slot(bool)
    def _fit(self, *_is_open: object) -> None:
        """Give the drawer its height: that of its bar while it is folded, the remembered one while it is open."""
        whole = sum(self.work.sizes())
        if self.drawer.is_open:
            self.drawer.setMinimumHeight(self.drawer.bar_height() * 3)
            self.drawer.setMaximumHeight(16_777_215)
            wanted = int(str(self._studio_workbench.settings.value(_HEIGHT, 0))) or round(OPEN_HEIGHT * self._scale())
            wanted = min(wanted, round(whole * 0.7)) if whole else wanted
            self.work.setSizes([max(0, whole - wanted), wanted])
        else:
            height = self.drawer.bar_height() + 1
            self.drawer.setMinimumHeight(height)
            self.drawer.setMaximumHeight(height)

    @Slot(int, int)
    def _remember_height(self, _position: int, _handle: int) -> None:
        if self.drawer.is_open:
            self._studio_workbench.settings.setValue(_HEIGHT, self.work.sizes()[1])

    def _scale(self) -> float:
        return max(1.0, self._studio_workbench.theme.zoom)
