"""Find in panel: the field of the panel that has the focus which is for finding."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

WORDS = ("filter", "find", "search")


def find_field(part: QWidget) -> QLineEdit | None:
    """Return the field of a part of the window that filters or finds, None where it has none that is shown."""
    for field in part.findChildren(QLineEdit):
        words = f"{field.objectName()} {field.placeholderText()} {field.accessibleName()}".casefold()
        if field.isVisible() and field.isEnabled() and any(word in words for word in WORDS):
            return field
    return None


def find_in(focus: QWidget | None, parts: Sequence[QWidget]) -> bool:
    """Put the cursor into the finding field nearest to the focus: of its own part first, then of the others."""
    own = [part for part in parts if focus is not None and part.isAncestorOf(focus)]
    for part in [*own, *parts]:
        field = find_field(part)
        if field is not None:
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            field.selectAll()
            return True
    return False
