"""The chosen finding in full: title, sentence, the fix line by line, and the button that does it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from gradewright.lint.finding import Finding
from gradewright_desktop.commands.registry import key_hint, key_text
from gradewright_desktop.panels.findings.acting import can_silence
from gradewright_desktop.panels.findings.silence_popup import SilencePopup
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import FlowLayout, KeyedButton, button, label

MOST_LINES = 6


class FindingDetail(QWidget):
    """Shows one finding; the signals follow its buttons. ``silenced`` carries the reason that was given."""

    fix_wanted = Signal()
    fix_all_wanted = Signal()
    visit_wanted = Signal()
    silenced = Signal(str)
    unsilence_wanted = Signal()

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
        self._fix_all = button(theme, "", self.fix_all_wanted.emit, parent=self)
        self._silence = button(theme, "Silence…", self.ask_reason, parent=self)
        self._silence.setToolTip(f"Keep it as it is, with a reason ({key_text('Alt+S')})")
        self._unsilence = button(theme, "Stop silencing", self.unsilence_wanted.emit, parent=self)
        self._popup = SilencePopup(theme, self)
        self._popup.given.connect(self.silenced)
        self._finding: Finding | None = None
        self._name = ""
        self._build()

    def show_finding(
        self, finding: Finding | None, *, read_only: bool = False, same_rule: int = 0, name: str = ""
    ) -> None:
        """Show a finding, or nothing.

        ``same_rule`` is how many findings of its rule can be fixed here, ``name`` what the entry is called.
        """
        self.setVisible(finding is not None)
        self._finding, self._name = finding, name
        if finding is None:
            return
        self._title.setText(finding.title or f"“{finding.words}” {finding.why}")
        self._sentence.setText(finding.message)
        is_silenced = finding.silenced is not None
        self._reason.setText(f"Silenced: {finding.silenced}" if finding.silenced else "Silenced")
        self._reason.setVisible(is_silenced)
        fix = finding.fix if not is_silenced else None
        self._fix.setVisible(fix is not None)
        self._fix_all.setVisible(fix is not None and same_rule > 1)
        self._fix_all.setText(f"{finding.fix.title if finding.fix else 'Fix'} all {same_rule}")
        self._fix_all.setToolTip(f"Make every fix of {finding.rule} here, as one step")
        self._silence.setVisible(can_silence(finding) and not is_silenced)
        self._unsilence.setVisible(is_silenced)
        for each in (self._fix, self._fix_all, self._silence, self._unsilence):
            each.setEnabled(not read_only)
        self._fix.setToolTip("The library is open read-only" if read_only else "")
        self._intro.setVisible(fix is not None)
        self._change.setVisible(fix is not None and bool(fix.before or fix.after))
        if fix is None:
            return
        self._fix.setText(fix.title)
        self._intro.setText(f"Fix: {fix.title[:1].lower()}{fix.title[1:]}")
        self._show_change(fix.before, fix.after)

    def ask_reason(self) -> None:
        """Ask why the finding is to be silenced, in a popup under the button."""
        finding = self._finding
        if finding is not None and can_silence(finding) and finding.silenced is None and self._silence.isEnabled():
            under = self._silence if self._silence.isVisible() else self
            self._popup.ask(finding.rule, self._name, under)

    def _build(self) -> None:
        theme = self._theme
        self._lines.setContentsMargins(*(theme.space(2),) * 4)
        self._lines.setHorizontalSpacing(theme.space(2))
        self._lines.setColumnStretch(1, 1)
        self._reason = label(theme, role="muted", wraps=True, selectable=True, parent=self)
        row = QWidget(self)
        buttons = FlowLayout(theme.space(2), row)
        for each in (self._fix, self._silence, self._unsilence, self._fix_all, self._visit):
            buttons.addWidget(each)
        inside = QWidget(self)
        words = QVBoxLayout(inside)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(theme.space(2))
        for widget in (self._title, self._sentence, self._reason, self._intro, self._change):
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
        column.addWidget(row)
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
