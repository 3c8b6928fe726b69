"""The bare frame of the window: all that is needed to have something on the screen at once.

Nothing heavy is imported here. The frame is shown first; menus, panels and the library come into it right after its
first paint.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QByteArray, QSettings, QSize, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow

SMALLEST = QSize(900, 600)
USUAL = QSize(1440, 900)
GEOMETRY = "window/geometry"


class Content(Protocol):
    """What fills the frame, and hears what happens to it."""

    def frame_resized(self) -> None:
        """The frame has another size."""

    def frame_closing(self) -> None:
        """The frame is about to close; there is no way back."""

    def files_dropped(self, event: QDropEvent) -> None:
        """Files were dropped on the frame."""


class WindowFrame(QMainWindow):
    """The window as the system knows it: size, closing, dropping. ``painted`` comes once, after the first paint."""

    painted = Signal()

    def __init__(self, settings: QSettings, title: str):
        super().__init__()
        self.setObjectName("main")
        self.setWindowTitle(title)
        self.setMinimumSize(SMALLEST)
        self.setAcceptDrops(True)
        self._settings = settings
        self._content: Content | None = None
        self._was_painted = False
        stored = settings.value(GEOMETRY)
        if not isinstance(stored, QByteArray) or not self.restoreGeometry(stored):
            self.resize(USUAL.boundedTo(self.screen().availableSize()).expandedTo(SMALLEST))

    def fill(self, content: Content) -> None:
        """Take what hears of resizing, closing and dropping from now on."""
        self._content = content

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            self.painted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._content is not None:
            self._content.frame_resized()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if self._content is not None:
            self._content.files_dropped(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._settings.setValue(GEOMETRY, self.saveGeometry())
        if self._content is not None:
            self._content.frame_closing()
        event.accept()
