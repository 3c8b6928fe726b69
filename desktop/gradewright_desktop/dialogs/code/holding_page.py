"""What the separate process can and cannot do on this system, in full sentences."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from gradewright_desktop.dialogs.code.holding import Holding
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import button, label

GAP = "Not enforced"
WAIT = "What this system enforces is being found out. Open this page again in a moment."


class HoldingPage(QDialog):
    """Lists the sentences; those about something that is not enforced carry the sign of a warning."""

    def __init__(self, theme: Theme, holding: Holding, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("code.holding")
        self.setWindowTitle("What the separate process can do")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        page = QWidget(self)
        page.setProperty("surface", "clear")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, theme.space(2), 0)
        column.setSpacing(theme.space(2))
        title = "What holds code from files on this computer" if holding.works else "Code from files"
        column.addWidget(label(theme, title, font="title", wraps=True, parent=page))
        for sentence in holding.sentences or (WAIT,):
            is_remark = holding.works and sentence == holding.sentences[-1]
            column.addLayout(_row(theme, sentence, page, is_remark=is_remark))
        column.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setWidget(page)
        scroll.setAccessibleName(title)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        buttons = QDialogButtonBox(self)
        closes = button(theme, "Close", self.accept, kind="filled", parent=self)
        closes.setDefault(True)
        buttons.addButton(closes, QDialogButtonBox.ButtonRole.AcceptRole)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(theme.space("dialog_margin"),) * 4)
        outer.setSpacing(theme.space(4))
        outer.addWidget(scroll, 1)
        outer.addWidget(buttons)
        self.resize(theme.font_width(72), theme.font_width(58))


def _row(theme: Theme, sentence: str, parent: QWidget, *, is_remark: bool) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(theme.space(2))
    glyph = QLabel(parent)
    is_gap = GAP in sentence or "cannot be started" in sentence
    icon = "warning" if is_gap else "info" if is_remark else "ok"
    role = f"severity.{icon}.fg"
    theme.set_pixmap(glyph, icon, role, theme.icon_size())
    glyph.setContentsMargins(0, 2, 0, 0)
    row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(label(theme, sentence, wraps=True, selectable=True, parent=parent), 1)
    return row
