"""The one dialog about a fault of the program: what is safe, and the report for whoever wants to see it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import button, label

WORDS = (
    "Something in the program went wrong, and it goes on. What you wrote is kept: every change was in the library "
    "before this. Nothing was sent anywhere."
)


class CrashDialog(QDialog):
    """Shows a report folded; a second fault while it is open is added to the report."""

    def __init__(self, theme: Theme, report: str, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("crash")
        self.setWindowTitle("A fault in the program")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._report = QPlainTextEdit(report, self)
        self._report.setReadOnly(True)
        self._report.setFont(theme.font("mono"))
        self._report.setAccessibleName("Report")
        self._report.setMinimumHeight(220)
        self._report.hide()
        head = QHBoxLayout()
        glyph = QLabel(self)
        glyph.setPixmap(theme.pixmap("diagnostics", "severity.error.fg", theme.icon_size("large")))
        head.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        words = label(theme, WORDS, wraps=True, parent=self)
        words.setMinimumWidth(theme.font_width(52))
        head.addWidget(words, 1)
        self._shows = button(theme, "Show report", self._toggle, parent=self)
        buttons = QDialogButtonBox(self)
        buttons.addButton(self._shows, QDialogButtonBox.ButtonRole.ActionRole)
        copies = button(theme, "Copy report", self._copy, parent=self)
        buttons.addButton(copies, QDialogButtonBox.ButtonRole.ActionRole)
        goes_on = button(theme, "Go on", self.accept, kind="filled", parent=self)
        goes_on.setDefault(True)
        buttons.addButton(goes_on, QDialogButtonBox.ButtonRole.AcceptRole)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.space("dialog_margin"),) * 4)
        column.setSpacing(theme.space(4))
        column.addLayout(head)
        column.addWidget(self._report, 1)
        column.addWidget(buttons)

    def report(self) -> str:
        """Return the report, whole."""
        return self._report.toPlainText()

    def add(self, report: str) -> None:
        """Add another fault to the report."""
        self._report.appendPlainText("\n" + report)

    @Slot()
    def _toggle(self) -> None:
        self._report.setVisible(self._report.isHidden())
        self._shows.setText("Show report" if self._report.isHidden() else "Hide report")
        self.adjustSize()

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report())
