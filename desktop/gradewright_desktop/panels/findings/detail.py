"""The chosen finding in full: title, sentence, the fix line by line, and the button that does it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gradewright.lint.finding import Finding
from gradewright_desktop.commands.registry import key_hint
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import KeyedButton, button, label

MOST_LINES = 6


class FindingDetail(QWidget):
    """Shows one finding; ``fix_wanted`` and ``visit_wanted`` follow its buttons."""

    fix_wanted = Signal()
    visit_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._title = label(theme, font="strong", wraps=True, selectable=True, parent=self)
        self._sentence = label(theme, role="secondary", wraps=True, selectable=True, parent=self)
        self._intro = label(theme, font="small", role="muted", wraps=True, parent=self)
        self._change = QFrame(self)
        self._change.setProperty("surface", "card")
        self._lines = QGridLayout(self._change)
        self._fix = KeyedButton(theme, "", key_hint("Alt+Return"), kind="tinted", parent=self)
        self._fix.clicked.connect(self.fix_wanted)
        self._visit = button(theme, "Go to the words", self.visit_wanted.emit, parent=self)
        self._build()

    def show_finding(self, finding: Finding | None, *, read_only: bool = False) -> None:
        """Show a finding, or nothing."""
        self.setVisible(finding is not None)
        if finding is None:
            return
        self._title.setText(finding.title or f"“{finding.words}” {finding.why}")
        self._sentence.setText(finding.message)
        fix = finding.fix
        self._fix.setVisible(fix is not None)
        self._intro.setVisible(fix is not None)
        self._change.setVisible(fix is not None and bool(fix.before or fix.after))
        if fix is None:
            return
        self._fix.setText(fix.title)
        self._fix.setEnabled(not read_only)
        self._fix.setToolTip("The library is open read-only" if read_only else "")
        self._intro.setText(f"Fix: {fix.title[:1].lower()}{fix.title[1:]}")
        self._show_change(fix.before, fix.after)

    def _build(self) -> None:
        theme = self._theme
        self._lines.setContentsMargins(*(theme.space(2),) * 4)
        self._lines.setHorizontalSpacing(theme.space(2))
        self._lines.setColumnStretch(1, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.space(2))
        buttons.addWidget(self._fix)
        buttons.addWidget(self._visit)
        buttons.addStretch(1)
        inside = QWidget(self)
        words = QVBoxLayout(inside)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(theme.space(2))
        for widget in (self._title, self._sentence, self._intro, self._change):
            words.addWidget(widget)
        words.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName("The finding in full")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.space(3),) * 4)
        column.setSpacing(theme.space(2))
        column.addWidget(scroll, 1)
        column.addLayout(buttons)
        self.hide()

    def _show_change(self, before: str, after: str) -> None:
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        rows = [("−", line, "error") for line in before.splitlines()[:MOST_LINES]]
        rows += [("+", line, "pass") for line in after.splitlines()[:MOST_LINES]]
        for row, (sign, text, role) in enumerate(rows):
            mark = label(self._theme, sign, font="strong", role=role, parent=self._change)
            words = label(self._theme, text, role="muted" if sign == "−" else "", wraps=True, parent=self._change)
            self._lines.addWidget(mark, row, 0, Qt.AlignmentFlag.AlignTop)
            self._lines.addWidget(words, row, 1)
