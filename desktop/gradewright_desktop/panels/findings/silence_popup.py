"""Asks for the reason why a rule is silenced for one criterion, right under the button that asked."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import LineField, button, label


class SilencePopup(QFrame):
    """``given`` carries the reason. Esc and a click elsewhere close it without one."""

    given = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("surface", "popup")
        self._theme = theme
        self._what = label(theme, wraps=True, parent=self)
        self.reason = LineField(theme, placeholder="Why this is right as it stands", parent=self)
        self.reason.setAccessibleName("Reason")
        self._go = button(theme, "Silence", self._give, kind="tinted", parent=self)
        cancel = button(theme, "Cancel", self.hide, kind="flat", parent=self)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self._go)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.space(3),) * 4)
        column.setSpacing(theme.space(2))
        for widget in (self._what, self.reason):
            column.addWidget(widget)
        column.addLayout(buttons)
        self.reason.textChanged.connect(self._typed)
        self.reason.returnPressed.connect(self._give)

    def ask(self, rule: str, name: str, under: QWidget) -> None:
        """Ask for the reason to silence a rule in an entry of a name, under a widget."""
        self._what.setText(f"Silence {rule} in “{name}”. The finding stays, with your reason.")
        self.reason.replace_text("")
        self._typed()
        self.setFixedWidth(max(self._theme.font_width(40), under.width()))
        self.adjustSize()
        at = under.mapToGlobal(QPoint(0, under.height() + 2))
        screen = under.screen().availableGeometry()
        at.setX(max(screen.left(), min(at.x(), screen.right() - self.width())))
        if at.y() + self.height() > screen.bottom():
            at.setY(under.mapToGlobal(QPoint(0, 0)).y() - self.height() - 2)
        self.move(at)
        self.show()
        self.reason.setFocus(Qt.FocusReason.PopupFocusReason)

    @Slot()
    def _typed(self) -> None:
        self._go.setEnabled(bool(self.reason.text().strip()))

    @Slot()
    def _give(self) -> None:
        reason = self.reason.text().strip()
        if reason:
            self.close()
            self.given.emit(reason)
