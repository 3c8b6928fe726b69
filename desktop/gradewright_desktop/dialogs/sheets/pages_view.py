"""The pages of a batch below each other, as pictures."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap, QResizeEvent
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
        self._whole: list[QPixmap] = []

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
        self._labels, self._whole = [], []
        ratio = self.devicePixelRatioF()
        for number, picture in enumerate(pictures[:MOST_SHOWN], 1):
            pixmap = QPixmap()
            if not pixmap.loadFromData(picture):
                continue
            pixmap.setDevicePixelRatio(ratio)
            made = QLabel(self._holder)
            made.setPixmap(self._fitting(pixmap))
            made.setAccessibleName(f"Page {number} of {len(pictures)}")
            self._column.addWidget(made)
            self._labels.append(made)
            self._whole.append(pixmap)
        self.verticalScrollBar().setValue(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            for made, pixmap in zip(self._labels, self._whole, strict=True):
                made.setPixmap(self._fitting(pixmap))

    def _fitting(self, pixmap: QPixmap) -> QPixmap:
        """Return a page in its own size, or smaller where the view is narrower than that."""
        ratio = pixmap.devicePixelRatio()
        bar = self.verticalScrollBar()
        room = self.width() - 2 * self._theme.space(4) - 2 * self.frameWidth() - bar.sizeHint().width()
        if pixmap.width() / ratio <= room or room < 1:
            return pixmap
        made = pixmap.scaledToWidth(round(room * ratio), Qt.TransformationMode.SmoothTransformation)
        made.setDevicePixelRatio(ratio)
        return made
