"""A list of lines and what is said about them, to read and to copy."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import button

MOST_ROWS = 2_000


class RowList(QDialog):
    """Shows rows of a line number and a sentence; the first 2,000 are listed, all are copied."""

    def __init__(self, theme: Theme, title: str, rows: Sequence[tuple[str, str]], parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("row_list")
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._rows = list(rows)
        self._table = QTableWidget(min(len(rows), MOST_ROWS), 2, self)
        self._table.setAccessibleName(title)
        self._table.setHorizontalHeaderLabels(["Line", "Why"])
        self._table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._table.setTabKeyNavigation(False)
        self._table.verticalHeader().hide()
        self._table.setColumnHidden(0, not any(line for line, _why in rows))
        header = self._table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for position, (line, why) in enumerate(self._rows[:MOST_ROWS]):
            for column, words in enumerate((line, why)):
                item = QTableWidgetItem(words)
                item.setToolTip(words)
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                self._table.setItem(position, column, item)
        self._table.setWordWrap(True)
        buttons = QDialogButtonBox(self)
        buttons.addButton(button(theme, "Copy all", self._copy, parent=self), QDialogButtonBox.ButtonRole.ActionRole)
        closes = button(theme, "Close", self.accept, kind="filled", parent=self)
        closes.setDefault(True)
        buttons.addButton(closes, QDialogButtonBox.ButtonRole.AcceptRole)
        column_layout = QVBoxLayout(self)
        column_layout.setContentsMargins(*(theme.space("dialog_margin"),) * 4)
        column_layout.setSpacing(theme.space(4))
        column_layout.addWidget(self._table, 1)
        column_layout.addWidget(buttons)
        self.resize(QSize(theme.font_width(80), theme.font_width(50)))

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self._table.resizeRowsToContents()

    @Slot()
    def _copy(self) -> None:
        lines = (f"line {line}: {why}" if line else why for line, why in self._rows)
        QGuiApplication.clipboard().setText("\n".join(lines))
