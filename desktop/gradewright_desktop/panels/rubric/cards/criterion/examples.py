"""Examples of answers: those that pass and those that fail, side by side where there is room."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gradewright_desktop.panels.rubric.statement_words import StatementWords
from gradewright_desktop.panels.rubric.statements import StatementList
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import label, tool_button

# In pixels of a font of 13; below it the two stand one under the other.
SIDE_BY_SIDE = 560
MOST_FIELDS = 4


class ExampleColumn(QWidget):
    """The examples of one kind, ``"pass"`` or ``"fail"``, under their heading."""

    def __init__(self, theme: Theme, edge: str, parent: QWidget):
        super().__init__(parent)
        title = f"{edge.capitalize()} example"
        glyph = QLabel(self)
        theme.set_pixmap(glyph, f"{edge}-example", f"verdict.{edge}.fg", theme.icon_size("inline"))
        heading = label(theme, title, font="section", role=edge, parent=self)
        words = StatementWords(title, title.lower(), f"An answer that has to {edge}", edge=edge)
        self.list = StatementList(theme, words, self, most=MOST_FIELDS)
        self.add = tool_button(theme, "add", f"Add {title.lower()}", self.list.add_last, parent=self)
        head = QHBoxLayout()
        head.setSpacing(theme.space(1))
        head.addWidget(glyph)
        head.addWidget(heading)
        head.addStretch(1)
        head.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addLayout(head)
        column.addWidget(self.list)
        column.addStretch(1)

    def set_editable(self, editable: bool) -> None:
        """Let the examples be edited, or only be read."""
        self.add.setVisible(editable)
        self.list.set_editable(editable)


class ExamplePair(QWidget):
    """``edited`` carries which examples changed, ``"pass"`` or ``"fail"``, and all of them."""

    edited = Signal(str, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self.columns = {edge: ExampleColumn(theme, edge, self) for edge in ("pass", "fail")}
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.space(4))
        for column in self.columns.values():
            self._row.addWidget(column, 1)
        self.columns["pass"].list.edited.connect(self._pass_edited)
        self.columns["fail"].list.edited.connect(self._fail_edited)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= SIDE_BY_SIDE * self._theme.zoom
        wanted = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._row.direction() != wanted:
            self._row.setDirection(wanted)

    def set_editable(self, editable: bool) -> None:
        """Let the examples be edited, or only be read."""
        for column in self.columns.values():
            column.set_editable(editable)

    def flush(self) -> None:
        """Hand what was typed on."""
        for column in self.columns.values():
            column.list.flush()

    @Slot(object)
    def _pass_edited(self, examples: list[str]) -> None:
        self.edited.emit("pass", examples)

    @Slot(object)
    def _fail_edited(self, examples: list[str]) -> None:
        self.edited.emit("fail", examples)
