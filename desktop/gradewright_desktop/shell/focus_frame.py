"""The ring around what has the keyboard: outside the control, and only when the keyboard brought the focus there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen
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
        painter.setPen(QPen(self._theme.colour("accent.focus"), WIDTH))
        half = WIDTH / 2
        radius = self._theme.radius("control") + 1
        painter.drawRoundedRect(self.rect().toRectF().adjusted(half, half, -half, -half), radius, radius)


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
