"""A list of statements, each a growing field: Enter adds one below, Backspace in an empty one takes it out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import GrowingTextEdit, button, label, tool_button


class StatementField(GrowingTextEdit):
    """One statement. The signals carry nothing; the list knows which field sent them."""

    below_wanted = Signal()
    removal_wanted = Signal()
    move_wanted = Signal(int)
    lines_pasted = Signal(list)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        if not self.isReadOnly():
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not modifiers & Qt.KeyboardModifier.ShiftModifier:
                if not modifiers & Qt.KeyboardModifier.AltModifier:
                    self.below_wanted.emit()
                    return
            elif key == Qt.Key.Key_Backspace and not self.toPlainText():
                self.removal_wanted.emit()
                return
            elif modifiers & Qt.KeyboardModifier.AltModifier and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                self.move_wanted.emit(-1 if key == Qt.Key.Key_Up else 1)
                return
        super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        lines = [line.strip(" \t-*•") for line in source.text().splitlines()]
        lines = [line for line in lines if line]
        if len(lines) < 2:
            super().insertFromMimeData(source)
            return
        self.textCursor().insertText(lines[0])
        self.lines_pasted.emit(lines[1:])


class StatementList(QWidget):
    """``edited`` carries the statements, without empty ones, each time that they should be kept."""

    edited = Signal(object)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._kept: list[str] = []
        self._rows: list[QWidget] = []
        self._fields: list[StatementField] = []
        self._numbers: list[QLabel] = []
        self._editable = True
        self._add: QPushButton | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.space(1) + 2)

    def add_button(self, words: str) -> QPushButton:
        """Return the button that adds a statement at the end, for the heading."""
        self._add = button(self._theme, words, self._add_last, kind="link", icon="add")
        return self._add

    def fields(self) -> Sequence[GrowingTextEdit]:
        """The fields of the statements that are kept, in order; an empty one that was just added is not among them."""
        return [field for field in self._fields if field.toPlainText().strip()]

    def set_statements(self, statements: Sequence[str], *, other: bool) -> None:
        """Show what the library holds. Fields that are being typed in stay, unless it is another list."""
        if not other and list(statements) == self._kept and self._texts() == self._kept:
            return
        self._kept = list(statements)
        typed = self._texts() if not other else []
        if typed == self._kept:
            return
        focused = next((at for at, field in enumerate(self._fields) if field.hasFocus()), -1)
        while len(self._fields) > len(statements):
            self._drop(len(self._fields) - 1)
        for position, text in enumerate(statements):
            if position < len(self._fields):
                field = self._fields[position]
                if field.toPlainText() != text:
                    field.replace_text(text)
            else:
                self._insert(position, text)
        if 0 <= focused < len(self._fields) and not other:
            self._fields[focused].setFocus()
        self._renumber()

    def set_editable(self, editable: bool) -> None:
        """Let the statements be edited, or only be read."""
        self._editable = editable
        for field in self._fields:
            field.set_read_only(not editable)
        if self._add is not None:
            self._add.setVisible(editable)

    @Slot()
    def flush(self) -> None:
        """Hand what was typed on."""
        texts = self._texts()
        if texts != self._kept:
            self._kept = texts
            self.edited.emit(list(texts))

    def _texts(self) -> list[str]:
        return [text for field in self._fields if (text := field.toPlainText().strip())]

    def _insert(self, position: int, text: str = "") -> StatementField:
        row = QWidget(self)
        field = StatementField(self._theme, text, placeholder="One thing to look for", parent=row)
        field.set_read_only(not self._editable)
        number = label(self._theme, "", role="muted", parent=row)
        number.setMinimumWidth(self._theme.space(5))
        number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        remove = tool_button(self._theme, "remove", "Remove instruction", parent=row)
        remove.clicked.connect(self._remove_clicked)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(self._theme.space(2))
        for widget, stretch in ((number, 0), (field, 1), (remove, 0)):
            line.addWidget(widget, stretch, Qt.AlignmentFlag.AlignTop if stretch == 0 else Qt.AlignmentFlag(0))
        number.setContentsMargins(0, self._theme.space(1) + 2, 0, 0)
        field.committed.connect(self.flush)
        field.below_wanted.connect(self._add_below)
        field.removal_wanted.connect(self._remove_empty)
        field.move_wanted.connect(self._move)
        field.lines_pasted.connect(self._pasted)
        self._rows.insert(position, row)
        self._fields.insert(position, field)
        self._numbers.insert(position, number)
        self._column.insertWidget(position, row)
        return field

    def _drop(self, position: int) -> None:
        row = self._rows.pop(position)
        self._fields.pop(position)
        self._numbers.pop(position)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _renumber(self) -> None:
        for position, (number, field) in enumerate(zip(self._numbers, self._fields, strict=True), 1):
            field.setAccessibleName(f"{self._name}, instruction {position}")
            number.setText(str(position))

    def _position(self) -> int:
        return self._fields.index(self.sender())  # type: ignore[arg-type]

    @Slot()
    def _add_last(self) -> None:
        self._focus_new(len(self._fields))

    @Slot()
    def _add_below(self) -> None:
        self._focus_new(self._position() + 1)

    def _focus_new(self, position: int) -> None:
        self.flush()
        field = self._insert(position)
        self._renumber()
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _remove_empty(self) -> None:
        position = self._position()
        if len(self._fields) > 1:
            self._drop(position)
            self._renumber()
            before = self._fields[max(0, position - 1)]
            before.setFocus(Qt.FocusReason.OtherFocusReason)
            before.moveCursor(before.textCursor().MoveOperation.End)
        self.flush()

    @Slot()
    def _remove_clicked(self) -> None:
        row = self.sender().parent()
        position = self._rows.index(row)  # type: ignore[arg-type]
        self._drop(position)
        self._renumber()
        self.flush()

    @Slot(int)
    def _move(self, step: int) -> None:
        position = self._position()
        target = position + step
        if not 0 <= target < len(self._fields):
            return
        row, field = self._rows.pop(position), self._fields.pop(position)
        self._rows.insert(target, row)
        self._fields.insert(target, field)
        self._numbers.insert(target, self._numbers.pop(position))
        self._column.removeWidget(row)
        self._column.insertWidget(target, row)
        self._renumber()
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.flush()

    @Slot(list)
    def _pasted(self, lines: list[str]) -> None:
        position = self._position()
        for offset, line in enumerate(lines, 1):
            self._insert(position + offset, line)
        self._renumber()
        self._fields[position + len(lines)].setFocus(Qt.FocusReason.OtherFocusReason)
        self.flush()
