"""The ring around what has the keyboard: outside the control, and only when the keyboard brought the focus there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QFocusFrame,
    QRadioButton,
    QWidget,
)

from gradewright_desktop.theme import Theme

WIDTH = 2


class FocusRing(QFocusFrame):
    """The ring itself. It follows its widget by the frame class of Qt."""

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self._theme = theme

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = self._theme.radius("control") + 1
        self._ring(painter, self._theme.colour("accent.focus"), WIDTH / 2, radius)
        # A line of the ground between ring and button: on a filled button the ring would not be seen without it.
        self._ring(painter, self._theme.colour("surface.base"), WIDTH + 0.75, radius - 1, 1.5)

    def _ring(self, painter: QPainter, colour: QColor, inset: float, radius: float, width: float = WIDTH) -> None:
        painter.setPen(QPen(colour, width))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(inset, inset, -inset, -inset), radius, radius)


class FocusFollower(QObject):
    """Moves the ring. Fields and views show their focus themselves; this is for buttons and checks."""

    def __init__(self, theme: Theme, window: QWidget):
        super().__init__(window)
        self._ring = FocusRing(theme, window)
        self._window = window
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._moved)

    @property
    def ring(self) -> FocusRing:
        return self._ring

    @Slot(QWidget, QWidget)
    def _moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        wanted = now if self._rings(now) else None
        if self._ring.widget() is not wanted:
            # None takes the ring away; the stubs know only of a widget.
            self._ring.setWidget(wanted)  # type: ignore[arg-type]

    def _rings(self, widget: QWidget | None) -> bool:
        return (
            isinstance(widget, QAbstractButton | QCheckBox | QRadioButton)
            and not isinstance(widget, QAbstractItemView)
            and widget.objectName() != "search"
            and widget.window() is self._window
            and QApplication.mouseButtons() == Qt.MouseButton.NoButton
        )
