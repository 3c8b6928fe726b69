"""The switches at the top of the findings: one a severity and one for what was silenced, each with its count."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from gradewright.lint.finding import Severity
from gradewright_desktop.panels.findings.ledger import Found
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import tool_button

SILENCED = "silenced"
_LOOKS = {
    Severity.ERROR: ("error", "severity.error.fg", "error"),
    Severity.WARNING: ("warning", "severity.warning.fg", "warning"),
    Severity.HINT: ("info", "severity.info.fg", "hint"),
    SILENCED: ("silence", "severity.silenced.fg", "silenced finding"),
}


class Toggles(QWidget):
    """``changed`` follows each switch."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(1))
        for key, (icon, role, word) in _LOOKS.items():
            made = tool_button(theme, "", f"Show {word}s", kind="flat", shows_text=True, checkable=True, parent=self)
            size = theme.icon_size("inline")
            theme.set_icon(made, icon, role, size)
            made.setIconSize(QSize(size, size))
            made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            made.setChecked(True)
            made.setText("0")
            made.clicked.connect(self._clicked)
            self.buttons[str(key)] = made
            row.addWidget(made)

    def shown(self) -> set[Severity]:
        """Return the severities that are to be shown."""
        return {severity for severity in Severity if self.buttons[str(severity)].isChecked()}

    def shows_silenced(self) -> bool:
        """Whether silenced findings are to be shown."""
        return self.buttons[SILENCED].isChecked()

    def show_counts(self, found: Found | None) -> None:
        """Put the counts on the switches."""
        for key, (_icon, _role, word) in _LOOKS.items():
            count = 0
            if found is not None:
                count = found.silenced if key == SILENCED else found.counts[Severity(key)]
            button = self.buttons[str(key)]
            button.setText(self.locale().toString(count))
            state = "shown" if button.isChecked() else "hidden"
            button.setAccessibleName(f"{count} {word}s, {state}")
            button.setToolTip(f"{count} {word}{'' if count == 1 else 's'}")
        self.buttons[SILENCED].setVisible(found is not None and bool(found.silenced))

    @Slot()
    def _clicked(self) -> None:
        self.changed.emit()
