"""Text fields that keep what is typed: after half a second of rest, and when the focus leaves.

The library's undo is the only one, so the fields have none of their own and let its keys through.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QKeySequence, QResizeEvent, QTextOption
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSizePolicy, QTextEdit, QWidget

from gradewright_desktop.theme import Theme

PASSED_ON = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


def is_passed_on(event: QEvent) -> bool:
    """Whether a key belongs to the window although a text field has the focus: undo and redo."""
    return (
        event.type() == QEvent.Type.ShortcutOverride
        and isinstance(event, QKeyEvent)
        and any(event.matches(key) for key in PASSED_ON)
    )


class LineField(QLineEdit):
    """One line of text. ``committed`` carries the text each time that it should be kept."""

    committed = Signal(str)

    def __init__(self, theme: Theme, text: str = "", *, placeholder: str = "", parent: QWidget | None = None):
        super().__init__(text, parent)
        self.setPlaceholderText(placeholder)
        self._kept = text
        self._composing = False
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(theme.motion("flush_idle_ms"))
        self._idle.timeout.connect(self.flush)
        self.textEdited.connect(self._edited)
        self.editingFinished.connect(self.flush)

    @property
    def has_unkept(self) -> bool:
        """Whether something was typed that is not committed yet."""
        return self.text() != self._kept

    def set_text(self, text: str) -> None:
        """Show what the library holds; typing that is not kept yet stays as it is."""
        if self.has_unkept or self._composing:
            return
        self._kept = text
        if text != self.text():
            position = self.cursorPosition()
            self.setText(text)
            self.setCursorPosition(min(position, len(text)))

    def replace_text(self, text: str) -> None:
        """Show another thing's text, whatever was typed."""
        self._idle.stop()
        self._kept = text
        self.setText(text)
        self.setCursorPosition(0)

    @Slot()
    def flush(self) -> None:
        """Commit what was typed, if anything was and no input method is at work."""
        self._idle.stop()
        if self.has_unkept and not self._composing:
            self._kept = self.text()
            self.committed.emit(self._kept)

    def event(self, event: QEvent) -> bool:
        if is_passed_on(event):
            event.ignore()
            return False
        return super().event(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    @Slot()
    def _edited(self) -> None:
        self._idle.start()


class GrowingTextEdit(QTextEdit):
    """Plain text of several lines, as high as its content up to ``max_lines``.

    ``committed`` carries the text each time that it should be kept: half a second after the last key, when the focus
    leaves, and on :meth:`flush`; never while an input method composes. Tab goes to the next field.
    """

    committed = Signal(str)
    # The height changed: a list of such fields may want to scroll.
    grown = Signal()

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        placeholder: str = "",
        font: str = "base",
        min_lines: int = 1,
        max_lines: int = 8,
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self._theme = theme
        self._font_role = font
        self._placeholder = placeholder
        self._lines = (min_lines, max_lines)
        self._kept = text
        self._composing = False
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(theme.motion("flush_idle_ms"))
        self._idle.timeout.connect(self.flush)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setPlaceholderText(placeholder)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDefaultTextOption(option)
        self.document().setDocumentMargin(2)
        self.setPlainText(text)
        self._restyle()
        self.textChanged.connect(self._changed)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme.changed.connect(self._restyle)

    @property
    def has_unkept(self) -> bool:
        """Whether something was typed that is not committed yet."""
        return self.toPlainText() != self._kept

    def set_text(self, text: str) -> None:
        """Show what the library holds; typing that is not kept yet stays as it is."""
        if self.has_unkept or self._composing:
            return
        if text != self._kept:
            self._show(text)

    def replace_text(self, text: str) -> None:
        """Show another thing's text, whatever was typed."""
        self._show(text)
        self.moveCursor(self.textCursor().MoveOperation.Start)

    def set_read_only(self, read_only: bool) -> None:
        """Turn the field into plain text, or back."""
        if self.isReadOnly() == read_only and self.property("plain") == read_only:
            # Styling anew takes longer than all the rest of showing another text.
            return
        self.setReadOnly(read_only)
        # Where nothing can be typed there is nothing to invite to.
        self.setPlaceholderText("" if read_only else self._placeholder)
        self.setProperty("plain", read_only)
        self.style().unpolish(self)
        self.style().polish(self)

    @Slot()
    def flush(self) -> None:
        """Commit what was typed, if anything was and no input method is at work."""
        self._idle.stop()
        if self.has_unkept and not self._composing and not self.isReadOnly():
            self._kept = self.toPlainText()
            self.committed.emit(self._kept)

    def event(self, event: QEvent) -> bool:
        if is_passed_on(event):
            event.ignore()
            return False
        return super().event(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)
        if not self._composing and self.has_unkept:
            self._idle.start()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.flush()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(240, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.minimumHeight())

    def _show(self, text: str) -> None:
        self._idle.stop()
        self._kept = text
        position = self.textCursor().position()
        blocked = self.blockSignals(True)
        self.setPlainText(text)
        self.blockSignals(blocked)
        cursor = self.textCursor()
        cursor.setPosition(min(position, max(0, self.document().characterCount() - 1)))
        self.setTextCursor(cursor)
        self._fit()

    @Slot()
    def _changed(self) -> None:
        if not self._composing and self.has_unkept:
            self._idle.start()

    @Slot()
    def _restyle(self) -> None:
        self.setFont(self._theme.font(self._font_role))
        self.document().setDefaultFont(self.font())
        self._fit()

    @Slot()
    def _fit(self) -> None:
        line_height = self.fontMetrics().lineSpacing()
        frame = self.height() - self.viewport().height() if self.isVisible() else 10
        frame = min(max(frame, 8), 16)
        least, most = (count * line_height + 2 * self.document().documentMargin() for count in self._lines)
        wanted = self.document().size().height()
        height = round(min(max(wanted, least), most)) + frame
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)
            self.grown.emit()


class CodeEdit(QPlainTextEdit):
    """Code, prompts and patterns: mono, left to right, Tab stays in the text, undo goes to the library."""

    committed = Signal(str)

    def __init__(self, theme: Theme, text: str = "", *, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._kept = text
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(theme.motion("flush_idle_ms"))
        self._idle.timeout.connect(self.flush)
        self.setUndoRedoEnabled(False)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self.document().setDefaultTextOption(option)
        self.setPlainText(text)
        self._restyle()
        self.textChanged.connect(self._changed)
        theme.changed.connect(self._restyle)

    @property
    def has_unkept(self) -> bool:
        """Whether something was typed that is not committed yet."""
        return self.toPlainText() != self._kept

    def set_text(self, text: str) -> None:
        """Show what the library holds; typing that is not kept yet stays as it is."""
        if not self.has_unkept and text != self._kept:
            self.replace_text(text)

    def replace_text(self, text: str) -> None:
        """Show another thing's text, whatever was typed."""
        self._idle.stop()
        self._kept = text
        blocked = self.blockSignals(True)
        self.setPlainText(text)
        self.blockSignals(blocked)

    @Slot()
    def flush(self) -> None:
        """Commit what was typed, if anything was."""
        self._idle.stop()
        if self.has_unkept and not self.isReadOnly():
            self._kept = self.toPlainText()
            self.committed.emit(self._kept)

    def event(self, event: QEvent) -> bool:
        if is_passed_on(event):
            event.ignore()
            return False
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.flush()

    @Slot()
    def _changed(self) -> None:
        if self.has_unkept:
            self._idle.start()

    @Slot()
    def _restyle(self) -> None:
        self.setFont(self._theme.font("mono"))
        self.setTabStopDistance(4 * self.fontMetrics().horizontalAdvance(" "))
