"""The endpoints of the library, each with a box to tick."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QVBoxLayout, QWidget

from gradewright_desktop.dialogs.running.planning import Judge
from gradewright_desktop.dialogs.running.words import judge_told, price_told
from gradewright_desktop.theme import Theme
from gradewright_desktop.widgets import ElidedLabel, label, line

NO_ENDPOINT = (
    "No endpoint is set up. An endpoint is a model at a server that judges, on this computer or elsewhere; "
    "“gradewright endpoints add” sets one up."
)


class JudgesList(QFrame):
    """Judges to tick. ``changed`` follows every tick."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self.boxes: dict[str, QCheckBox] = {}
        self._inner: QWidget | None = None
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName("Judges")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def show_judges(self, judges: Sequence[Judge], chosen: Sequence[str]) -> None:
        """Show these judges with those ticked that were chosen; the only one is ticked from the start."""
        if self._inner is not None:
            self._column.removeWidget(self._inner)
            self._inner.hide()
            self._inner.deleteLater()
        self.boxes = {}
        inner = self._inner = QWidget(self)
        column = QVBoxLayout(inner)
        column.setContentsMargins(*(self._theme.space(2),) * 4)
        column.setSpacing(self._theme.space(2))
        if not judges:
            column.addWidget(label(self._theme, NO_ENDPOINT, role="secondary", wraps=True, parent=inner))
        for position, judge in enumerate(judges):
            if position:
                column.addWidget(line(parent=inner))
            column.addWidget(self._row(judge, inner))
            box = self.boxes[judge.endpoint.name]
            box.setChecked(judge.endpoint.name in chosen or len(judges) == 1)
            box.toggled.connect(self._ticked)
        self._column.addWidget(inner)

    def chosen(self) -> tuple[str, ...]:
        """Return the names of the judges that are ticked."""
        return tuple(name for name, box in self.boxes.items() if box.isChecked())

    def _row(self, judge: Judge, parent: QWidget) -> QWidget:
        row = QWidget(parent)
        grid = QGridLayout(row)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(self._theme.space(2))
        grid.setVerticalSpacing(0)
        name, told = judge.endpoint.name, judge_told(judge)
        box = self.boxes[name] = QCheckBox(name.replace("&", "&&"), row)
        box.setAccessibleDescription(told)
        grid.addWidget(box, 0, 0)
        price = label(self._theme, price_told(judge.endpoint), font="small", role="secondary", parent=row)
        grid.addWidget(price, 0, 1, 2, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        words = ElidedLabel(self._theme, told, font="small", role="secondary", parent=row)
        words.setIndent(self._theme.space(5))
        grid.addWidget(words, 1, 0)
        grid.setColumnStretch(0, 1)
        return row

    @Slot(bool)
    def _ticked(self, _on: bool) -> None:
        self.changed.emit()
