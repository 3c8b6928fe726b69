"""The banner over the editors of a benchmark that carries code: nothing has run, and where to see it."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gradewright_desktop.dialogs.code.listing import CodeListing
from gradewright_desktop.dialogs.code.words import banner_text
from gradewright_desktop.navigator import Place
from gradewright_desktop.widgets import Banner
from gradewright_desktop.workbench import Workbench


class CodeBanner(QWidget):
    """Follows the benchmark that is worked on. Closing it is a decision: what is closed stays closed."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        self._workbench = workbench
        self._benchmark_id: int | None = None
        self._banner: Banner | None = None
        self._listing: CodeListing | None = None
        space = workbench.theme.space(2)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(space, space, space, 0)
        self.hide()
        workbench.navigator.moved.connect(self._moved)
        workbench.code.listed.connect(self._listed)
        workbench.code.changed.connect(self._show)
        self._moved(workbench.navigator.current)

    @property
    def banner(self) -> Banner | None:
        """What is shown, or None."""
        return self._banner

    @Slot(object)
    def _moved(self, place: Place) -> None:
        if place.workspace == "build" and place.benchmark_id != self._benchmark_id:
            self._benchmark_id = place.benchmark_id
            self._listing = None
            self._put(None)
            self._workbench.code.look_at(place.benchmark_id)
            if place.benchmark_id is not None:
                self._listing = self._workbench.code.listing(place.benchmark_id)
                self._show()

    @Slot(object)
    def _listed(self, listing: CodeListing) -> None:
        self._workbench.commands.set_fact(
            "code.none_in", None if listing.has_code or not listing.is_whole else listing.benchmark_id
        )
        if listing.benchmark_id == self._benchmark_id:
            self._listing = listing
            self._show()

    @Slot()
    def _show(self) -> None:
        listing = self._listing
        self._put(listing if listing is not None and self._workbench.code.needs_decision(listing) else None)

    def _put(self, listing: CodeListing | None) -> None:
        if self._banner is not None:
            self._column.removeWidget(self._banner)
            self._banner.hide()
            self._banner.deleteLater()
            self._banner = None
        self.setVisible(listing is not None)
        if listing is None:
            return
        actions = (("See the code…", self._see),)
        theme = self._workbench.theme
        banner = Banner(theme, "warning", banner_text(listing), strong=listing.name, actions=actions, parent=self)
        banner.closed.connect(self._close)
        self._banner = banner
        self._column.addWidget(banner)

    def _see(self) -> None:
        from gradewright_desktop.dialogs.code.opening import show_code

        if self._benchmark_id is not None:
            show_code(self._workbench, self._benchmark_id)

    @Slot()
    def _close(self) -> None:
        if self._listing is not None:
            self._workbench.code.keep_closed(self._listing)
