"""The dialog that compares two versions of a rubric."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from gradewright.model.rubric import Rubric
from gradewright.rubrics.diff import RubricDiff, diff
from gradewright.store.library import Library
from gradewright_desktop.dialogs.versions.diff_view import DiffView, plain_text, summary
from gradewright_desktop.dialogs.versions.known import NOW, KnownVersion, known_versions
from gradewright_desktop.widgets import EmptyState, button, label
from gradewright_desktop.workbench import Workbench


class CompareDialog(QDialog):
    """Compares the earlier version, chosen above, with the later one. Open it with ``open()``."""

    def __init__(self, workbench: Workbench, title: str, rubric: Rubric, parent: QWidget | None = None):
        super().__init__(parent)
        self._workbench = workbench
        self._versions: list[KnownVersion] = []
        self._found: RubricDiff | None = None
        self._preferred: int | None = None
        theme = workbench.theme
        self.setWindowTitle(f"Compare versions of {title}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.before = self._combo("Earlier")
        self.after = self._combo("Later")
        self._words = label(theme, wraps=True, selectable=True, parent=self)
        self.view = DiffView(theme, self)
        self._nothing = EmptyState(
            theme, "Nothing to compare yet", "The first export makes version 1.", icon="empty-history", parent=self
        )
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(self.view)
        self._copy = button(theme, "Copy as text", self.copy, icon="duplicate", parent=self)
        self._build()
        self.resize(theme.font_width(110), theme.font_width(80))
        work = partial(known_versions, rubric=rubric)
        workbench.session.query(work, self._take, key="versions.known")

    @property
    def found(self) -> RubricDiff | None:
        """The difference that is shown."""
        return self._found

    def choose(self, earlier: int, later: int = NOW) -> None:
        """Compare two versions by their numbers, as far as they are known."""
        for combo, number in ((self.before, earlier), (self.after, later)):
            position = next((place for place, each in enumerate(self._versions) if each.number == number), -1)
            if position >= 0:
                combo.setCurrentIndex(position)

    def prefer(self, earlier: int) -> None:
        """Begin with this version as the earlier one, once the versions are read."""
        self._preferred = earlier

    @Slot()
    def copy(self) -> None:
        """Put the difference on the clipboard as text."""
        if self._found is not None:
            QApplication.clipboard().setText(plain_text(self._found))
            self._workbench.notices.toast("Copied.")

    def _combo(self, name: str) -> QComboBox:
        made = QComboBox(self)
        made.setAccessibleName(name)
        made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        made.setMinimumContentsLength(24)
        made.currentIndexChanged.connect(self._compare)
        return made

    def _build(self) -> None:
        theme = self._workbench.theme
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.space(3))
        for column, (words, combo) in enumerate((("Earlier", self.before), ("Later", self.after))):
            heading = label(theme, words, font="small", role="secondary", parent=self)
            heading.setBuddy(combo)
            grid.addWidget(heading, 0, column)
            grid.addWidget(combo, 1, column)
            grid.setColumnStretch(column, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.addButton(self._copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column_layout = QVBoxLayout(self)
        column_layout.setContentsMargins(*(theme.space(4),) * 4)
        column_layout.setSpacing(theme.space(3))
        column_layout.addLayout(grid)
        column_layout.addWidget(self._words)
        column_layout.addWidget(self._pages, 1)
        column_layout.addWidget(buttons)

    @Slot(object)
    def _take(self, versions: list[KnownVersion]) -> None:
        self._versions = versions
        for combo in (self.before, self.after):
            combo.blockSignals(True)
            combo.clear()
            combo.addItems([each.words for each in versions])
            combo.blockSignals(False)
        known = [place for place, each in enumerate(versions) if each.rubric is not None]
        self.after.setCurrentIndex(0)
        self.before.setCurrentIndex(known[1] if len(known) > 1 else 0)
        if self._preferred is not None:
            self.choose(self._preferred)
        self._compare()

    @Slot()
    def _compare(self) -> None:
        chosen = [self._versions[combo.currentIndex()] for combo in (self.before, self.after) if self._versions]
        if len(chosen) < 2:
            return
        lacking = [each for each in chosen if each.rubric is None]
        if lacking or len(self._versions) < 2:
            self._found = None
            self._pages.setCurrentWidget(self._nothing)
            if lacking:
                self._nothing.set_words(
                    "The words are not in this library",
                    f"Version {lacking[0].number} was made elsewhere. Open its file here once, and its words are kept.",
                )
            self._words.setText("")
            self._copy.setEnabled(False)
            return
        self._workbench.session.query(partial(_compared, pair=tuple(chosen)), self._show, key="versions.diff")

    @Slot(object)
    def _show(self, found: RubricDiff) -> None:
        self._found = found
        self._words.setText(summary(found))
        self.view.show_diff(found)
        self._pages.setCurrentWidget(self.view)
        self._copy.setEnabled(True)


def _compared(_library: Library, pair: tuple[KnownVersion, ...]) -> RubricDiff:
    before, after = pair
    return diff(before.rubric or Rubric(), after.rubric or Rubric())
