"""Fields for numbers, whose text stands as far from the edge as in other fields."""

from __future__ import annotations

from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QWidget

# A style sheet cannot say it: Qt lays the line inside a spin box out without the padding of either.
_INDENT = 6


class NumberField(QSpinBox):
    """A whole number. A value counts when it is typed in full, not with every digit."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(_INDENT, 0, 0, 0)


class DecimalField(QDoubleSpinBox):
    """A number with decimals. A value counts when it is typed in full, not with every digit."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(_INDENT, 0, 0, 0)
