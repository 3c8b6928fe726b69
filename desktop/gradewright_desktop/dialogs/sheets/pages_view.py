"""The pages of a batch below each other, as pictures."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from gradewright_desktop.theme import Theme

MOST_SHOWN = 60


class PagesView(QScrollArea):
    """Shows the first :data:`MOST_SHOWN` pages; the file has all of them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self.setWidgetResizable(True)
        self.setAccessibleName("The pages as they are printed")
        self._holder = QWidget(self)
        self._holder.setProperty("surface", "sunken")
        self._column = QVBoxLayout(self._holder)
        self._column.setContentsMargins(*(theme.space(4),) * 4)
        self._column.setSpacing(theme.space(4))
        self._column.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setWidget(self._holder)
        self._labels: list[QLabel] = []

    @property
    def count(self) -> int:
        """How many pages are shown."""
        return len(self._labels)

    def show_pages(self, pictures: Sequence[bytes]) -> None:
        """Show pages, PNG pictures; the place that is looked at stays where it can."""
        place = self.verticalScrollBar().value()
        for label in self._labels:
            self._column.removeWidget(label)
            label.hide()
            label.deleteLater()
        self._labels = []
        ratio = self.devicePixelRatioF()
        for number, picture in enumerate(pictures[:MOST_SHOWN], 1):
            pixmap = QPixmap()
            if not pixmap.loadFromData(picture):
                continue
            pixmap.setDevicePixelRatio(ratio)
            made = QLabel(self._holder)
            made.setPixmap(pixmap)
            made.setAccessibleName(f"Page {number} of {len(pictures)}")
            self._column.addWidget(made)
            self._labels.append(made)
        self.verticalScrollBar().setValue(place)
