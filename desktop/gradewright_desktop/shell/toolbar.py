"""The toolbar: library, back, forward, workspaces, undo, redo, search, Run."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QToolBar, QToolButton, QWidget

from gradewright_desktop.commands.registry import key_hint
from gradewright_desktop.navigator import Place
from gradewright_desktop.shell.recent_menu import RecentMenu
from gradewright_desktop.shell.search_button import SearchButton
from gradewright_desktop.widgets import KeyedButton
from gradewright_desktop.workbench import Workbench

# key, words, icon, command
WORKSPACES = (
    ("build", "Build", "build", "view.build"),
    ("results", "Results", "results", "view.results"),
)
# Widths of the window at 100 %; they grow with the text.
SEARCH_SHRINKS_BELOW, WORDS_GO_BELOW = 1200, 780
LIBRARY_NAME_WIDTH = 22


class MainToolBar(QToolBar):
    """Not movable, the same in all workspaces."""

    def __init__(self, workbench: Workbench, recent: RecentMenu, parent: QWidget | None = None):
        super().__init__("Main toolbar", parent)
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._workbench = workbench
        self._workspaces: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.library_button = self._library_button(recent)
        self.search = SearchButton(workbench.theme, self)
        self.run_button = KeyedButton(workbench.theme, "Run", key_hint("F5"), kind="filled", icon="run", parent=self)
        self._fill()
        self._connect()
        self._restyle()
        self._moved(workbench.navigator.current)

    def set_window_width(self, width: int) -> None:
        """Shrink what can shrink in a small window."""
        width = round(width / max(1.0, self._workbench.theme.zoom))
        tight = width < WORDS_GO_BELOW
        self.search.set_room("icon" if tight else "narrow" if width < SEARCH_SHRINKS_BELOW else "wide")
        self.run_button.set_shows_key(not tight)
        style = Qt.ToolButtonStyle
        self.library_button.setToolButtonStyle(style.ToolButtonIconOnly if tight else style.ToolButtonTextBesideIcon)

    def set_library_name(self, name: str) -> None:
        """Show which library is open; a lock stands on a read-only one."""
        shown = name if len(name) <= LIBRARY_NAME_WIDTH else f"{name[: LIBRARY_NAME_WIDTH - 1]}…"
        self.library_button.setText(shown)
        locked = self._workbench.session.read_only
        self._workbench.theme.set_icon(self.library_button, "locked" if locked else "library")
        words = f"Library: {name}{', read-only' if locked else ''}"
        self.library_button.setAccessibleName(words)
        self.library_button.setToolTip(words)

    def _library_button(self, recent: RecentMenu) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("library")
        button.setProperty("kind", "flat")
        button.setProperty("menu", "arrow")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setMenu(recent)
        return button

    def _fill(self) -> None:
        self.addWidget(self.library_button)
        for command in ("view.back", "view.forward"):
            self.addWidget(self._action_button(command))
        self._add_space(8)
        for key, words, icon, command in WORKSPACES:
            self.addWidget(self._workspace_button(key, words, icon, command))
        stretch = QWidget(self)
        stretch.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(stretch)
        for command in ("edit.undo", "edit.redo"):
            self.addWidget(self._action_button(command))
        self._add_space(4)
        self.addWidget(self.search)
        self.addWidget(self.run_button)

    def _add_space(self, width: int) -> None:
        space = QWidget(self)
        space.setFixedWidth(width)
        self.addWidget(space)

    def _action_button(self, command: str) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("kind", "flat")
        button.setDefaultAction(self._workbench.commands.action(command))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setAccessibleName(self._workbench.commands.command(command).plain_title)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _workspace_button(self, key: str, words: str, icon: str, command: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"workspace.{key}.button")
        button.setText(words)
        button.setAccessibleName(f"{words} workspace")
        button.setToolTip(self._workbench.commands.action(command).toolTip())
        button.setProperty("kind", "workspace")
        button.setProperty("command", command)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._workbench.theme.set_icon(button, icon)
        self._group.addButton(button)
        self._workspaces[key] = button
        return button

    def _connect(self) -> None:
        self._group.buttonClicked.connect(self._workspace_clicked)
        self.run_button.clicked.connect(self._run_clicked)
        self._workbench.navigator.moved.connect(self._moved)
        self._workbench.commands.refreshed.connect(self._refresh)
        self._workbench.theme.changed.connect(self._restyle)

    @Slot()
    def _restyle(self) -> None:
        theme = self._workbench.theme
        self.setIconSize(QSize(theme.icon_size(), theme.icon_size()))
        self.setFixedHeight(theme.row_height("toolbar"))

    @Slot(QAbstractButton)
    def _workspace_clicked(self, button: QAbstractButton) -> None:
        self._workbench.commands.run(button.property("command"))
        self._moved(self._workbench.navigator.current)

    @Slot()
    def _run_clicked(self) -> None:
        self._workbench.commands.run("run.stop" if self._workbench.commands.context().running else "run.start")

    @Slot(object)
    def _moved(self, place: Place) -> None:
        button = self._workspaces.get(place.workspace)
        if button is not None:
            button.setChecked(True)

    @Slot()
    def _refresh(self) -> None:
        running = self._workbench.commands.context().running
        reason = None if running else self._workbench.commands.reason("run.start")
        self.run_button.setText("Stop" if running else "Run")
        self.run_button.set_icon_name("stop" if running else "run")
        self.run_button.setEnabled(reason is None)
        self.run_button.setToolTip(reason or self._workbench.commands.action("run.start").toolTip())
