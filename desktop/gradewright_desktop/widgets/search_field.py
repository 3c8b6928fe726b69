"""A field to find or filter by: a glass in front, a button to clear it, both with names."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from gradewright_desktop.theme import Theme


class SearchField(QLineEdit):
    """``name`` is what a screen reader says; it is shown as the placeholder where ``placeholder`` is empty."""

    def __init__(self, theme: Theme, name: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(placeholder or name)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        # Qt makes the button that clears without a name.
        for made in self.findChildren(QToolButton):
            made.setAccessibleName("Clear")
            made.setToolTip("Clear")
        glass = QAction(name, self)
        theme.set_icon(glass, "search", "text.muted")
        glass.triggered.connect(self.selectAll)
        self.addAction(glass, QLineEdit.ActionPosition.LeadingPosition)
