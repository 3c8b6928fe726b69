"""What stands around the name of a criterion: must pass, the menu, the id, where it comes from, that it is retired."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from gradewright.model.criterion import Criterion, CriterionSource
from gradewright.model.rubric import RubricEntry
from gradewright_desktop.panels.rubric.menus import CARD_MENU, fill_menu
from gradewright_desktop.widgets import Banner, ElidedLabel, label, tool_button
from gradewright_desktop.workbench import Workbench


class CardHead(QWidget):
    """The line of id and origin. The parts that stand beside and above the name are handed out to the card."""

    def __init__(self, workbench: Workbench, parent: QWidget):
        super().__init__(parent)
        theme = workbench.theme
        self._workbench = workbench
        self.must_pass = QCheckBox("Must pass", parent)
        self.must_pass.setToolTip("An answer that fails this criterion fails, whatever else it does")
        self.more = tool_button(theme, "more", "More for this criterion", parent=parent)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.more)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.more.setMenu(self._menu)
        self.id = label(theme, font="mono", role="muted", selectable=True, parent=self)
        self.origin = ElidedLabel(theme, font="small", role="muted", parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.space(4))
        row.addWidget(self.id)
        row.addWidget(self.origin, 1)
        self.retired = QWidget(parent)
        column = QVBoxLayout(self.retired)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(
            Banner(
                theme,
                "info",
                "It stays in the file with its id, and is not judged or counted any more.",
                strong="Retired.",
                actions=(("Restore", self._restore),),
                closable=False,
                parent=self.retired,
            )
        )
        self.retired.hide()

    def show_criterion(self, entry: RubricEntry, criterion: Criterion, frequency: str) -> None:
        """Show what belongs to the criterion as a whole; ``frequency`` says how often its failure was seen."""
        self.must_pass.setChecked(criterion.must_pass)
        self.id.setText(entry.id)
        self.origin.set_full_text(source_words(criterion.source, frequency))
        self.retired.setVisible(entry.retired)

    def set_editable(self, editable: bool) -> None:
        """Let the flag be changed, or only be read."""
        self.must_pass.setEnabled(editable)

    def _restore(self) -> None:
        self._workbench.commands.run("rubric.restore")

    @Slot()
    def _fill_menu(self) -> None:
        fill_menu(self._menu, self._workbench.commands, CARD_MENU)


def source_words(source: CriterionSource | None, frequency: str) -> str:
    """Return where a criterion comes from: “from failure list: “Dose missing or vague”, 41 of 150 reviewed”."""
    if source is None or not (source.list or source.id):
        return ""
    words = f"from failure list: “{source.id or source.list}”"
    return f"{words}, {frequency}" if frequency else words
