"""Where a scale begins to pass: the dashed line between two anchors, and the combo that says the same."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from gradewright_desktop.theme import Theme

HEIGHT = 14
SLOP = 6
WORDS = "pass line"


class PassLine(QWidget):
    """The dashed line. ``dragged`` carries the place of the pointer on the screen, and whether it was let go there."""

    dragged = Signal(QPoint, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._pressed: QPoint | None = None
        self._dragging = False
        self.setAccessibleName("Pass line")
        self.setToolTip("Points above this line pass. Drag it, or choose beside “Passes at”")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_editable(True)

    def set_editable(self, editable: bool) -> None:
        """Let the line be dragged, or only be seen."""
        self.setEnabled(editable)
        self.setCursor(Qt.CursorShape.SplitVCursor if editable else Qt.CursorShape.ArrowCursor)

    def sizeHint(self) -> QSize:
        return QSize(80, max(HEIGHT, QFontMetrics(self._theme.font("section")).height()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragging = event.globalPosition().toPoint(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.globalPosition().toPoint()
        if self._pressed is not None and (self._dragging or abs(at.y() - self._pressed.y()) >= SLOP):
            self._dragging = True
            self.dragged.emit(at, False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_dragging, self._pressed, self._dragging = self._dragging, None, False
        if was_dragging:
            self.dragged.emit(event.globalPosition().toPoint(), True)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        font = self._theme.font("section")
        painter.setFont(font)
        pen = QPen(self._theme.colour("accent.fill"), 2, Qt.PenStyle.DashLine)
        pen.setDashPattern([3, 1.5])
        painter.setPen(pen)
        width = QFontMetrics(font).horizontalAdvance(WORDS)
        space = self._theme.space(2)
        middle, end = self.height() // 2, self.width() - self._theme.space(10)
        painter.drawLine(0, middle, end - width - 2 * space, middle)
        painter.drawLine(end, middle, self.width(), middle)
        painter.setPen(self._theme.colour("accent.text"))
        painter.drawText(end - width - space, 0, width + 2, self.height(), Qt.AlignmentFlag.AlignVCenter, WORDS)


class PassesAtCombo(QComboBox):
    """Chooses the lowest point that passes. ``point_chosen`` carries it. Alt+Up and Alt+Down move the line."""

    point_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setAccessibleName("Passes at")
        self.setToolTip("The lowest point that passes; Alt+Up and Alt+Down move the line")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.activated.connect(self._activated)

    def show_scale(self, points: int, pass_line: int | None) -> None:
        """Offer the points of a scale, high to low, and show the chosen one."""
        wanted = [*range(points, 0, -1)]
        if [self.itemData(row) for row in range(self.count())] != wanted:
            self.clear()
            for point in wanted:
                self.addItem(f"{point} only" if point == points else f"{point} or higher", point)
            self.setPlaceholderText("Choose…")
        self.setCurrentIndex(-1 if pass_line is None else wanted.index(pass_line))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _step(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _step(event)
        if not step:
            super().keyPressEvent(event)
            return
        row = self.currentIndex() + step
        if 0 <= row < self.count():
            self.setCurrentIndex(row)
            self._activated(row)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # Scrolling over the card must not move the line.
        event.ignore()

    @Slot(int)
    def _activated(self, row: int) -> None:
        self.point_chosen.emit(self.itemData(row))


def _step(event: QKeyEvent) -> int:
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier != Qt.KeyboardModifier.AltModifier:
        return 0
    return {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
