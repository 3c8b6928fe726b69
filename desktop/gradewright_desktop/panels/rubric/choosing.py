"""Choosing another rubric of the library: a benchmark's global one, or one that is kept alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFrame, QListView, QPushButton, QVBoxLayout, QWidget

from gradewright.edits import RubricOwner
from gradewright.store.library import Library
from gradewright_desktop.models.record_list import RECORD_ROLE, RecordListModel
from gradewright_desktop.widgets import LineField, label
from gradewright_desktop.workbench import Workbench


@dataclass(frozen=True, slots=True)
class RubricChoice:
    """One rubric that can be chosen; ``where`` says what kind it is."""

    owner: RubricOwner
    name: str
    where: str

    @property
    def words(self) -> str:
        """The name with where it is."""
        return f"{self.name} ({self.where})"


class RubricChooser(QDialog):
    """``chosen`` carries the owner of a rubric and its name. Typing narrows the list."""

    chosen = Signal(object, str)

    def __init__(
        self,
        workbench: Workbench,
        title: str,
        verb: str,
        *,
        without: RubricOwner | None,
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        theme = workbench.theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._without = without
        self._choices: Sequence[RubricChoice] = ()
        self.filter = LineField(theme, placeholder="Filter", parent=self)
        self.filter.setAccessibleName("Filter rubrics")
        self.model: RecordListModel[RubricChoice] = RecordListModel(
            key=lambda choice: choice.owner, text=lambda choice: choice.words, parent=self
        )
        self.view = QListView(self)
        self.view.setModel(self.model)
        self.view.setAccessibleName("Rubrics")
        self.view.setFrameShape(QFrame.Shape.StyledPanel)
        self._nothing = label(theme, "There is no other rubric in this library.", role="muted", wraps=True, parent=self)
        self._nothing.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self._go = QPushButton(verb, self)
        self._go.setProperty("kind", "filled")
        self._go.setDefault(True)
        buttons.addButton(self._go, QDialogButtonBox.ButtonRole.AcceptRole)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.space("dialog_margin"),) * 4)
        column.setSpacing(theme.space(2))
        for widget in (self.filter, self.view, self._nothing, buttons):
            column.addWidget(widget)
        self.resize(theme.font_width(56), theme.row_height("field") * 14)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.view.doubleClicked.connect(self.accept)
        self.view.selectionModel().currentChanged.connect(self._current_changed)
        self.filter.textChanged.connect(self._narrow)
        self._current_changed(QModelIndex())
        workbench.session.query(read_choices, self._take, key=("rubrics to choose", id(self)))

    def accept(self) -> None:
        """Take the rubric that is chosen, if one is."""
        choice = self.view.currentIndex().data(RECORD_ROLE)
        if isinstance(choice, RubricChoice):
            self.chosen.emit(choice.owner, choice.name)
            super().accept()

    @Slot(object)
    def _take(self, choices: Sequence[RubricChoice]) -> None:
        self._choices = [choice for choice in choices if choice.owner != self._without]
        self._nothing.setVisible(not self._choices)
        self._narrow()

    @Slot()
    def _narrow(self) -> None:
        words = self.filter.text().casefold().split()
        self.model.set_records(
            [choice for choice in self._choices if all(word in choice.words.casefold() for word in words)]
        )
        if not self.view.currentIndex().isValid() and self.model.rowCount():
            self.view.setCurrentIndex(self.model.index(0))
        self._current_changed(self.view.currentIndex())

    @Slot(QModelIndex)
    def _current_changed(self, current: QModelIndex, _previous: object = None) -> None:
        self._go.setEnabled(current.isValid())


def read_choices(library: Library) -> list[RubricChoice]:
    """Return the rubrics of a library: those kept alone, and the global ones of its benchmarks."""
    kept = [RubricChoice(RubricOwner(kept_id=row.id), row.name, "kept rubric") for row in library.kept_rubrics()]
    benchmarks = [
        RubricChoice(RubricOwner(benchmark_id=row.id), row.name, "global rubric") for row in library.benchmarks()
    ]
    return [*kept, *benchmarks]
