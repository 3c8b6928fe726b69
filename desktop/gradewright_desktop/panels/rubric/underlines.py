"""Findings under the words of a text field: error wavy, warning dashed, hint dotted."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from gradewright.lint.finding import Finding, Severity
from gradewright_desktop.theme import Theme

_LINES = {
    Severity.ERROR: (QTextCharFormat.UnderlineStyle.WaveUnderline, "error"),
    Severity.WARNING: (QTextCharFormat.UnderlineStyle.DashUnderline, "warning"),
    Severity.HINT: (QTextCharFormat.UnderlineStyle.DotLine, "info"),
}


def underline(field: QTextEdit | QPlainTextEdit, findings: Sequence[Finding], theme: Theme) -> None:
    """Underline the words of the findings; those whose words changed since are left out until the next look."""
    text = field.toPlainText()
    selections = []
    for finding in findings:
        place = finding.place
        start, end = utf16_offset(text, place.start), utf16_offset(text, place.end)
        if place.end <= place.start or place.end > len(text):
            continue
        style, kind = _LINES[finding.severity]
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(field.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format.setUnderlineStyle(style)
        selection.format.setUnderlineColor(theme.colour(f"severity.{kind}.line"))
        selections.append(selection)
    field.setExtraSelections(selections)


def select_words(field: QTextEdit | QPlainTextEdit, start: int, end: int) -> None:
    """Put the focus on a field and select some of its words; all of it where none are named."""
    text = field.toPlainText()
    cursor = QTextCursor(field.document())
    cursor.setPosition(utf16_offset(text, min(start, len(text))))
    cursor.setPosition(utf16_offset(text, min(end, len(text))), QTextCursor.MoveMode.KeepAnchor)
    field.setTextCursor(cursor)
    field.setFocus(Qt.FocusReason.OtherFocusReason)


def utf16_offset(text: str, position: int) -> int:
    """Return a position in Python's characters as Qt counts it: two for what lies outside the basic plane."""
    return position + sum(character > "\uffff" for character in text[:position])
