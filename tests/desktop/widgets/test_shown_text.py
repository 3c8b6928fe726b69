"""Positions of a stored text agree with those of the document that shows it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from gradewright.verify.evidence import Mark
from gradewright_desktop.shown_text import ShownText


@given(st.text(alphabet=st.sampled_from("ab\r\n😀字\u2028ع 𝄞"), max_size=40), st.data())
def test_positions_agree_with_the_document(stored: str, data: st.DataObject) -> None:
    shown = ShownText(stored)
    document = QTextDocument()
    document.setPlainText(shown.text)
    start = data.draw(st.integers(0, len(stored)))
    end = data.draw(st.integers(start, len(stored)))
    if "\r\n" in (stored[start - 1 : start + 1], stored[end - 1 : end + 1]):
        return  # between the two halves of one line end there is no place in the document
    cursor = QTextCursor(document)
    begin, finish = shown.span(Mark(start, end, True, ""))
    cursor.setPosition(begin)
    cursor.setPosition(finish, QTextCursor.MoveMode.KeepAnchor)
    expected = stored[start:end].replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    assert cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n") == expected
