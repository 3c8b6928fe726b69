"""Buttons with one of the four looks: filled, tinted, outlined, flat."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter, QToolButton, QWidget

from gradewright_desktop.theme import Theme

ICON_ROLES = {"filled": "text.on_accent", "tinted": "accent.text", "link": "text.link"}
ICON_GAP = 6
KEY_GAP = 8


def button(
    theme: Theme,
    text: str,
    clicked: Callable[[], None] | None = None,
    *,
    kind: str = "",
    icon: str = "",
    tip: str = "",
    parent: QWidget | None = None,
) -> QPushButton:
    """Return a push button. ``kind`` is ``"filled"``, ``"tinted"``, ``"flat"``, ``"link"`` or ``""`` for outlined."""
    made = QPushButton(text, parent)
    made.setAutoDefault(False)
    if kind:
        made.setProperty("kind", kind)
    if icon:
        theme.set_icon(made, icon, ICON_ROLES.get(kind, "text.secondary"))
        made.setIconSize(QSize(theme.icon_size(), theme.icon_size()))
    if tip:
        made.setToolTip(tip)
    if clicked is not None:
        made.clicked.connect(_without_argument(clicked))
    return made


def tool_button(
    theme: Theme,
    icon: str,
    text: str,
    clicked: Callable[[], None] | None = None,
    *,
    kind: str = "flat",
    shows_text: bool = False,
    checkable: bool = False,
    parent: QWidget | None = None,
) -> QToolButton:
    """Return a tool button. ``text`` is its name for screen readers and its tooltip, shown only if wanted."""
    made = QToolButton(parent)
    made.setText(text)
    made.setToolTip(text)
    made.setAccessibleName(text)
    made.setProperty("kind", kind)
    made.setCheckable(checkable)
    # By default a tool button is out of reach of the Tab key.
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    if icon:
        theme.set_icon(made, icon, ICON_ROLES.get(kind, "text.secondary"))
        made.setIconSize(QSize(theme.icon_size(), theme.icon_size()))
    style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if icon else Qt.ToolButtonStyle.ToolButtonTextOnly
    made.setToolButtonStyle(style if shows_text else Qt.ToolButtonStyle.ToolButtonIconOnly)
    if clicked is not None:
        made.clicked.connect(_without_argument(clicked))
    return made


def _without_argument(clicked: Callable[[], None]) -> Callable[..., None]:
    # clicked(bool) would put the checked state into the first parameter of the receiver.
    def call(_checked: bool = False) -> None:
        clicked()

    return call


class KeyedButton(QPushButton):
    """A button that carries its key, in a small box behind its words."""

    def __init__(
        self, theme: Theme, text: str, keys: str, *, kind: str = "", icon: str = "", parent: QWidget | None = None
    ):
        super().__init__(text, parent)
        self._theme = theme
        self._keys = keys
        self._icon_name = icon
        self._shows_key = True
        self.setAutoDefault(False)
        self.setProperty("kind", kind)
        self.setToolTip(f"{text.rstrip('…')} ({keys})")

    def set_kind(self, kind: str) -> None:
        """Change the look, for a button that is the main one in some places only."""
        self.setProperty("kind", kind)
        self.style().unpolish(self)
        self.style().polish(self)
        self.update()

    def set_shows_key(self, shows: bool) -> None:
        """Leave the key out where there is no room for it; the tooltip still has it."""
        self._shows_key = shows
        self.updateGeometry()
        self.update()

    def set_icon_name(self, icon: str) -> None:
        """Show another icon."""
        self._icon_name = icon
        self.update()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        icon = self._theme.icon_size() + ICON_GAP if self._icon_name else 0
        return QSize(hint.width() + icon + self._key_room(), hint.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        words, option.text = option.text, ""
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        colour = self._colour()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # The style sheet's weight reaches the font only while the style itself paints, so it is set here as well.
        strong = self.property("kind") in ("filled", "tinted")
        painter.setFont(self._theme.font("strong" if strong else "base"))
        text_width = painter.fontMetrics().horizontalAdvance(words)
        icon_width = self._theme.icon_size() + ICON_GAP if self._icon_name else 0
        left = (self.width() - icon_width - text_width - self._key_room()) / 2
        if self._icon_name:
            centre = QPointF(left + self._theme.icon_size() / 2, self.height() / 2)
            self._theme.paint_icon(painter, self._icon_name, centre, self._theme.icon_size(), colour)
        painter.setPen(colour)
        box = QRectF(left + icon_width, 0, text_width + 1, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        if self._shows_key:
            self._paint_key(painter, left + icon_width + text_width + KEY_GAP, colour)

    def _paint_key(self, painter: QPainter, left: float, colour: QColor) -> None:
        painter.setFont(self._theme.font("small"))
        height = painter.fontMetrics().height() + 2
        box = QRectF(left + 0.5, (self.height() - height) / 2 + 0.5, self._key_width() - 1, height - 1)
        painter.setPen(QPen(colour, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, self._theme.radius("badge"), self._theme.radius("badge"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._keys)

    def _key_room(self) -> int:
        return KEY_GAP + self._key_width() if self._shows_key else 0

    def _key_width(self) -> int:
        return QFontMetrics(self._theme.font("small")).horizontalAdvance(self._keys) + 10

    def _colour(self) -> QColor:
        if not self.isEnabled():
            return self._theme.colour("text.disabled")
        roles = {"filled": "text.on_accent", "tinted": "accent.text"}
        return self._theme.colour(roles.get(self.property("kind"), "text.primary"))
