"""What narrows the tree: words to look for, and whether a question is finished."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from gradewright_desktop.panels.tree.searching import Filter
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import tool_button
from gradewright_desktop.widgets.search_field import SearchField

_KINDS = ((None, "All questions"), (False, "Not finished"), (True, "Finished"))
# Long enough to take two keys of fast typing together, too short to notice.
_REST_MS = 30


class FilterBar(QWidget):
    """``changed`` carries the filter each time that it is another one."""

    changed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._filter = Filter()
        self.field = SearchField(theme, "Filter the questions of the library", "Filter", self)
        self.kinds = QMenu(self)
        self.kind_button = tool_button(theme, "filter", "Show all questions", parent=self)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._tell)
        for finished, words in _KINDS:
            action = self.kinds.addAction(words)
            action.setCheckable(True)
            action.setData(finished)
            action.setChecked(finished is None)
        self.kind_button.setMenu(self.kinds)
        self.kind_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(2), 0, theme.space(1), theme.space(1))
        row.setSpacing(theme.space(1))
        row.addWidget(self.field, 1)
        row.addWidget(self.kind_button)
        self.kinds.triggered.connect(self._kind_chosen)
        self.field.textChanged.connect(self._typed)

    @property
    def filter(self) -> Filter:
        """What the tree is narrowed to."""
        return self._filter

    @Slot()
    def clear(self) -> None:
        """Show everything again."""
        self.field.clear()
        self._kind_chosen(self.kinds.actions()[0])
        self._tell()

    def focus_field(self) -> None:
        """Put the caret into the field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    @Slot(str)
    def _typed(self, _words: str) -> None:
        self._rest.start()

    @Slot(QAction)
    def _kind_chosen(self, chosen: QAction) -> None:
        for action in self.kinds.actions():
            action.setChecked(action is chosen)
        words = f"Show {chosen.text().lower()}"
        self.kind_button.setToolTip(words)
        self.kind_button.setAccessibleName(words)
        role = "text.secondary" if chosen.data() is None else "accent.text"
        self._theme.set_icon(self.kind_button, "filter", role)
        self._tell()

    @Slot()
    def _tell(self) -> None:
        self._rest.stop()
        finished = next(action.data() for action in self.kinds.actions() if action.isChecked())
        wanted = Filter(self.field.text(), finished)
        if wanted != self._filter:
            self._filter = wanted
            self.changed.emit(wanted)
