"""The pages that the window shows: the welcome page, and one page a workspace, built when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget, QWidget

from gradewright_desktop.widgets import EmptyState
from gradewright_desktop.workbench import Workbench
from gradewright_desktop.workspaces.page import WorkspacePage

CLASSES = {
    "build": ("gradewright_desktop.workspaces.build", "BuildWorkspace"),
    "results": ("gradewright_desktop.workspaces.results", "ResultsWorkspace"),
}


class Pages(QStackedWidget):
    """Holds the pages of the open library; another library gets fresh ones."""

    def __init__(self, workbench: Workbench, make_welcome: Callable[[], QWidget], parent: QWidget | None = None):
        super().__init__(parent)
        self._workbench = workbench
        self._make_welcome = make_welcome
        self._welcome: QWidget | None = None
        self._pages: dict[str, WorkspacePage] = {}
        self.addWidget(EmptyState(workbench.theme, "Opening the library", "", icon="library", parent=self))

    def page(self, workspace: str) -> WorkspacePage:
        """Return the page of a workspace, building it if need be.

        Raises:
            KeyError: there is no such workspace.
        """
        if workspace not in self._pages:
            module, class_name = CLASSES[workspace]
            page: WorkspacePage = getattr(import_module(module), class_name)(self._workbench, self)
            self._pages[workspace] = page
            self.addWidget(page)
            page.folded.connect(self._workbench.commands.refresh)
        return self._pages[workspace]

    def current_page(self) -> WorkspacePage | None:
        """Return the workspace page that is shown, None while the welcome page is."""
        page = self.currentWidget()
        return page if isinstance(page, WorkspacePage) else None

    def show_workspace(self, workspace: str) -> None:
        """Show a workspace."""
        page = self.page(workspace)
        if self.currentWidget() is not page:
            self.setCurrentWidget(page)
            focus_into(page.parts()[0])

    def show_welcome(self) -> None:
        """Show the welcome page."""
        if self._welcome is None:
            self._welcome = self._make_welcome()
            self.addWidget(self._welcome)
        self.setCurrentWidget(self._welcome)
        focus_into(self._welcome)

    def drop_all(self) -> None:
        """Take down the pages of a library that is no longer open."""
        self.setCurrentIndex(0)
        for page in self._pages.values():
            self.removeWidget(page)
            # At once: a panel that lives on for a moment would answer the switch by asking the other library.
            shiboken6.delete(page)
        self._pages.clear()


def focus_into(part: QWidget) -> bool:
    """Give the focus to what takes it in a part of the window: a list rather than a button; says if there was one."""
    if part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.isVisible():
        part.setFocus(Qt.FocusReason.TabFocusReason)
        return True
    takers = [child for child in part.findChildren(QWidget) if _takes_focus(child)]
    takers.sort(key=lambda child: not isinstance(child, QAbstractItemView))
    if takers:
        takers[0].setFocus(Qt.FocusReason.TabFocusReason)
    return bool(takers)


def _takes_focus(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None
