"""Labels: words in one of the type roles, keys, counts, chips, section heads."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from gradewright_desktop.theme import Theme


class _ThemedLabel(QLabel):
    """A label whose font follows the theme's zoom."""

    def __init__(self, theme: Theme, text: str, font_role: str, parent: QWidget | None = None):
        super().__init__(text, parent)
        self._theme = theme
        self._font_role = font_role
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._restyle()
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.setFont(self._theme.font(self._font_role))


def label(
    theme: Theme,
    text: str = "",
    *,
    font: str = "base",
    role: str = "",
    wraps: bool = False,
    selectable: bool = False,
    parent: QWidget | None = None,
) -> QLabel:
    """Return a label. ``font`` is a type role, ``role`` a colour: ``"muted"``, ``"secondary"``, ``"error"`` …"""
    made = _ThemedLabel(theme, text, font, parent)
    if role:
        made.setProperty("role", role)
    if wraps:
        made.setWordWrap(True)
    if selectable:
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


def line(direction: str = "h", parent: QWidget | None = None) -> QFrame:
    """Return a thin line: ``"h"``, ``"v"`` or ``"h-strong"``."""
    made = QFrame(parent)
    made.setProperty("line", direction)
    return made


class ElidedLabel(_ThemedLabel):
    """A label on one line that ends in an ellipsis where it does not fit; the tooltip has the whole."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        font: str = "base",
        role: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ):
        self._full = text
        self._mode = mode
        super().__init__(theme, text, font, parent)
        if role:
            self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._elide()

    def full_text(self) -> str:
        """Return the text, whole."""
        return self._full

    def set_full_text(self, text: str) -> None:
        """Show another text."""
        self._full = text
        self.setAccessibleName(text)
        self._elide()

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        width = QFontMetrics(self.font()).horizontalAdvance(self._full) + 2
        return QSize(width, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._elide()

    def _elide(self) -> None:
        one_line = " ".join(self._full.split())
        shown = QFontMetrics(self.font()).elidedText(one_line, self._mode, max(0, self.width()))
        if shown != self.text():
            self.setText(shown)
        self.setToolTip(self._full if shown != self._full else "")


class KeyHint(_ThemedLabel):
    """A key as it is printed on buttons and in the palette."""

    def __init__(self, theme: Theme, keys: str, parent: QWidget | None = None):
        super().__init__(theme, keys, "small", parent)
        self.setProperty("role", "key")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)


class CountBadge(_ThemedLabel):
    """A small number in a pill; hidden at nothing when ``hides_zero``."""

    def __init__(self, theme: Theme, count: int = 0, *, hides_zero: bool = False, parent: QWidget | None = None):
        super().__init__(theme, "", "small", parent)
        self.setProperty("role", "count")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        self._hides_zero = hides_zero
        self.set_count(count)

    def set_count(self, count: int) -> None:
        """Show another number, in the locale's spelling."""
        self.setText(self.locale().toString(count))
        self.setVisible(bool(count) or not self._hides_zero)


class Chip(_ThemedLabel):
    """A word in a tinted box."""

    def __init__(self, theme: Theme, text: str, *, accent: bool = False, parent: QWidget | None = None):
        super().__init__(theme, text, "small", parent)
        self.setProperty("role", "chip-accent" if accent else "chip")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)


class FieldMessage(QWidget):
    """The sentence under a field that is wrong, with its glyph; takes no room where there is nothing to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._glyph = QLabel(self)
        self._words = label(theme, font="small", wraps=True, selectable=True, parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(1))
        row.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._words, 1)
        self._kind = ""
        theme.changed.connect(self._repaint_glyph)
        self.hide()

    def text(self) -> str:
        """Return the sentence shown, ``""`` where there is none."""
        return self._words.text() if self._kind else ""

    def show_message(self, text: str, kind: str = "error") -> None:
        """Show a sentence of kind ``"error"``, ``"warning"`` or ``"info"``; ``""`` takes it away."""
        if text == self.text() and (not text or kind == self._kind):
            return
        self._kind = kind if text else ""
        self._words.setText(text)
        self._words.setProperty("role", kind if kind in ("error", "warning") else "secondary")
        self._words.style().unpolish(self._words)
        self._words.style().polish(self._words)
        self._repaint_glyph()
        self.setVisible(bool(text))

    def _repaint_glyph(self) -> None:
        if self._kind:
            size = self._theme.icon_size("inline")
            self._glyph.setPixmap(self._theme.pixmap(self._kind, f"severity.{self._kind}.fg", size))


class SectionHeader(QWidget):
    """The head of a group of fields: a word, a line of help, room for buttons at the end."""

    def __init__(self, theme: Theme, title: str, help_text: str = "", parent: QWidget | None = None):
        super().__init__(parent)
        self.title = label(theme, title, font="section", parent=self)
        self.help = label(theme, help_text, font="small", role="muted", parent=self)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(theme.space(2))
        self.row.addWidget(self.title)
        self.row.addWidget(self.help)
        self.row.addStretch(1)

    def add_widget(self, widget: QWidget) -> None:
        """Put a button or a number at the end of the head."""
        self.row.addWidget(widget)
