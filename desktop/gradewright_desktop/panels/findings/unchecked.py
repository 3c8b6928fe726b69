"""The strip that says how many questions of a large benchmark were not looked at, and looks at them when asked to."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gradewright_desktop.panels.findings.ledger import Found
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import button, label


def unchecked_words(count: int, locale: QLocale) -> str:
    """Return how many questions are not checked, as the beginning of a sentence."""
    return "1 question is not checked yet" if count == 1 else f"{locale.toString(count)} questions are not checked yet"


class UncheckedBar(QFrame):
    """Shown only where something is unchecked. ``check_wanted`` and ``stop_wanted`` follow its button."""

    check_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("findings.unchecked")
        self.setProperty("banner", "info")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._theme = theme
        self._glyph = QLabel(self)
        self._words = label(theme, wraps=True, parent=self)
        self._check = button(theme, "Check all questions", self.check_wanted.emit, kind="tinted", parent=self)
        self._stop = button(theme, "Stop", self.stop_wanted.emit, parent=self)
        self._stop.setAccessibleName("Stop checking questions")
        space = theme.space
        row = QHBoxLayout(self)
        row.setContentsMargins(space(3), space(2), space(2), space(2))
        row.setSpacing(space(2))
        row.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(space(2))
        column.addWidget(self._words)
        for made in (self._check, self._stop):
            column.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)
        row.addLayout(column, 1)
        theme.changed.connect(self._redraw)
        self._redraw()
        self.hide()

    def show_state(self, found: Found | None, *, is_checking: bool, is_busy: bool) -> None:
        """Say what is not checked. ``is_busy`` while any benchmark is being checked, this one or another."""
        if found is None or not (found.unchecked or is_checking):
            self.hide()
            return
        locale = self.locale()
        if is_checking:
            done, total = locale.toString(found.questions - found.unchecked), locale.toString(found.questions)
            words = f"{done} of {total} questions are checked"
        else:
            words = unchecked_words(found.unchecked, locale)
        self._words.setText(words)
        self.setAccessibleName(words)
        had_focus = self._check.hasFocus() or self._stop.hasFocus()
        self._check.setVisible(not is_checking)
        self._check.setEnabled(not is_busy)
        self._check.setToolTip("Another benchmark is being checked" if is_busy else "")
        self._stop.setVisible(is_checking)
        self.show()
        if had_focus:
            (self._stop if is_checking else self._check).setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _redraw(self) -> None:
        self._glyph.setPixmap(self._theme.pixmap("info", "severity.info.fg"))
