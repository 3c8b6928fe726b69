"""The main window: menus, toolbar, workspaces, status bar, and what floats over them, put into a frame."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from gradewright.errors import UserError
from gradewright_desktop.commands.command import Context
from gradewright_desktop.commands.tables import collect
from gradewright_desktop.composition import TITLE
from gradewright_desktop.navigator import Place
from gradewright_desktop.shell.care import Care
from gradewright_desktop.shell.finding_text import find_in
from gradewright_desktop.shell.focus_frame import FocusFollower
from gradewright_desktop.shell.libraries import Libraries
from gradewright_desktop.shell.menus import fill_menu_bar
from gradewright_desktop.shell.pages import Pages, focus_into
from gradewright_desktop.shell.palette import Palette
from gradewright_desktop.shell.recent import RecentLibraries
from gradewright_desktop.shell.recent_menu import RecentMenu
from gradewright_desktop.shell.status import MainStatusBar
from gradewright_desktop.shell.toolbar import MainToolBar
from gradewright_desktop.theme import Mode
from gradewright_desktop.widgets import BannerStack, Toast
from gradewright_desktop.window_frame import WindowFrame
from gradewright_desktop.workbench import Workbench
from gradewright_desktop.workspaces.loading import build_panel

if TYPE_CHECKING:
    from gradewright_desktop.shell.help_pages import HelpPages

KEPT_WORDS = "Everything is already kept; there is nothing to save."


class MainWindow(QObject):
    """One window over one session. It shows the welcome page until a library is open."""

    def __init__(self, workbench: Workbench, frame: WindowFrame | None = None, *, is_starting: bool = False):
        # Whether a library will be opened right away, so that the welcome page would only flash by.
        self.is_starting = is_starting
        self.frame = frame or WindowFrame(workbench.settings, TITLE)
        super().__init__(self.frame)
        self.workbench = workbench
        self.recent = RecentLibraries(workbench.settings, self)
        self.libraries = Libraries(workbench, self.recent, self.import_files, self)
        workbench.commands.add(collect(self))
        workbench.commands.set_provider(self._context)
        self._build()
        self._connect()
        self._library_switched()
        self.frame.fill(self)
        self.frame_resized()

    # -- what commands do ---------------------------------------------------------------------------------------

    @Slot()
    def open_palette(self) -> None:
        """Show the palette."""
        self.palette_box.open()

    def go_to_workspace(self, workspace: str) -> None:
        """Show a workspace, at the place where it was left, or for the benchmark that is current."""
        navigator = self.workbench.navigator
        here = navigator.current
        if here.workspace == workspace and here.kind != "welcome":
            self._show(here)
            return
        last = navigator.last_in(workspace)
        if last is not None and last.kind != "welcome" and last.benchmark_id in (here.benchmark_id, None):
            navigator.go(last)
        elif workspace == "build":
            navigator.go(self._first_place(here.benchmark_id))
        else:
            navigator.go(Place(workspace, "runs", here.benchmark_id))

    @Slot()
    def show_welcome(self) -> None:
        """Show the welcome page; the library stays open."""
        self.libraries.note_contents()
        self.workbench.navigator.go(Place("build", "welcome"))

    @Slot()
    def toggle_side(self) -> None:
        """Open or fold the side panel."""
        page = self.pages.current_page()
        if page is not None:
            page.set_side_open(not page.side_open)

    @Slot()
    def toggle_inspector(self) -> None:
        """Open or fold the inspector."""
        page = self.pages.current_page()
        if page is not None:
            page.set_inspector_open(not page.inspector_open)

    def side_is_open(self, _context: Context) -> bool:
        """Whether the side panel of the page shown is open."""
        page = self.pages.current_page()
        return page is not None and page.side_open

    def inspector_is_open(self, _context: Context) -> bool:
        """Whether the inspector of the page shown is open."""
        page = self.pages.current_page()
        return page is not None and page.inspector_open

    def show_inspector(self, name: str) -> None:
        """Go to Build and open the inspector at one of its panels."""
        self.go_to_workspace("build")
        self.pages.page("build").show_in_inspector(name)  # type: ignore[attr-defined]

    def cycle_panels(self, step: int) -> None:
        """Move the focus to the next or the previous part of the window."""
        page = self.pages.current_page()
        parts = [*(page.parts() if page else [self.pages.currentWidget()]), self.status, self.toolbar]
        focus = QApplication.focusWidget()
        here = next(
            (i for i, part in enumerate(parts) if part is not None and part.isAncestorOf(focus or self.frame)), -1
        )
        for offset in range(1, len(parts) + 1):
            part = parts[(here + step * offset) % len(parts)]
            if part is not None and focus_into(part):
                return

    @Slot()
    def find(self) -> None:
        """Put the cursor into the search or filter field of the panel that has the focus."""
        page = self.pages.current_page()
        if page is None or not find_in(QApplication.focusWidget(), page.parts()):
            self.open_palette()

    @Slot()
    def say_kept(self) -> None:
        """Keep what is being typed, and say that this is all there is to do."""
        self.workbench.session.settling.emit()
        self.workbench.notices.toast(KEPT_WORDS)

    @Slot()
    def start_run(self) -> None:
        """Check the recorded answers of the current benchmark and show them coming in."""
        benchmark_id = self.workbench.navigator.current.benchmark_id
        if benchmark_id is not None:
            from gradewright_desktop.dialogs.running.opening import start_run

            start_run(self.workbench, benchmark_id)

    def import_files(self, paths: list[Path]) -> None:
        """Take files into the open library."""
        from gradewright_desktop.dialogs.importing import import_paths

        import_paths(self.workbench, paths)

    def choose_colours(self, mode: Mode | None) -> None:
        """Choose light, dark, high contrast, or what the system says."""
        self.workbench.theme.set_choice(mode)
        self.workbench.settings.setValue("view/colours", mode.value if mode else "")

    def help_pages(self) -> HelpPages:
        """Return what shows the small pages of help."""
        from gradewright_desktop.shell.help_pages import HelpPages

        return HelpPages(self.workbench, self.frame)

    @Slot()
    def show_help_here(self) -> None:
        """Show the keys of the panel that has the focus."""
        self.help_pages().show_keyboard(self.workbench.panels.panel_of(QApplication.focusWidget()))

    @Slot()
    def show_keyboard(self) -> None:
        """Show all keys."""
        self.help_pages().show_keyboard("")

    @Slot()
    def show_notices(self) -> None:
        """Show what was told lately."""
        self.help_pages().show_notices()

    @Slot()
    def copy_diagnostics(self) -> None:
        """Put what helps to find a fault on the clipboard."""
        self.help_pages().copy_diagnostics()

    @Slot()
    def show_about(self) -> None:
        """Show the version, the licence and what the program is made with."""
        self.help_pages().show_about()

    @Slot()
    def close_all(self) -> None:
        """Leave the program."""
        self.frame.close()

    # -- assembling ---------------------------------------------------------------------------------------------

    def _build(self) -> None:
        workbench, frame = self.workbench, self.frame
        # First of all: commands ask which page is shown.
        self.pages = Pages(workbench, self._make_welcome)
        commands = ("file.open", "file.new_library", "view.welcome")
        menu = RecentMenu(workbench, self.recent, self.libraries.open_path, commands=commands, parent=frame)
        self.toolbar = MainToolBar(workbench, menu, frame)
        frame.addToolBar(self.toolbar)
        self.status = MainStatusBar(workbench, frame)
        frame.setStatusBar(self.status)
        self.care = Care(workbench, self.status, self)
        recent_menu = RecentMenu(workbench, self.recent, self.libraries.open_path, parent=frame)
        fill_menu_bar(frame.menuBar(), workbench.commands, {"file.recent": recent_menu})
        frame.addActions([workbench.commands.action(c.id) for c in workbench.commands if c.context == "window"])
        centre = QWidget(frame)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(BannerStack(workbench.theme, workbench.notices, "window", centre))
        column.addWidget(self.pages, 1)
        self._column = column
        self._run_bar: QWidget | None = None
        frame.setCentralWidget(centre)
        self.toast = Toast(workbench.theme, workbench.notices, frame)
        self.palette_box = Palette(workbench, frame)
        self.focus_follower = FocusFollower(workbench.theme, frame)
        workbench.panels.register("window", frame)

    def _make_welcome(self) -> QWidget:
        from gradewright_desktop.shell.welcome import Welcome

        return Welcome(self.workbench, self.recent, self.libraries.open_path, self.libraries.ask_find)

    def _connect(self) -> None:
        session, commands = self.workbench.session, self.workbench.commands
        self.workbench.navigator.moved.connect(self._show)
        session.library_switched.connect(self._library_switched)
        session.failed.connect(self._failed)
        self.libraries.gave_up.connect(self._gave_up)
        session.run_started.connect(self._run_started)
        for signal in (session.changed, session.busy, session.run_started, session.run_finished):
            signal.connect(commands.refresh)
        self.workbench.navigator.moved.connect(commands.refresh)
        self.workbench.theme.changed.connect(self._theme_changed)
        self.toolbar.search.clicked.connect(self.open_palette)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(commands.refresh)

    def _context(self, facts: dict[str, object]) -> Context:
        session, navigator = self.workbench.session, self.workbench.navigator
        return Context(
            place=navigator.current,
            panel=self.workbench.panels.panel_of(QApplication.focusWidget()),
            read_only=session.read_only,
            running=session.running_benchmark is not None,
            undo_title=session.undo_title,
            redo_title=session.redo_title,
            can_go_back=navigator.can_go_back,
            can_go_forward=navigator.can_go_forward,
            facts={**facts, "library.open": session.is_open},
        )

    # -- what happens -------------------------------------------------------------------------------------------

    @Slot(object)
    def _show(self, place: Place) -> None:
        if place.kind == "welcome" and self.workbench.session.is_open:
            self.pages.show_welcome()
        elif not self.workbench.session.is_open:
            self._show_nothing_open()
        else:
            self.pages.show_workspace(place.workspace)

    @Slot()
    def _library_switched(self) -> None:
        session = self.workbench.session
        self.pages.drop_all()
        if self._run_bar is not None:
            self._column.removeWidget(self._run_bar)
            shiboken6.delete(self._run_bar)
            self._run_bar = None
        name = session.library.path.stem if session.is_open else "No library"
        self.toolbar.set_library_name(name)
        self.frame.setWindowTitle(name if session.is_open else TITLE)
        self.toolbar.setVisible(session.is_open)
        if session.is_open:
            self.workbench.navigator.reset(self._first_place(None))
            self._run_bar = build_panel("run_bar", self.workbench, self.frame.centralWidget())
            self._column.addWidget(self._run_bar)
        else:
            self.workbench.navigator.reset(Place())
        self.workbench.commands.refresh()

    @Slot()
    def _show_nothing_open(self) -> None:
        # While a library is being opened, the page for that stands already.
        if not self.workbench.session.jobs and not self.is_starting:
            self.pages.show_welcome()

    def _first_place(self, benchmark_id: int | None) -> Place:
        if benchmark_id is None:
            rows = self.workbench.session.library.benchmarks()
            benchmark_id = rows[0].id if rows else None
        return Place("build", "benchmark" if benchmark_id is not None else "library", benchmark_id)

    @Slot()
    def _gave_up(self) -> None:
        self.is_starting = False
        self._show_nothing_open()

    @Slot(object)
    def _failed(self, error: UserError) -> None:
        self.workbench.notices.error("window", error, key="session")

    @Slot(int)
    def _run_started(self, run_id: int) -> None:
        here = self.workbench.navigator.current
        self.workbench.navigator.go(Place("results", "run", here.benchmark_id, run_id=run_id))

    @Slot()
    def _theme_changed(self) -> None:
        self.workbench.settings.setValue("view/zoom", self.workbench.theme.zoom)
        self.frame_resized()
        self.workbench.commands.refresh()

    # -- the window itself --------------------------------------------------------------------------------------

    def frame_resized(self) -> None:
        """Fit what depends on the width of the window."""
        width = self.frame.width()
        self.toolbar.set_window_width(width)
        self.status.set_window_width(width)
        if self.palette_box.isVisible():
            self.palette_box.place()

    def files_dropped(self, event: QDropEvent) -> None:
        """Open or take in what was dropped on the window."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.libraries.open_many(paths)

    def frame_closing(self) -> None:
        """Keep sizes, and ask the library nothing more."""
        page = self.pages.current_page()
        if page is not None:
            page.save_sizes()
        self.libraries.note_contents()
        self.workbench.commands.stop()
        self.workbench.code.stop()
