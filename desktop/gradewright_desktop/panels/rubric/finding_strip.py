"""The finding of the statement that is worked on, right under it, for when the list of findings is not seen."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from gradewright.lint.finding import Finding
from gradewright_desktop.commands.registry import key_hint, key_text
from gradewright_desktop.panels.findings.acting import FindingActions, can_silence
from gradewright_desktop.panels.findings.silence_popup import SilencePopup
from gradewright_desktop.widgets import KeyHint, button, label
from gradewright_desktop.workbench import Workbench


class FindingStrip(QWidget):
    """One line: glyph, why, the fix by its name, and silencing."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None):
        super().__init__(parent)
        theme = workbench.theme
        self._theme = theme
        self._acts = FindingActions(workbench)
        self._finding: Finding | None = None
        self._name = ""
        self._glyph = QLabel(self)
        self._why = label(theme, parent=self)
        self.fix = button(theme, "", self._fix_it, kind="link", parent=self)
        self._key = KeyHint(theme, key_hint("Alt+Return"), self)
        self.silence = button(theme, "Silence…", self._ask, kind="link", parent=self)
        self.silence.setToolTip(f"Keep it as it is, with a reason ({key_text('Alt+S')})")
        self._popup = SilencePopup(theme, self)
        self._popup.given.connect(self._give)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(2))
        for widget in (self._glyph, self._why, self.fix, self._key, self.silence):
            row.addWidget(widget)
        row.addStretch(1)
        self.hide()

    @property
    def finding(self) -> Finding | None:
        """The finding that is shown."""
        return self._finding

    def show_finding(self, finding: Finding | None, *, name: str, editable: bool) -> None:
        """Show a finding of a criterion of this name, or nothing."""
        self._finding, self._name = finding, name
        self.setVisible(finding is not None)
        if finding is None:
            return
        kind = "info" if finding.severity == "hint" else str(finding.severity)
        self._theme.set_pixmap(self._glyph, kind, f"severity.{kind}.fg")
        self._why.setText(finding.why)
        self._why.setToolTip(finding.message)
        self._why.setProperty("role", kind if kind != "info" else "secondary")
        self._why.style().unpolish(self._why)
        self._why.style().polish(self._why)
        has_fix = finding.fix is not None and editable
        self.fix.setText(finding.fix.title if finding.fix is not None else "")
        self.fix.setVisible(has_fix)
        self._key.setVisible(has_fix)
        self.silence.setVisible(editable and can_silence(finding))

    def _fix_it(self) -> None:
        if self._finding is not None:
            self._acts.fix(self._finding)

    def _ask(self) -> None:
        if self._finding is not None:
            self._popup.ask(self._finding.rule, self._name, self.silence)

    @Slot(str)
    def _give(self, reason: str) -> None:
        if self._finding is not None:
            self._acts.silence(self._finding, reason)
