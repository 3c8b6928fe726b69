"""The choice about one program: keep it closed, or let it run, and what holds it when it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from gradewright_desktop.dialogs.code.holding import Holding, Short
from gradewright_desktop.dialogs.code.words import counted, day
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import FieldMessage, FlowLayout, label

if TYPE_CHECKING:
    from gradewright.jobs.code import CodeItem
    from gradewright.store.allowed_code import AllowedCode

KEPT = "Kept for exactly this code. One changed character asks again."
UNREAD = (
    "Nobody can read what it does, so this takes a second decision. Read the list of what the bytes import, call and "
    "name; then type the first {count} characters of the SHA-256 below it."
)
UNCERTAIN = (
    "That the bytes do what the source says is not certain, so this takes a second decision. "
    "Type the first {count} characters of the SHA-256 below the code."
)


class CodeChoice(QWidget):
    """Two radio buttons for the program that is looked at; ``changed`` follows every choice and what is typed."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._item: CodeItem | None = None
        self.closed = QRadioButton(self)
        self.runs = QRadioButton(self)
        self._group = QButtonGroup(self)
        for button in (self.closed, self.runs):
            self._group.addButton(button)
        self._closed_words = label(theme, font="small", role="secondary", wraps=True, parent=self)
        self._runs_words = label(theme, font="small", role="secondary", wraps=True, parent=self)
        self.typed = QLineEdit(self)
        self.typed.setAccessibleName("First characters of the SHA-256")
        self.typed.setMaxLength(16)
        self._second = QWidget(self)
        self._why_second = label(theme, font="small", role="warning", wraps=True, parent=self._second)
        self.message = FieldMessage(theme, self)
        self._limits = QWidget(self)
        self._shorts: list[tuple[QLabel, QLabel]] = []
        self._build()
        self._restyle()
        self._group.buttonToggled.connect(self._chosen)
        self.typed.textChanged.connect(self._typing)
        theme.changed.connect(self._restyle)

    def _build(self) -> None:
        space = self._theme.space
        indent = self._theme.icon_size() + space(2)
        second = QVBoxLayout(self._second)
        second.setContentsMargins(0, space(1), 0, 0)
        second.setSpacing(space(1))
        second.addWidget(self._why_second)
        field = QHBoxLayout()
        field.addWidget(self.typed)
        field.addStretch(1)
        second.addLayout(field)
        limits = FlowLayout(space(4), self._limits)
        self._flow = limits
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.closed)
        column.addWidget(self._indented(self._closed_words, indent))
        column.addSpacing(space(2))
        column.addWidget(self.runs)
        below = QVBoxLayout()
        below.setContentsMargins(indent, 0, 0, 0)
        below.setSpacing(space(2))
        below.addWidget(self._runs_words)
        below.addWidget(self._second)
        below.addWidget(self.message)
        below.addWidget(self._limits)
        column.addLayout(below)

    def _indented(self, words: QLabel, indent: int) -> QLabel:
        words.setContentsMargins(indent, 0, 0, 0)
        return words

    # -- what is shown ------------------------------------------------------------------------------------------------

    def show_item(self, item: CodeItem, decision: AllowedCode | None, locked: str) -> None:
        """Ask about a program. ``locked`` says why nothing can be decided here, ``""`` where it can."""
        other = self._item is None or (self._item.sha256, self._item.kind) != (item.sha256, item.kind)
        was_allowed = self._item is not None and self._item.allowed
        self._item = item
        self.closed.setText("Keep it closed")
        checks = "The check is" if item.places == 1 else f"The {counted(item.places, 'check')} are"
        self._closed_words.setText(f"{checks} shown as “not run”. Everything is written back unchanged when you save.")
        self.runs.setText(f"Run “{_short(item.name)}” when a run needs it")
        kept = f"Allowed since {day(decision.at)}. {KEPT}" if item.allowed and decision is not None else KEPT
        self._runs_words.setText(locked or kept)
        for button in (self.closed, self.runs):
            button.setEnabled(not locked)
        if other or was_allowed != item.allowed:
            self.typed.clear()
            self.message.show_message("")
            (self.runs if item.allowed else self.closed).setChecked(True)
        count = len(item.second_decision)
        words = UNREAD if item.source is None else UNCERTAIN
        self._why_second.setText(words.format(count=count))
        self.typed.setPlaceholderText(f"{count} characters")
        self._chosen()

    def show_holding(self, holding: Holding) -> None:
        """Show in a few words what holds code on this system."""
        while (entry := self._flow.takeAt(0)) is not None:
            widget = entry.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for short in holding.shorts:
            self._flow.addWidget(self._short(short))
        self._limits.setVisible(bool(holding.shorts))

    def _short(self, short: Short) -> QWidget:
        chip = QWidget(self._limits)
        row = QHBoxLayout(chip)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self._theme.space(1))
        glyph = QLabel(chip)
        icon, role = (short.icon, "text.secondary") if short.holds else ("warning", "severity.warning.fg")
        self._theme.set_pixmap(glyph, icon, role, self._theme.icon_size("inline"))
        row.addWidget(glyph)
        role = "secondary" if short.holds else "warning"
        row.addWidget(label(self._theme, short.words, font="small", role=role, parent=chip))
        return chip

    # -- what was chosen ----------------------------------------------------------------------------------------------

    @property
    def wants_to_run(self) -> bool:
        """Whether letting it run is chosen."""
        return self.runs.isChecked()

    @property
    def is_complete(self) -> bool:
        """Whether everything is there that the choice needs: the second decision, where it takes one."""
        item = self._item
        if item is None or not self.wants_to_run or item.allowed or not item.needs_second_decision:
            return True
        return self.typed.text().strip().lower() == item.second_decision

    @Slot()
    def _chosen(self) -> None:
        item = self._item
        asks = item is not None and item.needs_second_decision and not item.allowed and self.wants_to_run
        self._second.setVisible(bool(asks))
        self.changed.emit()

    @Slot(str)
    def _typing(self, text: str) -> None:
        wanted = self._item.second_decision if self._item is not None else ""
        typed = text.strip().lower()
        wrong = len(typed) >= len(wanted) and typed != wanted
        self.message.show_message("These are not the first characters of this SHA-256." if typed and wrong else "")
        self.changed.emit()

    @Slot()
    def _restyle(self) -> None:
        strong = self._theme.font("strong")
        for button in (self.closed, self.runs):
            button.setFont(strong)
        self.typed.setFont(self._theme.font("mono"))
        self.typed.setFixedWidth(self.typed.fontMetrics().horizontalAdvance("0") * 16)


def _short(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:59]}…"
