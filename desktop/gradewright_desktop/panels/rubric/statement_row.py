"""One statement in a list: its handle, its number, its field, and the glyph of what was found in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from gradewright.lint.finding import Finding, Severity
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import GrowingTextEdit, label, tool_button

if TYPE_CHECKING:
    from gradewright_desktop.panels.rubric.statement_words import StatementWords

SLOP = 6
HANDLE_WIDTH, GLYPH_WIDTH = 20, 26
_WEIGHTS = tuple(Severity)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ALT, _CTRL, _SHIFT = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


class StatementField(GrowingTextEdit):
    """One statement. The signals do not say which; the row around it knows.

    A field that does not ``split`` takes Enter and pasted lines as they are: an example may have several lines.
    """

    below_wanted = Signal()
    removal_wanted = Signal()
    move_wanted = Signal(int)
    other_wanted = Signal()
    lines_pasted = Signal(list)
    entered = Signal()

    def __init__(self, theme: Theme, *, splits: bool, placeholder: str, min_lines: int, parent: QWidget):
        super().__init__(theme, placeholder=placeholder, min_lines=min_lines, parent=parent)
        self._splits = splits

    def event(self, event: QEvent) -> bool:
        # The panel around has these keys, too, for the whole criterion; in a statement they are about the statement.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _own_key(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.isReadOnly() or not self._act_on(event):
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def insertFromMimeData(self, source: QMimeData) -> None:
        lines = [line.strip(" \t-*•") for line in source.text().splitlines()]
        lines = [line for line in lines if line]
        if len(lines) < 2 or not self._splits:
            super().insertFromMimeData(source)
            return
        self.textCursor().insertText(lines[0])
        self.lines_pasted.emit(lines[1:])

    def _act_on(self, event: QKeyEvent) -> bool:
        key, modifiers = event.key(), event.modifiers()
        if _own_key(event):
            if key == Qt.Key.Key_M:
                self.other_wanted.emit()
            else:
                self.move_wanted.emit(-1 if key == Qt.Key.Key_Up else 1)
            return True
        if self._splits and key in _ENTER and not modifiers & (_SHIFT | _ALT):
            self.below_wanted.emit()
            return True
        if key == Qt.Key.Key_Backspace and not self.toPlainText():
            self.removal_wanted.emit()
            return True
        return False


class DragHandle(QToolButton):
    """Moves a statement by dragging, and holds the menu of what can be done with it.

    ``dragged`` carries the place of the pointer on the screen, and whether it was let go there.
    """

    dragged = Signal(QPoint, bool)
    menu_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self.setProperty("kind", "flat")
        self.setProperty("tight", True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        theme.set_icon(self, "drag", "text.muted", theme.icon_size("inline"))
        self.setFixedWidth(HANDLE_WIDTH)
        self._pressed: QPoint | None = None
        self._dragging = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragging = event.globalPosition().toPoint(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.globalPosition().toPoint()
        if self._pressed is not None and (self._dragging or (at - self._pressed).manhattanLength() >= SLOP):
            self._dragging = True
            self.dragged.emit(at, False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        was_dragging, self._pressed, self._dragging = self._dragging, None, False
        if was_dragging:
            self.dragged.emit(event.globalPosition().toPoint(), True)
        elif self.isEnabled():
            self.menu_wanted.emit()


class StatementRow(QWidget):
    """A field with what belongs to it. Its signals carry the row itself."""

    below_wanted = Signal(object)
    removal_wanted = Signal(object)
    move_wanted = Signal(object, int)
    other_wanted = Signal(object)
    lines_pasted = Signal(object, list)
    entered = Signal(object)
    dragged = Signal(object, QPoint, bool)
    glyph_clicked = Signal(object)

    def __init__(self, theme: Theme, words: StatementWords, parent: QWidget):
        super().__init__(parent)
        self._theme = theme
        self._words = words
        self._editable = True
        self._number = 0
        self.field = StatementField(
            theme, splits=words.splits, placeholder=words.placeholder, min_lines=words.min_lines, parent=self
        )
        if words.edge:
            self.field.setProperty("edge", words.edge)
        self.handle = DragHandle(theme, self)
        self.number = label(theme, "", role="muted", parent=self)
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.number.setMinimumWidth(theme.space(4))
        self.glyph = tool_button(theme, "warning", "Finding", parent=self)
        self.glyph.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.glyph.setProperty("tight", True)
        self.glyph.setFixedWidth(GLYPH_WIDTH)
        self._shows_glyph = False
        self._build()
        self._connect()
        self.show_findings(())

    def show_place(self, number: int, count: int) -> None:
        """Say which statement of how many this is."""
        self._number = number
        name = self._words.name(number)
        self.number.setText(str(number))
        self.field.setAccessibleName(name)
        self.handle.setAccessibleName(f"Move or remove {name}")
        self.handle.setToolTip(f"Drag to move {name}; click for more")

    def set_editable(self, editable: bool) -> None:
        """Let the statement be edited, or only be read."""
        self._editable = editable
        self.field.set_read_only(not editable)
        self.handle.setVisible(editable)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Show the glyph of the weightiest finding, and say all of them to whoever asks."""
        sentences = "\n".join(found.message for found in findings)
        self.field.setAccessibleDescription(sentences)
        self._shows_glyph = bool(findings)
        if findings:
            first = min(findings, key=lambda found: _WEIGHTS.index(found.severity))
            icon = "info" if first.severity == "hint" else str(first.severity)
            self._theme.set_icon(self.glyph, icon, f"severity.{icon}.fg")
            self.glyph.setToolTip(sentences)
            self.glyph.setAccessibleName(f"{first.severity}: {first.why}")
            self.glyph.setAccessibleDescription(sentences)
        self.glyph.setVisible(bool(findings))

    def put_below(self, widget: QWidget) -> None:
        """Let a widget stand under the field, in line with it."""
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        indent = self.field.x() if self._words.is_numbered else 0
        widget.setContentsMargins(indent, 0, 0, 0)
        column.addWidget(widget)

    def _build(self) -> None:
        theme = self._theme
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        row = QHBoxLayout()
        row.setSpacing(theme.space(1))
        column.addLayout(row)
        top = Qt.AlignmentFlag.AlignTop
        policy = self.glyph.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.glyph.setSizePolicy(policy)
        if self._words.is_numbered:
            row.addWidget(self.handle, 0, top)
            row.addWidget(self.number, 0, top)
            row.addSpacing(theme.space(1))
        row.addWidget(self.field, 1)
        if self._words.is_numbered:
            row.addWidget(self.glyph, 0, top)
        else:
            self.number.hide()
            # Beside a field that fills its column there is room for the menu only.
            row.addWidget(self.glyph, 0, top)
            row.addWidget(self.handle, 0, top)
            policy.setRetainSizeWhenHidden(False)
            self.glyph.setSizePolicy(policy)
            theme.set_icon(self.handle, "more", "text.muted", theme.icon_size("inline"))
        theme.changed.connect(self._align)
        self._align()

    @Slot()
    def _align(self) -> None:
        # As high as a button, so that all of them stand on the first line of the field.
        self.number.setFixedHeight(self._theme.row_height("button"))
        for button in (self.handle, self.glyph):
            button.setIconSize(QSize(self._theme.icon_size(), self._theme.icon_size()))

    def _connect(self) -> None:
        field = self.field
        field.below_wanted.connect(partial(self.below_wanted.emit, self))
        field.removal_wanted.connect(partial(self.removal_wanted.emit, self))
        field.move_wanted.connect(partial(self.move_wanted.emit, self))
        field.other_wanted.connect(partial(self.other_wanted.emit, self))
        field.lines_pasted.connect(partial(self.lines_pasted.emit, self))
        field.entered.connect(partial(self.entered.emit, self))
        self.handle.dragged.connect(partial(self.dragged.emit, self))
        self.handle.menu_wanted.connect(self._show_menu)
        self.glyph.clicked.connect(self._glyph_clicked)

    @Slot()
    def _glyph_clicked(self) -> None:
        self.glyph_clicked.emit(self)

    @Slot()
    def _show_menu(self) -> None:
        menu = self.menu()
        menu.popup(self.handle.mapToGlobal(self.handle.rect().bottomLeft()))

    def menu(self) -> QMenu:
        """Return the menu of what can be done with the statement."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, keys, act in (
            ("Move up", "Alt+Up", partial(self.move_wanted.emit, self, -1)),
            ("Move down", "Alt+Down", partial(self.move_wanted.emit, self, 1)),
            (
                self._words.other and f"Move to {self._words.other}",
                "Ctrl+Shift+M",
                partial(self.other_wanted.emit, self),
            ),
            (f"Remove {self._words.noun}", "", partial(self.removal_wanted.emit, self)),
        ):
            if words:
                action = menu.addAction(words)
                action.setShortcut(keys)
                action.triggered.connect(partial(_without_checked, act))
        return menu


def _without_checked(act: partial[None], _checked: bool = False) -> None:
    act()


def _own_key(event: QKeyEvent) -> bool:
    key, modifiers = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        return modifiers == _ALT
    return key == Qt.Key.Key_M and modifiers == (_CTRL | _SHIFT)
