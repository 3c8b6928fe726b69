"""The search field of the toolbar: it looks like a field, and opens the palette."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from gradewright_desktop.commands.registry import key_hint, key_text
from gradewright_desktop.theme import Theme

# Widths in average characters, so that they grow with the text.
WIDTHS = {"wide": 34, "narrow": 21}


class SearchButton(QAbstractButton):
    """Opens the palette. Shorter words where there is little room."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._keys = key_hint("Ctrl+K")
        self._size = "wide"
        self.setObjectName("search")
        self.setAccessibleName("Go to or do")
        self.setToolTip(f"Go to a place or do something ({key_text('Ctrl+K')})")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        theme.changed.connect(self.updateGeometry)

    def set_room(self, size: str) -> None:
        """Take less room in small windows: ``"wide"``, ``"narrow"``, or ``"icon"`` alone."""
        if size != self._size:
            self._size = size
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        height = self._theme.row_height("button")
        return QSize(self._theme.font_width(WIDTHS[self._size]) if self._size in WIDTHS else height, height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = self.hasFocus()
        painter.setPen(QPen(self._theme.colour("accent.focus" if ring else "border.control"), 2 if ring else 1))
        painter.setBrush(self._theme.colour("surface.hover" if self.underMouse() else "surface.base"))
        box = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, self._theme.radius("control"), self._theme.radius("control"))
        size = self._theme.icon_size()
        colour = self._theme.colour("text.muted")
        centre = self.rect().toRectF().center()
        if self._size == "icon":
            self._theme.paint_icon(painter, "search", centre, size, colour)
            return
        centre.setX(10 + size / 2)
        self._theme.paint_icon(painter, "search", centre, size, colour)
        key = self._paint_key(painter)
        painter.setFont(self._theme.font())
        painter.setPen(colour)
        words = QRect(18 + size, 0, key.left() - 22 - size, self.height())
        text = "Go to…" if self._size == "narrow" else "Go to or do…"
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _paint_key(self, painter: QPainter) -> QRect:
        painter.setFont(self._theme.font("small"))
        metrics = painter.fontMetrics()
        width, height = metrics.horizontalAdvance(self._keys) + 10, metrics.height() + 2
        box = QRect(self.width() - width - 7, (self.height() - height) // 2, width, height)
        painter.setPen(QPen(self._theme.colour("border.default"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        painter.setPen(self._theme.colour("text.secondary"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._keys)
        return box
