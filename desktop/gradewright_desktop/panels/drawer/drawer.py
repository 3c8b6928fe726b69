"""The drawer: a bar with its pages' names, and below it the page that was chosen last."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from gradewright_desktop.panels.drawer.effect_page import EffectPage
from gradewright_desktop.panels.drawer.history_page import HistoryPage
from gradewright_desktop.panels.drawer.page import DrawerPage, Shown
from gradewright_desktop.panels.drawer.prompt_page import PromptPage
from gradewright_desktop.panels.drawer.sheet_page import SheetPage
from gradewright_desktop.panels.drawer.verdict_page import VerdictPage
from gradewright_desktop.widgets import ElidedLabel, SegmentedControl, line, tool_button
from gradewright_desktop.workbench import Workbench

PAGES: tuple[tuple[str, str, type[DrawerPage]], ...] = (
    ("prompt", "Judge prompt", PromptPage),
    ("sheet", "Rater sheet", SheetPage),
    ("verdict", "Verdict", VerdictPage),
    ("effect", "In effect", EffectPage),
    ("history", "History", HistoryPage),
)
_OPEN = "rubric/drawer_open"
_PAGE = "rubric/drawer_page"


class RubricDrawer(QWidget):
    """Folded it is its bar alone. ``folded`` follows each time that it is opened or closed."""

    folded = Signal(bool)

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("drawer")
        self._workbench = workbench
        theme = workbench.theme
        self._shown = Shown()
        self._made: dict[str, DrawerPage] = {}
        self._stack = QStackedWidget(self)
        self._arrow = tool_button(theme, "previous", "Open the drawer", parent=self)
        self.tabs = SegmentedControl(theme, [(key, words) for key, words, _ in PAGES], "Drawer", parent=self)
        self._note = ElidedLabel(theme, font="small", role="muted", parent=self)
        self._copy = tool_button(theme, "duplicate", "Copy this page as text", parent=self)
        self._build()
        self.tabs.chosen.connect(self._chosen)
        self._arrow.clicked.connect(self.toggle)
        self._copy.clicked.connect(self._copy_text)
        page = str(workbench.settings.value(_PAGE, PAGES[0][0]))
        self.tabs.set_current(page if page in {key for key, _, _ in PAGES} else PAGES[0][0])
        self.set_open(bool(workbench.settings.value(_OPEN, False, type=bool)))

    @property
    def is_open(self) -> bool:
        """Whether a page is seen and not the bar alone."""
        return self._stack.isVisibleTo(self)

    @property
    def page(self) -> DrawerPage:
        """The page that is chosen."""
        return self._page(self.tabs.current())

    def show_rubric(self, shown: Shown) -> None:
        """Follow the editor above."""
        self._shown = shown
        if self.is_open:
            self.page.show_rubric(shown)

    def show_page(self, name: str) -> None:
        """Open the drawer at a page."""
        self.tabs.set_current(name)
        self._chosen(name)

    @Slot()
    def toggle(self) -> None:
        """Open the drawer or close it."""
        self.set_open(not self.is_open)

    def set_open(self, is_open: bool) -> None:
        """Open or close the drawer, and remember it."""
        self._stack.setVisible(is_open)
        self._line.setVisible(is_open)
        self._copy.setVisible(is_open)
        words = "Close the drawer" if is_open else "Open the drawer"
        self._workbench.theme.set_icon(self._arrow, "collapse" if is_open else "previous")
        self._arrow.setToolTip(f"{words} (Ctrl+J)")
        self._arrow.setAccessibleName(words)
        self._workbench.settings.setValue(_OPEN, is_open)
        self._note.set_full_text("")
        if is_open:
            self._look()
        self.folded.emit(is_open)

    def bar_height(self) -> int:
        """The height of the bar in pixels, which is all there is of a folded drawer."""
        return self._bar.sizeHint().height()

    def _build(self) -> None:
        theme = self._workbench.theme
        self._bar = QWidget(self)
        self._bar.setProperty("surface", "panel")
        self._bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(theme.space(2), theme.space(1), theme.space(2), theme.space(1))
        row.setSpacing(theme.space(2))
        row.addWidget(self._arrow)
        row.addWidget(self.tabs)
        row.addWidget(self._note, 1)
        row.addWidget(self._copy)
        self._line = line("h", self)
        self._stack.setProperty("surface", "base")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(line("h-strong", self))
        column.addWidget(self._bar)
        column.addWidget(self._line)
        column.addWidget(self._stack, 1)

    def _page(self, name: str) -> DrawerPage:
        if name not in self._made:
            made = next(kind for key, _, kind in PAGES if key == name)(self._workbench, self._stack)
            made.note.connect(self._noted)
            self._made[name] = made
            self._stack.addWidget(made)
        return self._made[name]

    @Slot(str)
    def _chosen(self, name: str) -> None:
        self._workbench.settings.setValue(_PAGE, name)
        if self.is_open:
            self._look()
        else:
            self.set_open(True)

    def _look(self) -> None:
        page = self.page
        self._note.set_full_text("")
        self._stack.setCurrentWidget(page)
        page.show_rubric(self._shown)
        page.refresh()

    @Slot(str)
    def _noted(self, words: str) -> None:
        if self.sender() is self._stack.currentWidget():
            self._note.set_full_text(words)

    @Slot()
    def _copy_text(self) -> None:
        text = self.page.copied_text()
        if text:
            QApplication.clipboard().setText(text)
            self._workbench.notices.toast("Copied.")
