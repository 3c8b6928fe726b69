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


def underline(field: QTextEdit | QPlainTextEdit, findings: Sequence[Finding], theme: Theme) -> list[Finding]:
    """Underline the words of findings, and return those that still hold of what the field says.

    Findings are about the text without the space around it. Those whose words changed since are left out until the
    next look; while an input method composes nothing is underlined.
    """
    if not findings and not field.extraSelections():
        return []
    text = field.toPlainText()
    lead = len(text) - len(text.lstrip())
    selections: list[QTextEdit.ExtraSelection] = []
    current: list[Finding] = []
    for finding in findings:
        if finding.silenced is not None:
            continue
        spans = spans_of(finding)
        if any(end + lead > len(text) for _start, end in spans) or not _says(text[lead:], finding):
            continue
        current.append(finding)
        selections += [_selection(field, finding, start + lead, end + lead, theme) for start, end in spans]
    field.setExtraSelections(selections)
    return current


def spans_of(finding: Finding) -> list[tuple[int, int]]:
    """Return the spans that a finding has in the text it is about; none where it is about the whole of it."""
    place = finding.place
    places = [each for each in (place, *finding.also) if (each.entry_id, each.part) == (place.entry_id, place.part)]
    return [(each.start, each.end) for each in places if each.end > each.start]


def _says(text: str, finding: Finding) -> bool:
    """Whether the words that a finding quotes still stand where they stood."""
    place = finding.place
    if place.end <= place.start or not finding.words:
        return True
    said = " ".join(text[place.start : place.end].split())
    quoted = finding.words.partition("…")[0].strip()
    return said.startswith(quoted) or quoted.startswith(said)


def _selection(
    field: QTextEdit | QPlainTextEdit, finding: Finding, start: int, end: int, theme: Theme
) -> QTextEdit.ExtraSelection:
    text = field.toPlainText()
    at = field.textCursor().position()
    style, kind = _LINES[finding.severity]
    selection = QTextEdit.ExtraSelection()
    cursor = QTextCursor(field.document())
    cursor.setPosition(utf16_offset(text, start))
    cursor.setPosition(utf16_offset(text, end), QTextCursor.MoveMode.KeepAnchor)
    selection.cursor = cursor
    selection.format.setUnderlineStyle(style)
    selection.format.setUnderlineColor(theme.colour(f"severity.{kind}.line"))
    if field.hasFocus() and utf16_offset(text, start) <= at <= utf16_offset(text, end):
        selection.format.setBackground(theme.colour(f"severity.{kind}.soft"))
    return selection


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
