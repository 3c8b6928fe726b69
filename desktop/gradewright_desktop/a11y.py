"""An audit of names: what a screen reader would say about each thing that takes the focus."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QScrollBar,
    QTabBar,
    QToolButton,
    QWidget,
)

# Parts that Qt puts into its own widgets; the widget around them is what is named.
INNER_PARENTS = (QAbstractSpinBox, QComboBox, QAbstractScrollArea)


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A widget that says too little: what it is, where it is, what is missing."""

    widget: str
    path: str
    problem: str


def audit(root: QWidget) -> list[Unnamed]:
    """Return what is wrong with the names of everything shown in ``root`` that takes the focus or is a button.

    A name is an accessible name, a text, or a label that is the widget's buddy. A button that shows only its icon needs
    a text besides, and a tooltip for those who see.
    """
    found = []
    for widget in [root, *root.findChildren(QWidget)]:
        problem = _problem(widget) if widget.isVisibleTo(root) else ""
        if problem:
            found.append(Unnamed(type(widget).__name__, _path(widget, root), problem))
    return found


def _problem(widget: QWidget) -> str:
    if _is_inner(widget):
        return ""
    if isinstance(widget, QAbstractButton):
        if not spoken_name(widget):
            return "a button without a name"
        if _shows_icon_only(widget) and not widget.toolTip():
            return "a button with only an icon and no tooltip"
        return ""
    takes_focus = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    if takes_focus and not spoken_name(widget):
        return "takes the focus and has no name"
    return ""


def spoken_name(widget: QWidget) -> str:
    """Return what a screen reader calls a widget: its own name, or what Qt finds (its text, its buddy)."""
    if widget.accessibleName().strip():
        return widget.accessibleName()
    if any(buddy.buddy() is widget for buddy in widget.window().findChildren(QLabel) if buddy.text().strip()):
        return "named by its label"
    if isinstance(widget, QLineEdit) or not isinstance(widget, QAbstractButton):
        # Qt would name a field by its content, which says nothing about what belongs in it.
        return ""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def _shows_icon_only(button: QAbstractButton) -> bool:
    if isinstance(button, QToolButton):
        return button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
    return not button.text() and not button.icon().isNull()


def _is_inner(widget: QWidget) -> bool:
    if isinstance(widget, QMenu | QScrollBar | QTabBar) or widget.objectName().startswith("qt_"):
        return True
    parent = widget.parentWidget()
    if parent is not None and isinstance(parent.parentWidget(), QComboBox):
        # The list of a combo box stands in a popup of its own.
        return True
    return (isinstance(parent, INNER_PARENTS) and not isinstance(widget, QLineEdit | QAbstractButton)) or (
        isinstance(widget, QLineEdit) and isinstance(parent, QAbstractSpinBox | QComboBox)
    )


def _path(widget: QWidget, root: QWidget) -> str:
    names = []
    current: QWidget | None = widget
    while current is not None and current is not root:
        names.append(current.objectName() or type(current).__name__)
        current = current.parentWidget()
    return "/".join(reversed(names))
