"""Buttons with one of the four looks: filled, tinted, outlined, flat."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from gradewright_desktop.theme import Theme

ICON_ROLES = {"filled": "text.on_accent", "tinted": "accent.text", "link": "text.link"}


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
