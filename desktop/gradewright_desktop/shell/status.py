"""The status bar: what is kept, what undo would take back, what needs care, the zoom."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QMenu, QSizePolicy, QStatusBar, QToolButton, QWidget

from gradewright_desktop.theme.theme import ZOOM_STEPS
from gradewright_desktop.workbench import Workbench

# Below these widths of the window, at 100 %, the network goes, undo shortens, undo goes.
NETWORK_GOES, UNDO_SHORTENS, UNDO_GOES = 1200, 1100, 760
UNDO_LENGTH, SHORT_UNDO_LENGTH = 60, 28


class StatusItem(QToolButton):
    """A flat button with an icon and words; hidden where it has no words."""

    def __init__(self, workbench: Workbench, name: str, icon: str = "", clicked: Callable[[], object] | None = None):
        super().__init__()
        self._workbench = workbench
        self._role = "text.secondary"
        self.setObjectName(f"status.{name}")
        self.setProperty("kind", "status")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon if icon else Qt.ToolButtonStyle.ToolButtonTextOnly
        )
        if icon:
            self.set_icon_name(icon)
        if clicked is not None:
            self.clicked.connect(clicked)
        self._restyle()
        workbench.theme.changed.connect(self._restyle)

    def set_icon_name(self, icon: str, role: str = "text.secondary") -> None:
        """Show another icon in the colour of a token."""
        self._workbench.theme.set_icon(self, icon, role, self._workbench.theme.icon_size("inline"))

    def set_words(self, words: str, tip: str = "") -> None:
        """Show other words; ``""`` takes the item away."""
        self.setText(words.replace("&", "&&"))
        self.setAccessibleName(words)
        self.setToolTip(tip or words)
        self.setVisible(bool(words))

    @Slot()
    def _restyle(self) -> None:
        theme = self._workbench.theme
        self.setFont(theme.font("small"))
        self.setIconSize(QSize(theme.icon_size("inline"), theme.icon_size("inline")))


class MainStatusBar(QStatusBar):
    """Every item is a button: what it tells about is one click away."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("status")
        self.setSizeGripEnabled(False)
        self._workbench = workbench
        self._width = NETWORK_GOES
        commands = workbench.commands
        self.kept = StatusItem(workbench, "kept", "ok", lambda: commands.run("help.notices"))
        self.undo = StatusItem(workbench, "undo", "history", lambda: commands.run("edit.undo"))
        self.busy = StatusItem(workbench, "busy", "waiting", self._stop_job)
        self.care = StatusItem(workbench, "care", "rubric", lambda: commands.run("view.findings"))
        self.network = StatusItem(workbench, "network", "trusted", lambda: commands.run("help.about"))
        self.zoom = StatusItem(workbench, "zoom")
        for item in (self.kept, self.undo):
            self.addWidget(item)
        stretch = QWidget(self)
        stretch.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(stretch, 1)
        for item in (self.busy, self.care, self.network, self.zoom):
            self.addWidget(item)
        self._make_zoom_menu()
        self.network.set_words("No network use so far", "Nothing was sent anywhere since the program started")
        self._connect()
        self._restyle()
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Say again what is kept and what undo would take back."""
        session = self._workbench.session
        if not session.is_open:
            words = "No library open"
        elif session.read_only:
            words = "Open read-only"
        else:
            words = f"All changes kept, {session.kept_at}" if session.kept_at else "All changes kept"
        self.kept.set_words(words, "What the program told lately")
        icon = "library" if not session.is_open else "locked" if session.read_only else "ok"
        self.kept.set_icon_name(icon, "severity.ok.fg" if icon == "ok" else "text.secondary")
        title = session.undo_title if self._width >= UNDO_GOES else ""
        length = UNDO_LENGTH if self._width >= UNDO_SHORTENS else SHORT_UNDO_LENGTH
        shown = title if len(title) <= length else f"{title[: length - 1]}…"
        self.undo.set_words(f"Undo: {shown}" if title else "", f"Undo: {title}")

    def set_care(self, words: str, icon: str = "rubric") -> None:
        """Say what needs care, ``""`` for nothing."""
        self.care.set_words(words, f"{words}. Show the findings" if words else "")
        self.care.set_icon_name(icon)

    def set_window_width(self, width: int) -> None:
        """Leave out what is least needed in a small window."""
        self._width = round(width / max(1.0, self._workbench.theme.zoom))
        self.network.setVisible(self._width >= NETWORK_GOES)
        self.refresh()

    def _connect(self) -> None:
        session = self._workbench.session
        session.kept.connect(self.refresh)
        session.changed.connect(self.refresh)
        session.library_switched.connect(self.refresh)
        session.busy.connect(self._show_busy)
        self._workbench.theme.changed.connect(self._restyle)
        self._show_busy("", None)
        self.set_care("")

    @Slot(str, object)
    def _show_busy(self, title: str, fraction: float | None) -> None:
        words = title if fraction is None else f"{title}: {fraction:.0%}"
        self.busy.set_words(words, f"{title}. Click to stop" if title else "")

    @Slot()
    def _stop_job(self) -> None:
        for job in self._workbench.session.jobs:
            job.cancel()

    @Slot()
    def _restyle(self) -> None:
        theme = self._workbench.theme
        self.setFixedHeight(theme.row_height("status_bar"))
        self.zoom.set_words(f"{theme.zoom:.0%}".replace("%", " %"), "Size of text")

    def _make_zoom_menu(self) -> None:
        menu = QMenu(self.zoom)
        for step in ZOOM_STEPS:
            action = menu.addAction(f"{step:.0%}".replace("%", " %"))
            action.triggered.connect(lambda _checked=False, step=step: self._workbench.theme.set_zoom(step))
        self.zoom.setMenu(menu)
        self.zoom.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
