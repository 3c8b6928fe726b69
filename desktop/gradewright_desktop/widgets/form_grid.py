"""A form of two columns: captions beside the first line of their fields."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets.labels import label

_CAPTION_CHARACTERS = 14


class FormGrid(QGridLayout):
    """Rows of a caption and a field. A form layout of Qt's centres captions on fields that grow."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(theme.space(4))
        self.setVerticalSpacing(theme.space("form_row_gap"))
        self.setColumnStretch(1, 1)

    def add_row(self, row: int, words: str, field: QWidget, buddy: QWidget | None = None) -> QLabel:
        """Put a caption and its field into a row; the caption names the field, or the part of it given as ``buddy``."""
        named = buddy if buddy is not None else field
        caption = label(self._theme, words, role="secondary", parent=field.parentWidget())
        caption.setBuddy(named)
        # Beside the first line of a field that grows, not beside its middle.
        above = (self._theme.row_height("field") - caption.sizeHint().height()) // 2
        caption.setContentsMargins(0, max(0, above), 0, 0)
        caption.setMinimumWidth(_CAPTION_CHARACTERS * caption.fontMetrics().averageCharWidth())
        if not named.accessibleName():
            named.setAccessibleName(words)
        self.addWidget(caption, row, 0, Qt.AlignmentFlag.AlignTop)
        self.addWidget(field, row, 1)
        return caption
