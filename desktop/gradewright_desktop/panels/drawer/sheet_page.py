"""The row of the chosen criterion on a rater sheet, as it is printed."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.store.library import Library
from gradewright_desktop.panels.drawer.page import DrawerPage
from gradewright_desktop.widgets import EmptyState, button
from gradewright_desktop.workbench import Workbench

_PAUSE_MS = 400
_DPI = 150


class SheetPage(DrawerPage):
    """Pages are laid out off the GUI thread, a moment after the last key; the picture before stays until then."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(workbench, parent)
        theme = workbench.theme
        self._picture = QPixmap()
        self._image = QLabel(self)
        self._image.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._image.setAccessibleName("The row of this criterion on paper")
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setWidget(self._image)
        self._nothing = EmptyState(
            theme, "No row", "Choose a criterion, and its row on paper stands here.", icon="empty-rubric", parent=self
        )
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(self._scroll)
        self._print = button(theme, "Rater sheet…", self._open, icon="print", parent=self)
        side = QVBoxLayout()
        side.addWidget(self._print)
        side.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(3), theme.space(2), theme.space(3), theme.space(2))
        row.setSpacing(theme.space(3))
        row.addWidget(self._pages, 1)
        row.addLayout(side)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._lay_out)

    @property
    def picture(self) -> QPixmap:
        """The picture that is shown, a null one where there is none."""
        return self._picture

    def refresh(self) -> None:
        """Lay the row out again."""
        entry = self.shown.entry
        if entry is None or not isinstance(entry.trait, Criterion):
            self._picture = QPixmap()
            words = "Traits for judges and patterns are not asked on paper." if entry is not None else ""
            self._nothing.set_words("No row", words or "Choose a criterion, and its row on paper stands here.")
            self._pages.setCurrentWidget(self._nothing)
            self.note.emit("")
            return
        self._pause.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._scale()

    @Slot()
    def _lay_out(self) -> None:
        entry = self.shown.entry
        if entry is not None and isinstance(entry.trait, Criterion):
            work = partial(_row, entry=entry, rubric=self.shown.own)
            self.workbench.session.query(work, self._take, key="drawer.sheet")

    @Slot(object)
    def _take(self, picture: bytes) -> None:
        made = QPixmap()
        if made.loadFromData(picture):
            self._picture = made
            self._pages.setCurrentWidget(self._scroll)
            self.note.emit("as it is printed")
            self._scale()

    def _scale(self) -> None:
        if self._picture.isNull():
            return
        ratio = self.devicePixelRatioF()
        width = min(self._picture.width(), round((self._scroll.viewport().width() - 2) * ratio))
        scaled = self._picture.scaledToWidth(max(1, width), Qt.TransformationMode.SmoothTransformation)
        scaled.setDevicePixelRatio(ratio)
        self._image.setPixmap(scaled)

    def _open(self) -> None:
        self.workbench.commands.run("rubric.sheets")


def _row(_library: Library, entry: RubricEntry, rubric: Rubric) -> bytes:
    from gradewright.sheets.preview import sheet_row

    return sheet_row(entry, rubric, dpi=_DPI)
