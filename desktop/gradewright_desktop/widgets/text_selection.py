"""Selecting words in a text field by the character offsets that findings count in."""

from __future__ import annotations

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLineEdit, QTextEdit


def select_words(field: QTextEdit | QLineEdit, start: int, end: int) -> None:
    """Select from ``start`` to ``end``; the caret alone goes there where they are equal. Focus is the caller's."""
    if isinstance(field, QLineEdit):
        text = field.text()
        field.setSelection(_units(text, start), _units(text, end) - _units(text, start))
        return
    text = field.toPlainText()
    last = field.document().characterCount() - 1
    cursor = field.textCursor()
    cursor.setPosition(min(_units(text, start), last))
    cursor.setPosition(min(_units(text, end), last), QTextCursor.MoveMode.KeepAnchor)
    field.setTextCursor(cursor)
    field.ensureCursorVisible()


def _units(text: str, position: int) -> int:
    """A character offset as Qt counts: an emoji is two units long."""
    return len(text[:position].encode("utf-16-le", "surrogatepass")) // 2
